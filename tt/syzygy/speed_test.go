package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"alfiere/movegen"
)

// randomPositions returns legal positions without pawns on the edge ranks of the materials
// that the tables have.
func randomPositions(t testing.TB, tables *Tables, count int) []movegen.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 15))
	var positions []movegen.Position
	for len(positions) < count {
		e := tables.entries[rng.IntN(len(tables.entries))]
		if p, ok := legalPosition(rng, e.shape.white); ok {
			positions = append(positions, p)
		}
	}
	return positions
}

// legalPosition returns a position of the material with either side to move; it is not ok
// if the men drawn stand on one another or the position is not legal.
func legalPosition(rng *rand.Rand, m material) (p movegen.Position, ok bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, Side: movegen.Color(rng.IntN(2)), FullmoveNumber: 1}
	put := func(c movegen.Color, piece movegen.PieceType) {
		s := movegen.Square(rng.IntN(64))
		ok = ok && b.Board[s] == movegen.NoPiece
		b.Board[s] = movegen.MakePiece(c, piece)
	}
	ok = true
	for c := movegen.White; c <= movegen.Black; c++ {
		put(c, movegen.King)
		for piece := movegen.Pawn; piece < movegen.King; piece++ {
			for range m.count(c, piece) {
				put(c, piece)
			}
		}
	}
	if !ok {
		return p, false
	}
	p, _, err := b.Build(movegen.Rules{})
	return p, err == nil
}

func TestProbesAllocateNothing(t *testing.T) {
	tables := openSamples(t)
	positions := randomPositions(t, tables, 1000)
	probe := func() {
		for i := range positions {
			if _, ok := tables.WDL(&positions[i]); !ok {
				t.Fatal(positions[i].FEN())
			}
			if _, ok := tables.DTZ(&positions[i]); !ok {
				t.Fatal(positions[i].FEN())
			}
		}
	}
	probe() // opens the tables
	if n := testing.AllocsPerRun(3, probe); n != 0 {
		t.Errorf("%v allocations for %d probes", n, len(positions))
	}
}

func BenchmarkWDL(b *testing.B) {
	benchmarkProbes(b, func(tables *Tables, p *movegen.Position) { tables.WDL(p) })
}

func BenchmarkDTZ(b *testing.B) {
	benchmarkProbes(b, func(tables *Tables, p *movegen.Position) { tables.DTZ(p) })
}

// benchmarkProbes measures probes of random positions of all tables there are, most of them
// of four men. Beside the mean it reports the median of single probes, less what looking at
// the clock takes.
func benchmarkProbes(b *testing.B, probe func(tables *Tables, p *movegen.Position)) {
	tables := openSamples(b)
	positions := randomPositions(b, tables, 1<<15)
	median := func(call func(p *movegen.Position)) time.Duration {
		times := make([]time.Duration, len(positions))
		for i := range positions {
			start := time.Now()
			call(&positions[i])
			times[i] = time.Since(start)
		}
		slices.Sort(times)
		return times[len(times)/2]
	}
	once := func(p *movegen.Position) { probe(tables, p) }
	median(once) // brings the tables into memory
	for i := 0; b.Loop(); i++ {
		once(&positions[i%len(positions)])
	}
	clock := median(func(*movegen.Position) {})
	b.ReportMetric(float64(median(once)-clock), "median-ns")
}
