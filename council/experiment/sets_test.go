package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/council"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
)

// slowSolved counts what a council solves, by the definition.
func slowSolved(t *testing.T, table *Table, criterion string, members, positions []int) (n int) {
	t.Helper()
	var verdicts [][]Verdict
	if criterion == Union {
		for _, seat := range members {
			verdicts = append(verdicts, table.Verdicts(seat))
		}
	} else {
		c := must.Get(council.FindCriterion(criterion))(t)
		verdicts = append(verdicts, table.Play(&Player{Council: members, Criterion: c}))
	}
	for _, position := range positions {
		if slices.ContainsFunc(verdicts, func(v []Verdict) bool { return v[position] == Best }) {
			n++
		}
	}
	return n
}

// slowRank puts seats in the order of a council.
func slowRank(table *Table, seats, positions []int) []int {
	ranked := slices.Clone(seats)
	slices.Sort(ranked)
	slices.SortStableFunc(ranked, func(a, b int) int {
		return CountOf(Pick(table.Verdicts(b), positions)).Best - CountOf(Pick(table.Verdicts(a), positions)).Best
	})
	return ranked
}

// TestScorersCountAsAJudgeDoes compares all scorers on random councils.
func TestScorersCountAsAJudgeDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 2))
	differ := 0
	rounds := effort.Of(12, 3, 3)
	for range rounds {
		table := randomTable(t, random, 90, 9)
		positions := some(random, 90, 70)
		for _, criterion := range Searchable() {
			c := rank(table, positions)
			scorers := must.Get(c.scorersFor(criterion))(t)
			for size := 1; size <= 7; size++ {
				ranks := some(random, 9, size)
				slices.Sort(ranks)
				council := make([]int, size)
				for i, r := range ranks {
					council[i] = c.seats[r]
				}
				if !slices.Equal(council, slowRank(table, council, positions)) {
					t.Fatalf("%v is not in order", council)
				}
				want := slowSolved(t, table, criterion, council, positions)
				if got := scorers(size).solved(ranks); got != want {
					t.Errorf("%s of %d: %d, not %d", criterion, size, got, want)
				}
				if want != slowSolved(t, table, criterion, council[:1], positions) {
					differ++
				}
			}
		}
	}
	if differ < 25*rounds {
		t.Errorf("only %d councils solve a different number than their masters", differ)
	}
}

// TestTheBestSetsAreFound tries all councils by the definition.
func TestTheBestSetsAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 3))
	for _, criterion := range Searchable() {
		table := randomTable(t, random, 30, 7)
		positions := some(random, 30, 20)
		sizes := []int{1, 2, 3, 5, 7}
		found, err := table.FindSets(t.Context(), &SetSearch{Criterion: criterion, Positions: positions}, sizes)
		if err != nil || len(found) != len(sizes) {
			t.Fatalf("%s: %d found, %v", criterion, len(found), err)
		}
		for i, f := range found {
			most, tried := 0, int64(0)
			for chosen := range 1 << 7 {
				var council []int
				for seat := range 7 {
					if chosen>>seat&1 != 0 {
						council = append(council, seat)
					}
				}
				if len(council) == sizes[i] {
					tried++
					most = max(most, slowSolved(t, table, criterion, slowRank(table, council, positions), positions))
				}
			}
			if f.Solved != most || !f.Proven || f.Tried != tried ||
				f.Solved != slowSolved(t, table, criterion, f.Council, positions) {
				t.Errorf("%s of %d: %+v, the best solves %d of %d tried", criterion, sizes[i], f, most, tried)
			}
		}
	}
}

// TestWhatIsTooManyToTry runs the exchange and the proof where all councils can be tried.
func TestWhatIsTooManyToTry(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 4))
	for round := range 30 {
		table := randomTable(t, random, 40, 12)
		positions := Halves(40)[round%2]
		c := rank(table, positions)
		for _, criterion := range []string{Union, "majority", "equal-depth"} {
			scorers := must.Get(c.scorersFor(criterion))(t)
			s := &SetSearch{Criterion: criterion, Positions: positions, Restarts: 4, Seed: uint64(round)}
			for size := 2; size <= 5; size++ {
				by := scorers(size)
				best := must.Get(c.exhaust(t.Context(), by, size))(t)
				found, err := c.exchange(t.Context(), s, by, size, nil)
				if err != nil || found.Proven || found.Beginnings != 5 || found.Solved > best.Solved ||
					found.Solved < best.Solved-2 || by.solved(found.Council) != found.Solved {
					t.Errorf("%s of %d: %+v, the best %+v, %v", criterion, size, found, best, err)
				}
				again, err := c.exchange(t.Context(), s, by, size, nil)
				if err != nil || !slices.Equal(again.Council, found.Council) {
					t.Errorf("%s of %d: %v and then %v, %v", criterion, size, found.Council, again.Council, err)
				}
				if criterion != Union {
					continue
				}
				found.Solved, found.Council = 0, found.Council[:size] // so that there is something left to find
				proven, err := c.prove(t.Context(), found)
				if err != nil || !proven.Proven || proven.Solved != best.Solved || len(proven.Council) != size ||
					by.solved(proven.Council) != best.Solved {
					t.Errorf("the union of %d: %+v, the best %+v, %v", size, proven, best, err)
				}
			}
		}
	}
}

