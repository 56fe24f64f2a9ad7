package search

import (
	"testing"
)

// BenchmarkSearch is the bench as a benchmark, a few plies shallower, for profiles.
func BenchmarkSearch(b *testing.B) {
	var nodes uint64
	for b.Loop() {
		result, err := Bench(b.Context(), Request{Limits: Limits{Depth: BenchDepth - 1}}, BenchMegabytes, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += result.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
