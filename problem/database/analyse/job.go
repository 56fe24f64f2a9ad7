// Package analyse analyses the problems of a collection as tasks, in this process or by
// workers, and stores the reports.
//
// A Job selects the problems to analyse: those without a report, those analysed by an older version, and those stopped
// by a limit that is higher now. Run reports the outcome of each problem after storing it, for a progress bar, a page
// or a list. If a Run ends early, everything it reported is stored, and the next Run continues from there.
package analyse

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
)

// Job analyses problems of a collection. Its fields stay as they are while it runs.
type Job struct {
	DB      *database.DB
	Queue   work.Queue   // does tasks of Kind
	Program string       // name and version of the analyser, as Kind has it
	Query   *query.Query // which problems, and in what order; nil: all, by their numbers
	Force   bool         // also those that this version has analysed

	// What each problem may take at most, each 0 for no limit; Limit to the millisecond.
	Limit time.Duration
	Nodes uint64

	// Tell is called for each problem after it is stored, one call at a time, in a goroutine of Run. It may be nil.
	Tell func(*Event)
}

// Outcome is what became of a problem.
type Outcome int

// The outcomes.
const (
	Stored  Outcome = iota // its report is stored
	Kept                   // a limit ended the analysis, and the complete report of an earlier one stays
	Changed                // it was edited or deleted meanwhile
	Faulty                 // it cannot be analysed: see Event.Fault
)

// String names the outcome: analysed, kept, changed, fault.
func (o Outcome) String() string { return [...]string{"analysed", "kept", "changed", "fault"}[o] }

// Event is the outcome of a problem.
type Event struct {
	ID      int64
	Outcome Outcome
	Before  string        // the verdict of the report that it had, empty for none
	Verdict string        // the new one
	Took    time.Duration // the analysis
	Worker  string
	Fault   string // why it cannot be analysed

	Done, Total int // problems of this Run
}

// Turned reports whether the verdict has changed.
func (e *Event) Turned() bool {
	return e.Outcome == Stored && e.Before != "" && e.Before != e.Verdict
}

// Summary is what a Run has done.
type Summary struct {
	Total    int // problems that were to be analysed
	Others   int // of other stipulations, which are left out
	Outcomes [Faulty + 1]int
	Verdicts map[string]int // of those that are stored
	Turned   int            // verdicts that are others than before
}

// Done is how many problems are done with.
func (s *Summary) Done() (n int) {
	for _, part := range s.Outcomes {
		n += part
	}
	return n
}

