package movegen

import (
	"errors"
	"fmt"
	"strings"
)

// Letters are the six capital letters of the pieces in the order king, queen,
// rook, bishop, knight, pawn; Black's pieces are the same letters in lower case.
type Letters string

// The letters of FEN and those of Italian boards: re, donna, torre, alfiere,
// cavallo, pedone.
const (
	EnglishLetters Letters = "KQRBNP"
	ItalianLetters Letters = "RDTACP"
)

// letterOrder holds the pieces in the order of Letters.
var letterOrder = [...]PieceType{King, Queen, Rook, Bishop, Knight, Pawn}

// ErrLetters is returned for Letters that are not six different letters from A to Z.
var ErrLetters = errors.New("board: the piece letters must be six different ones from A to Z")

// table returns the letter of every piece, '.' for the empty square.
func (l Letters) table() (letters [16]byte, err error) {
	if len(l) != len(letterOrder) {
		return letters, ErrLetters
	}
	letters[NoPiece] = '.'
	for i, t := range letterOrder {
		if l[i] < 'A' || l[i] > 'Z' || strings.IndexByte(string(l), l[i]) != i {
			return letters, ErrLetters
		}
		letters[MakePiece(White, t)] = l[i]
		letters[MakePiece(Black, t)] = l[i] + 'a' - 'A'
	}
	return letters, nil
}

// Rows returns the board as eight strings of eight letters, the eighth rank first
// and '.' for an empty square. The error is ErrLetters.
func (p *Position) Rows(l Letters) ([]string, error) {
	letters, err := l.table()
	if err != nil {
		return nil, err
	}
	rows := make([]string, 8)
	for i := range rows {
		var row [8]byte
		for file := range row {
			row[file] = letters[p.board[MakeSquare(file, 7-i)]]
		}
		rows[i] = string(row[:])
	}
	return rows, nil
}

// RowError says what is wrong with the rows of a board.
type RowError struct {
	Row    int     // 1 is the first string, the eighth rank; 0 if their number is wrong
	Square Square  // with an unknown letter, NoSquare if the row's length is wrong
	Text   string  // the letter or row at fault, cut to a few bytes
	Known  Letters // the letters it was read by
}

// Error names the row and what stands there.
func (e *RowError) Error() string {
	switch {
	case e.Row == 0:
		return "board: there must be eight rows"
	case e.Square == NoSquare:
		return fmt.Sprintf("board: row %d must have eight letters, not %q", e.Row, e.Text)
	}
	return fmt.Sprintf("board: row %d: no piece has the letter %q (%s, %s, '.' for an empty square)",
		e.Row, e.Text, e.Known, strings.ToLower(string(e.Known)))
}

// ParseRows reads a board from eight strings of eight letters, the eighth rank
// first, as Rows writes them; side is to move. Rows say nothing of castling, so a
// side may castle with every rook at home while its king is: the initial position
// read from rows is the initial position. The error is ErrLetters, a *RowError or,
// for an illegal position, a *FENError; the warnings are those of Builder.Build.
func (r Rules) ParseRows(rows []string, l Letters, side Color) (Position, []Fault, error) {
	letters, err := l.table()
	if err != nil {
		return Position{}, nil, err
	}
	if len(rows) != 8 {
		return Position{}, nil, &RowError{Square: NoSquare, Known: l}
	}
	b := Builder{Side: side & 1, EnPassant: NoSquare, FullmoveNumber: 1}
	for i, row := range rows {
		if len(row) != 8 {
			return Position{}, nil, &RowError{Row: i + 1, Square: NoSquare, Text: row[:min(len(row), 12)], Known: l}
		}
		for file := range 8 {
			piece := strings.IndexByte(string(letters[:]), row[file])
			s := MakeSquare(file, 7-i)
			if piece < 0 || row[file] == 0 {
				return Position{}, nil, &RowError{Row: i + 1, Square: s, Text: row[file : file+1], Known: l}
			}
			b.Board[s] = Piece(piece)
		}
	}
	b.CastlingRooks = b.RooksAtHome()
	return b.Build(r)
}

// RooksAtHome returns the rooks that may castle if neither they nor their king have
// moved: in the corners, with the king on the e-file.
func (b *Builder) RooksAtHome() (rooks Bitboard) {
	for _, c := range [...]Color{White, Black} {
		if b.Board[MakeSquare(4, 0).Relative(c)] != MakePiece(c, King) {
			continue
		}
		for _, corner := range [...]Square{A1, H1} {
			if s := corner.Relative(c); b.Board[s] == MakePiece(c, Rook) {
				rooks |= s.bit()
			}
		}
	}
	return rooks
}
