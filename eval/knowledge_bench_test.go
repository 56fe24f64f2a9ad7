package eval

import "testing"

// BenchmarkKnowledge measures the cost of each letter: by what evaluations become cheaper
// without it, and by what they become dearer if it comes to material alone. The sum of
// neither is the whole, since letters share attacks and caches. Positions are those of
// BenchmarkEvaluate, and the cache of scores is left out here, too.
func BenchmarkKnowledge(b *testing.B) {
	positions := benchmarkPositions(b)
	measure := func(name string, k Knowledge) {
		b.Run(name, func(b *testing.B) {
			e := New(k)
			for i := 0; b.Loop(); i++ {
				e.Uncached(&positions[i%len(positions)])
			}
		})
	}
	measure("full", All)
	for i := range len(Letters) {
		measure("without-"+Letters[i:i+1], All&^(1<<i))
	}
	measure("m", Material)
	for i := 1; i < len(Letters); i++ {
		measure("m"+Letters[i:i+1], Material|1<<i)
	}
}