// Run analyses the problems of Pending. Everything reported before it ends is stored, even
// after an error. Errors are those of ctx (its cause), the queue or the collection.
func (j *Job) Run(ctx context.Context) (sum Summary, err error) {
	ids, others, err := j.Pending(ctx)
	if err != nil {
		return sum, errors.Join(context.Cause(ctx), err)
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newStore(j)
	s.sum = Summary{Total: len(ids), Others: others, Verdicts: map[string]int{}}
	var storing work.Group
	storing.Go(func() {
		defer cancel() // if storing has failed, results are useless
		s.serve()
	})
	defer storing.Wait()
	defer s.close() // after a panic, too
	var failed error
	tasks := func(yield func(work.Task) bool) {
		for _, id := range ids {
			task, ok, err := j.next(s, id)
			if err != nil {
				failed = err
				return
			}
			if ok && !yield(task) {
				return
			}
		}
	}
	if err = j.Queue.Do(inner, tasks, s.keep); err != nil && failed == nil {
		failed = err
	}
	stored := s.close()
	switch {
	case ctx.Err() != nil:
		err = errors.Join(context.Cause(ctx), stored)
	case stored != nil:
		err = stored
	default:
		err = failed
	}
	return s.sum, err
}

// next is the task of a problem; ok is false if it has been deleted.
func (j *Job) next(s *store, id int64) (task work.Task, ok bool, err error) {
	p, err := j.DB.Get(id)
	if errors.Is(err, database.ErrNotFound) {
		return task, false, s.put(finding{asked: problem.Record{ID: id}})
	}
	if err == nil {
		task, err = j.ask(&p)
		s.begin(&p)
	}
	return task, err == nil, err
}

// taskKind is the name of the kind of tasks that a Job gives to its queue.
const taskKind = "analysis"

// question is the payload of a task; the result is the line of JSON that `alfiere mate --json` writes.
type question struct {
	FEN          string `json:"fen"`
	Moves        int    `json:"n"`
	Solutions    int    `json:"solutions,omitempty"`
	Milliseconds int64  `json:"limit_ms,omitempty"`
	Nodes        uint64 `json:"nodes,omitempty"`
}

// Kind returns the kind of tasks. program is what reports name as the analyser, version its
// version and commit, which all workers must have.
func Kind(program, version string) work.Kind {
	answer := func(ctx context.Context, payload []byte) ([]byte, error) { return answer(ctx, program, payload) }
	return work.Kind{Name: taskKind, Version: version, Open: work.HandlerFunc(answer).Open}
}

// answer analyses a problem.
func answer(ctx context.Context, program string, payload []byte) ([]byte, error) {
	var q question
	if err := json.Unmarshal(payload, &q); err != nil {
		return nil, err
	}
	if q.Moves < 1 || q.Moves > problem.MaxMoves {
		return nil, problem.ErrMoves
	}
	s := format.Solver{Form: format.JSON, Threads: 1, Limit: time.Duration(q.Milliseconds) * time.Millisecond}
	s.Problem.Nodes, s.Problem.Solutions = q.Nodes, q.Solutions
	s.Text.Program = program
	s.Complete(false, func(string) bool { return false })
	a := s.Solve(ctx, fmt.Sprintf("%s dm %d;", q.FEN, q.Moves))
	if a.Fault != nil {
		return nil, forsyth.Reason(a.Fault)
	}
	return bytes.TrimSpace(a.Text), nil
}

// ask is the task of a problem.
func (j *Job) ask(p *problem.Record) (work.Task, error) {
	payload, err := json.Marshal(&question{FEN: p.FEN, Moves: p.Moves(), Solutions: p.Solutions,
		Milliseconds: j.Limit.Milliseconds(), Nodes: j.Nodes})
	return work.Task{ID: fmt.Sprint(p.ID), Kind: taskKind, Payload: payload}, err
}

// further is how much wider a limit must be for a report that one ended to be made anew: the clock is not exact.
const further = 1.1

// Pending returns the problems that Run analyses, in the order of the query, and how many of
// the query's have a stipulation that is not analysed. Errors are ctx's and the database's.
func (j *Job) Pending(ctx context.Context) (ids []int64, others int, err error) {
	wanted := j.Query
	if wanted == nil {
		wanted = &query.Query{}
	}
	states, err := j.states(ctx)
	if err != nil {
		return nil, 0, err
	}
	err = query.FindIDs(ctx, j.DB, wanted, func(id int64) error {
		switch states[id] {
		case due:
			ids = append(ids, id)
		case foreign:
			others++
		}
		return nil
	})
	return ids, others, err
}

// state says whether a problem is to be analysed.
type state uint8

const (
	settled state = iota
	due
	foreign // of another stipulation than mates in 1 to problem.MaxMoves
)

// states returns the state of each problem that is not settled.
func (j *Job) states(ctx context.Context) (map[int64]state, error) {
	rows, err := j.DB.Query(ctx,
		`SELECT p.id, p.n, ifnull(r.program, ''), ifnull(r.complete, 0), ifnull(r.nodes, 0), ifnull(r.seconds, 0)
		FROM problem p LEFT JOIN report r ON r.problem = p.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	states := map[int64]state{}
	old := map[string]bool{"": true} // whether what this program has analysed is analysed again
	for rows.Next() {
		var id, nodes int64
		var n int
		var program string
		var complete bool
		var seconds float64
		if err = rows.Scan(&id, &n, &program, &complete, &nodes, &seconds); err != nil {
			return nil, err
		}
		if _, known := old[program]; !known {
			old[program] = older(program, j.Program)
		}
		switch {
		case n < 1 || n > problem.MaxMoves:
			states[id] = foreign
		case j.Force || old[program] || !complete && j.wider(nodes, seconds):
			states[id] = due
		}
	}
	return states, rows.Err()
}

// wider reports whether the limits let an analysis go on that ended after so much.
func (j *Job) wider(nodes int64, seconds float64) bool {
	return (j.Nodes == 0 || float64(j.Nodes) > further*float64(nodes)) &&
		(j.Limit == 0 || j.Limit > time.Duration(further*seconds*float64(time.Second)))
}

// older reports whether a report of one program, as in "Alfiere 1.1", is to be made anew by
// another: it has a lower version, or another name.
func older(program, present string) bool {
	name, version := cutVersion(program)
	presentName, presentVersion := cutVersion(present)
	if name != presentName {
		return true
	}
	for i, number := range presentVersion {
		switch {
		case i >= len(version) || version[i] < number:
			return true
		case version[i] > number:
			return false
		}
	}
	return false
}

// cutVersion takes a name and its version apart.
func cutVersion(program string) (name string, version []int) {
	at := strings.LastIndexByte(program, ' ')
	if at < 0 {
		return program, nil
	}
	for part := range strings.SplitSeq(program[at+1:], ".") {
		number, err := strconv.Atoi(part)
		if err != nil {
			return program, nil // the last word is a part of the name
		}
		version = append(version, number)
	}
	return program[:at], version
}
