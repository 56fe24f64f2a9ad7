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
	"cmp"
	"errors"
	"io"
	"reflect"
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
	with, err := w.solutions(twins)
	if err != nil {
		return err
	}
	before := w.format.Between
	if w.written == 0 {
		before = w.format.Head
	}
	if len(twins) > 1 && w.format.Write(&out, twins, with) == nil &&
		readsAs(w.format.Head+out.String()+w.format.Foot, twins) {
		w.leads[p.ID] = true
		w.written += len(twins) - 1
	} else {
		out.Reset()
		alone := *p
		if w.format.Twins {
			alone.Twin = problem.Twin{}
		}
		with.Reports = with.Reports[:min(1, len(with.Reports))]
		if err = w.format.Write(&out, []*problem.Record{&alone}, with); err != nil {
			return err
		}
	}
	w.out.WriteString(before)
	_, err = w.out.Write(out.Bytes())
	return err
}

// solutions returns what the format has besides the data of the twins.
func (w *fileWriter) solutions(twins []*problem.Record) (format.Solutions, error) {
	with := format.Solutions{AllPlay: w.Sheet.AllPlay, Language: w.language}
	if !w.format.Reports || w.Sheet.Solutions == nowhere && w.format.Name != "json" {
		return with, nil
	}
	for _, twin := range twins {
		report, err := w.db.Report(twin.ID)
		switch {
		case errors.Is(err, database.ErrNotFound):
			with.Reports = append(with.Reports, nil)
		case err != nil:
			return with, err
		default:
			with.Reports = append(with.Reports, &report)
		}
	}
	return with, nil
}

// maxTwins is how many problems of one diagram are written together.
const maxTwins = 26

// twins are the problems of the diagram of which p is the first, with it.
func (w *fileWriter) twins(p *problem.Record) ([]*problem.Record, error) {
	if !w.format.Twins || p.Twin.Of != 0 || p.Twin.Label == "" {
		return []*problem.Record{p}, nil
	}
	ids, err := w.db.Twins(p.ID)
	if err != nil || len(ids) > maxTwins {
		return []*problem.Record{p}, err
	}
	return load(w.db.Get, ids, p)
}

// load returns the problems of these ids, of which p need not be read.
func load(get func(int64) (problem.Record, error), ids []int64, p *problem.Record) (all []*problem.Record, err error) {
	for _, id := range ids {
		if id == p.ID {
			all = append(all, p)
			continue
		}
		other, err := get(id)
		if err != nil {
			return nil, err
		}
		all = append(all, &other)
	}
	return all, nil
}

// readsAs reports whether a text is read as problems of these positions and stipulations.
func readsAs(text string, problems []*problem.Record) bool {
	r := format.NewReader(strings.NewReader(text), forsyth.Conventions{})
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
			e.end = func() error {
				if e.written > 0 {
					e.out.WriteString(f.Foot)
				}
				return nil
			}
			return nil
		}})
	}
	return append(all,
		Format{"csv", "csv", "a table of problem data and analysis results", beginCSV},
		Format{"latex", "tex", "a LaTeX document of diagrams", func(e *Exporter) error {
			return e.beginSheet(text.LaTeXHead, text.LaTeXSolutions(e.language), text.LaTeXFoot, text.WriteLaTeX)
		}},
		Format{"diagram-sty", "tex", "a LaTeX document by diagram.sty, the package of problem magazines",
			func(e *Exporter) error {
				return e.beginSheet(text.DiagramStyHead, "", text.DiagramStyFoot, text.WriteDiagramSty)
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

// Update stores an edited problem as database.Tx.Update does, and with it its twins: the fields of the whole diagram
// that differ from before (title, authors, source, awards, keywords, comments, reference) are set in all of them, and
// the differences of the twins are rewritten. It returns the number of other twins that were changed.
func Update(t *database.Tx, before, p *problem.Record) (others int, err error) {
	if err := t.Update(p); err != nil || p.Twin.Label == "" {
		return 0, err
	}
	ids, err := t.Twins(cmp.Or(p.Twin.Of, p.ID))
	if err != nil {
		return 0, err
	}
	twins, err := load(t.Get, ids, p)
	if err != nil {
		return 0, err
	}
	moved := before.FEN != p.FEN || before.Stipulation != p.Stipulation
	for i, twin := range twins {
		was := *twin
		if twin != p {
			setDiagram(before, p, twin)
		}
		if moved {
			format.Relabel(twins, i)
		}
		if reflect.DeepEqual(&was, twin) {
			continue
		}
		if err := t.Update(twin); err != nil {
			return others, err
		}
		if twin != p {
			others++
		}
	}
	return others, nil
}

// setDiagram sets the fields of the diagram that were changed in one of its twins.
func setDiagram(before, after, twin *problem.Record) {
	was, is := diagramFields(before), diagramFields(after)
	for i, field := range diagramFields(twin) {
		if !reflect.DeepEqual(was[i].Interface(), is[i].Interface()) {
			field.Set(is[i])
		}
	}
}

// diagramFields are the fields that a problem shares with the twins of its diagram.
func diagramFields(r *problem.Record) []reflect.Value {
	var fields []reflect.Value
	for _, field := range [...]any{&r.Title, &r.Authors, &r.Source, &r.Awards, &r.Keywords, &r.Comments, &r.Reference} {
		fields = append(fields, reflect.ValueOf(field).Elem())
	}
	return fields
}
