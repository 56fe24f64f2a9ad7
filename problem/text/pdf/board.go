package pdf

import (
	"codeberg.org/go-pdf/fpdf"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// board draws diagrams.
type board struct {
	*fpdf.Fpdf
	shapes [movegen.King + 1][]segment
}

// newBoard prepares the shapes of the men. The error is that of one that cannot be drawn.
func newBoard(f *fpdf.Fpdf) (*board, error) {
	b := &board{Fpdf: f}
	for t := movegen.Pawn; t <= movegen.King; t++ {
		var err error
		if b.shapes[t], err = parseOutline(notation.PieceShape(t)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// draw draws a diagram of that width with its upper left corner at x, y, all in millimetres.
// Marked squares get a ring.
func (b *board) draw(p *movegen.Position, marks movegen.Bitboard, x, y, width float64) {
	side := width / 8
	b.SetFillColor(187, 187, 187)
	for s := range movegen.NoSquare {
		if movegen.DarkSquares.Has(s) {
			b.Rect(x+side*float64(s.File()), y+side*float64(7-s.Rank()), side, side, "F")
		}
	}
	b.SetLineWidth(side * 0.05)
	b.SetDrawColor(204, 0, 0)
	for rest := marks; rest != 0; {
		s := rest.Pop()
		b.Circle(x+side*(float64(s.File())+0.5), y+side*(float64(7-s.Rank())+0.5), side*0.45, "D")
	}
	b.SetLineWidth(side * 0.03)
	b.RawWriteStr("4 M\n") // the miter limit of SVG
	for s := range movegen.NoSquare {
		if man := p.PieceAt(s); man != movegen.NoPiece {
			b.man(man, x+side*float64(s.File()), y+side*float64(7-s.Rank()), side/100)
		}
	}
	b.SetDrawColor(0, 0, 0)
	b.SetLineWidth(side * 0.04)
	b.Rect(x, y, width, width, "D")
}

// man draws a chessman in a square whose corner is at x, y; unit is a hundredth of its side.
func (b *board) man(man movegen.Piece, x, y, unit float64) {
	ink, paper := 0, 255
	if man.Color() == movegen.Black {
		ink, paper = 255, 0
	}
	b.SetFillColor(paper, paper, paper)
	b.SetDrawColor(ink, ink, ink)
	for _, s := range b.shapes[man.Type()] {
		var at [3][2]float64
		for i, point := range s.points {
			at[i] = [2]float64{x + unit*point[0], y + unit*point[1]}
		}
		switch s.kind {
		case 'M':
			b.MoveTo(at[0][0], at[0][1])
		case 'L':
			b.LineTo(at[0][0], at[0][1])
		case 'C':
			b.CurveBezierCubicTo(at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1])
		case 'Z':
			b.ClosePath()
		}
	}
	b.DrawPath("B")
}

// coordinates writes the names of files and ranks next to a diagram.
func (b *board) coordinates(x, y, width float64) {
	side := width / 8
	b.SetFont(family, "", side*points*0.26)
	for i := range 8 {
		for _, name := range [...]struct {
			text string
			x, y float64
		}{{string('a' + rune(i)), x + side*(float64(i)+0.5), y + width + side*0.33},
			{string('1' + rune(i)), x - side*0.22, y + side*(7.58-float64(i))}} {
			b.Text(name.x-b.GetStringWidth(name.text)/2, name.y, name.text)
		}
	}
}
