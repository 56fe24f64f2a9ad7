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
		r := rows{addedCount: added & 7, removedCount: removed & 7}
		for i := range r.added {
			r.added[i], r.removed[i] = uint16(random.IntN(Inputs)), uint16(random.IntN(Inputs))
		}
		// Layers of accumulators, for applyGo relies on where they begin.
		var layers [4]Accumulator
		from, other, vector, plain := &layers[0].values[0], &layers[1].values[0], &layers[2].values[0], &layers[3].values[0]
		for i := range from {
			from[i], other[i] = int16(random.Uint32()), int16(random.Uint32())
		}
		apply(vector, from, n, &r)
		applyGo(plain, from, n, &r)
		weights := &n.outputWeights[seed%Buckets]
		if a, b := output(from, other, weights), outputGo(from, other, weights); *vector != *plain || a != b {
			t.Errorf("layers equal %t, outputs %d and %d", *vector == *plain, a, b)
		}
	})
}

// BenchmarkMove updates the accumulator by a move and evaluates it.
func BenchmarkMove(b *testing.B) {
	n := randomNetwork(b, 6)
	p := movegen.StartPosition()
	positions := [2]movegen.Position{p.After(p.Moves()[5]), p.After(p.Moves()[9])}
	var from, to Accumulator
	from.Set(n, &from, &p)
	for _, mode := range []bool{true, false} {
		b.Run(map[bool]string{true: "AVX2", false: "Go"}[mode && vectors], func(b *testing.B) {
			defer func(v bool) { vectors = v }(vectors)
			vectors = vectors && mode
			for i := 0; b.Loop(); i++ {
				to.Set(n, &from, &positions[i&1])
				to.Evaluate(n, movegen.Black)
			}
		})
	}
}
