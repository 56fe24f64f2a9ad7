package collection

import "errors"

// ErrForms is returned where several forms are asked for at once.
var ErrForms = errors.New("only one of JSON, SVG and LaTeX")

// ChooseForm returns the only form that is wanted, Text if none is. The error is ErrForms.
func ChooseForm(json, svg, latex bool) (form Form, err error) {
	chosen := 0
	for i, wanted := range [...]bool{json, svg, latex} {
		if wanted {
			form = JSON + Form(i)
			chosen++
		}
	}
	if chosen > 1 {
		return Text, ErrForms
	}
	return form, nil
}

// Complete makes what is analysed and what is written fit together. Text's phases, themes
// and defences and the number of tries in Problem are what was asked for; full asks for
// everything, and JSON holds all but the defences that change nothing, unless said reports
// that somebody has turned the thing off: "set", "tries", "themes" or "all-defences".
func (s *Solver) Complete(full bool, said func(name string) bool) {
	text := &s.Text
	text.Tries = s.Problem.Tries > 0
	if full || s.Form == JSON {
		text.SetPlay = text.SetPlay || !said("set")
		text.Tries = text.Tries || !said("tries")
		text.Themes = text.Themes || !said("themes")
		text.AllDefences = text.AllDefences || full && !said("all-defences")
		text.Judgement = true
	}
	if text.Tries && s.Problem.Tries == 0 {
		s.Problem.Tries = 1
	}
	s.Problem.SetPlay = text.SetPlay || text.Judgement
	s.Problem.AllDefences = text.AllDefences
	s.Problem.Judge = text.Judgement
}
