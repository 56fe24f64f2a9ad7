package tune

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/must"
)

// all lists the positions of a set.
func all(s *set) []uint32 {
	list := make([]uint32, len(s.positions))
	for i := range list {
		list[i] = uint32(i)
	}
	return list
}

// labelled returns the positions of games with results drawn by chance as weights
// promise them, and those promises as scores.
func labelled(t testing.TB, games int, w *Weights, k float64, seed uint64) *set {
	t.Helper()
	c := newCollector()
	for _, g := range greedyGames(t, games, seed) {
		c.Add(&g)
	}
	set := &c.set
	random := rand.New(rand.NewPCG(seed, 9))
	for i := range set.positions {
		score, _ := set.score(uint32(i), w)
		set.positions[i].score = int16(math.Round(max(-3000, min(3000, score))))
		set.positions[i].result = blackWon
		if random.Float64() < expectation(score, k) {
			set.positions[i].result = whiteWon
		}
	}
	return set
}

func TestTheGradientAgreesWithFiniteDifferences(t *testing.T) {
	set := labelled(t, 40, currentWeights(), 200, 1)
	weights := shaken(currentWeights(), 20, rand.New(rand.NewPCG(5, 6)))
	list := all(set)
	const k, lambda, step = 150, 0.6, 1e-3
	var gradient Weights
	newPool(set, 3).loss(list, weights, lambda, k, &gradient)
	one := newPool(set, 1)
	half := func(w *Weights, i int) *float64 {
		if i%2 == 0 {
			return &w[i/2].Middlegame
		}
		return &w[i/2].Endgame
	}
	checked := 0
	for i := range 2 * eval.WeightCount {
		got := *half(&gradient, i)
		up, down := *weights, *weights
		*half(&up, i) += step
		*half(&down, i) -= step
		want := (one.loss(list, &up, lambda, k, nil) - one.loss(list, &down, lambda, k, nil)) / (2 * step)
		if math.Abs(got-want) > 1e-9+1e-4*math.Abs(want) {
			t.Errorf("weight %d, half %d: %g, by differences %g", i/2, i%2, got, want)
		}
		if want != 0 {
			checked++
		}
	}
	if checked < eval.WeightCount/2 {
		t.Errorf("only %d halves have a gradient", checked)
	}
}

func TestThreadsAddUpToTheSameLossAndGradient(t *testing.T) {
	set := labelled(t, 10, currentWeights(), 200, 2)
	list := all(set)
	var want, got Weights
	loss := newPool(set, 1).loss(list, currentWeights(), 0.5, 200, &want)
	for _, threads := range []int{2, 3, 7, 5000} {
		if l := newPool(set, threads).loss(list, currentWeights(), 0.5, 200, &got); math.Abs(l-loss) > 1e-12 {
			t.Errorf("%d threads: loss %g, not %g", threads, l, loss)
		}
		for i := range want {
			if math.Abs(got[i].Middlegame-want[i].Middlegame)+math.Abs(got[i].Endgame-want[i].Endgame) > 1e-12 {
				t.Fatalf("%d threads: the gradient of weight %d is %v, not %v", threads, i, got[i], want[i])
			}
		}
	}
}

func TestKIsTheOneThatMadeTheResults(t *testing.T) {
	for _, k := range []float64{80, 300} {
		set := labelled(t, 150, currentWeights(), k, 3)
		pool := newPool(set, 1)
		got := pool.fitK(all(set), currentWeights())
		if math.Abs(got-k) > k/5 {
			t.Errorf("K is %.1f, the results were made with %.1f", got, k)
		}
		best := pool.loss(all(set), currentWeights(), 1, got, nil)
		for other := smallestK; other < greatestK; other *= 1.05 {
			if loss := pool.loss(all(set), currentWeights(), 1, other, nil); loss < best-1e-9 {
				t.Errorf("K %.1f is better than %.1f", other, got)
			}
		}
	}
}

