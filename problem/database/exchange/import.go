package exchange

import (
	"context"
	"errors"
	"io"
	"slices"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// doubles says what becomes of a problem that is in the collection already, the same or with
// its board mirrored, turned or in swapped colours.
type doubles int

// The ways.
const (
	Skip  doubles = iota // it stays out
	Merge                // what the one that is there does not know is taken from it
	Add                  // it is added as well
)

// ParseDoubles reads a way with doubles.
func ParseDoubles(word string) (doubles, error) {
	return parseWord[doubles](word, "must be skip, merge or add, not %q", "skip", "merge", "add")
}

// parseWord reads a value by its name; the format is that of the error.
func parseWord[V ~int](word, format string, names ...string) (V, error) {
	if i := slices.Index(names, word); i >= 0 {
		return V(i), nil
	}
	return 0, message.Errorf(format, text.Clipped(word, 20))
}

// Importer takes problems into a collection.
type Importer struct {
	DB      *database.DB
	Doubles doubles
	Moves   int // the stipulation, as in #2, of problems that have none; 0 makes them faults
	Meant   forsyth.Conventions

	// Tell is called with the outcome of each problem, in the order of the file, after it is stored.
	Tell func(*Event)

	Recoded int // the first line that was not UTF-8 and was read as Windows-1252, set by Import; 0 if there was none
}

// Outcome is what became of an entry of a file.
type Outcome int

// The outcomes.
const (
	Added  Outcome = iota // it has the ID
	Double                // the one with the ID is alike; nothing was changed
	Merged                // the one with the ID was, and knows more now
	Faulty                // see Err
)

// MarshalText returns the name of the outcome.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// String names the outcome: added, double, merged, fault.
func (o Outcome) String() string { return [...]string{"added", "double", "merged", "fault"}[o] }

// Event says what became of an entry.
type Event struct {
	Line    int     `json:"line"`             // where it begins, or where the error is
	Column  int     `json:"column,omitempty"` // of the error; 0 if it is not known
	Outcome Outcome `json:"outcome"`
	ID      int64   `json:"id,omitempty"`
	Exact   bool    `json:"exact,omitempty"` // of a double: position and stipulation are the same
	Err     error   `json:"-"`
}

// Reason says in a language what is wrong with an entry, without its place.
func (e *Event) Reason(l text.Language) string {
	reason := l.Error(forsyth.Reason(e.Err))
	if illegal, ok := errors.AsType[*forsyth.IllegalError](e.Err); ok {
		return reason + " in " + illegal.FEN
	}
	return reason
}

// Count counts outcomes.
type Count [Faulty + 1]int

// Total is how many entries there were.
func (c Count) Total() (n int) {
	for _, part := range c {
		n += part
	}
	return n
}

// What is stored in one step: so many entries, or so many bytes of them.
const (
	batch      = 1000
	batchBytes = 32 << 20
)

// importing is an import that is under way.
type importing struct {
	*Importer
	tx     *database.Tx
	lead   int64           // the first problem of the diagram that was read last
	leads  map[int64]int64 // the same, by the ids of a file of ours
	events []Event
}

// entry is a problem that was read, or a fault.
type entry struct {
	format.Problem
	record problem.Record
	fault  error
}

// newEntry returns the entry for what was read; ok is false if err ends the file.
func newEntry(p format.Problem, err error) (e entry, ok bool) {
	e.Problem = p
	if err == nil {
		e.record = p.Fields()
		return e, true
	}
	fault, isFault := errors.AsType[*forsyth.Error](err)
	illegal, isIllegal := errors.AsType[*forsyth.IllegalError](err)
	switch {
	case isFault:
		e.fault, e.Line = fault, fault.Line
	case isIllegal:
		e.fault, e.Line = illegal, illegal.Line
	}
	return e, isFault || isIllegal
}

// faulty returns the event of a problem that cannot be read or analysed.
func faulty(line int, err error) Event {
	event := Event{Line: line, Outcome: Faulty, Err: err}
	if fault, ok := errors.AsType[*forsyth.Error](err); ok {
		event.Column = fault.Column
	}
	return event
}

// size is about how many bytes of memory its texts take.
func (e *entry) size() int {
	p := &e.record
	n := len(p.Title) + len(p.Reference) + len(p.Source.Name)
	for _, list := range [...][]string{p.Authors, p.Keywords, p.Comments} {
		for _, text := range list {
			n += len(text) + 16
		}
	}
	if e.Report != nil {
		n += len(e.Report.Text)
	}
	return n
}

// Import takes in the problems of a source until its end, or until ctx ends. The error is that
// of the source or of the collection; what was counted and reported is stored.
func (i *Importer) Import(ctx context.Context, source io.Reader) (count Count, err error) {
	from := format.NewReader(source, i.Meant)
	defer func() { i.Recoded = from.Recoded() }()
	run := &importing{Importer: i, leads: map[int64]int64{}}
	for ended := false; !ended; {
		var list []entry
		for bytes := 0; len(list) < batch && bytes < batchBytes && !ended; {
			p, failed := from.Read()
			if next, ok := newEntry(p, failed); ok {
				list = append(list, next)
				bytes += next.size()
			} else if ended = true; failed != io.EOF {
				err = failed
			}
			if ctx.Err() != nil {
				ended, err = true, ctx.Err()
			}
		}
		if failed := run.store(list, &count); failed != nil {
			return count, failed
		}
	}
	return count, err
}

// store stores what was read, and reports it.
func (r *importing) store(list []entry, count *Count) error {
	if len(list) == 0 {
		return nil
	}
	r.events = r.events[:0]
	err := r.DB.Batch(func(t *database.Tx) error {
		r.tx = t
		for i := range list {
			if e := &list[i]; e.fault != nil {
				r.events = append(r.events, faulty(e.Line, e.fault))
			} else if err := r.enter(e); err != nil {
				return message.Errorf("line %d: %w", e.Line, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range r.events {
		count[r.events[i].Outcome]++
		if r.Tell != nil {
			r.Tell(&r.events[i])
		}
	}
	return nil
}

// enter stores one entry. The error is the collection's.
func (r *importing) enter(e *entry) error {
	p := &e.record
	own, of := p.ID, p.Twin.Of // in a file of ours
	if p.Stipulation == "" {
		p.Stipulation = problem.Stipulation(r.Moves)
	}
	switch p.ID, p.Twin.Of = 0, 0; {
	case of != 0:
		p.Twin.Of = r.leads[of]
	case e.Follows:
		p.Twin.Of = r.lead
	default:
		r.lead = 0
	}
	way := database.RefuseImages
	if r.Doubles == Add {
		way = database.AddDoubles
	}
	event := Event{Line: e.Line, Outcome: Added}
	_, err := r.tx.Add(p, way)
	exists, isDouble := errors.AsType[*database.ExistsError](err)
	switch {
	case isDouble:
		first := exists.Alike[0]
		event.Outcome, event.ID, event.Exact = Double, first.ID, first.Exact
		if err := r.merge(e, &event); err != nil {
			return err
		}
		p.ID, p.Twin.Of = first.ID, first.Of
	case IsAboutProblem(err):
		event.Outcome, event.Err = Faulty, err
	case err != nil:
		return err
	default:
		event.ID = p.ID
	}
	r.events = append(r.events, event)
	if event.Outcome == Faulty {
		return nil
	}
	first := p.ID
	if p.Twin.Of != 0 {
		first = p.Twin.Of
	}
	if !e.Follows || r.lead == 0 {
		r.lead = first
	}
	if own != 0 && of == 0 && p.Twin.Label != "" {
		r.leads[own] = first
	}
	if event.Outcome == Double && r.Doubles == Skip {
		return nil
	}
	return r.report(e, &event)
}

// faults are those of a problem, besides those of its FEN.
var faults = []error{database.ErrTooLong, database.ErrUnasked, database.ErrStipulation, database.ErrDate}

// IsAboutProblem reports whether an error of Importer or of problemdb is the problem's, and not the collection's.
func IsAboutProblem(err error) bool {
	_, isFEN := errors.AsType[*movegen.FENError](err)
	return isFEN || slices.ContainsFunc(faults, func(fault error) bool { return errors.Is(err, fault) })
}

// report stores the report of an entry, unless its problem is only an image or has one.
func (r *importing) report(e *entry, event *Event) error {
	if e.Report == nil || event.Outcome != Added && !event.Exact {
		return nil
	}
	if event.Outcome != Added {
		if has, err := r.tx.HasReport(event.ID); err != nil || has {
			return err
		}
	}
	_, err := r.tx.StoreReport(event.ID, *e.Report)
	if errors.Is(err, database.ErrReport) {
		r.events = append(r.events, Event{Line: e.Line, Outcome: Faulty, ID: event.ID, Err: err})
		return nil
	}
	if err == nil && event.Outcome == Double {
		r.events[len(r.events)-1].Outcome = Merged
	}
	return err
}

// merge adds missing facts to the stored problem, if asked to.
func (r *importing) merge(e *entry, event *Event) error {
	if r.Doubles != Merge {
		return nil
	}
	there, err := r.tx.Get(event.ID)
	if err != nil || !complete(&there, &e.record) {
		return err
	}
	event.Outcome = Merged
	return r.tx.Update(&there)
}

// complete fills in the empty fields of a problem from another one, and reports whether there
// were any. The source is one field.
func complete(p, from *problem.Record) (changed bool) {
	others := diagramFields(from)
	for i, field := range diagramFields(p) {
		if field.IsZero() && !others[i].IsZero() {
			field.Set(others[i])
			changed = true
		}
	}
	return changed
}
