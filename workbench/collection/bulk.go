package collection

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/database/analyse"
	"alfiere/problem/database/exchange"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/workbench/api"
)

// analysing is the body of collection/analyse.
type analysing struct {
	Query   string  `json:"query"`
	Force   bool    `json:"force"`   // analyse also what this version has analysed
	Seconds float64 `json:"seconds"` // limit per problem; 0 for usualSeconds
	asking
}

// How long the analysis of a problem may take, in seconds.
const (
	usualSeconds = 60
	maxSeconds   = 600
)

// analysed is the progress of an analysis.
type analysed struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// judged is the outcome for a problem.
type judged struct {
	ID      int64  `json:"id"`
	Outcome string `json:"outcome"`
	Verdict string `json:"verdict,omitempty"`
	Before  string `json:"before,omitempty"`
	Fault   string `json:"fault,omitempty"`
}

// summary is the result.
type summary struct {
	analysed
	Outcomes map[string]int `json:"outcomes"`
	Verdicts map[string]int `json:"verdicts"`
	Turned   int            `json:"turned"` // changed verdicts
	Others   int            `json:"others"` // problems whose stipulation is not analysed
}

// analyse analyses problems one at a time. This may take hours, so it has a core of its own and
// keeps no other request waiting. If the client disconnects, finished work is kept and the next
// request does the rest. Each partial event has further changed verdicts and errors.
func (c *collection) analyse(ctx context.Context, asked *analysing, emit api.Emit) (any, error) {
	q, err := asked.listing(asked.Query)
	if err != nil {
		return nil, err
	}
	language, _ := asked.language() // which listing has checked
	if asked.Seconds < 0 || asked.Seconds > maxSeconds {
		return nil, &api.Fault{Code: api.BadRequest, Field: "seconds", Message: "seconds must be from 0 to 600"}
	}
	if asked.Seconds == 0 {
		asked.Seconds = usualSeconds
	}
	select {
	case c.analysing <- struct{}{}:
		defer func() { <-c.analysing }()
	default:
		return nil, &api.Fault{Code: api.Busy, Message: "an analysis of this collection is already running"}
	}
	job := analyse.Job{DB: c.db, Program: protocol.Title, Query: q, Force: asked.Force,
		Limit: time.Duration(asked.Seconds * float64(time.Second)),
		Queue: &work.Local{Kinds: []work.Kind{analyse.Kind(protocol.Title, protocol.Title)}, Threads: 1},
		Tell: func(e *analyse.Event) {
			if e.Turned() || e.Outcome != analyse.Stored {
				emit(api.Partial, []judged{{e.ID, e.Outcome.String(), e.Verdict, e.Before, language.Text(e.Fault)}})
			}
			emit(api.Progress, analysed{e.Done, e.Total})
		}}
	sum, err := job.Run(ctx)
	if err != nil {
		return nil, asked.about(err, "query")
	}
	answer := summary{analysed: analysed{sum.Done(), sum.Total}, Outcomes: map[string]int{},
		Verdicts: sum.Verdicts, Turned: sum.Turned, Others: sum.Others}
	for o, n := range sum.Outcomes {
		answer.Outcomes[analyse.Outcome(o).String()] = n
	}
	return answer, nil
}

// taking is the body of collection/import.
type taking struct {
	Name    string `json:"name"`    // of the file, for messages only
	Text    string `json:"text"`    // its contents
	Doubles string `json:"doubles"` // skip (or empty), merge or add
	Moves   int    `json:"moves"`   // length of problems without a stipulation
	asking
}

// maxMoves is the longest stipulation that an import may supply.
const maxMoves = 32

// reported is the outcome for an entry of a file.
type reported struct {
	exchange.Event
	Error string `json:"error,omitempty"`
}

// taken is the progress of an import, and its result.
type taken struct {
	Bytes   int64 `json:"bytes"` // bytes read
	Whole   int   `json:"whole"` // bytes in total
	Added   int   `json:"added"`
	Doubles int   `json:"doubles"`
	Merged  int   `json:"merged"`
	Faults  int   `json:"faults"`
	First   int64 `json:"first,omitempty"` // number of the first problem added
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

// Limits of the events of an import.
const (
	perEvent    = 200  // entries per event
	maxReported = 5000 // entries reported in all; the counts include the others
	everyEntry  = 100  // entries between two progress events
)

// take imports problems. Each partial event has further entries that were not simply added; the
// entries reported so far are stored.
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
	in := strings.NewReader(asked.Text)
	sum := taken{Whole: len(asked.Text)}
	var list []reported
	seen, all := 0, 0
	flush := func() {
		if len(list) > 0 {
			emit(api.Partial, list)
			list = nil
		}
		sum.Bytes = in.Size() - int64(in.Len())
		emit(api.Progress, sum)
	}
	importer := exchange.Importer{DB: c.db, Doubles: way, Moves: asked.Moves, Tell: func(e *exchange.Event) {
		sum.count(e.Outcome)
		if e.Outcome == exchange.Added && sum.First == 0 {
			sum.First = e.ID
		}
		if e.Outcome != exchange.Added && seen < maxReported {
			seen++
			line := reported{Event: *e}
			if e.Err != nil {
				line.Error = e.Reason(language)
			}
			list = append(list, line)
		}
		if all++; len(list) == perEvent || all%everyEntry == 0 {
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

// writing is the body of collection/export.
type writing struct {
	Query  string `json:"query"`
	Format string `json:"format"`
	asking        // its language is that of the captions
}

// written is the answer of collection/export.
type written struct {
	Name     string `json:"name"`     // of the file
	Problems int    `json:"problems"` // problems in the file
	Left     int    `json:"left"`     // problems that the format cannot hold
	Data     []byte `json:"data"`     // of the file, in base64
}

// maxExport is the maximum length of an exported file in bytes.
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

// Write implements io.Writer. It fails if there is no room.
func (b *limitedBuffer) Write(text []byte) (int, error) {
	if b.Len()+len(text) > maxExport {
		return 0, errLongExport
	}
	return b.Buffer.Write(text)
}

// ReadProblems reads texts as the import of a collection does.
func ReadProblems(text string, l text.Language) func() (api.ReadProblem, error) {
	r := format.NewReader(strings.NewReader(text), forsyth.Conventions{Letters: l.Letters()})
	return func() (api.ReadProblem, error) {
		p, err := r.Read()
		if fault, is := errors.AsType[*forsyth.Error](err); is {
			return api.ReadProblem{}, api.NewReadFault(fault, l)
		}
		fields := p.Fields()
		if illegal, is := errors.AsType[*forsyth.IllegalError](err); is {
			p.Line, err = illegal.Line, nil
			fields = problem.Record{FEN: illegal.FEN, Stipulation: problem.Stipulation(p.Moves)}
		}
		if strings.Count(fields.FEN, " ") == 3 {
			fields.FEN += " 0 1"
		}
		read := api.ReadProblem{Line: p.Line, Position: fields.FEN, Stipulation: fields.Stipulation,
			Title: fields.Title, Authors: fields.Authors, Source: fields.Source.String(), Solutions: fields.Solutions,
			Twin: fields.Twin.Label, Change: fields.Twin.Change}
		for _, award := range fields.Awards {
			read.Awards = append(read.Awards, award.String())
		}
		return read, err
	}
}
