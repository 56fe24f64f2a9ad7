package eval

import (
	"sync"

	"alfiere/movegen"
)

// kpkBitbase answers king and pawn against king. The pawn is White's, on the a- to d-file; for each of its squares and
// White's king there is the set of squares on which Black's king is lost, with White and with Black to move.
type kpkBitbase struct {
	whiteMoves, blackMoves [64][64]movegen.Bitboard // [pawn][White's king]
}

// kpk returns the table; the first call builds it, in less than a millisecond.
var kpk = sync.OnceValue(buildKPKBitbase)

// wins reports whether the pawn of the side seen as White wins.
func (t *kpkBitbase) wins(king, pawn, bare movegen.Square, strongMoves bool) bool {
	if pawn.File() >= 4 {
		king, pawn, bare = king^7, pawn^7, bare^7
	}
	if strongMoves {
		return t.whiteMoves[pawn&63][king&63].Has(bare)
	}
	return t.blackMoves[pawn&63][king&63].Has(bare)
}

// buildKPKBitbase works back from queening: rank by rank from the seventh down, it
// adds lost squares of Black's king until there are no more.
func buildKPKBitbase() *kpkBitbase {
	t := new(kpkBitbase)
	for rank := 6; rank >= 1; rank-- {
		for file := range 4 {
			pawn := movegen.MakeSquare(file, rank)
			for grown := true; grown; {
				grown = false
				for king := range movegen.Square(64) {
					if king == pawn {
						continue
					}
					white, black := t.whiteWins(pawn, king), t.blackLoses(pawn, king)
					grown = grown || white != t.whiteMoves[pawn][king] || black != t.blackMoves[pawn][king]
					t.whiteMoves[pawn][king], t.blackMoves[pawn][king] = white, black
				}
			}
		}
	}
	return t
}

// whiteWins returns the squares of Black's king on which White, to move, wins as far as the table knows by now.
func (t *kpkBitbase) whiteWins(pawn, king movegen.Square) movegen.Bitboard {
	var lost movegen.Bitboard
	for set := movegen.KingAttacks(king) &^ pawn.Bitboard(); set != 0; {
		lost |= t.blackMoves[pawn][set.Pop()]
	}
	if next := pawn + 8; next != king {
		switch {
		case pawn.Rank() < 6:
			lost |= t.blackMoves[next][king]
			if pawn.Rank() == 1 && next+8 != king {
				lost |= t.blackMoves[next+8][king] &^ next.Bitboard()
			}
		case movegen.KingAttacks(king).Has(next):
			lost |= ^next.Bitboard()
		default:
			lost |= ^next.Bitboard() &^ movegen.KingAttacks(next)
		}
	}
	forbidden := pawn.Bitboard() | king.Bitboard() | movegen.KingAttacks(king) |
		movegen.PawnAttacks(movegen.White, pawn)
	return lost &^ forbidden
}

// blackLoses returns the squares on which Black's king, to move, has moves but none that holds the draw.
func (t *kpkBitbase) blackLoses(pawn, king movegen.Square) movegen.Bitboard {
	near := movegen.KingAttacks(king)
	allowed := ^(near | king.Bitboard() | movegen.PawnAttacks(movegen.White, pawn))
	holds := allowed &^ t.whiteMoves[pawn][king]
	return neighbours(allowed) &^ neighbours(holds) &^ (near | king.Bitboard() | pawn.Bitboard())
}

// neighbours returns the squares next to any square of the set.
func neighbours(set movegen.Bitboard) movegen.Bitboard {
	row := set&^movegen.FileH<<1 | set&^movegen.FileA>>1
	column := row | set
	return row | column<<8 | column>>8
}
