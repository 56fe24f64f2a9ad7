package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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
	for _, v := range [...]problem.Verdict{problem.Sound, problem.Cooked, problem.ShortSolution, problem.NoSolution,
		problem.MissingSolution} {
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

// ThemeNames returns the names of all themes by what they are called, also in the languages that reports have words in.
func ThemeNames() map[string]string {
	names := theme.OtherNames()
	for _, t := range theme.Themes() {
		names[t.Name], names[message.Italian.Text(t.Name)] = t.Name, t.Name
	}
	return names
}

// Spelling makes names equal that differ in capital letters, blanks and hyphens.
func Spelling(name string) string {
	return blanksAndHyphens.Replace(strings.ToLower(name))
}

var blanksAndHyphens = strings.NewReplacer(" ", "", "-", "")

// Summary counts the outcomes of many problems. It grows with the number of different
// themes and stipulations, not with that of problems. The zero value is empty.
type Summary struct {
	Passed      int  // problems that passed the filters
	Interrupted bool // before all problems were reached

	verdicts map[string]int // by name, with faults
	moves    map[int]int
	themes   map[string]int
	men      extent
	elapsed  time.Duration
}

// extent is a set of numbers, in short.
type extent struct{ n, least, most, sum int }

// add adds a number.
func (e *extent) add(number int) {
	if e.n == 0 {
		e.least = number
	}
	e.n++
	e.least, e.most, e.sum = min(e.least, number), max(e.most, number), e.sum+number
}

// average is 0 if there are no numbers.
func (e *extent) average() float64 { return float64(e.sum) / float64(max(e.n, 1)) }

// Add counts a problem, or what could not be read.
func (s *Summary) Add(o *Outcome) {
	if s.verdicts == nil {
		s.verdicts, s.moves, s.themes = map[string]int{}, map[int]int{}, map[string]int{}
	}
	s.verdicts[o.Verdict]++
	s.elapsed += o.Elapsed
	if o.Verdict == Fault {
		return
	}
	s.moves[o.Moves]++
	s.men.add(o.White + o.Black)
	for _, name := range o.Themes {
		s.themes[name]++
	}
}

// Problems returns the number of problems, without invalid ones.
func (s *Summary) Problems() int { return s.men.n }

// themeCount is how many problems have a theme.
type themeCount struct {
	Name     string `json:"name"`
	Problems int    `json:"problems" jsonschema:"minimum=1"`
}

// rank returns the themes, the most frequent first.
func (s *Summary) rank() []themeCount {
	list := []themeCount{}
	for name, n := range s.themes {
		list = append(list, themeCount{name, n})
	}
	slices.SortFunc(list, func(a, b themeCount) int {
		return cmp.Or(b.Problems-a.Problems, cmp.Compare(a.Name, b.Name))
	})
	return list
}

// table is rows of names with numbers.
type table []row

type row struct {
	name   string
	number int
}

// write writes the rows, the numbers below each other.
func (t table) write(w io.Writer) {
	names, digits := 0, 0
	for _, r := range t {
		names, digits = max(names, utf8.RuneCountInString(r.name)), max(digits, len(strconv.Itoa(r.number)))
	}
	for _, r := range t {
		fmt.Fprintf(w, "  %-*s  %*d\n", names, r.name, digits, r.number)
	}
}

// Write writes the counts as text. Of the options the language counts, and that themes
// are listed only if they are there or Themes says that they were looked for. The error is w's.
func (s *Summary) Write(w io.Writer, o Options) error {
	out := bufio.NewWriter(w)
	l := o.Language
	fmt.Fprintln(out, l.Sprintf("Problems: %d", s.Problems()))
	verdicts, themes := table{}, table{}
	for _, name := range VerdictNames() {
		if n := s.verdicts[name]; n > 0 {
			verdicts = append(verdicts, row{l.Text(verdictTexts[name]), n})
		}
	}
	verdicts.write(out)
	if s.Passed < s.Problems() {
		fmt.Fprintln(out, l.Sprintf("Passed the filters: %d", s.Passed))
	}
	if s.Problems() > 0 {
		var moves []string
		for _, n := range slices.Sorted(maps.Keys(s.moves)) {
			moves = append(moves, fmt.Sprintf("#%d %d", n, s.moves[n]))
		}
		fmt.Fprintf(out, "%s: %s\n", l.Text("Moves"), strings.Join(moves, ", "))
		fmt.Fprintln(out, l.Sprintf("Men: %d to %d, %.1f on average", s.men.least, s.men.most, s.men.average()))
	}
	for _, theme := range s.rank() {
		themes = append(themes, row{l.Text(theme.Name), theme.Problems})
	}
	if len(themes) > 0 {
		fmt.Fprintf(out, "%s:\n", l.Text("Themes"))
	} else if o.Themes {
		fmt.Fprintf(out, "%s: %s\n", l.Text("Themes"), l.Text("none"))
	}
	themes.write(out)
	fmt.Fprintln(out, l.Sprintf("Solving time: %.2f s in total", s.elapsed.Seconds()))
	if s.Interrupted {
		fmt.Fprintln(out, l.Text("Interrupted: some problems were not reached."))
	}
	return out.Flush()
}

// The types of the summary in JSON.
type (
	jsonSummaryLine struct {
		Version int         `json:"version" jsonschema:"enum=1"`
		Program string      `json:"program,omitempty"`
		Summary jsonSummary `json:"summary"`
	}
	jsonSummary struct {
		Problems     int            `json:"problems"`
		Passed       int            `json:"passed"`
		Verdicts     map[string]int `json:"verdicts"`
		Faults       int            `json:"faults"`
		Stipulations map[string]int `json:"stipulations"`
		Men          jsonExtent     `json:"men"`
		Themes       []themeCount   `json:"themes" jsonschema:"nullable"`
		Seconds      float64        `json:"seconds"`
		Interrupted  bool           `json:"interrupted"`
	}
	jsonExtent struct {
		Least   int     `json:"least"`
		Most    int     `json:"most"`
		Average float64 `json:"average"`
	}
)

// WriteJSON writes the counts as one line of JSON, described in docs/problem-json.md, of
// which the options give the Program, and whether Themes were looked for. The error is w's.
func (s *Summary) WriteJSON(w io.Writer, o Options) error {
	j := jsonSummary{Problems: s.Problems(), Passed: s.Passed, Verdicts: map[string]int{}, Faults: s.verdicts[Fault],
		Stipulations: map[string]int{}, Men: jsonExtent{s.men.least, s.men.most, s.men.average()},
		Seconds: s.elapsed.Seconds(), Interrupted: s.Interrupted}
	for _, name := range VerdictNames() {
		if name != Fault {
			j.Verdicts[name] = s.verdicts[name]
		}
	}
	for n, problems := range s.moves {
		j.Stipulations[stipulation(n)] = problems
	}
	if o.Themes || len(s.themes) > 0 {
		j.Themes = s.rank()
	}
	return WriteLine(w, jsonSummaryLine{JSONVersion, o.Program, j})
}

// verdictTexts are the verdicts as a summary names them.
var verdictTexts = map[string]string{"sound": "sound", "cooked": "cooked", "short": "short solution",
	"none": "no solution", "missing": "missing solution", IllegalDiagram: "illegal position", "undecided": "undecided",
	Fault: "invalid, not counted"}