// testSettings suit a few thousand positions.
func testSettings() settings {
	return settings{Epochs: 30, Batch: 256, Threads: 1, Rate: 2, Lambda: 0, Pull: 1, Patience: 30, Seed: 1}
}

func TestTheFitFindsTheWeightsThatMadeTheLabels(t *testing.T) {
	truth := currentWeights()
	set := labelled(t, 400, truth, 200, 4)
	start := *truth
	named := start.byName()
	disturbed := []*pair{&named.BishopPair, &named.Tempo, &named.PassedSupported}
	for i := range named.PieceValue[1:] {
		disturbed = append(disturbed, &named.PieceValue[1+i])
	}
	for _, w := range disturbed {
		w.Middlegame += 40
		w.Endgame += 40
	}
	f := newFit(set, &start, testSettings())
	f.state.K = 200 // that of the labels: a disturbed start finds another
	f.state.FirstLoss = f.loss(f.heldOut, &start)
	f.state.BestLoss = f.state.FirstLoss
	for !f.Done() {
		f.Epoch()
	}
	best, epoch := f.Best()
	before, after := f.HeldOut(best)
	t.Logf("%d positions; held out %.3g, after %d epochs %.3g", len(set.positions), before, epoch, after)
	if after > before/20 {
		t.Errorf("the loss on the games held out fell from %g to %g only", before, after)
	}
	wide, close := 0.0, 0.0
	for i := range uint32(len(set.positions)) {
		want, _ := set.score(i, truth)
		was, _ := set.score(i, &start)
		is, _ := set.score(i, best)
		wide += math.Abs(was - want)
		close += math.Abs(is - want)
	}
	if close > wide/4 {
		t.Errorf("scores are %.1f from those of the true weights, before %.1f", close/float64(len(set.positions)), wide/float64(len(set.positions)))
	}
}

func TestWeightsMoveOnlyWhereTheyMay(t *testing.T) {
	start := currentWeights()
	set := labelled(t, 30, shaken(start, 20, rand.New(rand.NewPCG(1, 1))), 200, 5)
	f := newFit(set, start, testSettings())
	f.Epoch()
	seen := map[int]bool{}
	for _, i := range f.fit {
		for _, e := range set.entriesOf(i) {
			seen[int(e.weight)] = true
		}
	}
	halves := free(start, nil)
	moved := 0
	for i, w := range f.state.Weights {
		if w != start[i] {
			moved++
		}
		if !seen[i] && w != start[i] || !halves[i].middlegame && w.Middlegame != start[i].Middlegame || !halves[i].endgame && w.Endgame != start[i].Endgame {
			t.Errorf("weight %d went from %v to %v", i, start[i], w)
		}
	}
	if moved == 0 {
		t.Error("no weight has moved")
	}
}

func TestAStrongPullHoldsTheWeights(t *testing.T) {
	start := currentWeights()
	set := labelled(t, 30, shaken(start, 30, rand.New(rand.NewPCG(1, 1))), 200, 5)
	distance := func(pull float64) (sum float64) {
		settings := testSettings()
		settings.Pull = pull
		f := newFit(set, start, settings)
		for range 20 {
			f.Epoch()
		}
		for i, w := range f.state.Weights {
			sum += math.Abs(w.Middlegame-start[i].Middlegame) + math.Abs(w.Endgame-start[i].Endgame)
		}
		return sum
	}
	if weak, strong := distance(0.1), distance(1e5); strong > weak/10 {
		t.Errorf("the weights moved by %g, with a strong pull by %g", weak, strong)
	}
}

