package exchange

import (
	"fmt"
	"io"

	"alfiere/problem/database"
	"alfiere/problem/format/forsyth"
)

// Fault says where a file is at fault. What follows can be read.
type Fault struct {
	Line, Column int // from 1; the column counts bytes and is 0 if it is not known
	Err          error
}

// Error names place and reason.
func (f *Fault) Error() string {
	if f.Column > 0 {
		return fmt.Sprintf("line %d, column %d: %v", f.Line, f.Column, f.Err)
	}
	return fmt.Sprintf("line %d: %v", f.Line, f.Err)
}

// Unwrap returns the reason.
func (f *Fault) Unwrap() error { return f.Err }

// placedError is an error that names its place, without it.
type placedError struct {
	reason error
	whole  error
}

// Error is the reason.
func (e *placedError) Error() string { return e.reason.Error() }

// Message is the reason.
func (e *placedError) Message() error { return e.reason }

// Unwrap returns the error with its place.
func (e *placedError) Unwrap() error { return e.whole }

// entry is a problem as a file has it.
type entry struct {
	problem database.Problem
	line    int
	follows bool             // it is a twin of the entry before
	own     int64            // the id that it has in a file of ours, 0 if that is not said
	of      int64            // the id there of the first problem of its diagram, 0 if there is none
	report  *database.Report // nil if there is none
}

// size is about how many bytes of memory its texts take.
func (e *entry) size() int {
	p := &e.problem
	n := len(p.Title) + len(p.Reference) + len(p.Source.Name)
	for _, list := range [...][]string{p.Authors, p.Keywords, p.Comments} {
		for _, text := range list {
			n += len(text) + 16
		}
	}
	if e.report != nil {
		n += len(e.report.JSON)
	}
	return n
}

// reader reads a file. After a *Fault the next read goes on behind it; any other error is
// the end, io.EOF that of the file.
type reader interface{ read() (entry, error) }

// Reader reads the problems of a file, in any of the forms that are imported.
type Reader struct{ from reader }

// NewReader returns a reader of the source. Positions in lines are meant by the conventions.
func NewReader(source io.Reader, meant forsyth.Conventions) *Reader {
	return &Reader{(&Importer{Meant: meant}).newReader(&peeker{Reader: source})}
}

// Read returns the next problem and the line where it begins. After a *Fault the next Read goes on; with one about a
// diagram that is not legal, the problem has the diagram's FEN. Any other error is the end, io.EOF that of the file.
func (r *Reader) Read() (p database.Problem, line int, err error) {
	e, err := r.from.read()
	return e.problem, e.line, err
}

// kind tells what a file is by its first bytes.
func kind(head []byte) byte {
	for _, c := range head {
		switch c {
		case ' ', '\t', '\r', '\n', 0xef, 0xbb, 0xbf: // with the mark of UTF-8
		default:
			return c
		}
	}
	return 0
}

// newReader returns the reader for what the source holds.
func (i *Importer) newReader(source *peeker) reader {
	first := kind(source.head())
	for _, f := range Formats() {
		if f.begins == first && f.read != nil {
			return f.read(source, i.Meant)
		}
	}
	return newFileReader(source, i.Meant)
}

// peeker is a source of which the first bytes are read ahead.
type peeker struct {
	io.Reader
	seen []byte
}

// head returns the first bytes; an error comes with the next Read.
func (p *peeker) head() []byte {
	buffer := make([]byte, 64)
	for kind(p.seen) == 0 && len(p.seen) < 64<<10 {
		n, err := p.Reader.Read(buffer)
		p.seen = append(p.seen, buffer[:n]...)
		if err != nil {
			p.Reader = &ended{p.Reader, err}
			break
		}
	}
	return p.seen
}

// Read returns what was read ahead, and then the rest.
func (p *peeker) Read(into []byte) (int, error) {
	if len(p.seen) > 0 {
		n := copy(into, p.seen)
		p.seen = p.seen[n:]
		return n, nil
	}
	return p.Reader.Read(into)
}

// ended repeats the error of a source.
type ended struct {
	io.Reader
	err error
}

func (e *ended) Read([]byte) (int, error) { return 0, e.err }
