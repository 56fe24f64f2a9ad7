package collection

import (
	"bytes"
	"context"
	"errors"
	"io"

	"alfiere/problem"
	"alfiere/problem/database/exchange"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/workbench/api"
)

// taking is the body of collection/import.
type taking struct {
	Name    string `json:"name"`    // of the file, for messages only
	Text    string `json:"text"`    // what is in it
	Doubles string `json:"doubles"` // skip (or nothing), merge or add
	Moves   int    `json:"moves"`   // of problems that do not say it
	asking
}

// maxMoves is the longest stipulation that an import may supply.
const maxMoves = 32

// told says what became of an entry of a file.
type told struct {
	exchange.Event
	Error string `json:"error,omitempty"`
}

// taken is how far an import has come, and its result.
type taken struct {
	Bytes   int64 `json:"bytes"` // that were read,
	Whole   int   `json:"whole"` // of so many
	Added   int   `json:"added"`
	Doubles int   `json:"doubles"`
	Merged  int   `json:"merged"`
	Faults  int   `json:"faults"`
}

func (t *taken) count(o exchange.Outcome) {
	switch o {
	case exchange.Added:
		t.Added++
	case exchange.Double:
		t.Doubles++
	case exchange.Merged:
		t.Merged++
	case exchange.Faulty:
		t.Faults++
	}
}

// How events of an import are put together.
const (
	mostTold   = 200  // entries of an event
	maxTold    = 5000 // entries that are told at all; the numbers count all
	everyEntry = 100  // entries between two words on progress
)

// take takes problems in. Partial events tell, each some more, of entries that are not just
// added; what was told is stored.
func (c *collection) take(ctx context.Context, asked *taking, emit api.Emit) (any, error) {
	language, err := asked.language()
	if err != nil {
		return nil, err
	}
	way := exchange.Skip
	if asked.Doubles != "" {
		if way, err = exchange.ParseDoubles(asked.Doubles); err != nil {
			return nil, &api.Fault{Code: api.BadRequest, Field: "doubles", Err: err}
		}
	}
	if asked.Moves < 0 || asked.Moves > maxMoves {
		return nil, &api.Fault{Code: api.BadRequest, Field: "moves", Message: "moves must be from 0 to 32"}
	}
	in := &countingReader{Reader: bytes.NewReader([]byte(asked.Text))}
	sum := taken{Whole: len(asked.Text)}
	var list []told
	seen, all := 0, 0
	flush := func() {
		if len(list) > 0 {
			emit(api.Partial, list)
			list = nil
		}
		sum.Bytes = in.n
		emit(api.Progress, sum)
	}
	importer := exchange.Importer{DB: c.db, Doubles: way, Moves: asked.Moves, Tell: func(e *exchange.Event) {
		sum.count(e.Outcome)
		if e.Outcome != exchange.Added && seen < maxTold {
			seen++
			line := told{Event: *e}
			if e.Err != nil {
				line.Error = language.Error(e.Err)
			}
			list = append(list, line)
		}
		if all++; len(list) == mostTold || all%everyEntry == 0 {
			flush()
		}
	}}
	_, err = importer.Import(ctx, in)
	flush()
	if err == nil && all == 0 {
		err = &api.Fault{Code: api.BadRequest, Field: "text", Message: "the text contains no problem"}
	}
	return sum, asked.about(err, "text")
}

// countingReader counts what was read.
type countingReader struct {
	io.Reader
	n int64
}

// Read reads on.
func (r *countingReader) Read(to []byte) (int, error) {
	n, err := r.Reader.Read(to)
	r.n += int64(n)
	return n, err
}

// writing is the body of collection/export.
type writing struct {
	Query  string `json:"query"`
	Format string `json:"format"`
	asking        // in the language of the captions
}

// written is the answer.
type written struct {
	Name     string `json:"name"`     // for a file
	Problems int    `json:"problems"` // that are in it
	Left     int    `json:"left"`     // that the format cannot hold
	Data     []byte `json:"data"`     // of the file, in base64
}

// maxExport is the length of an exported file in bytes.
const maxExport = 32 << 20

func (c *collection) export(ctx context.Context, asked *writing, _ api.Emit) (any, error) {
	q, err := asked.listing(asked.Query)
	if err != nil {
		return nil, err
	}
	form, err := exchange.FindFormat(asked.Format)
	if err != nil {
		return nil, &api.Fault{Code: api.BadRequest, Field: "format", Err: err}
	}
	language, err := asked.language()
	if err != nil {
		return nil, err
	}
	var out limitedBuffer
	x, err := exchange.NewExporter(c.db, &out, form, language)
	if err != nil {
		return nil, err
	}
	answer := written{Name: "problems." + form.Extension}
	err = query.Find(ctx, c.db, q, func(p *problem.Record) error {
		err := x.Write(p)
		if errors.Is(err, format.ErrNoMate) {
			answer.Left++
			return nil
		}
		return err
	})
	if err == nil {
		answer.Problems, err = x.Close()
	}
	answer.Data = out.Bytes()
	switch {
	case errors.Is(err, exchange.ErrOneImage), errors.Is(err, errLongExport):
		return nil, &api.Fault{Code: api.BadRequest, Field: "query", Err: err}
	}
	return answer, err
}

var errLongExport = errors.New(
	"the file would exceed 32 MiB; select fewer problems, or use alfiere-lab problems export")

// limitedBuffer is a buffer of at most maxExport bytes.
type limitedBuffer struct{ bytes.Buffer }

// Write adds to the buffer, if there is room.
func (b *limitedBuffer) Write(text []byte) (int, error) {
	if b.Len()+len(text) > maxExport {
		return 0, errLongExport
	}
	return b.Buffer.Write(text)
}
