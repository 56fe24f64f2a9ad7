package movegen

import (
	"math/rand/v2"
	"testing"
)

// TestReversibleMovesAreFound compares with a trial of all legal moves, over random games with many repetitions.
func TestReversibleMovesAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	found := 0
	for range scaled(60, 5) {
		p := StartPosition()
		keys := []Key{p.Key()}
		for range 80 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if back := p.ReversibleMoveTo(keys[max(len(keys)-4, 0)]); back != NoMove && random.IntN(3) == 0 {
				m = back
			}
			p = p.After(m)
			keys = append(keys, p.Key())
			for _, key := range keys {
				want := NoMove
				for _, m := range p.Moves() {
					if next := p.After(m); next.Key() == key {
						want = m
					}
				}
				if got := p.ReversibleMoveTo(key); got != want {
					t.Fatalf("%s: %v leads to an earlier position, found %v", p.FEN(), want, got)
				}
				if want != NoMove {
					found++
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d repetitions", found)
	}
}
