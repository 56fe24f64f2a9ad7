package experiment

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/council"
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
		c, err := council.FindCriterion(criterion)
		if err != nil {
			t.Fatal(err)
		}
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
	for range 12 {
		table := randomTable(t, random, 90, 9)
		positions := some(random, 90, 70)
		for _, criterion := range Searchable() {
			c := rank(table, positions)
			scorers, err := c.scorersFor(criterion)
			if err != nil {
				t.Fatal(err)
			}
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
	if differ < 300 {
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
			scorers, err := c.scorersFor(criterion)
			if err != nil {
				t.Fatal(err)
			}
			s := &SetSearch{Criterion: criterion, Positions: positions, Restarts: 4, Seed: uint64(round)}
			for size := 2; size <= 5; size++ {
				by := scorers(size)
				best, err := c.exhaust(t.Context(), by, size)
				if err != nil {
					t.Fatal(err)
				}
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
