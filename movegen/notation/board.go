package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
)

// Rows returns the board as eight strings of eight of l's letters, the eighth rank
// first: White in capitals, Black in small letters, '.' for an empty square.
func Rows(p *movegen.Position, l PieceLetters) [8]string {
	var rows [8]string
	for i := range rows {
		row := make([]byte, 0, 8*utf8.UTFMax)
		for file := range 8 {
			row = utf8.AppendRune(row, l.BoardLetter(p.PieceAt(movegen.MakeSquare(file, 7-i))))
		}
		rows[i] = string(row)
	}
	return rows
}

// ParseRows is the inverse of Rows. The builder has White to move and is not checked
// for legality yet. Rows say nothing of castling: every rook in its corner may castle
// while its king is on the e-file. The error is ErrLanguage or a *movegen.RowError.
func ParseRows(rows []string, l PieceLetters) (movegen.Builder, error) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	if err := l.Validate(); err != nil {
		return b, err
	}
	known := movegen.Letters(l)
	if l == "" {
		known = movegen.EnglishLetters
	}
	if len(rows) != 8 {
		return b, &movegen.RowError{Square: movegen.NoSquare, Known: known}
	}
	for i, row := range rows {
		if utf8.RuneCountInString(row) != 8 {
			return b, &movegen.RowError{Row: i + 1, Square: movegen.NoSquare, Text: quote(row), Known: known}
		}
		s := movegen.MakeSquare(0, 7-i)
		for _, letter := range row {
			piece, ok := l.piece(letter)
			if !ok {
				return b, &movegen.RowError{Row: i + 1, Square: s, Text: string(letter), Known: known}
			}
			b.Board[s] = piece
			s++
		}
	}
	b.CastlingRooks = b.RooksAtHome()
	return b, nil
}

// Diagram says how a board is drawn for a console. The zero value draws it from
// White's side with English letters and words.
type Diagram struct {
	Letters PieceLetters
	Below   movegen.Color // whose side of the board is below
	ToMove  [2]string     // the last line by the colour to move; both empty: English
}

// Draw returns the board with its coordinates and, below, the side to move.
func (d Diagram) Draw(p *movegen.Position) string {
	turn := movegen.Square(56) // the first line is the eighth rank
	if d.Below == movegen.Black {
		turn = 7 // the first line is the first rank, from h to a
	}
	var b strings.Builder
	for i := range 8 {
		fmt.Fprintf(&b, "%d ", (movegen.MakeSquare(0, i)^turn).Rank()+1)
		for j := range 8 {
			s := movegen.MakeSquare(j, i) ^ turn
			b.WriteString(" " + string(d.Letters.BoardLetter(p.PieceAt(s))))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n  ")
	for j := range 8 {
		b.WriteString(" " + string(rune('a'+(movegen.MakeSquare(j, 0)^turn).File())))
	}
	words := d.ToMove
	if words == [2]string{} {
		words = [2]string{"White to move", "Black to move"}
	}
	return fmt.Sprintf("%s\n\n%s\n", b.String(), words[p.Side()])
}

// PieceCount returns the number of White's men and of Black's, as above diagrams of
// problems: "7+5".
func PieceCount(p *movegen.Position) string {
	return fmt.Sprintf("%d+%d", p.ByColor(movegen.White).Count(), p.ByColor(movegen.Black).Count())
}
