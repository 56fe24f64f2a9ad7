package gametree

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alfiere/movegen"
)

// scaled returns n, or 20 n for a long run.
func scaled(n int) int {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 20 * n
	}
	return n
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x74726565)) }

// lenient takes every position that a test may want.
var lenient = movegen.Rules{Chess960: true, Composed: true}

// startFENs are positions from which random trees soon meet castling, promotion to every
// piece, en passant, mates and stalemates.
var startFENs = []string{
	movegen.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"7k/5Q2/8/8/8/8/8/K6R b - - 0 1",
	"k7/2Q5/8/8/8/8/8/K7 w - - 0 1",
	"1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1",
	"5rkr/p6p/8/8/8/8/P6P/5RKR w KQkq - 0 1",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1",
}

func position(t testing.TB, fen string) movegen.Position {
	t.Helper()
	p, _, err := lenient.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%q: %v", fen, err)
	}
	return p
}

// randomTree returns a tree of some moves with ends and announced replies.
func randomTree(t testing.TB, rng *rand.Rand, moves int) *Tree {
	tree := New(position(t, startFENs[rng.IntN(len(startFENs))]))
	n := Root
	for range moves {
		p := tree.Position(n)
		legal := p.Moves()
		if len(legal) == 0 {
			tree.SetEnded(n, rng.IntN(2) == 0)
			n = Node(rng.IntN(tree.Len() + 1))
			continue
		}
		m := legal[rng.IntN(len(legal))]
		child := tree.Find(n, m)
		if child == Root {
			child = tree.Add(n, m)
			tree.Announce(child, 1+rng.IntN(2)*rng.IntN(3))
		}
		if n = child; rng.IntN(25) == 0 {
			tree.SetEnded(n, true) // somebody resigns
		}
		if rng.IntN(4) == 0 {
			n = Node(rng.IntN(tree.Len() + 1))
		}
	}
	return tree
}

// markEnds marks the leaves without legal moves as ended.
func markEnds(t *Tree) {
	for n := Node(1); int(n) <= t.Len(); n++ {
		if p := t.Position(n); !p.HasLegalMove() {
			t.SetEnded(n, true)
			t.Announce(n, 1)
		}
	}
}

// shape describes a tree in all that the notations of this package keep of it.
func shape(t *Tree) string {
	var b strings.Builder
	for generation := range t.Generations() {
		for _, n := range generation {
			b.WriteString(t.Move(n).String())
			b.WriteByte(" :/"[max(btoi(t.Ended(n)), 2*btoi(t.Missing(n) > 0))])
			b.WriteString(strings.Repeat("+", t.Announced(n)))
		}
		b.WriteByte('\n')
	}
	if t.Ended(Root) {
		b.WriteString("ended")
	}
	return b.String() + strings.Repeat("-", t.Missing(Root))
}

// sameStart reports whether two positions are the same but for their counters.
func sameStart(a, b movegen.Position) bool {
	a.SetCounters(0, 1)
	b.SetCounters(0, 1)
	return a == b
}
