package movegen

import (
	"strings"

	"alfiere/internal/message"
)

// Color is White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a kind of piece without its colour.
type PieceType uint8

// The kinds of pieces; NoPieceType marks the absence of one.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Piece is a piece of one colour; the zero value, NoPiece, is an empty square.
type Piece uint8

// NoPiece is the content of an empty square.
const NoPiece Piece = 0

// MakePiece returns the piece of the given colour and type.
func MakePiece(c Color, t PieceType) Piece { return Piece(c)<<3 | Piece(t) }

// Type returns the kind of p, NoPieceType if p is NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Color returns the colour of p; it is White for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Letter returns the FEN letter of p, upper case for White, '.' for NoPiece.
func (p Piece) Letter() byte { return ".PNBRQK..pnbrqk."[p&15] }

// pieceByLetter is the inverse of Piece.Letter.
func pieceByLetter(b byte) Piece {
	for _, t := range [...]PieceType{Pawn, Knight, Bishop, Rook, Queen, King} {
		for _, c := range [...]Color{White, Black} {
			if p := MakePiece(c, t); p.Letter() == b {
				return p
			}
		}
	}
	return NoPiece
}

// Square is a square of the board: A1 is 0, B1 is 1, …, H8 is 63.
type Square uint8

// The corners and first ranks used in the rules of castling, and NoSquare for the absence of a square.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A8       Square = 56
	C8       Square = 58
	E8       Square = 60
	G8       Square = 62
	H8       Square = 63
	NoSquare Square = 64
)

// MakeSquare returns the square on the given file (0 = a) and rank (0 = first).
func MakeSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Relative returns s from c's point of view: unchanged for White, mirrored top to bottom for Black.
func (s Square) Relative(c Color) Square { return s ^ Square(c)*56 }

// Bitboard returns the set that holds s alone; it is empty for NoSquare.
func (s Square) Bitboard() Bitboard {
	if s >= NoSquare {
		return 0
	}
	return 1 << s
}

// bit is Bitboard for a square that is known to be on the board.
func (s Square) bit() Bitboard { return 1 << (s & 63) }

// String returns the name of s, such as "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// ParseSquare reads the name of a square, such as "e4"; ok is false if it is none.
func ParseSquare(name string) (s Square, ok bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, false
	}
	return MakeSquare(int(name[0]-'a'), int(name[1]-'1')), true
}

// ParseSquares reads names of squares, separated by commas or blanks. The error names the text that is no square.
func ParseSquares(text string) (squares Bitboard, err error) {
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		s, ok := ParseSquare(name)
		if !ok {
			return 0, message.Errorf("%q is no square", name)
		}
		squares |= s.Bitboard()
	}
	return squares, nil
}
