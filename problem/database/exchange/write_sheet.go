package exchange

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/text"
	"alfiere/problem/text/pdf"
)

// solutions says where sheets have the solutions of the problems that have a report.
type solutions int

// The places.
const (
	atEnd solutions = iota // after all diagrams, on a page of their own
	below                  // each below its diagram
	nowhere
)

// errSolutions is wrapped for an unknown place of solutions.
var errSolutions = errors.New("must be end, below or none")

// ParseSolutions reads where solutions are. The error wraps errSolutions.
func ParseSolutions(word string) (solutions, error) {
	for place, name := range [...]string{"end", "below", "none"} {
		if name == word {
			return solutions(place), nil
		}
	}
	return atEnd, fmt.Errorf("%w, not %q", errSolutions, text.Clipped(word, 20))
}

// Sheet says how sheets look: LaTeX, HTML and PDF. The zero value has the keys with their play
// after the diagrams.
type Sheet struct {
	Solutions solutions
	AllPlay   bool // set play, tries and themes, too
	PerPage   int  // diagrams on a page of PDF, see pdf.ErrPerPage; 0 is 6
}

// sheetWriter writes diagrams with captions, between a head and a foot.
type sheetWriter struct {
	*Exporter
	form    sheetForm
	numbers map[int64]int // of the problems whose solutions are written at the end
	order   []int64       // of them
	count   int
}

// sheetForm is a form of sheets. What is written is the diagram, the solution or both, as the
// options say.
type sheetForm interface {
	begin() error
	write(d *text.Document, o text.Options) error
	// solutions begins the part after the diagrams.
	solutions() error
	end() error
}

func newSheetWriter(e *Exporter, form sheetForm) *sheetWriter {
	return &sheetWriter{Exporter: e, form: form, numbers: map[int64]int{}}
}

func newLaTeXWriter(e *Exporter) (writer, error) {
	return newSheetWriter(e, &textSheet{e, text.LaTeXHead, text.LaTeXSolutions(e.language), text.LaTeXFoot,
		func(d *text.Document, o text.Options) error {
			return text.WriteLaTeX(e.out, d, 0, o)
		}}), nil
}

func newHTMLWriter(e *Exporter) (writer, error) {
	return newSheetWriter(e, &textSheet{e, text.HTMLHead(e.language), text.HTMLSolutions(e.language), text.HTMLFoot,
		func(d *text.Document, o text.Options) error {
			return text.WriteHTML(e.out, d, 0, o)
		}}), nil
}

func newPDFWriter(e *Exporter) (writer, error) { return newSheetWriter(e, &pdfSheet{Exporter: e}), nil }

func (w *sheetWriter) write(p *problem.Record) error {
	d, err := document(p)
	if err != nil {
		return err
	}
	if w.count == 0 {
		if err = w.form.begin(); err != nil {
			return err
		}
	}
	o := text.Options{Language: w.language, DiagramOnly: true}
	d.Number = w.count + 1
	if w.Sheet.Solutions != nowhere {
		known, err := w.solution(p, d)
		switch {
		case err != nil:
			return err
		case !known:
		case w.Sheet.Solutions == below:
			o = w.play()
		default:
			w.order = append(w.order, p.ID)
			w.numbers[p.ID] = d.Number
		}
	}
	w.count++
	return w.form.write(d, o)
}

// play are the options for solutions.
func (w *sheetWriter) play() text.Options {
	return text.Options{Language: w.language, SetPlay: w.Sheet.AllPlay, Tries: w.Sheet.AllPlay, Themes: w.Sheet.AllPlay}
}

// solution reads the play of a problem and its themes, and reports whether it has a report that
// tells them.
func (w *sheetWriter) solution(p *problem.Record, d *text.Document) (known bool, err error) {
	stored, err := w.db.Report(p.ID)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	report, themes, err := solved(p, stored.Text)
	if errors.Is(err, errPlay) {
		return false, nil // somebody else's report, in which moves are missing
	}
	if err == nil {
		d.Report, d.Themes = report, themes
	}
	return err == nil, err
}

func (w *sheetWriter) close() error {
	if w.count == 0 {
		if err := w.form.begin(); err != nil {
			return err
		}
	}
	if len(w.order) > 0 {
		if err := w.form.solutions(); err != nil {
			return err
		}
	}
	for _, id := range w.order {
		p, err := w.db.Get(id)
		if errors.Is(err, database.ErrNotFound) {
			continue // it was taken out meanwhile
		}
		if err != nil {
			return err
		}
		d, err := document(&p)
		if err != nil {
			return err
		}
		known, err := w.solution(&p, d)
		if err != nil {
			return err
		}
		if !known {
			continue
		}
		d.Number = w.numbers[id]
		o := w.play()
		o.SolutionOnly = true
		if err = w.form.write(d, o); err != nil {
			return err
		}
	}
	return w.form.end()
}

// textSheet is a form of text.
type textSheet struct {
	*Exporter
	head, middle, foot string
	problem            func(d *text.Document, o text.Options) error
}

func (s *textSheet) begin() error     { return s.put(s.head) }
func (s *textSheet) solutions() error { return s.put(s.middle) }
func (s *textSheet) end() error       { return s.put(s.foot) }

func (s *textSheet) put(text string) error {
	_, err := s.out.WriteString(text)
	return err
}

func (s *textSheet) write(d *text.Document, o text.Options) error {
	return s.problem(d, o)
}

// pdfSheet is the form of PDF.
type pdfSheet struct {
	*Exporter
	sheet *pdf.Sheet
}

func (s *pdfSheet) begin() (err error) {
	perPage := s.Sheet.PerPage
	if perPage == 0 {
		perPage = 6
	}
	s.sheet, err = pdf.NewSheet(perPage)
	return err
}

func (s *pdfSheet) write(d *text.Document, o text.Options) error {
	switch {
	case o.DiagramOnly && s.Sheet.Solutions != below:
		return s.sheet.Add(d, s.language)
	case o.SolutionOnly:
		s.sheet.AddSolution(d, o)
		return nil
	}
	return s.sheet.AddSolved(d, o)
}

func (s *pdfSheet) solutions() error {
	s.sheet.BeginSolutions(text.SolutionsHeading(s.language))
	return nil
}

func (s *pdfSheet) end() error {
	s.replaced = s.sheet.Changed()
	return s.sheet.Write(s.out)
}

// svgWriter writes a single diagram.
type svgWriter struct {
	*Exporter
	many bool // a diagram was written
}

func newSVGWriter(e *Exporter) (writer, error) { return &svgWriter{Exporter: e}, nil }

func (w *svgWriter) close() error { return nil }

func (w *svgWriter) write(p *problem.Record) error {
	d, err := document(p)
	if err != nil {
		return err
	}
	if w.many {
		return ErrOneImage
	}
	w.many = true
	return text.WriteSVG(w.out, d, 0, w.language)
}

// document is a problem with its captions, as the writers of diagrams take it.
func document(p *problem.Record) (*text.Document, error) {
	at, err := format.Mate(p)
	if err != nil {
		return nil, err
	}
	caption := text.CaptionOf(p)
	for _, a := range p.Awards {
		caption.Award = text.Clipped(strings.TrimPrefix(caption.Award+"; "+a.String(), "; "), text.MaxCaption)
	}
	return &text.Document{Report: &problem.Report{Position: at, Moves: p.Moves()}, Caption: caption, Twin: p.Twin}, nil
}
