package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/internal/testing/must"
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
	criterion := must.Get(council.FindCriterion("weights"))(t)
	differ := 0
	for range 60 {
		table := randomTable(t, random, 25, 9)
		members := some(random, 9, 1+random.IntN(9))
		positions := some(random, 25, random.IntN(26))
		votes := table.LetterVotes(members, positions)
		for range 8 {
			w := randomWeights(random)
			weights := must.Get(council.ParseWeights(w.String()))(t)
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
		if got := Fitness(solved, 70, 500); got != want {
			t.Errorf("%d positions: %v, not %v", solved, got, want)
		}
		if got := Fitness(10*solved, 700, 5000); got != want {
			t.Errorf("%d of 5000 positions: %v, not %v", 10*solved, got, want)
		}
	}
	if few, more := Fitness(12, 7, 48), Fitness(13, 7, 48); few < 200 || more < 1.5*few {
		t.Errorf("one position more of 48 raises the fitness from %v to %v", few, more)
	}
	first, bred := NamedLetterWeights()
	for name, w := range map[string]LetterWeights{"thesis": first, "genetic": bred} {
		got := must.Get(council.ParseWeights(w.String()))(t)
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
	b := must.Get(NewBreeding(DefaultBreeding(), floor, 200, 3, 5))(t)
	reported := make([][]Generation, 3)
	tell := func(run int, g Generation) { reported[run] = append(reported[run], g) }
	must.Do(t, b.Advance(t.Context(), votes, 60, tell))
	curve := b.Curve()
	if len(curve.Best) != 61 || curve.Mean[60] < curve.Mean[0]+2 || curve.BestEver[60] < curve.BestEver[0]+1 {
		t.Errorf("from %v and %v to %v and %v in %d generations", curve.Mean[0], curve.BestEver[0], curve.Mean[60],
			curve.BestEver[60], len(curve.Best))
	}
	for i, run := range b.Runs {
		if !reflect.DeepEqual(run.History, reported[i]) || run.Seed != 5+uint64(i) {
			t.Errorf("run %d was reported incorrectly", i)
		}
		for _, g := range run.History {
			solved := votes.Solved(g.BestEver.Weights())
			if float64(solved) != g.BestEver.Score || g.BestEver.Fitness != Fitness(solved, floor, 200) {
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

// TestSmallSuitesSelect breeds on 48 positions: with a floor that somebody reaches the mean rises; with one that
// nobody reaches nothing is selected, and the best individual is still the one that solves most.
func TestSmallSuitesSelect(t *testing.T) {
	_, votes := breedingTable(t, 48)
	rise := func(floor int) (float64, *Breeding) {
		b := must.Get(NewBreeding(DefaultBreeding(), floor, 48, 8, 1))(t)
		must.Do(t, b.Advance(t.Context(), votes, 40, nil))
		mean := b.Curve().Mean
		return mean[40] - mean[0], b
	}
	gain, b := rise(7)
	if unselected, all := b.Unselected(); unselected != 0 || all != 8*41 {
		t.Errorf("%d of %d generations have nobody above the floor", unselected, all)
	}
	drift, b := rise(70)
	if gain < drift+0.5 {
		t.Errorf("the mean rises by %v, without selection by %v", gain, drift)
	}
	if unselected, all := b.Unselected(); unselected != all || all != 8*41 {
		t.Errorf("%d of %d generations have nobody above a floor that cannot be reached", unselected, all)
	}
	for _, run := range b.Runs {
		for i := range run.History {
			g := &run.History[i]
			if g.Best.Score < g.MeanScore || g.BestEver.Score < g.Best.Score {
				t.Errorf("the best of a generation solves %v, the best so far %v, the mean is %v", g.Best.Score,
					g.BestEver.Score, g.MeanScore)
			}
		}
	}
}

func TestABreedingIsStoredAndResumed(t *testing.T) {
	_, votes := breedingTable(t, 60)
	var whole, parts *Breeding
	for _, b := range []**Breeding{&whole, &parts} {
		*b = must.Get(NewBreeding(DefaultBreeding(), 10, 60, 4, 1))(t)
	}
	must.Do(t, whole.Advance(t.Context(), votes, 12, nil))
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
	text := must.Get(json.Marshal(parts))(t)
	parts = new(Breeding)
	must.Do(t, json.Unmarshal(text, parts))
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
		must.Do(t, json.Unmarshal([]byte(text), b))
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
	b := must.Get(NewBreeding(DefaultBreeding(), 0, 20, 64, 5))(t)
	defer func() {
		if p, is := recover().(*work.Panic); !is || p.Value != "hit" {
			t.Errorf("%v", p)
		}
	}()
	t.Errorf("it ends with %v", b.Advance(t.Context(), votes, 2, func(int, Generation) { panic("hit") }))
}

// seeded returns reproducible random numbers.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// chiSquare compares counts with the expected ones.
func chiSquare(counts []int, expected []float64) (sum float64) {
	for i, e := range expected {
		sum += (float64(counts[i]) - e) * (float64(counts[i]) - e) / e
	}
	return sum
}

func TestParentsAreDrawnInProportionToTheirFitness(t *testing.T) {
	random := seeded(1)
	for _, fitness := range [][]float64{{1, 2, 3, 4}, {1, 1, 1, 55.872, 1, 79.6}, {1e-9, 3e-9}, {5}, {1e300, 2e300}} {
		const draws = 100_000
		wheel, counts, sum := newRoulette(fitness), make([]int, len(fitness)), 0.0
		for range draws {
			counts[wheel.draw(random)]++
		}
		for _, f := range fitness {
			sum += f
		}
		expected := make([]float64, len(fitness))
		for i, f := range fitness {
			expected[i] = f / sum * draws
		}
		// With five degrees of freedom, 20.5 is exceeded once in a thousand times.
		if x := chiSquare(counts, expected); x > 20.5 {
			t.Errorf("fitness %v was drawn %v times: chi-square %.1f", fitness, counts, x)
		}
	}
}

func TestWhoHasNoFitnessIsNotDrawnUnlessNobodyHas(t *testing.T) {
	random := seeded(2)
	wheel := newRoulette([]float64{0, 0, 1, 0, math.SmallestNonzeroFloat64, 0})
	for range 10_000 {
		if i := wheel.draw(random); i != 2 && i != 4 {
			t.Fatalf("%d was drawn", i)
		}
	}
	tiny := newRoulette([]float64{0, math.SmallestNonzeroFloat64, 0})
	for range 1000 {
		if i := tiny.draw(random); i != 1 {
			t.Fatalf("%d was drawn", i)
		}
	}
	counts := make([]int, 5)
	equal := newRoulette(make([]float64, 5))
	for range 10_000 {
		counts[equal.draw(random)]++
	}
	if x := chiSquare(counts, []float64{2000, 2000, 2000, 2000, 2000}); x > 18.5 {
		t.Errorf("of equals without fitness %v were drawn: chi-square %.1f", counts, x)
	}
}

// changed returns the first bit in which chromosomes differ, and one more than the last.
func changed(a, b chromosome) (first, last int) {
	first = -1
	for bit := range 8 * len(a) {
		if (a[bit/8]^b[bit/8])>>(7-bit%8)&1 != 0 {
			if first < 0 {
				first = bit
			}
			last = bit + 1
		}
	}
	return first, last
}

func TestACrossoverExchangesOnePortion(t *testing.T) {
	const length = 40
	for first := 0; first <= length; first++ {
		for last := first; last <= length; last++ {
			// Parents that differ everywhere show which bits were exchanged.
			one, two := bytes.Repeat(chromosome{0x5a}, length/8), bytes.Repeat(chromosome{0xa5}, length/8)
			was := bytes.Clone(one)
			exchange(one, two, first, last)
			from, to := changed(was, one)
			if first == last {
				from, to = first, last
			}
			if from != first || to != last {
				t.Fatalf("exchanging %d to %d changed %d to %d", first, last, from, to)
			}
			ones := 0
			for i := range one {
				if one[i]^two[i] != 0xff {
					t.Fatalf("exchanging %d to %d lost bits", first, last)
				}
				ones += bits.OnesCount8(one[i] ^ was[i])
			}
			if ones != last-first {
				t.Fatalf("exchanging %d to %d changed %d bits", first, last, ones)
			}
		}
	}
}

func TestAllPortionsAreEquallyLikely(t *testing.T) {
	const length, draws = 16, 200_000
	random, counts := seeded(3), map[[2]int]int{}
	for range draws {
		first, last := portion(random, length)
		if first < 0 || first >= last || last > length {
			t.Fatalf("the portion from %d to %d of %d", first, last, length)
		}
		counts[[2]int{first, last}]++
	}
	portions := length * (length + 1) / 2
	sum, expected := 0.0, float64(draws)/float64(portions)
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	// With 135 degrees of freedom, 192 is exceeded once in a thousand times.
	if len(counts) != portions || sum > 192 {
		t.Errorf("%d of %d portions were drawn, chi-square %.1f", len(counts), portions, sum)
	}
}

func TestBitsMutateAsOftenAsIsSaid(t *testing.T) {
	random := seeded(4)
	for _, p := range []float64{0, 0.01, 0.3, 1} {
		const children = 20_000
		counts := make([]int, 64)
		for range children {
			c := make(chromosome, 8)
			mutate(random, c, p)
			for bit := range 64 {
				counts[bit] += int(c[bit/8] >> (7 - bit%8) & 1)
			}
		}
		mean, deviation := children*p, math.Sqrt(children*p*(1-p))
		for bit, n := range counts {
			if math.Abs(float64(n)-mean) > 4.5*deviation {
				t.Errorf("probability %v: bit %d was inverted %d times of %d", p, bit, n, children)
			}
		}
	}
}

// TestCrossoversHappenAsOftenAsIsSaid breeds two parents that differ in every bit. A child that equals
// neither of them comes from a crossover of a part.
func TestCrossoversHappenAsOftenAsIsSaid(t *testing.T) {
	random := seeded(5)
	parents := []chromosome{bytes.Repeat(chromosome{0}, 8), bytes.Repeat(chromosome{0xff}, 8)}
	for _, pc := range []float64{0, 0.6, 1} {
		p := BreedingParameters{Population: 2, Bits: 64, Crossover: pc}
		const pairs = 20_000
		crossed, mixed := 0, 0
		for range pairs {
			children := breed(random, &p, parents, []float64{1, 1})
			if bytes.Equal(children[0], children[1]) {
				continue // a parent with itself
			}
			mixed++
			if first, last := changed(children[0], parents[0]); first > 0 || last < 64 && last > 0 {
				crossed++
			} else if first, last := changed(children[0], parents[1]); first > 0 || last < 64 && last > 0 {
				crossed++
			}
			for i := range children[0] {
				if children[0][i]^children[1][i] != 0xff {
					t.Fatalf("%x and %x are no children of such parents", children[0], children[1])
				}
			}
		}
		want := pc * (1 - 1.0/(64*65/2)) // one portion is the whole chromosome
		deviation := math.Sqrt(want * (1 - want) / float64(mixed))
		if share := float64(crossed) / float64(mixed); math.Abs(share-want) > 4*deviation+1e-12 {
			t.Errorf("PC %v: a share of %.4f had a crossover, not %.4f", pc, share, want)
		}
		if math.Abs(float64(mixed)-pairs/2) > 4*math.Sqrt(pairs)/2 {
			t.Errorf("%d of %d pairs were of two parents", mixed, pairs)
		}
	}
}
