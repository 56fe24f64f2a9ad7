package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// diagramQuery asks for a diagram.
type diagramQuery struct {
	Position    string   `json:"position"`    // as text in "position"
	Stipulation string   `json:"stipulation"` // as in "problem"
	Twins       []string `json:"twins"`       // b), c) and so on, like position; each may have its own stipulation
	Language    string   `json:"language"`    // English if empty
	White       bool     `json:"white"`       // White mates, whichever side is to move
	PostKey     bool     `json:"post_key"`    // as in "problem"
	Solutions   int      `json:"solutions"`   // as in "problem", also of the twins
	Form        string   `json:"form"`        // svg, latex, html, text, popeye or json
	Solution    bool     `json:"solution"`    // include the solution; json always has it, svg never
	Part        bool     `json:"part"`        // latex and html: a fragment, not a whole document
	Marks       []string `json:"marks"`       // squares marked with a ring
	Author      string   `json:"author"`
	Source      string   `json:"source"`
	Title       string   `json:"title"`
	Award       string   `json:"award"`
}

// drawing is a diagram in the requested form.
type drawing struct {
	Form string `json:"form"`
	Type string `json:"type"` // the media type
	Name string `json:"name"` // suggested file name
	Text string `json:"text"`
}

// diagramForm is a row of the table of forms.
type diagramForm struct {
	name, media, extension string
	solved                 bool // the form needs the solution
	write                  func(w io.Writer, d *diagram) error
}

// diagramForms is the table of forms.
func diagramForms() []diagramForm {
	return []diagramForm{
		{"svg", "image/svg+xml", ".svg", false, func(w io.Writer, d *diagram) error {
			return text.WriteSVG(w, d.Document, d.Marks, d.Options.Language)
		}},
		{"latex", "application/x-tex", ".tex", false, func(w io.Writer, d *diagram) error {
			return d.writePage(w, text.LaTeXHead, text.LaTeXFoot, text.WriteLaTeX)
		}},
		{"html", "text/html", ".html", false, func(w io.Writer, d *diagram) error {
			return d.writePage(w, text.HTMLHead(d.Options.Language), text.HTMLFoot, text.WriteHTML)
		}},
		{"text", "text/plain", ".txt", false, func(w io.Writer, d *diagram) error {
			return d.writeEach(w, "", "\n", "", (*diagram).writeText)
		}},
		{"popeye", "text/plain", ".txt", true, writePopeye},
		{"json", "application/json", ".json", true, writeJSON},
	}
}

// diagram is a requested diagram.
type diagram struct {
	Document *text.Document // its report has no solution before Solve
	Marks    movegen.Bitboard
	Options  text.Options // for the diagram alone before Solve
	Twins    []*diagram   // pictures leave them out
	part     bool         // a fragment is written, not a whole document
}

// all returns the diagram and its twins.
func (d *diagram) all() []*diagram { return append([]*diagram{d}, d.Twins...) }

// mostTwins is the maximum number of twins of a diagram: b) to z).
const mostTwins = 25

// mostCaption is the maximum number of bytes of each caption.
const mostCaption = 500

// read reads the query except the form. The error is a *Fault.
func (q *diagramQuery) read() (*diagram, error) {
	d, err := q.readOne()
	if err != nil {
		return nil, err
	}
	d.part = q.Part
	if len(q.Twins) > mostTwins {
		return nil, &Fault{Code: BadRequest, Err: message.Errorf("more than %d twins", mostTwins), Field: "twins"}
	}
	for i, text := range q.Twins {
		one := diagramQuery{Position: text, Language: q.Language, White: q.White, PostKey: q.PostKey,
			Solutions: q.Solutions}
		if !strings.Contains(text, "#") {
			one.Stipulation = q.Stipulation
		}
		twin, err := one.readOne()
		if fault, ok := errors.AsType[*Fault](err); ok && fault.Field == "position" {
			fault.Field = "twins"
		}
		if err != nil {
			return nil, err
		}
		twin.Document.Twin.Label = string(rune('b' + i))
		d.Document.Twin.Label = "a"
		d.Twins = append(d.Twins, twin)
	}
	return d, nil
}

// readOne reads the query except the form and the twins. The error is a *Fault.
func (q *diagramQuery) readOne() (*diagram, error) {
	asked := ProblemQuery{Position: q.Position, Stipulation: q.Stipulation, Language: q.Language, White: q.White,
		PostKey: q.PostKey, Solutions: q.Solutions}
	job, err := asked.read()
	if err != nil {
		return nil, err
	}
	if job.illegal != nil {
		return nil, job.illegalFault()
	}
	d := &diagram{
		Document: &text.Document{Caption: text.Caption{Author: q.Author, Source: q.Source, Title: q.Title,
			Award: q.Award}},
		Options: text.Options{Language: job.language, Program: protocol.Title,
			SetPlay: true, Tries: true, Themes: true, Judgement: true, DiagramOnly: true, NoHints: true},
	}
	captions := [...]struct{ field, text string }{{"author", q.Author}, {"source", q.Source}, {"title", q.Title},
		{"award", q.Award}}
	for _, caption := range captions {
		if len(caption.text) > mostCaption {
			return nil, &Fault{Code: BadRequest, Err: message.Errorf("longer than %d bytes", mostCaption), Field: caption.field}
		}
	}
	for _, name := range q.Marks {
		square, ok := movegen.ParseSquare(name)
		if !ok {
			return nil, &Fault{Code: BadRequest, Err: fmt.Errorf("%q is not a square", name), Field: "marks"}
		}
		d.Marks |= square.Bitboard()
	}
	d.Document.Report = &problem.Report{Position: job.position, Moves: job.moves, Intended: job.intended}
	if q.PostKey {
		d.Document.Report.PostKey = new(problem.Phase) // to be solved
	}
	return d, nil
}

