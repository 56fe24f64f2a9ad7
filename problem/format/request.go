package format

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/text"
)

// Complete is Solver.Complete, and themes that decide what is told, or are counted, are looked
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
	if full || s.Form == JSON {
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
	if err != nil && (args[0] == "-" || args[0] == "startpos" || absent == nil ||
		err != problem.ErrUnsupported && strings.ContainsAny(args[0], "/.")) {
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
		{JSON, "json", "json", "answer in JSON, one object a line; set play, tries, themes and judgement are in it unless " +
			"turned off, as in --set=false"},
		{SVG, "svg", "svg", "draw the diagram as SVG and say nothing else"},
		{LaTeX, "latex", "tex", "write a LaTeX document of diagrams, by the package chessboard, and solutions"},
		{HTML, "html", "html", "write a page in HTML of diagrams and solutions, with nothing from elsewhere"},
		{Popeye, "popeye", "txt",
			"answer in the layout of Popeye, for programs that read it; its input says with which variations"},
		{Olive, "olive", "olv",
			"answer with entries for Olive, in YAML: those that were read, with solution and keywords; nothing is left out"},
	}
}

// errForms is returned where several forms are asked for at once.
var errForms = errors.New("use only one of --json, --svg, --latex, --html, --popeye and --olive")

// FormChoice gathers what flags ask for.
type FormChoice struct{ asked [HTML + 1]bool }

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
	}
	return "", ""
}
