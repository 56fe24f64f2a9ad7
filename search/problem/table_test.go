package problem

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// TestTheTableNeverContradictsTheTruth lets a small table, where positions push
// each other out, answer for positions whose mates have known lengths.
func TestTheTableNeverContradictsTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var length [64]int // of the mate of the position with this key; 9 is beyond all questions
	for key := range length {
		length[key] = 1 + r.IntN(9)
	}
	small := make(table, 16)
	answers := 0
	for range 100_000 {
		key := r.IntN(len(length))
		n := 1 + r.IntN(8)
		truth := length[key] <= n
		if mates, known := small.probe(movegen.Key(key), n); known {
			answers++
			if mates != truth {
				t.Fatalf("position %d mates in %d; asked for %d the table says %t", key, length[key], n, mates)
			}
		}
		small.store(movegen.Key(key), n, truth)
	}
	if answers < 10_000 {
		t.Errorf("only %d answers", answers)
	}
}

func TestWithoutATableNothingIsKnown(t *testing.T) {
	none := newTable(2)
	none.store(1, 1, true)
	if _, known := none.probe(1, 1); known {
		t.Error("a two-mover's table remembers")
	}
}