func (s *Service) diagram(ctx context.Context, q *diagramQuery, emit Emit) (any, error) {
	forms := diagramForms()
	i := slices.IndexFunc(forms, func(f diagramForm) bool { return f.name == q.Form })
	if i < 0 {
		var names []string
		for _, f := range forms {
			names = append(names, f.name)
		}
		return nil, &Fault{Code: BadRequest,
			Err: fmt.Errorf("form %q is unknown; use one of %s", q.Form, strings.Join(names, ", ")), Field: "form"}
	}
	form := forms[i]
	d, err := q.read()
	if err != nil {
		return nil, err
	}
	if form.solved || q.Solution && form.name != "svg" {
		leave, err := s.enter(ctx, emit)
		if err != nil {
			return nil, err
		}
		defer leave()
		if err := d.solveAll(ctx, emit); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	if err := form.write(&text, d); err != nil {
		return nil, err
	}
	return drawing{Form: form.name, Type: form.media, Name: "diagram" + form.extension, Text: text.String()}, nil
}

// solveAll analyses the problem and its twins like "problem". It uses a core and may take long.
func (d *diagram) solveAll(ctx context.Context, emit Emit) error {
	limited, cancel := context.WithTimeout(ctx, mostSeconds*time.Second)
	defer cancel()
	for _, one := range d.all() {
		if err := one.solve(ctx, limited, emit); err != nil {
			return err
		}
	}
	return nil
}

// solve analyses the problem. It returns an error if limited ends, or the error of ctx if ctx ends.
func (d *diagram) solve(ctx, limited context.Context, emit Emit) error {
	d.Options.DiagramOnly = false
	report := d.Document.Report
	job := &problemJob{position: report.Position, moves: report.Moves, language: d.Options.Language}
	o := problem.Options{Moves: report.Moves, Tries: 1, SetPlay: true, Judge: true, PostKey: report.PostKey != nil,
		Intended: report.Intended}
	report, err := job.analyse(limited, d.Options.Analysis(text.WithThemes(o)), emit)
	if err == nil && !report.Complete {
		err = ctx.Err()
		if err == nil {
			err = &Fault{Code: Cancelled, Err: errors.New("the solution takes too long")}
		}
	}
	if err != nil {
		return err
	}
	d.Document.Report = report
	d.Document.Recognise()
	return nil
}

// writePage writes the diagrams between head and foot, unless a fragment is wanted.
func (d *diagram) writePage(w io.Writer, head, foot string,
	write func(io.Writer, *text.Document, movegen.Bitboard, text.Options) error) error {
	if d.part {
		head, foot = "", ""
	}
	return d.writeEach(w, head, "", foot, func(one *diagram, w io.Writer) error {
		return write(w, one.Document, one.Marks, one.Options)
	})
}

// writeEach writes the diagram and each twin between head and foot, with a text between two of them.
func (d *diagram) writeEach(w io.Writer, head, between, foot string, write func(*diagram, io.Writer) error) error {
	next := head
	for _, one := range d.all() {
		if _, err := io.WriteString(w, next); err != nil {
			return err
		}
		if err := write(one, w); err != nil {
			return err
		}
		next = between
	}
	_, err := io.WriteString(w, foot)
	return err
}

// writePopeye writes a diagram and the differences of its twins. Twins whose difference cannot be
// expressed become problems of their own.
func writePopeye(w io.Writer, d *diagram) error {
	var documents []*text.Document
	for _, one := range d.all() {
		document := *one.Document
		document.Twin = problem.Twin{}
		documents = append(documents, &document)
	}
	text.PopeyeTwins(documents[0], documents[1:])
	for i, one := range d.all() {
		if err := text.WritePopeye(w, documents[i], one.Options); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes an object, or a list of them if there are twins.
func writeJSON(w io.Writer, d *diagram) error {
	head, foot := "[", "]\n"
	if len(d.Twins) == 0 {
		head, foot = "", ""
	}
	return d.writeEach(w, head, ",", foot, func(one *diagram, w io.Writer) error {
		return text.WriteJSON(w, one.Document, one.Options)
	})
}

func (d *diagram) writeText(w io.Writer) error {
	if !d.Options.DiagramOnly {
		return text.Write(w, d.Document, d.Options)
	}
	page := text.NewPage(d.Document, d.Options)
	p := &d.Document.Report.Position
	lines := page.Above
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	drawn := notation.Diagram{Letters: d.Options.Language.Letters(), Coords: true}.Draw(p)
	lines = append(lines, strings.TrimRight(drawn, "\n"), "", page.Below, p.FEN())
	_, err := fmt.Fprintf(w, "%s\n", strings.Join(lines, "\n"))
	return err
}
