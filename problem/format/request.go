package format

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/text"
)

// Complete is Solver.Complete, and themes that decide what is reported, or are counted, are looked
// for even if they are not written.
func (p *Printer) Complete(s *Solver, full bool, said func(name string) bool) {
	s.Complete(full, said)
	s.Themes = p.Filter.NeedsThemes() || p.Summing != noSummary && !said("themes")
	p.Form, p.language = s.Form, s.Text.Language
	p.Head, p.Foot = frame(s)
}

// Complete makes what is analysed and what is written fit together. Text's phases, themes and defences and the number
// of tries in Problem are what was asked for; full asks for everything but the defences that change nothing, and so
// does JSON, unless said reports that somebody has turned the thing off: "set", "tries" or "themes".
func (s *Solver) Complete(full bool, said func(name string) bool) {
	text := &s.Text
	s.said = said
	text.Tries = s.Problem.Tries > 0
	text.EveryTry = text.Tries
	if full || s.Form == JSON || s.Form == PGN {
		text.SetPlay = text.SetPlay || !said("set")
		text.Tries = text.Tries || !said("tries")
		text.Themes = text.Themes || !said("themes")
		text.Judgement = true
	}
	if s.Form == Olive { // for its keywords
		text.Themes = text.Themes || !said("themes")
	}
	if text.Tries && s.Problem.Tries == 0 {
		s.Problem.Tries = 1
	}
	s.Problem.SetPlay = text.SetPlay || text.Judgement
	s.Problem.AllDefences = text.AllDefences
	s.Problem.Judge = text.Judgement
	text.QuietTries, s.Problem.QuietTries = s.Problem.QuietTries, false // which themes may need
	if s.Form == JSON {
		text.Others = s.others()
	}
}

// ParseRefutations reads what refutations are counted by: "move" or "man".
func (s *Solver) ParseRefutations(word string) error {
	if word != "move" && word != "man" {
		return errors.New("must be move or man")
	}
	s.Problem.ByMan = word == "man"
	return nil
}

// others names the options that change an answer in JSON, but for those that Asked names or the problem itself shows.
func (s *Solver) others() string {
	var words []string
	for _, o := range [...]struct {
		text  string
		given bool
	}{
		{fmt.Sprintf("tries=%d", s.Problem.Tries), s.Problem.Tries > 1},
		{"refutations-by=man", s.Problem.ByMan},
		{"no-checking-tries", s.Text.QuietTries},
		{"no-lone-threats", s.Text.HideLone},
		{"economy=tries", s.Text.KeepTries},
		{fmt.Sprintf("play=%d", s.Play), s.Play > 0},
		{"key=" + s.Key, s.Key != ""},
	} {
		if o.given {
			words = append(words, o.text)
		}
	}
	return strings.Join(words, " ")
}

// fitted returns the solver for a problem of that length; see ByLength.
func (s *Solver) fitted(moves int) *Solver {
	if !s.ByLength {
		return s
	}
	fitted := *s
	fitted.Text = s.Text.ByLength(moves, s.said)
	fitted.Problem.SetPlay = fitted.Text.SetPlay || fitted.Text.Judgement
	fitted.Problem.Judge = fitted.Text.Judgement
	if fitted.Text.Tries {
		fitted.Problem.Tries = max(s.Problem.Tries, 1)
	}
	return &fitted
}

// TakeMoves takes the number of moves, as in 2 or #2, from the front of args, which are
// left as they are if something that can be read stands there: a FEN, a file, or "-". The
// error, that of problem.ParseStipulation with what was given, is for anything else.
func (s *Solver) TakeMoves(args []string) (others []string, err error) {
	if len(args) == 0 {
		return args, nil
	}
	moves, err := problem.ParseStipulation(args[0])
	_, absent := os.Stat(args[0])
	named := err != problem.ErrUnsupported && strings.ContainsAny(args[0], "/.") &&
		strings.Trim(args[0], "0123456789.") != ""
	if err != nil && (args[0] == "-" || args[0] == "startpos" || absent == nil || named ||
		strings.ContainsAny(args[0], " \t\n")) {
		return args, nil
	}
	if err != nil {
		return nil, message.Errorf("%w, not %q", err, args[0])
	}
	s.Problem.Moves = moves
	return args[1:], nil
}

