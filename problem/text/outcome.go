package text

import (
	"slices"
	"time"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// Names of outcomes that are not a problem.Verdict.
const (
	IllegalDiagram = "illegal" // an illegal diagram
	Fault          = "fault"   // unreadable input
)

// VerdictNames returns the names of all verdicts as JSON has them, that of a fault last.
func VerdictNames() []string {
	names := []string{}
	for _, v := range [...]problem.Verdict{problem.Sound, problem.Cooked, problem.ShortSolution, problem.NoSolution} {
		names = append(names, verdictCodes[v])
	}
	return append(names, IllegalDiagram, verdictCodes[problem.Undecided], Fault)
}

// ParseVerdict returns the verdict of that name. There is none of an illegal diagram and of a fault.
func ParseVerdict(name string) (v problem.Verdict, ok bool) {
	at := slices.Index(verdictCodes[:], name)
	return problem.Verdict(max(at, 0)), at >= 0
}

// Outcome is what has come of a problem, in short: what collections are sorted by. The zero
// value is that of a problem without any result.
type Outcome struct {
	Verdict      string // one of VerdictNames
	Moves        int    // the stipulation; 0 if it is not known
	White, Black int    // men
	Themes       []string
	Elapsed      time.Duration
}

// Outcome returns what has come of the problem.
func (d *Document) Outcome() Outcome {
	if d.Report == nil {
		o := Outcome{Verdict: IllegalDiagram, Moves: d.Illegal.Moves}
		o.White, o.Black = problem.CountMen(d.Illegal.FEN)
		return o
	}
	r := d.Report
	o := Outcome{Verdict: verdictCodes[r.Verdict], Moves: r.Moves, Elapsed: r.Elapsed,
		White: r.Position.ByColor(movegen.White).Count(), Black: r.Position.ByColor(movegen.Black).Count()}
	for _, found := range d.Themes {
		if n := len(o.Themes); n == 0 || o.Themes[n-1] != found.Theme.Name { // those of a name stand together
			o.Themes = append(o.Themes, found.Theme.Name)
		}
	}
	return o
}

// ThemeNames returns the names of all themes by what they are called in the languages that reports have words in.
func ThemeNames() map[string]string {
	names := map[string]string{}
	for _, t := range theme.Themes() {
		names[t.Name], names[message.Italian.Text(t.Name)] = t.Name, t.Name
	}
	return names
}
