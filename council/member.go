package council

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Job is a request to a member. It holds the whole game, so the member need not know earlier moves.
type Job struct {
	Number  uint64 // counted by the master: answers to other jobs are dropped
	Seat    Seat
	Request search.Request // with Game; knowledge and noise are the seat's

	// Fresh asks the member to begin with an empty table of Megabytes, so that the answer depends only
	// on the job, as experiments require. A Master does not set it: its members keep their tables from
	// move to move, and Megabytes is only advice.
	Fresh     bool
	Megabytes int

	company search.Company // of a member in this process
}

// Member proposes moves. A Master calls its methods from one goroutine at a time.
type Member interface {
	// Propose returns a move for the job when a limit is reached, or within some milliseconds after ctx
	// ends. Meanwhile it calls report with its lines, from one goroutine at a time. An error means that
	// there is no proposal; the council continues without it. The job and its data are read-only.
	Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error)

	NewGame()                   // forgets earlier games
	Resize(megabytes int) error // of its table in this process, if any; on an error the old size stays
	Close() error               // ends the member and waits for its end
}

// starter is a member that takes time to start.
type starter interface {
	Started() error // waits for the start; the error is why it failed
}

// worker lets a member do one job at a time. One that does not return from a job is busy, and gets no other until it
// returns. The methods are for the master's goroutine.
type worker struct {
	seat   Seat
	member Member        // nil if it could not be opened
	fault  error         // reason why it could not be opened
	busy   chan struct{} // closed when the member has returned from its last job; nil before the first

	awaited bool // its start, if it is a Starter

	// Changes postponed until then.
	forget    bool
	megabytes int // 0: the size stays
}

// answer is the result of a job.
type answer struct {
	worker   *worker
	proposal Proposal
	err      error
}

// errBusy is the error of a member that has not returned from an earlier job.
var errBusy = errors.New("it is still searching an earlier position")

// isFree reports whether the member may be called.
func (w *worker) isFree() bool {
	if w.busy == nil {
		return true
	}
	select {
	case <-w.busy:
		return true
	default:
		return false
	}
}

// isOwn reports whether the member searches in this process.
func (w *worker) isOwn() bool {
	_, local := w.member.(*Local)
	return local
}

// ask gives the member a job and sends its answer to the channel answers, which must have room.
func (w *worker) ask(ctx context.Context, job *Job, report func(search.Info), answers chan<- answer) {
	switch {
	case w.member == nil:
		answers <- answer{worker: w, err: w.fault}
		return
	case !w.isFree() && !w.isOwn():
		answers <- answer{worker: w, err: errBusy}
		return
	}
	before, busy, forget, megabytes := w.busy, make(chan struct{}), w.forget, w.megabytes
	w.busy, w.forget, w.megabytes = busy, false, 0
	go func() {
		a := answer{worker: w}
		defer func() {
			if fault := recover(); fault != nil {
				a.err = fmt.Errorf("it failed: %v", fault)
			}
			close(busy)
			answers <- a
		}()
		if before != nil {
			<-before // a stopped search in this process ends soon
		}
		if megabytes > 0 {
			_ = w.member.Resize(megabytes) // the old size works, too
		}
		if forget {
			w.member.NewGame()
		}
		a.proposal, a.err = w.member.Propose(ctx, job, report)
	}()
}

// settle waits until the member has returned, which takes a member in this process little time
// after a stop, and then does the postponed work.
func (w *worker) settle() {
	if w.busy != nil {
		<-w.busy
	}
	if w.megabytes > 0 {
		_ = w.member.Resize(w.megabytes) // the old size works, too
	}
	if w.forget {
		w.member.NewGame()
	}
	w.forget, w.megabytes = false, 0
}

// newGame makes the member forget earlier games, now or when it returns.
func (w *worker) newGame() {
	switch {
	case w.member == nil:
	case w.isFree():
		w.member.NewGame()
	default:
		w.forget = true
	}
}

// resize gives the member a table of another size, now or when it returns.
func (w *worker) resize(megabytes int) error {
	switch {
	case w.member == nil:
	case w.isFree():
		return w.member.Resize(megabytes)
	default:
		w.megabytes = megabytes
	}
	return nil
}

// closePatience is how long closing a council waits for a member that does not return.
const closePatience = 3 * time.Second

// close ends the member when it has returned, and waits at most closePatience for that.
func (w *worker) close() {
	if w.member == nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if w.busy != nil {
			<-w.busy
		}
		_ = w.member.Close() // no caller is left to handle the error
	}()
	if w.isFree() {
		<-ended
		return
	}
	select {
	case <-ended:
	case <-time.After(closePatience):
	}
}

// Local is a member in this process: an engine with its own table.
type Local struct {
	engine    *search.Engine
	megabytes int // of its table, or its share of it
	guests    int // members that use its table
}

