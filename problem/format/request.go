package format

import (
	"fmt"
	"os"
	"strings"

	"alfiere/problem"
)

// Complete is Solver.Complete, and themes that decide what is told, or are counted, are looked
// for even if they are not written.
func (p *Printer) Complete(s *Solver, full bool, said func(name string) bool) {
	s.Complete(full, said)
	s.Themes = p.Filter.NeedsThemes() || p.Summing != noSummary && !said("themes")
	p.Form, p.language = s.Form, s.Text.Language
	p.Head, p.Foot = frame(s)
}

// Complete makes what is analysed and what is written fit together. Text's phases, themes
// and defences and the number of tries in Problem are what was asked for; full asks for
// everything but the defences that change nothing, and so does JSON, unless said reports
// that somebody has turned the thing off: "set", "tries" or "themes".
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
	if err != nil && (args[0] == "-" || args[0] == "startpos" || exists(args[0]) ||
		err != problem.ErrUnsupported && strings.ContainsAny(args[0], "/.")) {
		return args, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w, not %q", err, args[0])
	}
	s.Problem.Moves = moves
	return args[1:], nil
}

// exists reports whether there is a file of that name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
