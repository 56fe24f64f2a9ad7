package problem

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// referenceSuperfluous applies the definition of isSuperfluous to what the reference implementation
// says of a sound problem with and without a man.
func referenceSuperfluous(whole *movegen.Position, man movegen.Square, moves int) bool {
	b := whole.Builder()
	b.Board[man] = movegen.NoPiece
	p, _, err := b.Build(movegen.Rules{Composed: true})
	if err != nil {
		return false
	}
	o := Options{Moves: moves, SetPlay: true}
	before, after := referenceReport(whole, o), referenceReport(&p, o)
	if !strings.Contains(after, "\nsound") && !strings.HasPrefix(after, "sound") {
		return false
	}
	// The set play counts if no move of it is unprovided.
	set := referenceLines(before, "set ")
	counts := len(set) > 1 && !slices.ContainsFunc(set, func(line string) bool { return strings.HasSuffix(line, "!") })
	if !referenceSame(referenceLines(before, "key "), referenceLines(after, "key "), man) {
		return false
	}
	return !counts || referenceSame(set, referenceLines(after, "set "), man)
}

// referenceLines returns the lines of the phase in a report of the reference: the first
// tells move, kind and threats, each other one a defence.
func referenceLines(report, phase string) []string {
	var found []string
	o := report
	// The reference sorts all lines of a report, but keeps those of a phase together.
	for _, start := range []string{"\n" + phase, phase} {
		i := strings.Index("\n"+o, start)
		if i < 0 {
			continue
		}
		text := strings.TrimPrefix(("\n" + o)[i:], "\n")
		for k, line := range strings.Split(text, "\n") {
			head, first, colon := strings.Cut(line, ": ")
			if k == 0 && colon {
				found = append(found, head, first)
				continue
			}
			if strings.HasPrefix(line, "key ") || strings.HasPrefix(line, "set ") || strings.HasPrefix(line, "short ") || !strings.ContainsAny(line, "!]") {
				break
			}
			found = append(found, line)
		}
		break
	}
	return slices.DeleteFunc(found, func(line string) bool { return line == "" })
}

// referenceSame compares two phases by their lines; those of the man are dropped if their mates are found in others.
func referenceSame(whole, reduced []string, man movegen.Square) bool {
	var rest, own []string
	for i, line := range whole {
		if i > 0 && strings.HasPrefix(line, man.String()) {
			own = append(own, line)
		} else {
			rest = append(rest, line)
		}
	}
	all := strings.Join(reduced, " ")
	for _, line := range own {
		for _, mate := range strings.Fields(strings.Trim(line[strings.Index(line, "[")+1:strings.Index(line, "]")], " ")) {
			if !slices.Contains(strings.FieldsFunc(all, func(c rune) bool { return strings.ContainsRune(" []", c) }), mate) {
				return false
			}
		}
	}
	slices.Sort(rest)
	reduced = slices.Clone(reduced)
	slices.Sort(reduced)
	return slices.Equal(rest, reduced)
}

func TestEconomyAgreesWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 8))
	sound, superfluous := 0, 0
	for sound < 40 {
		p := randomProblem(r)
		checkEconomy(t, p, &sound, &superfluous)
	}
	if superfluous < 10 {
		t.Errorf("only %d men were superfluous", superfluous)
	}
}

func TestEconomyOfSolvedProblems(t *testing.T) {
	n, sound, superfluous := 0, 0, 0
	eachSolved(t, "open.jsonl", func(row *solvedProblem) {
		if n++; n%150 == 0 || long() && n%5 == 0 {
			checkEconomy(t, composed(t, row.FEN), &sound, &superfluous)
		}
	})
	if sound == 0 {
		t.Error("no problem was sound")
	}
}

func checkEconomy(t *testing.T, p movegen.Position, sound, superfluous *int) {
	t.Helper()
	report := analyse(t, p, Options{Moves: 2, Judge: true})
	if (report.Economy != nil) != (report.Verdict == Sound) {
		t.Fatalf("%s: %v, economy %v", p.FEN(), report.Verdict, report.Economy)
	}
	if report.Economy == nil {
		return
	}
	*sound++
	men := p.Occupied() &^ p.ByType(movegen.King)
	if report.Economy.Tested != men {
		t.Fatalf("%s: only %v were tested", p.FEN(), report.Economy.Tested)
	}
	for men != 0 {
		man := men.Pop()
		want := referenceSuperfluous(&p, man, 2)
		if want {
			*superfluous++
		}
		if got := report.Economy.Superfluous.Has(man); got != want {
			t.Errorf("%s: %v is superfluous: %t, want %t", p.FEN(), man, got, want)
		}
	}
}

func TestEconomyByHand(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"Cumpe's problem needs all its men", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", ""},
		{"each of two blocked pawns is needed in a block: the other could move", "8/8/1p6/1P1K4/8/5nP1/5Q1b/5N1k w - - 0 1", ""},
		{"white correction needs all its men", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", ""},
		{"not so two blocked pawns beside a threat", "8/3r4/8/3P3p/1p1Q3P/2N5/1N6/kBK5 w - - 0 1", "h4 h5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := analyse(t, composed(t, c.fen), Options{Moves: 2, Judge: true})
			if report.Verdict != Sound {
				t.Fatal(report.Verdict)
			}
			if got := report.Economy.Superfluous.String(); got != c.want {
				t.Errorf("%s: %q, want %q", c.fen, got, c.want)
			}
		})
	}
}

func TestEconomyKeepsToTheLimits(t *testing.T) {
	p := composed(t, "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1")
	plain := analyse(t, p, Options{Moves: 2, SetPlay: true})
	whole := analyse(t, p, Options{Moves: 2, Judge: true})
	seen := map[int]bool{}
	for limit := plain.Nodes + 1; limit < whole.Nodes; limit += 1 + (whole.Nodes-plain.Nodes)/25 {
		report := analyse(t, p, Options{Moves: 2, Judge: true, Nodes: limit})
		if report.Verdict != Sound || report.Nodes > limit+50 { // a node's mates are tested to the end
			t.Fatalf("limit %d: %v after %d nodes", limit, report.Verdict, report.Nodes)
		}
		seen[report.Economy.Tested.Count()] = true
		if wrong := (report.Economy.Superfluous ^ whole.Economy.Superfluous) & report.Economy.Tested; wrong != 0 {
			t.Errorf("limit %d: wrong about %v", limit, wrong)
		}
	}
	if len(seen) < 4 {
		t.Errorf("numbers of men tested: %v", seen)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if report, err := Analyse(ctx, p, Options{Moves: 2, Judge: true}); err != nil || report.Complete {
		t.Errorf("cancelled: %v, complete %t", err, report.Complete)
	}
}
