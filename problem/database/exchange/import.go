package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem/database"
	"alfiere/problem/format/forsyth"
)

// doubles says what becomes of a problem that is in the collection already, the same or with
// its board mirrored, turned or in swapped colours.
type doubles int

// The ways.
const (
	Skip  doubles = iota // it stays out
	Merge                // what the one that is there does not know is taken from it
	Add                  // it is added beside the other
)

// errDoubles is wrapped for a word that is no way with doubles.
var errDoubles = errors.New("wanted is skip, merge, add")

// ParseDoubles reads a way with doubles. The error wraps errDoubles.
func ParseDoubles(text string) (doubles, error) {
	for way, word := range [...]string{"skip", "merge", "add"} {
		if word == text {
			return doubles(way), nil
		}
	}
	return Skip, message.Errorf("%w, not %q", errDoubles, clipped(text, 20))
}

// Importer takes problems into a collection.
type Importer struct {
	DB      *database.DB
	Doubles doubles
	Moves   int // the stipulation, as in #2, of problems that have none; 0 makes them faults
	Meant   forsyth.Conventions

	// Tell is told what became of each problem, in the order of the file, after it was stored.
	Tell func(*Event)
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

// String names the outcome: added, double, merged, fault.
func (o Outcome) String() string { return [...]string{"added", "double", "merged", "fault"}[o] }

// Event says what became of an entry.
type Event struct {
	Line, Column int // where it begins, or where the fault is; a column of 0 is not known
	Outcome      Outcome
	ID           int64
	Exact        bool // of a double: position and stipulation are the same
	Err          error
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

// pending is an entry that was read, or a fault.
type pending struct {
	entry
	fault *Fault
}

// Import takes in the problems of a source until its end, or until ctx ends. The error is that
// of the source or of the collection; what was counted and told is stored.
func (i *Importer) Import(ctx context.Context, source io.Reader) (count Count, err error) {
	from := i.newReader(&peeker{Reader: source})
	run := &importing{Importer: i, leads: map[int64]int64{}}
	for ended := false; !ended; {
		var list []pending
		for bytes := 0; len(list) < batch && bytes < batchBytes && !ended; {
			next, failed := from.read()
			fault, isFault := errors.AsType[*Fault](failed)
			switch {
			case isFault:
				list = append(list, pending{fault: fault})
			case failed != nil:
				if ended = true; failed != io.EOF {
					err = failed
				}
			default:
				list = append(list, pending{entry: next})
				bytes += next.size()
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

// store stores what was read, and tells it.
func (r *importing) store(list []pending, count *Count) error {
	if len(list) == 0 {
		return nil
	}
	r.events = r.events[:0]
	err := r.DB.Batch(func(t *database.Tx) error {
		r.tx = t
		for i := range list {
			if fault := list[i].fault; fault != nil {
				r.events = append(r.events, Event{Line: fault.Line, Column: fault.Column, Outcome: Faulty, Err: fault.Err})
				continue
			}
			if err := r.enter(&list[i].entry); err != nil {
				return message.Errorf("line %d: %w", list[i].line, err)
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
	p := &e.problem
	if p.Stipulation == "" && r.Moves > 0 {
		p.Stipulation = fmt.Sprintf("#%d", r.Moves)
	}
	switch {
	case e.of != 0:
		p.Twin.Of = r.leads[e.of]
	case e.follows:
		p.Twin.Of = r.lead
	default:
		r.lead = 0
	}
	way := database.RefuseImages
	if r.Doubles == Add {
		way = database.AddDoubles
	}
	event := Event{Line: e.line, Outcome: Added}
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
	r.remember(e)
	if event.Outcome == Double && r.Doubles == Skip {
		return nil
	}
	return r.report(e, &event)
}

// remember keeps the first problem of a diagram for its twins.
func (r *importing) remember(e *entry) {
	first := e.problem.ID
	if e.problem.Twin.Of != 0 {
		first = e.problem.Twin.Of
	}
	if !e.follows || r.lead == 0 {
		r.lead = first
	}
	if e.own != 0 && e.of == 0 && e.problem.Twin.Label != "" {
		r.leads[e.own] = first
	}
}

// faults are those of a problem, beside those of its FEN.
var faults = []error{database.ErrTooLong, database.ErrUnasked, database.ErrStipulation, database.ErrDate}

// IsAboutProblem reports whether an error of Importer or of problemdb is the problem's, and not
// the collection's.
func IsAboutProblem(err error) bool {
	_, isFEN := errors.AsType[*movegen.FENError](err)
	return isFEN || slices.ContainsFunc(faults, func(fault error) bool { return errors.Is(err, fault) })
}

// report stores the report of an entry, unless its problem is only an image or has one.
func (r *importing) report(e *entry, event *Event) error {
	if e.report == nil || event.Outcome != Added && !event.Exact {
		return nil
	}
	if event.Outcome != Added {
		if has, err := r.tx.HasReport(event.ID); err != nil || has {
			return err
		}
	}
	_, err := r.tx.StoreReport(event.ID, *e.report)
	if errors.Is(err, database.ErrReport) {
		r.events = append(r.events, Event{Line: e.line, Outcome: Faulty, ID: event.ID, Err: err})
		return nil
	}
	if err == nil && event.Outcome == Double {
		r.events[len(r.events)-1].Outcome = Merged
	}
	return err
}

// merge gives the problem that is there what it does not know, if that is wanted.
func (r *importing) merge(e *entry, event *Event) error {
	if r.Doubles != Merge {
		return nil
	}
	there, err := r.tx.Get(event.ID)
	if err != nil || !complete(&there, &e.problem) {
		return err
	}
	event.Outcome = Merged
	return r.tx.Update(&there)
}

// complete fills in the empty fields of a problem from another one, and reports whether there
// were any. The source is one field.
func complete(p, from *database.Problem) (changed bool) {
	for _, field := range [...]struct{ into, from *string }{{&p.Reference, &from.Reference}, {&p.Title, &from.Title}} {
		if *field.into == "" && *field.from != "" {
			*field.into, changed = *field.from, true
		}
	}
	for _, field := range [...]struct{ into, from *[]string }{{&p.Authors, &from.Authors}, {&p.Keywords, &from.Keywords}, {&p.Comments, &from.Comments}} {
		if len(*field.into) == 0 && len(*field.from) > 0 {
			*field.into, changed = *field.from, true
		}
	}
	if len(p.Awards) == 0 && len(from.Awards) > 0 {
		p.Awards, changed = from.Awards, true
	}
	if p.Source == (database.Source{}) && from.Source != (database.Source{}) {
		p.Source, changed = from.Source, true
	}
	return changed
}
