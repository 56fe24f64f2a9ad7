package experiment

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// TestOrderIsGreedy uses suites of random verdicts for all sets.
func TestOrderIsGreedy(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 6))
	for range 50 {
		verdicts := map[eval.Knowledge][]Verdict{}
		asked := 0
		ask := func(sets []eval.Knowledge) (answers [][]Verdict, err error) {
			asked++
			for _, set := range sets {
				if verdicts[set] == nil {
					for range 15 {
						verdicts[set] = append(verdicts[set], Verdict(random.IntN(3)))
					}
				}
				answers = append(answers, verdicts[set])
			}
			return answers, nil
		}
		reported := 0
		order, err := Order(eval.Material, ask, func(o *Ordering) error {
			if reported++; len(o.Steps) != reported {
				t.Errorf("%d steps are reported, not %d", len(o.Steps), reported)
			}
			return nil
		})
		if err != nil || reported != 7 || len(order.Steps) != 7 || asked != 8 ||
			order.Beginning.Count != CountOf(verdicts[eval.Material]) {
			t.Fatalf("%+v, %d questions, %v", order, asked, err)
		}
		set := "m"
		for _, step := range order.Steps {
			if step.Base.String() != sorted(set) || len(step.Tries) != 8-len(set) {
				t.Fatalf("%s: %+v", set, step)
			}
			most, kept := -1, ""
			for _, letter := range eval.ThesisLetters { // ties go to the first
				if strings.ContainsRune(set, letter) {
					continue
				}
				k := must.Get(eval.ParseKnowledge(set + string(letter)))(t)
				if n := CountOf(verdicts[k]).Best; n > most {
					most, kept = n, string(letter)
				}
			}
			if set += kept; step.Kept.Set.String() != sorted(set) || step.Kept.Count.Best != most {
				t.Fatalf("%s is kept, not %+v", set, step.Kept)
			}
			if step.Kept.Gain != Compare(verdicts[step.Kept.Set], verdicts[step.Base]) {
				t.Errorf("%s: %+v", set, step.Kept.Gain)
			}
			for _, try := range step.Tries {
				tried := verdicts[step.Base|try.Letter]
				if try.Count != CountOf(tried) || try.Gain != Compare(tried, verdicts[step.Base]) {
					t.Errorf("%s: %+v", set, try)
				}
			}
		}
		if order.Order != set {
			t.Errorf("%s, not %s", order.Order, set)
		}
	}
	order, err := Order(eval.Material|eval.Learned, func(sets []eval.Knowledge) ([][]Verdict, error) {
		return make([][]Verdict, len(sets)), nil
	}, func(*Ordering) error { return nil })
	if err != nil || order.Order != "mnbxkcpar" {
		t.Errorf("from mn: %+v, %v", order, err)
	}
	fault := errors.New("no store")
	if _, err := Order(eval.Material, func(sets []eval.Knowledge) ([][]Verdict, error) {
		if len(sets) == 5 {
			return nil, fault
		}
		return make([][]Verdict, len(sets)), nil
	}, func(*Ordering) error { return nil }); !errors.Is(err, fault) {
		t.Error(err)
	}
}

// sorted returns letters in the order of eval.ThesisLetters.
func sorted(letters string) (text string) {
	for _, l := range eval.ThesisLetters {
		if strings.ContainsRune(letters, l) {
			text += string(l)
		}
	}
	return text
}

func TestUnionAndIntersectionByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 7))
	for range 40 {
		table := randomTable(t, random, 25, 6)
		members := some(random, 6, 1+random.IntN(6))
		var seats []council.Seat
		best := map[int]int{} // by position, members that solve it
		for _, seat := range members {
			seats = append(seats, table.Seats[seat])
			for position := range table.Positions {
				if table.Positions[position].SolvedBy(table.Proposals[position][seat].Move) {
					best[position]++
				}
			}
		}
		all, sum := 0, 0
		for _, n := range best {
			sum += n
			if n == len(members) {
				all++
			}
		}
		r := table.Unite(seats)
		if r.Union != len(best) || r.Intersection != all || int(float64(r.Mean)*float64(len(members))+0.5) != sum {
			t.Errorf("%+v: the union is %d, the intersection %d, %d in all", r, len(best), all, sum)
		}
		for _, m := range r.Members {
			if m.Count.Total() != 25 || m.Count.Best > r.Strongest().Count.Best {
				t.Errorf("%+v", r)
			}
		}
	}
}

