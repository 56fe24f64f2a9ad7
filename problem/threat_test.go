package problem

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAThreatIsLoneIfFewerThanTwoDefencesAllowIt compares every phase of random three-movers with its threats counted
// anew. Nothing else about the phase changes.
func TestAThreatIsLoneIfFewerThanTwoDefencesAllowIt(t *testing.T) {
	kept, hidden := 0, 0
	var check func(whole, shown []Phase)
	check = func(whole, shown []Phase) {
		for i := range whole {
			was, is := &whole[i], &shown[i]
			for _, threat := range was.Threats.Moves {
				allow := 0
				for _, v := range was.Variations {
					if v.Mates.In == was.Threats.In && slices.Contains(v.Mates.Moves, threat) {
						allow++
					}
				}
				if allow > 1 {
					kept++
				} else {
					hidden++
				}
				if slices.Contains(is.Threats.Moves, threat) != (allow > 1) {
					t.Fatalf("threat %v that %d defences allow: %v of %v shown", threat, allow, is.Threats, was.Threats)
				}
			}
			if (is.Kind == Threat) != (len(is.Threats.Moves) > 0) {
				t.Fatalf("kind %v with the threats %v", is.Kind, is.Threats.Moves)
			}
			for k := range was.Variations {
				v, w := &was.Variations[k], &is.Variations[k]
				if v.Defence != w.Defence || !slices.Equal(v.Mates.Moves, w.Mates.Moves) ||
					is.Kind != Threat && !w.Effective {
					t.Fatalf("%+v became %+v beside %v", v, w, is.Threats)
				}
				check(v.Mates.Play, w.Mates.Play)
			}
		}
	}
	r := rand.New(rand.NewPCG(29, 6))
	for range 60 {
		report := analyse(t, randomProblem(r), Options{Moves: 3, Tries: 1, Play: 3, CookedPlay: 3, AllDefences: true})
		for _, phases := range [...][]Phase{report.Keys, report.Tries} {
			shown := slices.Clone(phases)
			for i := range shown {
				shown[i] = shown[i].WithoutLoneThreats()
			}
			check(phases, shown)
		}
	}
	if kept < 50 || hidden < 50 {
		t.Errorf("%d threats kept, %d hidden: a poor test", kept, hidden)
	}
}

// TestALoneThreatIsAVariation has the position of a wish for Popeye (its issue 296): after 1.Ke5 the threat 2.Qf5
// only follows 1...Kxe7.
func TestALoneThreatIsAVariation(t *testing.T) {
	report := analyse(t, composed(t, "4k3/3NPN2/8/3K4/8/8/8/1Q6 w - - 0 1"), Options{Moves: 3, AllDefences: true})
	key := report.Keys[slices.IndexFunc(report.Keys, func(p Phase) bool { return p.Move.String() == "d5e5" })]
	shown := key.WithoutLoneThreats()
	if key.Kind != Threat || shown.Kind != Block || shown.Threats.In != 0 || len(shown.Variations) != 3 {
		t.Fatalf("%+v became %+v", key, shown)
	}
	for _, v := range shown.Variations {
		if !v.Effective || v.Stopped != 0 {
			t.Errorf("%v: %+v", v.Defence, v)
		}
	}
}
