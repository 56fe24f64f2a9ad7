package theme

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// The themes between phases speak of letters alone: first moves and mates A, B, C…, and defences a, b, c…. Here they
// read tables of letters that no position need have, so that even the rarest are met.

// whiteLetter and blackLetter are the moves that a letter denotes. No two of them have
// a square in common that would make one move another's.
func whiteLetter(c byte) movegen.Move {
	return movegen.MakeMove(movegen.Square(c-'A'), movegen.Square(c-'A'+32), movegen.Normal)
}

func blackLetter(c byte) movegen.Move {
	return movegen.MakeMove(movegen.Square(c-'a'+16), movegen.Square(c-'a'+48), movegen.Normal)
}

// letters makes a phase from words: "A" its first move, ">BC" its threats, "aB" that a is
// answered by B, "a!" that a refutes.
func letters(text string) *answers {
	ph := &problem.Phase{}
	a := &answers{phase: &phase{Phase: ph}, left: 1}
	for word := range strings.FieldsSeq(text) {
		switch {
		case len(word) == 1:
			ph.Move = whiteLetter(word[0])
		case word[0] == '>':
			for _, c := range []byte(word[1:]) {
				ph.Threats.In = 1
				ph.Threats.Moves = append(ph.Threats.Moves, whiteLetter(c))
			}
		case word[1] == '!':
			ph.Refutations = append(ph.Refutations, blackLetter(word[0]))
		default:
			d, m := blackLetter(word[0]), whiteLetter(word[1])
			a.defences, a.played = append(a.defences, d), append(a.played, m)
			a.mates = append(a.mates, m)
		}
	}
	if ph.Move != movegen.NoMove {
		a.first = ph.Move
	}
	if len(ph.Threats.Moves) == 1 {
		a.threat = ph.Threats.Moves[0]
	}
	return a
}

// lettered makes a study from phases divided by slashes: tries, then the key; set play,
// which has no first move, comes first.
func lettered(text string) *study {
	s := &study{report: &problem.Report{Moves: 2}, left: 1}
	phases := strings.Split(text, "/")
	for i, words := range phases {
		a := letters(words)
		if i == len(phases)-1 {
			s.key, s.actual = a, a.phase
		} else {
			s.earlier = append(s.earlier, a)
		}
	}
	return s
}

// themeNamed returns the theme with the name.
func themeNamed(t *testing.T, name string) *Theme {
	t.Helper()
	i := slices.IndexFunc(Themes(), func(theme *Theme) bool { return theme.Name == name })
	if i < 0 {
		t.Fatalf("there is no theme named %q", name)
	}
	return Themes()[i]
}

