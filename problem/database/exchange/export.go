package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"alfiere/problem/database"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// Exporter writes problems of a collection in a form.
type Exporter struct {
	Sheet Sheet // how a sheet looks; it may be set before the first Write

	db       *database.DB
	out      *bufio.Writer
	language text.Language
	writer   writer
	leads    map[int64]bool // the problems that were written with their twins
	written  int
	replaced bool
}

// NewExporter returns an Exporter to w in the form; captions of diagrams are in the language.
// The error is w's.
func NewExporter(db *database.DB, w io.Writer, f Format, l text.Language) (*Exporter, error) {
	e := &Exporter{db: db, out: bufio.NewWriter(w), language: l, leads: map[int64]bool{}}
	var err error
	e.writer, err = f.write(e)
	return e, err
}

// Write writes a problem, unless it was written as a twin of another one. The error wraps
// ErrNoMate, ErrTooLong or ErrOneImage, after which nothing of it was written, or is that of the writer or
// the collection.
func (e *Exporter) Write(p *database.Problem) error {
	if e.leads[p.Twin.Of] {
		return nil
	}
	err := e.writer.write(p)
	if err == nil {
		e.written++
	}
	return err
}

// Close ends the file. Written is how many problems were written, with their twins.
func (e *Exporter) Close() (written int, err error) {
	err = e.writer.close()
	return e.written, errors.Join(err, e.out.Flush())
}

// Replaced reports, after Close, whether letters of some text are not in the fonts of PDF and
// others stand for them.
func (e *Exporter) Replaced() bool { return e.replaced }

// familyWriter writes a form that has the twins of a diagram together.
type familyWriter struct {
	*Exporter
	// text writes the problems of one diagram, or one problem alone.
	text func(out *bytes.Buffer, twins []*database.Problem) error
}

func (w *familyWriter) close() error { return nil }

// write writes a problem with its twins, if it has any and the form can hold them: what was
// written must be read as what was meant.
func (w *familyWriter) write(p *database.Problem) error {
	if p.Moves() == 0 {
		return fmt.Errorf("problem %d: %w, not %s", p.ID, ErrNoMate, p.Stipulation)
	}
	twins, err := w.twins(p)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if len(twins) > 1 && w.text(&text, twins) == nil && readsAs(text.Bytes(), twins) {
		w.leads[p.ID] = true
		w.written += len(twins) - 1
	} else {
		text.Reset()
		alone := *p
		alone.Twin = database.Twin{}
		if err = w.text(&text, []*database.Problem{&alone}); err != nil {
			return err
		}
	}
	_, err = w.out.Write(text.Bytes())
	return err
}

// maxTwins is how many problems of one diagram are written together.
const maxTwins = 26

// twins are the problems of the diagram of which p is the first, with it.
func (w *familyWriter) twins(p *database.Problem) ([]*database.Problem, error) {
	twins := []*database.Problem{p}
	if p.Twin.Of != 0 || p.Twin.Label == "" {
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
func readsAs(text []byte, problems []*database.Problem) bool {
	r := newFileReader(bytes.NewReader(text), forsyth.Conventions{})
	for _, p := range problems {
		e, err := r.read()
		if err != nil || e.problem.FEN != p.FEN || e.problem.Stipulation != p.Stipulation {
			return false
		}
	}
	_, err := r.read()
	return err == io.EOF
}

// zeroBoard is the board of the diagram, which is no problem itself, in the letters of
// Problem.Board.
func zeroBoard(first *database.Problem) ([64]byte, bool) {
	if first.Twin.Zero == "" {
		return [64]byte{}, false
	}
	zero := database.Problem{FEN: first.Twin.Zero}
	return zero.Board(), true
}

// changes are how each problem of a diagram differs, in Popeye's words: the first from the
// diagram that is no problem itself, if there is one. ok is false if there are no words for one.
func changes(twins []*database.Problem) (words []string, ok bool) {
	board, zero := zeroBoard(twins[0])
	before := diagram{board, twins[0].Stipulation}
	if !zero {
		before.board = twins[0].Board()
	}
	first := before
	for i, p := range twins {
		here := diagram{p.Board(), p.Stipulation}
		if i == 0 && !zero {
			words = append(words, "")
			continue
		}
		from, text := first, ""
		if p.Twin.Continued && i > 0 {
			from, text = before, "Continued "
		}
		change := from.change(here)
		if change == "" {
			return nil, false
		}
		words, before = append(words, text+change), here
	}
	return words, !slices.Contains(words[1:], "")
}
