package problem

import (
	"math/rand/v2"

	"alfiere/movegen"
)

// randomProblem returns a legal position in the manner of composers: a bare or nearly bare king against a few pieces,
// now and then with castling rights and an en-passant square. Either colour may be to move.
func randomProblem(r *rand.Rand) movegen.Position {
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, CastlingRooks: ^movegen.Bitboard(0)}
		place := func(c movegen.Color, t movegen.PieceType, s int) {
			if b.Board[s] == movegen.NoPiece {
				b.Board[s] = movegen.MakePiece(c, t)
			}
		}
		attacker := movegen.Color(r.IntN(2))
		edge := []int{0, 7, 56, 63, 3, 60, 24, 31}
		place(attacker.Other(), movegen.King, edge[r.IntN(len(edge))])
		if r.IntN(3) == 0 { // at home with rooks: castling
			home := 56 * int(attacker)
			place(attacker, movegen.King, home+4)
			place(attacker, movegen.Rook, home)
			place(attacker, movegen.Rook, home+7)
		}
		place(attacker, movegen.King, r.IntN(64))
		strong := []movegen.PieceType{movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight, movegen.Pawn}
		for range 2 + r.IntN(3) {
			place(attacker, strong[r.IntN(len(strong))], r.IntN(64))
		}
		weak := []movegen.PieceType{movegen.Pawn, movegen.Pawn, movegen.Knight, movegen.Bishop, movegen.Rook}
		for range r.IntN(4) {
			place(attacker.Other(), weak[r.IntN(len(weak))], r.IntN(64))
		}
		b.Side = attacker
		if r.IntN(2) == 0 {
			b.EnPassant = movegen.MakeSquare(r.IntN(8), 5-3*int(attacker))
		}
		if p, _, err := b.Build(movegen.Rules{Composed: true}); err == nil {
			return p
		}
	}
}