func TestLettersShowTheirThemesAndNearMissesDoNot(t *testing.T) {
	tests := []struct {
		theme         string
		shows, misses []string
	}{
		{"reversal", []string{"A aB / B aA", "A aB b! / B aA bC", "C aD / A aB / B aA"}, []string{"A aB / B bA", "A aB / C aA", "A aB / B aC"}},
		{"threat reversal", []string{"A >B / B >A", "A >B aC / B >A", "C >D / A >B / B >A"}, []string{"A >BC / B >A", "A >B / C >A", "A >B / B >C"}},
		{"Erokhin", []string{"A aB / C >B aA", "C >B aA / A aB", "D / A aB / C >B aA"}, []string{"A aB / C >B bA", "A aB / C >BD aA", "A aB / C >D aA"}},
		{"Jurasevic", []string{"A >B aC / B >C aA", "B >C aA / A >B aC", "A >B aC bD / B >C aA bD"},
			[]string{"A >B aC / B >C bA", "A >B aC / D >C aA", "A >B aC / B >D aA"}},
		{"Shedey", []string{"D >A aB bC / E >B aC bA", "D >A aB bC cF / E >B aC bA cG", "E >B aC bA / D >A aB bC"},
			[]string{"D >A aB bC / E >B aA bC", "D >A aB bC / E >B aC", "D >A aB bC / E >BF aC bA"}},
		{"Kiss", []string{"A aB bC / B aC bA", "A >D aB bC / B >E aC bA", "B aC bA / A aB bC"},
			[]string{"A aB bC / B aA bC", "A aB bC / D aC bA", "A aB bC / B aC bD"}},
		{"Rice", []string{"D aA bB / E aB bC / F aC bA", "aA bB / E aB bC / F aC bA", "D aA bB / E aC bA / F aB bC"},
			[]string{"D aA bB / E aB bC / F aC bB", "D aA bB / E aB bC", "D aA bB / E aB bA / F aC bC"}},
		{"Ukrainian", []string{"D >A aB / E >B aC / F >C aA", "D >A aB / F >C aA / E >B aC", "D >A aB bG / E >B aC / F >C aA"},
			[]string{"D >A aB / E >B aC / F >C bA", "D >A aB / E >B aC / F >CG aA", "D >A aB / E >B aA / F >C aC"}},
		{"Ceriani", []string{"A aB / B aC / C aA", "A aB / C aA / B aC", "A >D aB / B >D aC / C >D aA"},
			[]string{"A aB / B aC / C bA", "A aB / B aA / C aC", "A aB / B aC / D aA"}},
		{"Reeves", []string{"A >B / B >C / C >A", "B >C / A >B / C >A", "A >B a! / B >C b! / C >A"},
			[]string{"A >B / B >A / C >D", "A >B / B >CD / C >A", "A >B / B >C / C >B"}},
		{"Chepizhny", []string{"aA bD / E aB cD / F aC dD", "G aA bD / E aB cD / F aC dD", "aA bD bD / E aB cD / F aC dD bE"},
			[]string{"aA bD / E aB bD / F aC dD", "aA bD / E aB cD / F aB dD", "aA bD cD / E aB cD / F aC dD"}},
		{"ideal Ruchlis", []string{"aA bB cE dF / G aC bD cA dB", "E aA bB cC dD / G aC bD cA dB", "aA bB cB dA / G aC bD cA dB"},
			[]string{"aA bB / G aC bD cA dB", "aA bB cE / G aC bD cA dB", "aA bB cE dF / G aC bC cA dB"}},
		{"Lacny", []string{"D aA bB cC / E aB bC cA", "aA bB cC / E aC bA cB", "D aA bB cC dF / E aB bC cF dA"},
			[]string{"D aA bB cC / E aB bA cC", "D aA bB cC / E aB bC cD", "D aA bB / E aB bA"}},
		{"cyclic double threats", []string{"D >AB / E >BC / F >CA", "D >AB / E >CA / F >BC aG", "D >BC / G / E >CA / F >AB"},
			[]string{"D >AB / E >BC / F >CAG", "D >AB / E >BC / F >AB", "D >AB / E >BC / F >CG"}},
		{"Dombrovskis", []string{"C >A a! / D >B b! / E aA bB", "C >AF a! / D >BA b! / E aA bB", "C >AFG a! / D >B b! / E aA bB"},
			[]string{"C >AB a! / D >AB b! / E aA bB", "C >AFGH a! / D >B b! / E aA bB", "C >AF a! / D >B b! / E >AF aA bB"}},
		{"Hannelius", []string{"C >AF a! / D >B b! / E aB bA", "C >A a! / D >B b! / E aB bA", "C >A a! / D >B b! / E >F aB bA", "C >A a! / D >B b! / F / E aB bA"},
			[]string{"C >A a! / D >B b! / E aA bB", "C >AB a! / D >AB b! / E aB bA", "C >A a! / D >B a! / E aB bA"}},
		{"Banny", []string{"A a! / B b! / C aB bA", "A >D a! / B >D b! / C >D aB bA", "A a! / B b! / F c! / C aB bA"},
			[]string{"A a! / B b! / C aA bB", "A a! / B a! / C aB bA", "A a! / B b! / C >A aB bA"}},
	}
	for _, test := range tests {
		theme := themeNamed(t, test.theme)
		for _, text := range test.shows {
			if s := lettered(text); theme.find(s) == nil {
				t.Errorf("%s: not found in %q", test.theme, text)
			}
		}
		for _, text := range test.misses {
			if s := lettered(text); theme.find(s) != nil {
				t.Errorf("%s: found in %q", test.theme, text)
			}
		}
	}
}

// randomLetters is a table of two to five phases with few letters, so that they meet.
func randomLetters(r *rand.Rand) string {
	first := ""
	white := func() string { // any mate but the first move itself
		for {
			if m := string(rune('A' + r.IntN(4))); m != first {
				return m
			}
		}
	}
	n := 2 + r.IntN(4)
	var phases []string
	for i := range n {
		var words []string
		first = ""
		if i > 0 || r.IntN(2) == 0 {
			first = string(rune('A' + (r.IntN(2)*4 + r.IntN(4)))) // among the mates or not
			words = append(words, first)
			switch r.IntN(4) {
			case 0:
				words = append(words, ">"+white())
			case 1, 2:
				if a, b := white(), white(); a != b && r.IntN(2) == 0 {
					words = append(words, ">"+a+b)
				} else {
					words = append(words, ">"+a)
				}
			}
		}
		refutation := r.IntN(3)
		for d := range 3 + r.IntN(3) {
			name := string(rune('a' + d))
			switch {
			case i < n-1 && first != "" && d == refutation:
				words = append(words, name+"!")
			case r.IntN(5) > 0:
				words = append(words, name+white())
			}
		}
		phases = append(phases, strings.Join(words, " "))
	}
	return strings.Join(phases, " / ")
}

