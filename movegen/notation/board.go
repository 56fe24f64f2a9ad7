package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
)

// board is the placement of a *movegen.Position, or of a *movegen.Builder that need not be legal yet.
type board interface {
	PieceAt(s movegen.Square) movegen.Piece
}

// Rows returns the board as eight strings of eight of l's letters, the eighth rank
// first: White in capitals, Black in small letters, '.' for an empty square.
func Rows(b board, l PieceLetters) [8]string {
	var rows [8]string
	for i := range rows {
		row := make([]byte, 0, 8*utf8.UTFMax)
		for file := range 8 {
			row = utf8.AppendRune(row, l.BoardLetter(b.PieceAt(movegen.MakeSquare(file, 7-i))))
		}
		rows[i] = string(row)
	}
	return rows
}

// rowError is an error in the rows of a board.
type rowError struct {
	Row     int            // 1 is the first string, the eighth rank; 0 if their number is wrong
	Square  movegen.Square // with an unknown letter, NoSquare if the row's length is wrong
	Text    string         // the invalid letter or row, cut to a few bytes
	Letters PieceLetters   // by which the rows were read
}

// Error names the row and its invalid text.
func (e *rowError) Error() string {
	switch {
	case e.Row == 0:
		return "board: there must be eight rows"
	case e.Square == movegen.NoSquare:
		return fmt.Sprintf("board: row %d must have eight letters, not %q", e.Row, e.Text)
	}
	return fmt.Sprintf("board: row %d: no piece has the letter %q (%s, %s, '.' for an empty square)",
		e.Row, e.Text, e.Letters, strings.ToLower(string(e.Letters)))
}

// ParseRows is the inverse of Rows. The builder has White to move and is not checked
// for legality yet. Rows do not hold castling rights: every rook in its corner may
// castle while its king is on the e-file. The error is ErrLanguage or a *rowError.
func ParseRows(rows []string, l PieceLetters) (movegen.Builder, error) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	if err := l.Validate(); err != nil {
		return b, err
	}
	if l == "" {
		l = English
	}
	if len(rows) != 8 {
		return b, &rowError{Square: movegen.NoSquare, Letters: l}
	}
	for i, row := range rows {
		if utf8.RuneCountInString(row) != 8 {
			return b, &rowError{Row: i + 1, Square: movegen.NoSquare, Text: Quote(row), Letters: l}
		}
		s := movegen.MakeSquare(0, 7-i)
		for _, letter := range row {
			piece, ok := l.piece(letter)
			if !ok {
				return b, &rowError{Row: i + 1, Square: s, Text: string(letter), Letters: l}
			}
			b.Board[s] = piece
			s++
		}
	}
	b.CastlingRooks = b.RooksAtHome()
	return b, nil
}

// PieceCount returns the number of White's men and of Black's in the form used with problem diagrams: "7+5".
func PieceCount(p *movegen.Position) string {
	return fmt.Sprintf("%d+%d", p.ByColor(movegen.White).Count(), p.ByColor(movegen.Black).Count())
}
