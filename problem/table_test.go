package problem

import (
	"math/rand/v2"
	"sync"
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
	small := make(table, 1<<10)
	answers := 0
	for range 100_000 {
		position := r.IntN(len(length))
		key := movegen.Key(position<<32 | position%16) // four positions want each place
		n := 1 + r.IntN(8)
		truth := length[position] <= n
		if mates, known := small.probe(key, n); known {
			answers++
			if mates != truth {
				t.Fatalf("position %d mates in %d; asked for %d the table says %t", position, length[position], n, mates)
			}
		}
		small.store(key, n, truth)
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

// TestOneTableServesManyThreads lets threads write and read the same places; the
// race detector watches, and no answer may contradict the truth.
func TestOneTableServesManyThreads(t *testing.T) {
	shared := newTable(3)
	var threads sync.WaitGroup
	for seed := range uint64(4) {
		threads.Go(func() {
			r := rand.New(rand.NewPCG(seed, 3))
			for range 20_000 {
				position := r.IntN(1 << 16)
				key := movegen.Key(position<<32 | position%64)
				n, length := 1+r.IntN(8), 1+position%9
				if mates, known := shared.probe(key, n); known && mates != (length <= n) {
					t.Errorf("position %d mates in %d; asked for %d the table says %t", position, length, n, mates)
				}
				shared.store(key, n, length <= n)
			}
		})
	}
	threads.Wait()
}
