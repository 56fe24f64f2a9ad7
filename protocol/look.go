package protocol

import (
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Look is how boards are shown to people.
type Look struct {
	Coords  bool // the names of files and ranks
	Reverse bool // from Black's side
	Stars   bool // Black's pieces are marked
	Color   bool // by sequences of ANSI
	Unicode bool // chessmen, not letters
}

// Sequences of ANSI (ECMA-48, with the 256 colours that terminals share): the squares'
// backgrounds, light and dark, and the pieces' foregrounds.
const (
	lightSquare = "\x1b[48;5;67m"
	darkSquare  = "\x1b[48;5;60m"
	whitePiece  = "\x1b[1;38;5;231m"
	blackPiece  = "\x1b[1;38;5;16m"
	plainColor  = "\x1b[0m"
)

// Draw returns the board in lines.
func (l Look) Draw(p *movegen.Position) string {
	turn := movegen.Square(56) // the first line is the eighth rank
	if l.Reverse {
		turn = 7 // the first line is the first rank, from h to a
	}
	var b strings.Builder
	for i := range 8 {
		if l.Coords {
			fmt.Fprintf(&b, "%d ", (movegen.MakeSquare(0, i)^turn).Rank()+1)
		}
		for j := range 8 {
			b.WriteString(l.square(p, movegen.MakeSquare(j, i)^turn))
		}
		b.WriteByte('\n')
	}
	if !l.Coords {
		return b.String()
	}
	b.WriteString("  ")
	for j := range 8 {
		b.WriteString(" " + string(rune('a'+(movegen.MakeSquare(j, 0)^turn).File())))
		if l.Color {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// square returns what is shown on s: two columns, or three with colours.
func (l Look) square(p *movegen.Position, s movegen.Square) string {
	piece := p.PieceAt(s)
	mark := " "
	if l.Stars && piece != movegen.NoPiece && piece.Color() == movegen.Black {
		mark = "*"
	}
	letters := notation.English
	if l.Unicode {
		letters = notation.Figurine
	}
	if !l.Color {
		return mark + string(letters.BoardLetter(piece))
	}
	field := lightSquare
	if movegen.DarkSquares.Has(s) {
		field = darkSquare
	}
	switch {
	case piece == movegen.NoPiece:
		return field + "   " + plainColor
	case piece.Color() == movegen.Black:
		return field + blackPiece + mark + string(letters.BoardLetter(piece)) + " " + plainColor
	case l.Unicode: // the colour tells the sides apart, and filled chessmen are easier to see
		piece = movegen.MakePiece(movegen.Black, piece.Type())
	}
	return field + whitePiece + mark + string(letters.BoardLetter(piece)) + " " + plainColor
}