// Form is what answers are written as.
type Form int

// The forms. SVG is the diagram only; where there are diagrams, a position that is no chess is left out.
const (
	Text Form = iota
	JSON      // an object on a line
	SVG
	LaTeX
	Popeye // its layout
	Olive  // entries of a collection
	HTML
	DiagramSty // LaTeX for diagram.sty
	PGN
	forms // how many there are
)

// formFlag is a flag that asks for a form.
type formFlag struct {
	Form            Form
	Name, Extension string // Extension is that of files of the form
	Usage           string
}

// FormFlags returns the table of the flags that ask for forms other than Text.
func FormFlags() []formFlag {
	return []formFlag{
		{JSON, "json", "json",
			"answer in JSON, one object per line, with set play, tries, themes and judgement unless turned off, " +
				"as in --set=false"},
		{SVG, "svg", "svg", "draw the diagram as SVG and print nothing else"},
		{LaTeX, "latex", "tex", "write a LaTeX document of diagrams and solutions, with the package chessboard"},
		{DiagramSty, "diagram-sty", "tex",
			"write LaTeX for diagram.sty, the package of magazines: diagrams and solutions"},
		{HTML, "html", "html", "write a self-contained HTML page of diagrams and solutions"},
		{PGN, "pgn", "pgn", "write a game in PGN: the diagram, with keys, tries and variations as moves"},
		{Popeye, "popeye", "txt",
			"answer in the layout of Popeye, for programs that read it; options of the input choose the play"},
		{Olive, "olive", "olv",
			"answer in Olive's YAML: the complete entries of the input, with solution and keywords added"},
	}
}

// errForms is returned where several forms are asked for at once.
var errForms = errors.New("use only one of --json, --svg, --latex, --diagram-sty, --html, --pgn, --popeye and --olive")

// FormChoice gathers what flags ask for.
type FormChoice struct{ asked [forms]bool }

// Set returns a function that takes the value of the form's flag, true or false.
func (c *FormChoice) Set(form Form) func(string) error {
	return func(text string) (err error) {
		c.asked[form], err = strconv.ParseBool(text)
		return err
	}
}

// Form returns the only form that is asked for, Text if none is. The error is errForms.
func (c *FormChoice) Form() (form Form, err error) {
	for other, asked := range c.asked {
		switch {
		case asked && form != Text:
			return Text, errForms
		case asked:
			form = Form(other)
		}
	}
	return form, nil
}

// frame returns what precedes and follows all answers of the solver.
func frame(s *Solver) (head, foot string) {
	switch {
	case s.Form == Popeye:
		return s.Text.Program + "\n", ""
	case s.Form == HTML:
		return text.HTMLHead(s.Text.Language), text.HTMLFoot
	case s.Form == LaTeX && !s.Text.DiagramOnly:
		return text.LaTeXHead, text.LaTeXFoot
	case s.Form == DiagramSty && !s.Text.DiagramOnly:
		return text.DiagramStyHead, text.DiagramStyFoot
	}
	return "", ""
}

// filter selects the problems of a collection to write. The zero value passes all. What is
// given several times must all hold.
type filter struct {
	only   []clause // of verdicts
	themes []clause
	men    []menRange
}

// clause is names of which a problem must have one, or lack one that is negated.
type clause []literal

type literal struct {
	name    string
	negated bool
}

// holds reports whether one of the literals holds for something that has these names.
func (c clause) holds(names ...string) bool {
	return slices.ContainsFunc(c, func(l literal) bool { return slices.Contains(names, l.name) != l.negated })
}

// Passes reports whether a problem is written. What could not be read has neither themes nor men.
func (f *filter) Passes(o *text.Outcome) bool {
	for _, c := range f.only {
		if !c.holds(o.Verdict) {
			return false
		}
	}
	for _, c := range f.themes {
		if !c.holds(o.Themes...) || o.Verdict == text.Fault {
			return false
		}
	}
	for _, m := range f.men {
		if !m.holds(o.White, o.Black) || o.Verdict == text.Fault {
			return false
		}
	}
	return true
}

