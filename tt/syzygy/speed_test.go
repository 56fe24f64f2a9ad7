package syzygy

import (
	"math/rand/v2"
	"testing"

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
	tables := openSamples(b)
	positions := randomPositions(b, tables, 10000)
	for i := 0; b.Loop(); i++ {
		tables.WDL(&positions[i%len(positions)])
	}
}

func BenchmarkDTZ(b *testing.B) {
	tables := openSamples(b)
	positions := randomPositions(b, tables, 10000)
	for i := 0; b.Loop(); i++ {
		tables.DTZ(&positions[i%len(positions)])
	}
}
