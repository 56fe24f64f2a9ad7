package movegen

import (
	"math/bits"
	"strings"
)

// Bitboard is a set of squares; bit n is Square n.
type Bitboard uint64

// Files, ranks and the colours of the squares.
const (
	FileA Bitboard = 0x0101010101010101
	FileH Bitboard = FileA << 7
	Rank1 Bitboard = 0xff
	Rank8 Bitboard = Rank1 << 56

	DarkSquares  Bitboard = 0xaa55aa55aa55aa55
	LightSquares Bitboard = ^DarkSquares
)

// FileOf returns all squares of the given file (0 = a).
func FileOf(file int) Bitboard { return FileA << (uint(file) & 7) }

// RankOf returns all squares of the given rank (0 = first).
func RankOf(rank int) Bitboard { return Rank1 << ((uint(rank) & 7) * 8) }

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// LSB returns the lowest square of b, NoSquare if b is empty.
func (b Bitboard) LSB() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// MSB returns the highest square of b; b must not be empty.
func (b Bitboard) MSB() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Pop removes the lowest square from b and returns it; b must not be empty.
func (b *Bitboard) Pop() Square {
	s := b.LSB()
	*b &= *b - 1
	return s
}

// MoreThanOne reports whether b holds more than one square.
func (b Bitboard) MoreThanOne() bool { return b&(b-1) != 0 }

// rotate moves every square by n (8 is one rank up for White); squares that leave
// the board on one side come back on the other, so the caller masks them.
func (b Bitboard) rotate(n int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(b), n)) }

// Forward moves b one rank ahead from c's point of view; squares beyond the board are lost.
func (b Bitboard) Forward(c Color) Bitboard {
	if c == White {
		return b << 8
	}
	return b >> 8
}

// Mirror exchanges the ranks, first with eighth and so on.
func (b Bitboard) Mirror() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// Names returns the names of the squares, a list that may be empty.
func (b Bitboard) Names() []string {
	names := make([]string, 0, b.Count())
	for b != 0 {
		names = append(names, b.Pop().String())
	}
	return names
}

// String lists the squares, for example "e4 d5".
func (b Bitboard) String() string { return strings.Join(b.Names(), " ") }
