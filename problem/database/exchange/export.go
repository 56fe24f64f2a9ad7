// Package exchange imports problems from files into a collection and exports them: in the formats of package format,
// and also as tables, sheets, pages and diagrams, which it only writes. Files are streams: memory does not grow with
// them.
//
// An Importer stores a thousand problems at a time and then reports the outcome of each. Entries that cannot be read
// are reported with their place, and the others are stored.
package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// Exporter writes problems of a collection in a form.
type Exporter struct {
	Sheet Sheet // how a sheet looks; it may be set before the first Write

	db       *database.DB
	out      *bufio.Writer // Write or Close returns its first error
	language text.Language
	write    func(*problem.Record) error // writes a problem, and its twins if the form has them together
	end      func() error                // writes what follows the last one; nil if nothing does
	leads    map[int64]bool              // the problems that were written with their twins
	written  int
}

// NewExporter returns an Exporter to w in the form; captions of diagrams are in the language. The error is w's.
func NewExporter(db *database.DB, w io.Writer, f Format, l text.Language) (*Exporter, error) {
	e := &Exporter{db: db, out: bufio.NewWriter(w), language: l, leads: map[int64]bool{}}
	return e, f.begin(e)
}

// Write writes a problem, unless it was written as a twin of another one. The error wraps format.ErrNoMate,
// format.ErrTooLong or ErrOneImage, after which nothing of it was written, or is that of the writer or the collection.
func (e *Exporter) Write(p *problem.Record) error {
	if e.leads[p.Twin.Of] {
		return nil
	}
	err := e.write(p)
	if err == nil {
		e.written++
	}
	return err
}

// Close ends the file. Written is how many problems were written, with their twins.
func (e *Exporter) Close() (written int, err error) {
	if e.end != nil {
		err = e.end()
	}
	return e.written, errors.Join(err, e.out.Flush())
}

// fileWriter writes a form of package format.
type fileWriter struct {
	*Exporter
	format format.Format
}

// write writes a problem with its twins, if it has any and the form can hold them: what was
// written must be read as what was meant.
func (w *fileWriter) write(p *problem.Record) error {
	var out bytes.Buffer
	twins, err := w.twins(p)
	if err != nil {
		return err
	}
	if len(twins) > 1 && w.format.Write(&out, twins, nil) == nil && readsAs(out.Bytes(), twins) {
		w.leads[p.ID] = true
		w.written += len(twins) - 1
	} else {
		out.Reset()
		alone := *p
		if w.format.Twins {
			alone.Twin = problem.Twin{}
		}
		report, err := w.report(p)
		if err == nil {
			err = w.format.Write(&out, []*problem.Record{&alone}, report)
		}
		if err != nil {
			return err
		}
	}
	_, err = w.out.Write(out.Bytes())
	return err
}

// report returns the report of a problem, nil if it has none or the form has no reports.
func (w *fileWriter) report(p *problem.Record) (*problem.StoredReport, error) {
	if !w.format.Reports {
		return nil, nil
	}
	report, err := w.db.Report(p.ID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil
	}
	return &report, err
}

// maxTwins is how many problems of one diagram are written together.
const maxTwins = 26

// twins are the problems of the diagram of which p is the first, with it.
func (w *fileWriter) twins(p *problem.Record) ([]*problem.Record, error) {
	twins := []*problem.Record{p}
	if !w.format.Twins || p.Twin.Of != 0 || p.Twin.Label == "" {
		return twins, nil
	}
	ids, err := w.db.Twins(p.ID)
	if err != nil || len(ids) > maxTwins {
		return twins, err
	}
	for _, id := range ids {
		if id == p.ID {
			continue
		}
		twin, err := w.db.Get(id)
		if err != nil {
			return nil, err
		}
		twins = append(twins, &twin)
	}
	return twins, nil
}

// readsAs reports whether a text is read as problems of these positions and stipulations.
func readsAs(text []byte, problems []*problem.Record) bool {
	r := format.NewReader(bytes.NewReader(text), forsyth.Conventions{})
	for _, p := range problems {
		read, err := r.Read()
		if fields := read.Fields(); err != nil || fields.FEN != p.FEN || fields.Stipulation != p.Stipulation {
			return false
		}
	}
	_, err := r.Read()
	return err == io.EOF
}

// Format is a form that problems of a collection are written in.
type Format struct {
	Name, Extension string // Extension is that of its files
	Usage           string

	begin func(e *Exporter) error // sets how the form is written, and writes what precedes the first problem
}

// Formats returns the table of the forms: those of package format, which are imported as well, and others.
func Formats() (all []Format) {
	for _, f := range format.Formats() {
		all = append(all, Format{f.Name, f.Extension, f.Usage, func(e *Exporter) error {
			e.write = (&fileWriter{e, f}).write
			return nil
		}})
	}
	return append(all,
		Format{"csv", "csv", "a table of problem data and analysis results", beginCSV},
		Format{"latex", "tex", "a LaTeX document of diagrams", func(e *Exporter) error {
			return e.beginSheet(text.LaTeXHead, text.LaTeXSolutions(e.language), text.LaTeXFoot, text.WriteLaTeX)
		}},
		Format{"html", "html", "a self-contained page of diagrams, which a browser prints", func(e *Exporter) error {
			return e.beginSheet(text.HTMLHead(e.language), text.HTMLSolutions(e.language), text.HTMLFoot, text.WriteHTML)
		}},
		Format{"svg", "svg", "the diagram of a problem", beginSVG})
}

// What can be wrong with an export, besides the errors of package format.
var (
	ErrOneImage = errors.New("this format holds only one diagram")
)

// FindFormat returns the form of that name, or of files with that extension. The error names all.
func FindFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name || f.Extension == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, message.Errorf("unknown format %q; use one of %s", name, strings.Join(names, ", "))
}
