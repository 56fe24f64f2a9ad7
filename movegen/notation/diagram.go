package notation

import (
	"fmt"
	"strings"

	"alfiere/movegen"
)

// Diagram says how a board is drawn in text. The zero value draws it from White's side
// with English letters and nothing else.
type Diagram struct {
	Letters PieceLetters
	Flip    bool             // Black's side of the board is below
	Coords  bool             // with the names of files and ranks
	Stars   bool             // with an asterisk before Black's pieces
	Color   bool             // with ANSI sequences for squares and pieces
	Marked  movegen.Bitboard // squares that have another colour with Color, such as those of the last move

	// ToMove holds, by the colour to move, a last line that is separated from the board, as
	// are the names of the files then. If both are empty there is none.
	ToMove [2]string
}

// Draw returns the board in lines.
func (d Diagram) Draw(p *movegen.Position) string {
	turn := movegen.Square(56) // the first line is the eighth rank
	if d.Flip {
		turn = 7 // the first line is the first rank, from h to a
	}
	var b strings.Builder
	for i := range 8 {
		if d.Coords {
			fmt.Fprintf(&b, "%d ", (movegen.MakeSquare(0, i)^turn).Rank()+1)
		}
		for j := range 8 {
			s := movegen.MakeSquare(j, i) ^ turn
			b.WriteString(d.square(s, p.PieceAt(s)))
		}
		b.WriteByte('\n')
	}
	captioned := d.ToMove != [2]string{}
	if d.Coords {
		if captioned {
			b.WriteByte('\n')
		}
		b.WriteString("  ")
		for j := range 8 {
			b.WriteString(" " + string(rune('a'+(movegen.MakeSquare(j, 0)^turn).File())))
			if d.Color {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	if captioned {
		b.WriteString("\n" + d.ToMove[p.Side()] + "\n")
	}
	return b.String()
}

// ANSI sequences (ECMA-48, with the 256 colours common to terminals): the squares'
// backgrounds, light and dark, and the pieces' foregrounds.
const (
	lightSquare  = "\x1b[48;5;67m"
	darkSquare   = "\x1b[48;5;60m"
	markedSquare = "\x1b[48;5;136m"
	whitePiece   = "\x1b[1;38;5;231m"
	blackPiece   = "\x1b[1;38;5;16m"
	plainColor   = "\x1b[0m"
)

// square returns the text of s: two columns, or three with colours.
func (d Diagram) square(s movegen.Square, piece movegen.Piece) string {
	mark := " "
	if d.Stars && piece != movegen.NoPiece && piece.Color() == movegen.Black {
		mark = "*"
	}
	if !d.Color {
		return mark + string(d.Letters.BoardLetter(piece))
	}
	field := lightSquare
	if movegen.DarkSquares.Has(s) {
		field = darkSquare
	}
	if d.Marked.Has(s) {
		field = markedSquare
	}
	switch {
	case piece == movegen.NoPiece:
		return field + "   " + plainColor
	case piece.Color() == movegen.Black:
		return field + blackPiece + mark + string(d.Letters.BoardLetter(piece)) + " " + plainColor
	case d.Letters == Figurine: // the colour distinguishes the sides, and filled chessmen are easier to see
		piece = movegen.MakePiece(movegen.Black, piece.Type())
	}
	return field + whitePiece + mark + string(d.Letters.BoardLetter(piece)) + " " + plainColor
}