func TestOneThreadGivesTheSameFitEachTimeAndFromACheckpoint(t *testing.T) {
	set := labelled(t, 20, shaken(currentWeights(), 20, rand.New(rand.NewPCG(1, 1))), 200, 6)
	run := func(kill int) *Weights {
		f := newFit(set, currentWeights(), testSettings())
		for f.state.Epoch < 6 {
			if f.state.Epoch == kill {
				var kept bytes.Buffer
				must.Do(t, f.Save(&kept))
				f = newFit(set, currentWeights(), testSettings())
				must.Do(t, f.Restore(&kept))
			}
			f.Epoch()
		}
		return &f.state.Weights
	}
	want := run(-1)
	for _, kill := range []int{-1, 0, 3, 5} {
		if got := run(kill); *got != *want {
			t.Errorf("killed before epoch %d the fit gives other weights", kill+1)
		}
	}
}

func TestCheckpointsOfOtherFitsAreRefused(t *testing.T) {
	set := labelled(t, 5, currentWeights(), 200, 6)
	f := newFit(set, currentWeights(), testSettings())
	f.Epoch()
	var kept bytes.Buffer
	must.Do(t, f.Save(&kept))
	text := kept.String()
	settings, start := testSettings(), currentWeights()
	settings.Lambda = 0.5
	start[0].Middlegame++
	tests := []struct {
		name string
		fit  *fit
		text string
		want error
	}{
		{"other settings", newFit(set, currentWeights(), settings), text, errOtherFit},
		{"other weights", newFit(set, start, testSettings()), text, errOtherFit},
		{"other positions", newFit(labelled(t, 5, currentWeights(), 200, 7), currentWeights(), testSettings()), text, errOtherFit},
		{"cut off", f, text[:len(text)/2], errCheckpoint},
		{"another version", f, strings.Replace(text, `"Version":2`, `"Version":1`, 1), errCheckpoint},
		{"a changed number", f, strings.Replace(text, `"Epoch":1`, `"Epoch":7`, 1), errCheckpoint},
		{"a changed checksum", f, strings.Replace(text, `"Checksum":"`, `"Checksum":"0`, 1), errCheckpoint},
	}
	for _, test := range tests {
		before := test.fit.state
		if err := test.fit.Restore(strings.NewReader(test.text)); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
		if test.fit.state != before {
			t.Errorf("%s: the fit was changed", test.name)
		}
	}
	if err := f.Restore(strings.NewReader(text)); err != nil {
		t.Errorf("its own checkpoint: %v", err)
	}
}

func TestGamesAreFittedOrHeldOutAsAWhole(t *testing.T) {
	set := labelled(t, 45, currentWeights(), 200, 8)
	fit, heldOut := set.Split()
	if len(fit)+len(heldOut) != len(set.positions) || len(heldOut) == 0 {
		t.Fatalf("%d and %d of %d positions", len(fit), len(heldOut), len(set.positions))
	}
	side := map[uint32]bool{}
	for _, i := range heldOut {
		side[i] = true
	}
	first, games := 0, 0
	for _, end := range set.games {
		for i := first; i < end; i++ {
			if side[uint32(i)] != side[uint32(first)] {
				t.Fatalf("position %d is not on the side of its game", i)
			}
		}
		if end > first && side[uint32(first)] {
			games++
		}
		first = end
	}
	if games > 45/heldOutShare {
		t.Errorf("%d of 45 games are held out", games)
	}
}

func TestWeightsThatAreHeldStayAsTheyAre(t *testing.T) {
	start := currentWeights()
	settings := testSettings()
	settings.Hold = []string{"PieceValue", "Tempo"}
	f := newFit(labelled(t, 30, shaken(start, 20, rand.New(rand.NewPCG(1, 1))), 200, 5), start, settings)
	f.Epoch()
	before, after := start.byName(), f.state.Weights.byName()
	if after.PieceValue != before.PieceValue || after.Tempo != before.Tempo {
		t.Errorf("PieceValue %v, Tempo %v; they were %v, %v", after.PieceValue, after.Tempo, before.PieceValue, before.Tempo)
	}
	if after.PieceStage == before.PieceStage {
		t.Error("no other weight has moved")
	}
}
