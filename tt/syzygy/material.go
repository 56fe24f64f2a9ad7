package syzygy

import (
	"slices"
	"strings"

	"alfiere/movegen"
)

// maxPieces is the greatest number of pieces, kings included, for which tables exist.
const maxPieces = 7

// material counts the pieces of both sides without the kings: four bits for each piece,
// White's pawns lowest, then its knights, bishops, rooks and queens, then Black's.
type material uint64

const colorBits = 20 // of a material: five pieces of four bits

// one returns the material of a single piece.
func one(c movegen.Color, t movegen.PieceType) material {
	return 1 << (uint(c)*colorBits + 4*uint(t-movegen.Pawn))
}

// count returns the number of pieces of a colour and type.
func (m material) count(c movegen.Color, t movegen.PieceType) int {
	return int(m/one(c, t)) & 15
}

// mirrored returns the material with the colours exchanged.
func (m material) mirrored() material {
	return m>>colorBits | m&(1<<colorBits-1)<<colorBits
}

// of returns the material of p, which has at most maxPieces pieces.
func of(p *movegen.Position) (m material) {
	white, black := p.ByColor(movegen.White), p.ByColor(movegen.Black)
	for t := movegen.Pawn; t < movegen.King; t++ {
		if pieces := p.ByType(t); pieces != 0 {
			shift := 4 * uint(t-movegen.Pawn)
			m |= material((pieces & white).Count()) << shift
			m |= material((pieces & black).Count()) << (shift + colorBits)
		}
	}
	return m
}

// byWorth are the letters of the pieces without the kings, in the order of names.
const byWorth = "QRBNP"

// parseMaterial reads a table's name such as KQvKR: each side's king, then its other pieces from the queen down to the
// pawns, the side with more or better pieces first. ok is false if the text is no such name.
func parseMaterial(name string) (m material, pieces int, ok bool) {
	white, black, ok := strings.Cut(name, "v")
	if !ok {
		return 0, 0, false
	}
	for c, side := range [2]string{white, black} {
		rest, ok := strings.CutPrefix(side, "K")
		if !ok || len(rest) > maxPieces-2 {
			return 0, 0, false
		}
		last := 0
		for i := range len(rest) {
			rank := strings.IndexByte(byWorth, rest[i])
			if rank < last {
				return 0, 0, false
			}
			last = rank
			m += one(movegen.Color(c), movegen.Queen-movegen.PieceType(rank))
		}
		pieces += len(side)
	}
	return m, pieces, pieces <= maxPieces && pieces > 2 && !outranks(black, white)
}

// Name returns the name of the table of p's material, such as KRPvKR.
func Name(p *movegen.Position) string {
	var sides [2]string
	for c := range sides {
		for i, letter := range byWorth {
			pieces := p.Pieces(movegen.Color(c), movegen.Queen-movegen.PieceType(i))
			sides[c] += strings.Repeat(string(letter), pieces.Count())
		}
	}
	if outranks(sides[1], sides[0]) {
		slices.Reverse(sides[:])
	}
	return "K" + sides[0] + "vK" + sides[1]
}

// outranks reports whether a side, given by its letters, has more pieces than another or,
// with the same number, the more valuable piece at the first difference.
func outranks(side, than string) bool {
	if len(side) != len(than) {
		return len(side) > len(than)
	}
	for i := range len(side) {
		if a, b := strings.IndexByte(byWorth, side[i]), strings.IndexByte(byWorth, than[i]); a != b {
			return a < b
		}
	}
	return false
}

// shape is the part of a table's layout that follows from its material.
type shape struct {
	white     material // as the table's name has it
	pieces    int
	symmetric bool          // both sides have the same pieces: one side to move is stored for both
	pawns     [2]int        // of the side whose pawns lead, and of the other
	leader    movegen.Color // whose pawns lead: the side that has fewer pawns, but at least one
	unique    bool          // a piece other than a king is the only one of its kind
}

func newShape(m material, pieces int) shape {
	s := shape{white: m, pieces: pieces, symmetric: m == m.mirrored()}
	white, black := m.count(movegen.White, movegen.Pawn), m.count(movegen.Black, movegen.Pawn)
	s.pawns = [2]int{white, black}
	if black > 0 && (white == 0 || black < white) {
		s.leader, s.pawns = movegen.Black, [2]int{black, white}
	}
	for c := movegen.White; c <= movegen.Black; c++ {
		for t := movegen.Pawn; t < movegen.King; t++ {
			s.unique = s.unique || m.count(c, t) == 1
		}
	}
	return s
}

// hasPawns reports whether there is a pawn of either side.
func (s *shape) hasPawns() bool { return s.pawns[0] > 0 }

// files returns the number of files of the leading pawn that are stored: the other files are mirrored.
func (s *shape) files() int {
	if s.hasPawns() {
		return 4
	}
	return 1
}