// TestSecondSearchesAreThoseThatAreMade plays re-search with recognisably wrong answers.
func TestSecondSearchesAreThoseThatAreMade(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 8))
	table := randomTable(t, random, 60, 5)
	again := must.Get(council.FindCriterion("re-search"))(t)
	seats := []int{3, 0, 4}
	needed := table.SecondSearches(seats, again)
	made := 0
	moves := table.Choices(&Player{Council: seats, Criterion: again,
		Second: func(position int, moves []movegen.Move) *council.Proposal {
			if n := needed[made]; n.Position != position || !slices.Equal(n.Moves, moves) || len(moves) < 2 {
				t.Errorf("%d is asked about %v, not %d about %v", position, moves, n.Position, n.Moves)
			}
			made++
			return &council.Proposal{Move: moves[len(moves)-1]}
		}})
	if made != len(needed) || made < 20 {
		t.Errorf("%d of %d second searches", made, len(needed))
	}
	for _, n := range needed {
		if moves[n.Position] != n.Moves[len(n.Moves)-1] {
			t.Errorf("%d: %v, not %v", n.Position, moves[n.Position], n.Moves)
		}
	}
}

// TestTrustIsWhatWasRightAlone compares the training with a count by hand of each position.
func TestTrustIsWhatWasRightAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 9))
	for range 20 {
		table := randomTable(t, random, 60, 5)
		members, positions := some(random, 5, 4), some(random, 60, 40)
		want, pairs := map[string]float64{}, 0
		for i, one := range members {
			for k, two := range members[:i+1] { // one and one: alone
				right, times := 0, 0
				for _, position := range positions {
					p := table.Proposals[position]
					apart := func(seat int) bool { return p[seat].Move != p[one].Move }
					others := 0
					for j, other := range members {
						if j != i && j != k && !apart(other) {
							others++
						}
					}
					if others > 0 || apart(two) {
						continue
					}
					if times++; table.Positions[position].SolvedBy(p[one].Move) {
						right++
					}
				}
				switch share := float64(right) / float64(times); {
				case times == 0:
				case i == k:
					want[table.Seats[one].Name] = share
				default:
					want[council.PairOf(table.Seats[one].Name, table.Seats[two].Name)] = share
					pairs++
				}
			}
		}
		got := table.Train(members, positions)
		if w := council.DefaultWeights().WithTrust(want); got.String() != w.String() || pairs == 0 {
			t.Errorf("%s, not %s", got, w)
		}
		cross, halves := table.CrossTrust(members), Halves(60)
		for i := range 2 {
			if w := table.Train(members, halves[1-i]); !reflect.DeepEqual(*cross(i + 10), w) {
				t.Errorf("half %d was trained on itself", i)
			}
		}
	}
}

func TestSeatsAreFoundByWhatTheyKnow(t *testing.T) {
	table := &Table{Seats: []council.Seat{{Name: "x", Knowledge: 3}, {Name: "y", Knowledge: 3, Noise: 15, Seed: 2}}}
	seats := []council.Seat{{Name: "other", Knowledge: 3, Noise: 15, Seed: 2}, {Knowledge: 3, Noise: 15, Seed: 1},
		{Knowledge: 3}}
	if got := table.Find(seats); !slices.Equal(got, []int{1, -1, 0}) {
		t.Error(got)
	}
}

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
		p := must.Get(movegen.ParseFEN(fens[random.IntN(len(fens))]))(t)
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
