package problem

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// requirePlay compares the play that is nested in a phase, which begins with the
// position p, with the reference's. It returns the number of phases below.
func requirePlay(t *testing.T, p movegen.Position, phase *Phase, o Options) (phases int) {
	t.Helper()
	visit := func(after movegen.Position, mates *Mates) {
		if want := mates.In > 1 && o.Play > 2; (mates.Play != nil) != want {
			t.Fatalf("%s: play after %s nested %t, want %t", after.FEN(), moveNames(mates.Moves), !want, want)
		}
		for i := range mates.Play {
			below, inner := &mates.Play[i], o
			inner.Moves, inner.Play = mates.In, o.Play-1
			next := after.After(mates.Moves[i])
			if got, want := canonicalPhase(below), referencePhase(next, mates.Moves[i], inner); got != want {
				t.Fatalf("%s:\n%s\nthe reference says:\n%s", next.FEN(), got, want)
			}
			phases += 1 + requirePlay(t, next, below, inner)
		}
	}
	if phase.Threats.In > 0 {
		passed := p
		passed.MakeNull()
		visit(passed, &phase.Threats)
	}
	for i := range phase.Variations {
		v := &phase.Variations[i]
		visit(p.After(v.Defence), &v.Mates)
	}
	return phases
}

func requireWholePlay(t *testing.T, p movegen.Position, o Options) (phases int) {
	t.Helper()
	report := analyse(t, p, o)
	whole := o
	if len(report.Keys) > 1 {
		if len(report.Keys)%2 == 0 { // one of them is the composer's
			o.Key = report.Keys[1].Move
			report = analyse(t, p, o)
		}
		o.Play = o.CookedPlay
	}
	for _, list := range [][]Phase{report.Keys, report.Tries} {
		for i := range list {
			if list[i].Move == o.Key {
				phases += requirePlay(t, p.After(o.Key), &list[i], whole)
				continue
			}
			phases += requirePlay(t, p.After(list[i].Move), &list[i], o)
		}
	}
	if report.Set != nil {
		waiting := p
		waiting.MakeNull()
		phases += requirePlay(t, waiting, report.Set, o)
	}
	return phases
}

// TestNestedPlayAgreesWithTheReference looks at every phase down to the mates.
func TestNestedPlayAgreesWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	phases, positions := 0, 40
	if long() {
		positions *= 10
	}
	for i := range positions {
		o := Options{Moves: 3, Tries: i % 2, SetPlay: i%3 == 0, Play: 2 + i%3, CookedPlay: 2 + i%2, AllDefences: i%4 == 0}
		phases += requireWholePlay(t, randomProblem(r), o)
	}
	phases += requireWholePlay(t, composed(t, "8/8/8/8/8/2k5/4Q3/K7 w - - 0 1"), Options{Moves: 4, Play: 4})
	if phases < 100 {
		t.Errorf("only %d phases below the first: a poor test", phases)
	}
}

// TestPlayIsNestedAsDeepAsAsked counts the levels of a mate in four.
func TestPlayIsNestedAsDeepAsAsked(t *testing.T) {
	p := composed(t, "1R6/3p4/2pP4/2k1P3/7p/3RN3/2PP3K/8 w - - 0 1")
	for play, want := range []int{2, 2, 2, 3, 4, 4} {
		report := analyse(t, p, Options{Moves: 4, Play: play})
		if got := 1 + levels(report.Keys); got != want {
			t.Errorf("play down to move %d, want %d with Play %d", got, want, play)
		}
	}
}

// levels returns how deep phases lie in one another.
func levels(phases []Phase) (deepest int) {
	for i := range phases {
		deepest = max(deepest, 1)
		for j := range phases[i].Variations {
			deepest = max(deepest, 1+levels(phases[i].Variations[j].Mates.Play))
		}
	}
	return deepest
}

// TestPartialDefencesAreHiddenOnRequest compares the reports with and without.
func TestPartialDefencesAreHiddenOnRequest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	hidden := 0
	for range 500 {
		p := randomProblem(r)
		o := Options{Moves: 2, Tries: 1, SetPlay: true}
		all := analyse(t, p, o)
		o.HidePartial = true
		some := analyse(t, p, o)
		for _, list := range [][]Phase{all.Keys, all.Tries} {
			for i := range list {
				hidden += dropPartial(t, &list[i])
			}
		}
		if got, want := canonical(some), canonical(all); got != want {
			t.Fatalf("%s:\n%s\nwant\n%s", p.FEN(), got, want)
		}
	}
	if hidden < 50 {
		t.Errorf("only %d partial defences: a poor test", hidden)
	}
}

// dropPartial removes the partial defences of a two-mover's phase: those after which some threat still mates.
func dropPartial(t *testing.T, phase *Phase) (dropped int) {
	var kept []Variation
	for _, v := range phase.Variations {
		left := 0
		for _, m := range v.Mates.Moves {
			for _, threat := range phase.Threats.Moves {
				if m == threat {
					left++
				}
			}
		}
		if want := len(phase.Threats.Moves) - left; v.Stopped != want {
			t.Fatalf("%v stops %d threats, want %d", v.Defence, v.Stopped, want)
		}
		if left == 0 {
			kept = append(kept, v)
		}
	}
	dropped = len(phase.Variations) - len(kept)
	phase.Variations = kept
	return dropped
}
