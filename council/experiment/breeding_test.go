package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/internal/work"
)

func randomWeights(random *rand.Rand) (w LetterWeights) {
	for i := range w {
		w[i] = uint8(random.IntN(256) >> random.IntN(9)) // also small weights and ties
	}
	return w
}

// TestLetterVotesAreThoseOfACouncil compares with a council.Judge with the same weights, the slow and sure way.
func TestLetterVotesAreThoseOfACouncil(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 60))
	criterion, err := council.FindCriterion("weights")
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for range 60 {
		table := randomTable(t, random, 25, 9)
		members := some(random, 9, 1+random.IntN(9))
		positions := some(random, 25, random.IntN(26))
		votes := table.LetterVotes(members, positions)
		for range 8 {
			w := randomWeights(random)
			weights, err := council.ParseWeights(w.String())
			if err != nil {
				t.Fatal(err)
			}
			all := table.Play(&Player{Council: members, Criterion: criterion,
				Weights: func(int) *council.Weights { return &weights }})
			want, got := Pick(all, positions), votes.Verdicts(w)
			if !slices.Equal(got, want) {
				t.Fatalf("council %v with %v: %v, not %v", members, w, got, want)
			}
			if solved := votes.Solved(w); solved != CountOf(want).Best {
				t.Fatalf("council %v with %v solves %d, not %d", members, w, solved, CountOf(want).Best)
			}
			if !slices.Equal(want, votes.Verdicts(LetterWeights{})) {
				differ++
			}
		}
	}
	if differ < 100 {
		t.Errorf("weights mattered only %d times", differ)
	}
}

func TestTheThesisFitness(t *testing.T) {
	for solved, want := range map[int]float64{0: 1, 69: 1, 70: 1, 71: 1.002, 88: 12.664, 104: 79.608, 500: 159015} {
		if got := Fitness(solved, ThesisFloor); got != want {
			t.Errorf("%d positions: %v, not %v", solved, got, want)
		}
	}
	first, bred := NamedLetterWeights()
	for name, w := range map[string]LetterWeights{"thesis": first, "genetic": bred} {
		got, err := council.ParseWeights(w.String())
		if err != nil {
			t.Fatal(err)
		}
		if want, err := council.ParseWeights(name); err != nil || got.String() != want.String() {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}

// breedingTable returns votes where weights matter.
func breedingTable(t testing.TB, positions int) (*Table, *LetterVotes) {
	table := randomTable(t, rand.New(rand.NewPCG(18, 61)), positions, 12)
	council := []int{0, 1, 2, 3, 4, 5, 6}
	all := make([]int, positions)
	for i := range all {
		all[i] = i
	}
	return table, table.LetterVotes(council, all)
}

func TestBreedingFindsBetterWeights(t *testing.T) {
	_, votes := breedingTable(t, 200)
	first, _ := NamedLetterWeights()
	floor := votes.Solved(first) - 18
	b, err := NewBreeding(DefaultBreeding(), floor, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	told := make([][]Generation, 3)
	tell := func(run int, g Generation) { told[run] = append(told[run], g) }
	if err := b.Advance(t.Context(), votes, 60, tell); err != nil {
		t.Fatal(err)
	}
	curve := b.Curve()
	if len(curve.Best) != 61 || curve.Mean[60] < curve.Mean[0]+2 || curve.BestEver[60] < curve.BestEver[0]+1 {
		t.Errorf("from %v and %v to %v and %v in %d generations", curve.Mean[0], curve.BestEver[0], curve.Mean[60],
			curve.BestEver[60], len(curve.Best))
	}
	for i, run := range b.Runs {
		if !reflect.DeepEqual(run.History, told[i]) || run.Seed != 5+uint64(i) {
			t.Errorf("run %d was reported incorrectly", i)
		}
		for _, g := range run.History {
			solved := votes.Solved(g.BestEver.Weights())
			if float64(solved) != g.BestEver.Score || g.BestEver.Fitness != Fitness(solved, floor) {
				t.Fatalf("generation %d reports %v, but its best individual solves %d", g.Number, g.BestEver, solved)
			}
		}
	}
	last := b.Runs[b.Best()].History[60].BestEver
	verdicts, before := votes.Verdicts(last.Weights()), votes.Verdicts(first)
	solved := CountOf(verdicts).Best
	if gain := Compare(verdicts, before).Net(); float64(solved) != last.Score || curve.Most[60] != last.Score ||
		gain != solved-CountOf(before).Best {
		t.Errorf("%d are solved, %d more than before, but the best solves %v", solved, gain, last.Score)
	}
}

func TestABreedingIsStoredAndResumed(t *testing.T) {
	_, votes := breedingTable(t, 60)
	var whole, parts *Breeding
	for _, b := range []**Breeding{&whole, &parts} {
		var err error
		if *b, err = NewBreeding(DefaultBreeding(), 10, 4, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := whole.Advance(t.Context(), votes, 12, nil); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("Ctrl-C")
	ctx, stop := context.WithCancelCause(t.Context())
	err := parts.Advance(ctx, votes, 12, func(run int, g Generation) {
		if g.Number == 5 {
			stop(cause)
		}
	})
	if !errors.Is(err, cause) {
		t.Errorf("a stopped breeding ends with %v", err)
	}
	if n := len(parts.Curve().Best); n > 12 {
		t.Errorf("the curve of a breeding that was stopped has %d generations", n)
	}
	text, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	parts = new(Breeding)
	if err := json.Unmarshal(text, parts); err != nil {
		t.Fatal(err)
	}
	if err := parts.Advance(t.Context(), votes, 12, nil); err != nil || !reflect.DeepEqual(parts, whole) {
		t.Errorf("a breeding that was resumed differs, %v", err)
	}
}

func TestABreedingThatIsNoneIsRefused(t *testing.T) {
	_, votes := breedingTable(t, 1)
	for text, want := range map[string]string{
		`{}`:              "has no runs",
		`{"runs":[]}`:     "has no runs",
		`{"runs":[null]}`: "run 1: it is missing",
		`{"runs":[{"parameters":{"population":2,"bits":8},"random":"cGNnOgAAAAAAAAAAAAAAAAAAAAA=",` +
			`"population":["00","00"]}]}`: "run 1: chromosomes of 8 bits",
		`{"runs":[{"parameters":{"population":3,"bits":64}}]}`: "run 1: a population of 3",
	} {
		b := new(Breeding)
		if err := json.Unmarshal([]byte(text), b); err != nil {
			t.Fatal(err)
		}
		if err := b.Advance(t.Context(), votes, 1, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if b := (&Breeding{}); len(b.Curve().Best) > 0 || b.Best() >= 0 {
		t.Error("a breeding without runs has a best one, or a curve")
	}
}

// BenchmarkLetterVotes counts what 7 members solve of 500 positions.
func BenchmarkLetterVotes(b *testing.B) {
	_, votes := breedingTable(b, 500)
	w := LetterWeights{45, 24, 254, 194, 38, 223, 15, 16}
	for b.Loop() {
		w[0]++
		votes.Solved(w)
	}
}

// Advance passes on a panic of tell in the goroutine of a run, even if all goroutines have panicked while
// runs are left.
func TestAPanicOfARunIsTheCallers(t *testing.T) {
	_, votes := breedingTable(t, 20)
	b, err := NewBreeding(DefaultBreeding(), 0, 64, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p, is := recover().(*work.Panic); !is || p.Value != "hit" {
			t.Errorf("%v", p)
		}
	}()
	t.Errorf("it ends with %v", b.Advance(t.Context(), votes, 2, func(int, Generation) { panic("hit") }))
}
