package eval

import (
	"testing"

	"alfiere/movegen"
)

// The slow friend of the table: what each letter says about a man on a square, letter
// by letter and piece by piece.
func standingOf(k Knowledge, t movegen.PieceType, s movegen.Square) (sum score) {
	family := func(kind Knowledge, index int) {
		if k&kind != 0 {
			sum += weights[index]
		}
	}
	square := int(s)
	if t != movegen.King {
		family(Material, pieceValue+int(t-movegen.Pawn))
		if k&Material == 0 {
			sum += weights[pieceFifth+int(t-movegen.Pawn)]
		}
		family(Relation, pieceStage+int(t-movegen.Pawn))
	}
	switch t {
	case movegen.Pawn:
		family(Pawns, pawnAdvance+square)
		if name := s.String(); name == "d2" || name == "e2" {
			family(Centre, centrePawnHome)
		}
	case movegen.Knight:
		family(Centre, knightSquare+square)
	case movegen.Bishop:
		family(Mobility, bishopSquare+square)
	case movegen.Rook:
		family(Mobility, rookSquare+square)
	case movegen.Queen:
		family(Mobility, queenSquare+square)
	case movegen.King:
		family(KingSafety, kingOpening+square)
		family(Centre, kingEnding+square)
	}
	return sum
}

func TestTheStandingTableSaysWhatTheLettersSay(t *testing.T) {
	for k := range 256 {
		var table standingTable
		weights := weightsOf(Knowledge(k))
		table.build(&weights)
		for man := movegen.Pawn; man <= movegen.King; man++ {
			for s := range movegen.Square(64) {
				want := standingOf(Knowledge(k), man, s)
				white, black := table[movegen.White][man][s], table[movegen.Black][man][s.Relative(movegen.Black)]
				if white != want || black != want {
					t.Fatalf("%q, %c on %v: White %d, Black %d, want %d", Knowledge(k),
						movegen.MakePiece(movegen.White, man).Letter(), s, white, black, want)
				}
			}
		}
	}
}