// isEmpty reports whether all problems pass.
func (f *filter) isEmpty() bool { return len(f.only)+len(f.themes)+len(f.men) == 0 }

// NeedsThemes reports whether the filter depends on themes.
func (f *filter) NeedsThemes() bool { return len(f.themes) > 0 }

// unknownError is the error for a name that there is not.
type unknownError struct {
	What  string // kind of name
	Name  string
	Names []string // that there are
}

// Error names what is unknown.
func (e *unknownError) Error() string { return fmt.Sprintf("there is no %s %q", e.What, e.Name) }

// Known returns the name, and those that there are.
func (e *unknownError) Known() (name string, names []string) { return e.Name, e.Names }

// AddVerdicts lets only problems pass that have one of the verdicts, as in sound,cooked, or
// all but one, as in !sound. The error is an *unknownError.
func (f *filter) AddVerdicts(content string) error {
	names := map[string]string{}
	for _, name := range text.VerdictNames() {
		names[name] = name
	}
	c, err := parseClause(content, "verdict", names)
	f.only = append(f.only, c)
	return err
}

// AddThemes lets only problems pass that have one of the themes, as in Grimshaw,Novotny, or
// lack one, as in !Novotny. Names may be Italian. The error is an *unknownError.
func (f *filter) AddThemes(content string) error {
	c, err := parseClause(content, "theme", text.ThemeNames())
	f.themes = append(f.themes, c)
	return err
}

// parseClause reads names that are separated by commas, whatever their case. canonical are
// the names that there are, by all that they are called.
func parseClause(content, what string, canonical map[string]string) (c clause, err error) {
	bySpelling := map[string]string{}
	for called, name := range canonical {
		bySpelling[text.Spelling(called)] = name
	}
	for _, name := range strings.Split(content, ",") {
		name, negated := strings.CutPrefix(strings.TrimSpace(name), "!")
		found, ok := bySpelling[text.Spelling(name)]
		if !ok {
			return nil, &unknownError{What: what, Name: name, Names: slices.Sorted(maps.Keys(canonical))}
		}
		c = append(c, literal{found, negated})
	}
	return c, nil
}

// menRange is how many men a problem may have.
type menRange struct{ all, white, black bounds }

// bounds are the least number and the greatest.
type bounds struct{ least, most int }

const maxMen = 64

func (b bounds) hold(n int) bool { return b.least <= n && n <= b.most }

func (m *menRange) holds(white, black int) bool {
	return m.all.hold(white+black) && m.white.hold(white) && m.black.hold(black)
}

// errMen is returned for a number of men that cannot be read.
var errMen = errors.New("expected a number of men, such as 7, 8-12, 8- or -12, or those of White and Black, " +
	"such as 4+3, 5-+-6 or +3")

// AddMen passes only problems with the given number of men, 7, 8-12, 8- or -12, or of
// White's and Black's men, as in 4+3 or +3. The error is errMen.
func (f *filter) AddMen(text string) (err error) {
	m := menRange{bounds{0, maxMen}, bounds{0, maxMen}, bounds{0, maxMen}}
	white, black, both := strings.Cut(text, "+")
	if both {
		m.white, err = parseBounds(white, false)
		if err == nil {
			m.black, err = parseBounds(black, white == "")
		}
	} else {
		m.all, err = parseBounds(text, true)
	}
	f.men = append(f.men, m)
	return err
}

// parseBounds reads a number or a range of which one end may be left out; unless something
// must be there, nothing is any number.
func parseBounds(text string, must bool) (b bounds, err error) {
	b = bounds{0, maxMen}
	if text == "" && !must {
		return b, nil
	}
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		high = low
	}
	if low == "" && high == "" {
		return b, errMen
	}
	for _, end := range [...]struct {
		text string
		to   *int
	}{{low, &b.least}, {high, &b.most}} {
		if end.text == "" {
			continue
		}
		n, err := strconv.ParseUint(end.text, 10, 8)
		if err != nil {
			return b, errMen
		}
		*end.to = int(n)
	}
	if b.least > b.most {
		return b, errMen
	}
	return b, nil
}
