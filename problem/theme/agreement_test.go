package theme

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"alfiere/problem"
)

// shown is what a report shows by name: the lines, or none where only the name counts.
type shown map[string]map[string]bool

func (s shown) add(name, line string) {
	if s[name] == nil {
		s[name] = map[string]bool{}
	}
	if line != "" {
		s[name][line] = true
	}
}

// recognised is what the package finds.
func recognised(r *problem.Report) shown {
	found := shown{}
	for _, f := range Recognise(r) {
		for _, l := range f.Lines {
			found.add(f.Theme.Name, write(r.Position, l))
		}
	}
	return found
}

// reference is what the reference implementation finds of the themes it knows; of those of
// one variation also by which lines.
func reference(r *problem.Report) shown {
	s := newRefStudy(r)
	found := shown{}
	lineOf := func(p *refPlay) string { return write(r.Position, line{s.key.Move, p.defence, p.mate}) }
	for i := range s.key.plays {
		p := &s.key.plays[i]
		for name, has := range ofDefence {
			if has(p) {
				found.add(name, lineOf(p))
			}
		}
		if s.unpinsDefender(p) {
			found.add("unpin of a defender", lineOf(p))
		}
	}
	plays := slices.Concat(s.key.threats, s.key.plays)
	for i := range plays {
		p := &plays[i]
		for name, has := range ofMate {
			if has(p) {
				found.add(name, lineOf(p))
			}
		}
		if s.halfBattery(p) {
			found.add("half-battery", lineOf(p))
		}
	}
	for name, has := range ofPairs {
		if has(s) {
			found.add(name, "")
		}
	}
	return found
}

// TestTheReferenceFindsTheSameThemes compares theme by theme, and where the reference has
// lines, line by line.
func TestTheReferenceFindsTheSameThemes(t *testing.T) {
	counts := map[string]int{}
	for _, r := range append(exampleReports(t, 2), soundTwoMovers(t)...) {
		compareWithReference(t, r, counts)
	}
	for _, name := range referenceNames() {
		t.Logf("%-24s %4d", name, counts[name])
	}
}

// TestTheReferenceFindsTheSameThemesInManyRandomProblems goes on where the sample ends: to
// 100 problems that nobody composed, or 20,000 with ALFIERE_LONG=1.
func TestTheReferenceFindsTheSameThemesInManyRandomProblems(t *testing.T) {
	wanted := 100
	if os.Getenv("ALFIERE_LONG") != "" {
		wanted = 20_000
	}
	r := rand.New(rand.NewPCG(6, 16))
	counts := map[string]int{}
	for sound := 0; sound < wanted && !t.Failed(); {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		quick, err := problem.Analyse(t.Context(), p, problem.Options{Moves: 2})
		if err != nil {
			t.Fatal(err)
		}
		if quick.Verdict != problem.Sound {
			continue
		}
		sound++
		report, err := problem.Analyse(t.Context(), p, Options(2))
		if err != nil {
			t.Fatal(err)
		}
		compareWithReference(t, report, counts)
	}
	t.Log(counts)
}

// compareWithReference compares the themes of a report, and counts those both find.
func compareWithReference(t *testing.T, r *problem.Report, counts map[string]int) {
	t.Helper()
	got, want := recognised(r), reference(r)
	for _, name := range referenceNames() {
		switch {
		case got[name] == nil && want[name] == nil:
		case got[name] == nil || want[name] == nil:
			t.Errorf("%s: %s: found %v, the reference finds %v", r.Position.FEN(), name, keys(got[name]), keys(want[name]))
		case len(want[name]) > 0 && !slices.Equal(keys(got[name]), keys(want[name])):
			t.Errorf("%s: %s:\nfound %q\nthe reference finds %q", r.Position.FEN(), name, keys(got[name]), keys(want[name]))
		default:
			counts[name]++
		}
	}
}

func keys(set map[string]bool) (list []string) {
	for key := range set {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

func referenceNames() (names []string) {
	for name := range ofDefence {
		names = append(names, name)
	}
	for name := range ofMate {
		names = append(names, name)
	}
	for name := range ofPairs {
		names = append(names, name)
	}
	names = append(names, "unpin of a defender", "half-battery")
	slices.Sort(names)
	return names
}
