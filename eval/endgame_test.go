package eval

import (
	"testing"

	"alfiere/movegen"
)

// endings are positions of the special endings, also used for the trace.
var endings = []string{
	"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
	"7k/8/6K1/6P1/8/8/8/8 w - - 0 1",
	"8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
	"8/8/8/4k3/8/8/8/KNN5 w - - 0 1",
	"8/8/8/4k3/8/8/8/KR6 w - - 0 1",
	"7k/8/8/7P/8/3B4/8/K7 w - - 0 1",
	"8/5k2/4b3/8/2P1B3/3K4/8/8 w - - 0 1",
	"8/5k2/4b3/8/8/3K4/4R3/8 w - - 0 1",
}

func TestDrawnEndingsAreZero(t *testing.T) {
	e := New(All)
	for _, test := range []struct{ name, fen string }{
		{"bare kings", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
		{"king and bishop against king", "8/8/4k3/8/8/4K3/8/6B1 b - - 0 1"},
		{"king and knight against king", "8/8/4k3/8/8/4K3/8/6N1 w - - 0 1"},
		{"two knights against the bare king", "8/8/4k3/8/8/4K3/8/5NN1 w - - 0 1"},
		{"bishops that all move on one colour", "8/8/4k3/8/8/4K3/8/B1B5 w - - 0 1"},
		{"rook pawn with the wrong bishop, the king in the corner", "7k/8/8/7P/8/3B4/8/K7 w - - 0 1"},
		{"two rook pawns with the king before them", "6k1/8/8/7P/7P/8/8/K7 w - - 0 1"},
		{"a pawn whose king has the opposition against it", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := e.Evaluate(mustParse(t, test.fen)); got != 0 {
				t.Errorf("%s: %d, want 0", test.fen, got)
			}
		})
	}
}

func TestTheRightBishopWinsWithARookPawn(t *testing.T) {
	wrong, right := "7k/8/8/7P/8/3B4/8/K7 w - - 0 1", "7k/8/8/7P/8/4B3/8/K7 w - - 0 1"
	if w, r := New(All).Evaluate(mustParse(t, wrong)), New(All).Evaluate(mustParse(t, right)); r <= w+200 {
		t.Errorf("right bishop %d, wrong bishop %d", r, w)
	}
}

func TestEndingsAreDrawishInOrder(t *testing.T) {
	e := New(All)
	for _, test := range []struct{ name, more, less string }{
		{"a rook wins, a rook against a bishop hardly", "8/5k2/8/8/8/3K4/4R3/8 w - - 0 1", "8/5k2/4b3/8/8/3K4/4R3/8 w - - 0 1"},
		{"bishops of one colour keep more of a pawn than of opposite colours",
			"8/5k2/5b2/2p5/2P1P3/3KB3/8/8 w - - 0 1", "8/5k2/4b3/2p5/2P1P3/3KB3/8/8 w - - 0 1"},
		{"a pawn that queens is worth more than one that does not", "8/8/1K6/8/1P6/8/8/3k4 w - - 0 1", "8/1k6/8/8/1P6/8/8/3K4 w - - 0 1"},
		{"with rooks a pawn more on one wing is worth less than with pawns on both",
			"6k1/r4ppp/8/8/8/8/P4PPP/R5K1 w - - 0 1", "6k1/r4ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1"},
		{"the bare king at the edge is nearer to mate", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/5K2/8/3k4/8/8/R7 w - - 0 1"},
		{"the kings close together are nearer to mate", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/2K5/8/R7 w - - 0 1"},
		{"bishop and knight drive the king to the bishop's corner",
			"7k/8/5K2/8/8/8/3N4/B7 b - - 0 1", "k7/8/2K5/8/8/8/4N3/B7 b - - 0 1"},
		{"from the wrong corner the way leads along the edge",
			"2k5/8/1K6/8/8/8/8/BN6 b - - 0 1", "k7/8/1K6/8/8/8/8/BN6 b - - 0 1"},
		{"no pawn is given away to have bishop and knight alone",
			"8/8/8/3k4/8/3K4/4P3/BN6 w - - 0 1", "k7/8/1K6/8/8/8/8/BN6 b - - 0 1"},
		{"nor is a pawn left unpromoted for it", "8/8/8/3k4/8/8/8/BN2KQ2 w - - 0 1", "6k1/4P3/6K1/8/8/8/8/BN6 w - - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			more, less := forWhite(t, e, test.more), forWhite(t, e, test.less)
			if more <= less {
				t.Errorf("%d for %s, %d for %s", more, test.more, less, test.less)
			}
		})
	}
}

// forWhite returns the score from White's point of view.
func forWhite(t testing.TB, e *Evaluator, fen string) int {
	t.Helper()
	p := mustParse(t, fen)
	if p.Side() == movegen.Black {
		return -e.Evaluate(p)
	}
	return e.Evaluate(p)
}
