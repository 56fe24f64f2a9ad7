package eval

import (
	"testing"

	"alfiere/movegen"
)

// worthOnSquare is the reference implementation of the table by piece and square: what each
// letter says about a piece of one type on a square as its owner sees it.
func worthOnSquare(k Knowledge, t movegen.PieceType, s movegen.Square) (sum score) {
	add := func(kind Knowledge, v Value) {
		if k&kind != 0 {
			sum += makeScore(int(v.Middlegame), int(v.Endgame))
		}
	}
	w := &weightTable
	if t != movegen.King {
		add(Material, w.PieceValue[t-movegen.Pawn])
		if k&Material == 0 {
			v := w.PieceFifth[t-movegen.Pawn]
			sum += makeScore(int(v.Middlegame), int(v.Endgame))
		}
		add(Relation, w.PieceStage[t-movegen.Pawn])
	}
	switch t {
	case movegen.Pawn:
		add(Pawns, w.PawnSquare[s])
		if name := s.String(); name == "d2" || name == "e2" {
			add(Centre, w.CentrePawnHome)
		}
	case movegen.Knight:
		add(Centre, w.KnightSquare[s])
	case movegen.Bishop:
		add(Mobility, w.BishopSquare[s])
	case movegen.Rook:
		add(Mobility, w.RookSquare[s])
	case movegen.Queen:
		add(Mobility, w.QueenSquare[s])
	case movegen.King:
		add(KingSafety, w.KingMiddlegame[s])
		add(Centre, w.KingEndgame[s])
	}
	return sum
}

func TestThePieceSquareTableSaysWhatTheLettersSay(t *testing.T) {
	for k := range 256 {
		var table pieceSquareTable
		weights := weightsOf(Knowledge(k))
		table.build(&weights)
		for piece := movegen.Pawn; piece <= movegen.King; piece++ {
			for s := range movegen.Square(64) {
				want := worthOnSquare(Knowledge(k), piece, s)
				white, black := table[movegen.White][piece][s], table[movegen.Black][piece][s.Relative(movegen.Black)]
				if white != want || black != want {
					t.Fatalf("%q, %c on %v: White %d, Black %d, want %d", Knowledge(k),
						movegen.MakePiece(movegen.White, piece).Letter(), s, white, black, want)
				}
			}
		}
	}
}
