package eval

import (
	"alfiere/movegen"
	"sync"
)

// pieceSquareTerm is a term that depends on the type and the square of a piece alone.
type pieceSquareTerm struct {
	piece    movegen.PieceType
	weight   int              // its index; with bySquare that of a1
	bySquare bool             // a weight for each square as the owner sees it, else one for all
	on       movegen.Bitboard // the squares where it counts, as the owner sees them
}

const (
	everywhere = ^movegen.Bitboard(0)
	centreHome = movegen.Bitboard(0x18 << 8) // where the d- and e-pawns begin as their owner sees it
)

// pieceSquareTerms are the terms of all letters that depend on type and square alone. New adds them up beforehand. The
// king has no value, since neither side is ever without. Where m is not in the set, a piece is worth a fifth.
var pieceSquareTerms = sync.OnceValue(func() (list []pieceSquareTerm) {
	w := &weightTable
	once := func(piece movegen.PieceType, weight *Value, on movegen.Bitboard) {
		list = append(list, pieceSquareTerm{piece: piece, weight: w.index(weight), on: on})
	}
	bySquare := func(piece movegen.PieceType, weights *[64]Value) {
		list = append(list, pieceSquareTerm{piece: piece, weight: w.index(&weights[0]), bySquare: true, on: everywhere})
	}
	for t := movegen.Pawn; t <= movegen.Queen; t++ {
		once(t, &w.PieceValue[t-movegen.Pawn], everywhere)
		once(t, &w.PieceFifth[t-movegen.Pawn], everywhere)
		once(t, &w.PieceStage[t-movegen.Pawn], everywhere)
	}
	bySquare(movegen.Bishop, &w.BishopSquare)
	bySquare(movegen.Rook, &w.RookSquare)
	bySquare(movegen.Queen, &w.QueenSquare)
	bySquare(movegen.King, &w.KingMiddlegame)
	once(movegen.Pawn, &w.CentrePawnHome, centreHome)
	bySquare(movegen.Knight, &w.KnightSquare)
	bySquare(movegen.King, &w.KingEndgame)
	bySquare(movegen.Pawn, &w.PawnSquare)
	return list
})

// weightOn returns the index of the weight for a piece on s as its owner sees it.
func (r *pieceSquareTerm) weightOn(s movegen.Square) int {
	if r.bySquare {
		return r.weight + int(s&63)
	}
	return r.weight
}

// pieceSquareTable holds the sum of the terms, by colour, type and square.
type pieceSquareTable [2][8][64]score

func (table *pieceSquareTable) build(weights *Weights[score]) {
	list := weights.List()
	for _, r := range pieceSquareTerms() {
		for set := r.on; set != 0; {
			s := set.Pop()
			w := list[r.weightOn(s)]
			for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
				table[c][r.piece][s.Relative(c)] += w
			}
		}
	}
}

// sumOf adds up what the table says about the pieces of one colour and type.
func (table *pieceSquareTable) sumOf(c movegen.Color, t movegen.PieceType, pieces movegen.Bitboard) (sum score) {
	for pieces != 0 {
		sum += table[c&1][t&7][pieces.Pop()&63]
	}
	return sum
}

// recordPieceSquares records the terms that the table has added up for own's pieces.
func (e *Evaluator) recordPieceSquares(own *sideInfo) {
	for _, r := range pieceSquareTerms() {
		for set := own.pieces[r.piece]; set != 0; {
			s := set.Pop()
			if seen := s.Relative(own.color); r.on.Has(seen) {
				e.recordTerm(s, own.color, r.weightOn(seen), 1)
			}
		}
	}
}
