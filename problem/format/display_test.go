package format

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/text"
)

// millour is a three-mover by Millour and Kerhuel with an allumwandlung below its continuations.
const millour = "3nR3/3n4/2P1P3/4kBp1/N2N2p1/PQ4p1/6p1/6K1 w - - 0 1"

// themesTold returns the names of the themes in an answer in JSON.
func themesTold(t *testing.T, s Solver, fen string) (names []string) {
	t.Helper()
	s.Form = JSON
	a := s.Solve(t.Context(), fen)
	var answer struct{ Themes []struct{ Name string } }
	if err := json.Unmarshal(a.Text, &answer); err != nil || a.Fault != nil {
		t.Fatalf("%v, %v: %s", err, a.Fault, a.Text)
	}
	for _, theme := range answer.Themes {
		names = append(names, theme.Name)
	}
	return slices.Compact(names)
}

// TestWhatIsShownDecidesNothingOfWhatIsFound: the themes are those of the whole play, be it written or not.
func TestWhatIsShownDecidesNothingOfWhatIsFound(t *testing.T) {
	for _, problem := range []struct {
		fen   string
		moves int
	}{{millour, 3}, {cumpe, 2}, {"8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", 2}, {"k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", 3}} {
		asked := func(change func(s *Solver)) []string {
			s := Solver{Text: text.Options{Themes: true}}
			s.Problem.Moves = problem.moves
			change(&s)
			s.Complete(false, func(string) bool { return true })
			return themesTold(t, s, problem.fen)
		}
		want := asked(func(*Solver) {})
		if problem.fen == millour && !slices.Contains(want, "allumwandlung") {
			t.Errorf("no allumwandlung among %q", want)
		}
		for name, change := range map[string]func(s *Solver){
			"compact":             func(s *Solver) { s.Text.Compact = true },
			"play 1":              func(s *Solver) { s.Play = 1 },
			"play 3":              func(s *Solver) { s.Play = 3 },
			"set play":            func(s *Solver) { s.Text.SetPlay = true },
			"tries":               func(s *Solver) { s.Problem.Tries = 1 },
			"three refutations":   func(s *Solver) { s.Problem.Tries = 3 },
			"no checking tries":   func(s *Solver) { s.Problem.QuietTries = true },
			"all defences":        func(s *Solver) { s.Text.AllDefences = true },
			"no duals":            func(s *Solver) { s.Text.HideDuals = true },
			"no partial defences": func(s *Solver) { s.Text.HidePartial = true },
			"each defence":        func(s *Solver) { s.Text.Ungrouped = true },
			"threads":             func(s *Solver) { s.Threads = 2 },
		} {
			if got := asked(change); !slices.Equal(got, want) {
				t.Errorf("%s, %s: themes %q, want %q", problem.fen, name, got, want)
			}
		}
	}
}

// TestLongAndCookedProblemsAreToldBriefly unless more is asked for, and say so.
func TestLongAndCookedProblemsAreToldBriefly(t *testing.T) {
	const excelsior, queen = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1", "k7/8/2K5/8/8/8/8/5Q2 w - - 0 1"
	for _, test := range []struct {
		fen         string
		moves, play int
		full        bool
		last        string // a move that is written, and one that is not
		beyond      string
		hint        bool
	}{
		{excelsior, 5, 0, false, " 2.", " 3.", true},
		{excelsior, 5, 3, false, " 3.", " 4.", false},
		{excelsior, 5, 5, false, " 5.", " 6.", false},
		{queen, 4, 0, false, " 2.", " 3.", true},
		{queen, 4, 0, true, " 2.", " 3.", true},
		{queen, 4, 3, false, " 3.", " 4.", false},
		{"k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", 3, 0, false, " 3.", " 4.", false},
		{"k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", 3, 2, false, "[2.", " 3.", false},
	} {
		s := Solver{Play: test.play}
		s.Problem.Moves = test.moves
		s.Complete(test.full, func(string) bool { return false })
		a := s.Solve(t.Context(), test.fen)
		got, _, _ := strings.Cut(string(a.Text), " nodes") // and without the time
		hint := fmt.Sprintf("The play is shown up to move 2; --play %d shows all of it.\n", test.moves)
		if a.Fault != nil || !strings.Contains(got, test.last) || strings.Contains(got, test.beyond) || strings.Contains(got, hint) != test.hint {
			t.Errorf("%s, --play %d, full %t: %v\n%.3000s", test.fen, test.play, test.full, a.Fault, got)
		}
	}
}

// TestTheIntendedKeyOfACookedProblemHasItsWholePlay, in which its themes are found. Here there are two keys.
func TestTheIntendedKeyOfACookedProblemHasItsWholePlay(t *testing.T) {
	s := Solver{Key: "Kb5"}
	s.Problem.Moves, s.Text.Themes = 4, true
	p, err := parse("k7/8/2K5/8/8/8/8/5Q2 w - - 0 1", s.Meant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.analyse(t.Context(), &p)
	if err != nil || len(r.Keys) < 2 {
		t.Fatalf("%v, %d keys", err, len(r.Keys))
	}
	for i := range r.Keys {
		nested := false
		for _, v := range r.Keys[i].Variations {
			nested = nested || v.Mates.Play != nil
		}
		if want := r.Keys[i].Move.String() == "c6b5"; nested != want {
			t.Errorf("the play after %v is nested: %t", r.Keys[i].Move, nested)
		}
	}
}