func TestASearchOfSetsThatCannotBe(t *testing.T) {
	table := randomTable(t, rand.New(rand.NewPCG(18, 5)), 20, 6)
	positions := Halves(20)[0]
	for _, criterion := range []string{"re-search", "trust", "relative2", "nonsense"} {
		if _, err := table.FindSets(t.Context(), &SetSearch{Criterion: criterion, Positions: positions},
			[]int{2}); err == nil {
			t.Errorf("%s was searched", criterion)
		}
	}
	for _, size := range []int{0, 7} {
		if _, err := table.FindSets(t.Context(), &SetSearch{Criterion: Union, Positions: positions},
			[]int{size}); err == nil {
			t.Errorf("councils of %d were found", size)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := table.FindSets(ctx, &SetSearch{Criterion: Union, Positions: positions}, []int{2}); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
	if combinations(255, 4) != 172_061_505 || combinations(255, 128) != 1<<50 || combinations(5, 5) != 1 {
		t.Error("combinations")
	}
}

// TestMcNemarByCounting counts all possible outcomes of the positions.
func TestMcNemarByCounting(t *testing.T) {
	for gained := range 7 {
		for lost := range 7 {
			n := gained + lost
			extreme := 0
			for ways := range 1 << n {
				ones := 0
				for bit := range n {
					ones += ways >> bit & 1
				}
				if 2*ones-n >= max(gained-lost, lost-gained) || n-2*ones >= max(gained-lost, lost-gained) {
					extreme++
				}
			}
			want := float64(extreme) / float64(int(1)<<n)
			if got := (Difference{Gained: gained, Lost: lost}).P(); math.Abs(got-want) > 1e-9 {
				t.Errorf("%d gained, %d lost: %f, not %f", gained, lost, got, want)
			}
		}
	}
}

// TestHolmIsTheClosedTest tests every set of comparisons by Bonferroni: one is significant if all sets that
// contain it are.
func TestHolmIsTheClosedTest(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 2))
	for range 200 {
		p := make([]float64, random.IntN(9))
		for i := range p {
			p[i] = math.Round(random.Float64()*random.Float64()*100) / 100 // some are equal
		}
		want := make([]float64, len(p))
		for set := range 1 << len(p) {
			least, size := 1.0, 0.0
			for i := range p {
				if set>>i&1 != 0 {
					least, size = min(least, p[i]), size+1
				}
			}
			for i := range p {
				if set>>i&1 != 0 {
					want[i] = max(want[i], min(least*size, 1))
				}
			}
		}
		for i, got := range Holm(p) {
			if math.Abs(got-want[i]) > 1e-12 {
				t.Fatalf("%v: the corrected probability %d is %v, not %v", p, i, got, want[i])
			}
		}
	}
}

// TestBoundsHoldInNinetyFiveOfAHundredCases draws suites at random.
func TestBoundsHoldInNinetyFiveOfAHundredCases(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 1))
	const cases, n = 4000, 200
	for _, share := range []float64{0.05, 0.3, 0.5} {
		within, margins := 0, 0
		for range cases {
			solved := 0
			var d Difference
			d.Positions = n
			for range n {
				one, two := random.Float64() < share, random.Float64() < share
				if one {
					solved++
				}
				switch {
				case one && !two:
					d.Gained++
				case two && !one:
					d.Lost++
				}
			}
			if low, high := Bounds(solved, n); low <= share*n && share*n <= high {
				within++
			}
			if math.Abs(float64(d.Net())) <= d.Margin() {
				margins++
			}
		}
		for _, k := range []int{within, margins} {
			if got := float64(k) / cases; got < 0.93 || got > 0.975 {
				t.Errorf("share %g: in %.3f of the cases", share, got)
			}
		}
	}
	if low, high := Bounds(0, 10); low != 0 || high < 2 || high > 3 {
		t.Errorf("none of ten: %f to %f", low, high)
	}
	if low, high := Bounds(0, 0); low != 0 || high != 0 {
		t.Errorf("nothing: %f to %f", low, high)
	}
}

func TestADifferenceIsPaired(t *testing.T) {
	d := Compare([]Verdict{Best, Best, Other, Worst, Best}, []Verdict{Best, Worst, Best, Other, Other})
	if d != (Difference{2, 1, 5}) || d.Net() != 1 {
		t.Errorf("%+v", d)
	}
	if sum := d.Plus(Difference{1, 4, 7}); sum != (Difference{3, 5, 12}) {
		t.Errorf("%+v", sum)
	}
	if (Difference{}).Margin() != 0 || (Difference{}).P() != 1 {
		t.Error("nothing differs from nothing")
	}
}

func TestTheJSONOfCountsHasTheirBounds(t *testing.T) {
	for value, want := range map[any]string{
		Count{4, 1, 2}:      `{"best":4,"worst":1,"other":2,"low":1.75,"high":5.89}`,
		Difference{3, 1, 9}: `{"gained":3,"lost":1,"net":2,"margin":3.7,"p":0.625}`,
		Rounded(2.345678):   `2.35`,
	} {
		if text, err := json.Marshal(value); err != nil || string(text) != want {
			t.Errorf("%+v is %s, not %s, %v", value, text, want, err)
		}
	}
}
