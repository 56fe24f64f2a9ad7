package network

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// FuzzKernels compares the vector code with the plain one: random layers, rows and weights.
func FuzzKernels(f *testing.F) {
	if !vectors {
		f.Skip("this processor has no AVX2")
	}
	f.Add(uint64(1), 3, 2)
	f.Add(uint64(2), 0, 0)
	f.Add(uint64(3), 64, 64)
	n := randomNetwork(f, 5)
	f.Fuzz(func(t *testing.T, seed uint64, added, removed int) {
		random := rand.New(rand.NewPCG(seed, 0))
		c := changes{addedCount: added & 63, removedCount: removed & 63}
		for i := range c.added {
			c.added[i], c.removed[i] = uint16(random.IntN(Inputs)), uint16(random.IntN(Inputs))
		}
		var from, other, vector, plain [Hidden]int16
		for i := range from {
			from[i], other[i] = int16(random.Uint32()), int16(random.Uint32())
		}
		apply(&vector, &from, n, &c)
		applyGo(&plain, &from, n, &c)
		weights := &n.outputWeights[seed%Buckets]
		if a, b := output(&from, &other, weights), outputGo(&from, &other, weights); vector != plain || a != b {
			t.Errorf("layers equal %t, outputs %d and %d", vector == plain, a, b)
		}
	})
}

// BenchmarkMove updates the accumulator by a move and evaluates it.
func BenchmarkMove(b *testing.B) {
	n := randomNetwork(b, 6)
	p := movegen.StartPosition()
	next := p.After(p.Moves()[5])
	var from, to Accumulator
	from.Set(n, &from, &p)
	for _, mode := range []bool{true, false} {
		b.Run(map[bool]string{true: "AVX2", false: "Go"}[mode && vectors], func(b *testing.B) {
			defer func(v bool) { vectors = v }(vectors)
			vectors = vectors && mode
			for b.Loop() {
				to.Set(n, &from, &next)
				to.Evaluate(n, next.Side())
			}
		})
	}
}
