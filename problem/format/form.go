package format

import (
	"errors"
	"strconv"

	"alfiere/problem/text"
)

// Form is what answers are written as.
type Form int

// The forms. SVG is the diagram only; where there are diagrams, a position that is no chess is
// left out.
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
