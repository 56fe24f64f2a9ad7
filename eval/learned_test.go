package eval

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// TestEachPlyOfALineIsJudgedAsByItself follows lines as a search does, forwards and back, and
// compares with an evaluator that is asked for nothing but letter n of one position.
func TestEachPlyOfALineIsJudgedAsByItself(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	searching, alone := New(Learned), New(Learned)
	var line [12]movegen.Position
	for game := range 200 {
		line[0] = movegen.Chess960Start(game)
		for ply := 0; ply >= 0; {
			p := &line[ply]
			if got, want := searching.EvaluateAt(p, ply), alone.Uncached(p); got != want {
				t.Fatalf("%s at ply %d: %d, by itself %d", p.FEN(), ply, got, want)
			}
			moves := p.Moves()
			if ply == len(line)-1 || len(moves) == 0 || random.IntN(4) == 0 {
				ply -= 1 + random.IntN(3)
				continue
			}
			line[ply+1] = p.After(moves[random.IntN(len(moves))])
			ply++
		}
	}
}

// TestTheNetworkSaysNothingAgainstABareKing: there the other letters know the way to the mate.
func TestTheNetworkSaysNothingAgainstABareKing(t *testing.T) {
	for _, fen := range []string{"8/8/8/4k3/8/8/8/2B1KN2 w - - 0 1", "8/8/8/4K3/4p3/8/8/4k3 b - - 0 1"} {
		p := mustParse(t, fen)
		if with, without := New(All).Evaluate(p), New(Thesis).Evaluate(p); with != without {
			t.Errorf("%s: %d, without the network %d", fen, with, without)
		}
	}
}

// TestLeavingAManOutIsTheDifferenceThatIsShown compares a cell of letter n with the boards themselves.
func TestLeavingAManOutIsTheDifferenceThatIsShown(t *testing.T) {
	p := mustParse(t, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP1B2/2N1PN2/PP3PPP/R2QKB1R w KQ - 0 1")
	x := Explain(p, All, nil)
	for i := range x.Rows {
		row := &x.Rows[i]
		if row.Square == movegen.NoSquare || row.Piece.Type() == movegen.King {
			if row.Cells[Kinds-1] != (Cell{}) {
				t.Errorf("%v has a cell of letter n", row.Square)
			}
			continue
		}
		b := p.Builder()
		b.Board[row.Square], b.CastlingRooks = movegen.NoPiece, 0
		b.Side = p.Side()
		without, _, err := b.Build(movegen.Rules{})
		if err != nil {
			continue // the other side is in check
		}
		var whole, rest Trace
		New(Learned).Trace(p, &whole)
		New(Learned).Trace(&without, &rest)
		if got, want := signOf(row.Piece.Color())*row.Cells[Kinds-1].Endgame, whole.Learned-rest.Learned; got != want {
			t.Errorf("%c on %v: %d, the boards differ by %d", row.Piece.Letter(), row.Square, got, want)
		}
	}
}
