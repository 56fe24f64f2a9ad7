package experiment

import (
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// fens are positions of middlegames and endings with enough different moves.
var fens = []string{
	"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 0 1",
}

// randomTable returns different proposals of seats with random sets. It repeats some positions, each time
// with different best moves and moves to avoid.
func randomTable(t testing.TB, random *rand.Rand, positions, seats int) *Table {
	t.Helper()
	table := &Table{}
	for _, set := range random.Perm(int(eval.All))[:seats] {
		k := eval.Knowledge(set + 1)
		table.Seats = append(table.Seats, council.Seat{Name: k.String(), Knowledge: k})
	}
	for range positions {
		p, err := movegen.ParseFEN(fens[random.IntN(len(fens))])
		if err != nil {
			t.Fatal(err)
		}
		moves := p.Moves()
		random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		test := search.TestPosition{Position: p, Best: moves[:random.IntN(3)]}
		if len(test.Best) == 0 || random.IntN(4) == 0 {
			test.Avoid = moves[2:4]
			if random.IntN(3) == 0 {
				test.Avoid = moves[:2] // possibly also a best one
			}
		}
		table.Positions = append(table.Positions, test)
		proposals := make([]council.Proposal, seats)
		for i := range proposals {
			proposals[i] = randomProposal(random, &table.Seats[i], moves[:2+random.IntN(4)])
		}
		table.Proposals = append(table.Proposals, proposals)
	}
	return table
}

// randomProposal returns a proposal of one of these moves; some are proven wins or losses.
func randomProposal(random *rand.Rand, seat *council.Seat, moves []movegen.Move) council.Proposal {
	move := moves[random.IntN(len(moves))]
	p := council.Proposal{Member: seat.Name, Knowledge: seat.Knowledge, Move: move, Line: []movegen.Move{move},
		Score: search.Score(random.IntN(9) - 4), Depth: 3 + random.IntN(2), RootMoves: random.IntN(2)}
	switch random.IntN(20) {
	case 0:
		p.Score = search.MateScore - search.Score(1+random.IntN(3))
	case 1, 2:
		p.Score = -search.MateScore + search.Score(2+random.IntN(3))
	}
	for range random.IntN(4) {
		iteration := council.Iteration{Move: move, Score: search.Score(random.IntN(9) - 4)}
		if random.IntN(4) == 0 {
			iteration = council.Iteration{} // it was not reported
		}
		p.Iterations = append(p.Iterations, iteration)
	}
	return p
}

// some returns count of the first n numbers, in random order.
func some(random *rand.Rand, n, many int) []int { return random.Perm(n)[:many] }

func TestVerdictsByHand(t *testing.T) {
	a, b, c := movegen.Move(1), movegen.Move(2), movegen.Move(3)
	tests := []struct {
		best, avoid []movegen.Move
		want        [3]Verdict // of a, b and c
	}{
		{[]movegen.Move{a}, nil, [3]Verdict{Best, Other, Other}},
		{[]movegen.Move{a}, []movegen.Move{b}, [3]Verdict{Best, Worst, Other}},
		{nil, []movegen.Move{b}, [3]Verdict{Best, Worst, Best}},
		{[]movegen.Move{a, b}, []movegen.Move{b}, [3]Verdict{Best, Worst, Other}},
		{nil, nil, [3]Verdict{Best, Best, Best}},
	}
	for _, test := range tests {
		p := search.TestPosition{Best: test.best, Avoid: test.avoid}
		var all []Verdict
		for i, m := range []movegen.Move{a, b, c} {
			got := Judge(&p, m)
			if all = append(all, got); got != test.want[i] {
				t.Errorf("%v of %v, but not %v: %v, not %v", m, test.best, test.avoid, got, test.want[i])
			}
			if (got == Best) != p.SolvedBy(m) {
				t.Errorf("%v of %v, but not %v: %v is not what a suite counts", m, test.best, test.avoid, got)
			}
		}
		if count := CountOf(all); count.Total() != 3 {
			t.Errorf("%+v", count)
		}
	}
}

func TestHalvesAreDisjointAndAllThereIs(t *testing.T) {
	for n := range 12 {
		halves := Halves(n)
		var all []int
		for _, half := range halves {
			all = append(all, half...)
		}
		slices.Sort(all)
		if len(all) != n || len(slices.Compact(all)) != n || len(halves[0])-len(halves[1]) != n%2 {
			t.Errorf("of %d: %v", n, halves)
		}
	}
	if got := Pick([]Verdict{Best, Other, Worst, Best}, []int{2, 0}); !slices.Equal(got, []Verdict{Worst, Best}) {
		t.Error(got)
	}
}