// countsOfLetters are how many of 4,000 random tables show each theme. An independent implementation of the definitions
// in docs/themes.md agreed on every table when they were counted.
var countsOfLetters = map[string]int{
	"Banny": 14, "Barnes": 61, "Ceriani": 15, "Chepizhny": 30, "Dombrovskis": 39, "Erokhin": 303, "Hannelius": 33,
	"Jurasevic": 24, "Kiss": 59, "Lacny": 21, "Reeves": 6, "Rice": 13, "Ruchlis": 27, "Rudenko": 321, "Shedey": 9,
	"Ukrainian": 2, "Urania": 502, "cyclic double threats": 1, "Vladimirov": 12, "Zagoruiko": 70, "ideal Ruchlis": 4, "le Grand": 126,
	"pseudo le Grand": 207, "reciprocal change": 316, "reversal": 198, "threat reversal": 45,
}

// TestRandomLettersShowEveryThemeAsOftenAsTheyDid compares the counts on random tables, in
// which even the rarest themes occur.
func TestRandomLettersShowEveryThemeAsOftenAsTheyDid(t *testing.T) {
	counts := map[string]int{}
	r := rand.New(rand.NewPCG(4, 16))
	for range 4000 {
		s := lettered(randomLetters(r))
		firsts := map[movegen.Move]bool{s.key.Move: true}
		for _, ph := range s.earlier {
			firsts[ph.Move] = true
		}
		if len(firsts) <= len(s.earlier) {
			continue // two phases with one first move
		}
		for name := range countsOfLetters {
			if themeNamed(t, name).find(s) != nil {
				counts[name]++
			}
		}
	}
	for name, want := range countsOfLetters {
		if counts[name] != want {
			t.Errorf("%s: %d tables show it, want %d", name, counts[name], want)
		}
	}
}

// solved is the outcome of analysing many positions once for all tests.
type solved struct {
	reports []*problem.Report // of sound problems, with all that themes need
	err     error
}

// composedProblems are the sound ones of the composed two-movers.
var composedProblems = sync.OnceValue(func() (s solved) {
	text, err := os.ReadFile("../testdata/two_movers.txt")
	if err != nil {
		return solved{err: err}
	}
	for line := range strings.Lines(string(text)) {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(strings.TrimSpace(line))
		if err != nil {
			return solved{err: err}
		}
		s.add(p)
	}
	s.reports = slices.DeleteFunc(s.reports, func(r *problem.Report) bool { return r.Verdict != problem.Sound })
	return s
})

// randomProblems are a thousand sound two-movers that nobody composed.
var randomProblems = sync.OnceValue(func() (s solved) {
	r := rand.New(rand.NewPCG(1, 9))
	for len(s.reports) < 1000 && s.err == nil {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		quick, err := problem.Analyse(context.Background(), p, problem.Options{Moves: 2})
		if err != nil {
			return solved{err: err}
		}
		if quick.Verdict == problem.Sound {
			s.add(p)
		} else if slices.ContainsFunc(Recognise(quick), func(f Found) bool { return !slices.Contains(patterns, f.Theme.Name) }) {
			s.err = fmt.Errorf("%s is %v and has themes", p.FEN(), quick.Verdict)
		}
	}
	return s
})

func (s *solved) add(p movegen.Position) {
	r, err := analysed(p, 2)
	if err != nil {
		s.err = err
	}
	s.reports = append(s.reports, r)
}

// analyses holds reports by FEN and length, so that tests share them.
var analyses sync.Map

// analysed returns the report of p with all that themes need.
func analysed(p movegen.Position, moves int) (*problem.Report, error) {
	key := fmt.Sprint(p.FEN(), moves)
	if r, ok := analyses.Load(key); ok {
		return r.(*problem.Report), nil
	}
	r, err := problem.Analyse(context.Background(), p, Options(moves))
	if err == nil {
		analyses.Store(key, r)
	}
	return r, err
}

// soundTwoMovers returns the composed problems and the random ones.
func soundTwoMovers(t *testing.T) []*problem.Report {
	t.Helper()
	random := randomProblems()
	if random.err != nil {
		t.Fatal(random.err)
	}
	composed := composedProblems()
	if composed.err != nil {
		t.Fatal(composed.err)
	}
	return append(composed.reports[:len(composed.reports):len(composed.reports)], random.reports...)
}