// OpenLocal returns a member with a table of the given megabytes. The error wraps tt.ErrSize.
func OpenLocal(megabytes int) (*Local, error) {
	engine, err := search.New(megabytes)
	if err != nil {
		return nil, err
	}
	return &Local{engine: engine, megabytes: megabytes}, nil
}

// errNoMove is the error of a member that is asked about a position without legal moves.
var errNoMove = errors.New("the position has no legal move")

// Propose implements Member.
func (l *Local) Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error) {
	if job.Fresh {
		if err := l.begin(job); err != nil {
			return Proposal{}, err
		}
	}
	if place, is := job.company.Gate.(*roundRobinPlace); is {
		defer place.retire()
	}
	l.engine.SetThreads(job.Seat.Threads)
	request, company := job.Request, job.company
	job.Seat.prepare(&request)
	if job.Fresh {
		request.HashFileUse = search.HashFileUse{}
	}
	if job.Seat.Threads > 1 && isFixed(&request.Limits) {
		company.Gate = newRoundRobin(job.Seat.Threads, company.Gate)
	}
	diary := newDiary(&request)
	result := l.engine.SearchAmong(ctx, request, company, func(info search.Info) {
		diary.note(&info)
		if report != nil {
			report(info)
		}
	})
	if result.Best == movegen.NoMove {
		return Proposal{}, errNoMove
	}
	proposal := Proposal{Member: job.Seat.Name, Knowledge: request.Knowledge, Move: result.Best, Score: result.Score,
		Line: result.Line, Depth: result.Started, RootMoves: result.StartedMoves, Nodes: result.Nodes,
		TBHits: result.TBHits, Elapsed: result.Elapsed}
	proposal.Iterations = diary.iterations[:min(len(diary.iterations), result.Depth)]
	if request.MultiPV > 1 {
		proposal.Lines = diary.reported()
	}
	return proposal, nil
}

// begin makes the member forget everything, with a table of the job's size.
func (l *Local) begin(job *Job) error {
	if job.Megabytes > 0 && job.Megabytes != l.megabytes {
		if err := l.Resize(job.Megabytes); err != nil {
			return err
		}
	}
	l.engine.NewGame()
	return nil
}

// NewGame implements Member.
func (l *Local) NewGame() { l.engine.NewGame() }

// Resize implements Member.
func (l *Local) Resize(megabytes int) error {
	err := l.engine.Resize(megabytes * (1 + l.guests))
	if err == nil {
		l.megabytes = megabytes
	}
	return err
}

// Close implements Member; its error is always nil.
func (l *Local) Close() error {
	l.engine.Close()
	return nil
}

// prepare gives a request the seat's knowledge and noise. A seat without noise keeps the request's own
// noise, which makes games differ. A search with noise does not use a hash file.
func (s *Seat) prepare(request *search.Request) {
	request.Knowledge = cmp.Or(s.Knowledge, eval.All)
	if s.Noise > 0 {
		request.Legacy.Noise, request.Legacy.Seed = s.Noise, s.Seed
	}
	if request.Legacy.Noise > 0 {
		request.HashFileUse = search.HashFileUse{}
	}
}

// diary holds the reports of a running search.
type diary struct {
	iterations []Iteration
	lines      []search.Info // the newest one of each rank
	best       search.Info   // the newest line of the last completed iteration; Depth is 0 before the first
}

func newDiary(request *search.Request) *diary {
	return &diary{lines: make([]search.Info, max(request.MultiPV, 1))}
}

// note keeps a report.
func (d *diary) note(info *search.Info) {
	if len(info.Line) == 0 {
		return
	}
	if i := info.MultiPV - 1; i >= 0 && i < len(d.lines) {
		d.lines[i] = *info
	}
	if info.MultiPV != 1 || info.Bound != search.Exact || info.Depth < 1 || info.Depth > search.MaxPly {
		return
	}
	for len(d.iterations) < info.Depth {
		d.iterations = append(d.iterations, Iteration{})
	}
	d.iterations[info.Depth-1] = Iteration{Move: info.Line[0], Score: info.Score}
	d.best = *info
}

// proposal returns what the search would propose if it were stopped now. There is no proposal before
// the first completed iteration.
func (d *diary) proposal(knowledge eval.Knowledge) (p Proposal, known bool) {
	if d.best.Depth == 0 {
		return p, false
	}
	best := &d.best
	return Proposal{Knowledge: knowledge, Move: best.Line[0], Score: best.Score, Line: slices.Clone(best.Line),
			Depth: best.Depth,
			Nodes: best.Nodes, TBHits: best.TBHits, Elapsed: best.Elapsed, Iterations: slices.Clone(d.iterations[:best.Depth])},
		true
}

// reported returns the lines reported last, the best one first.
func (d *diary) reported() []search.Info {
	for i := range d.lines {
		if len(d.lines[i].Line) == 0 {
			return d.lines[:i]
		}
	}
	return d.lines
}
