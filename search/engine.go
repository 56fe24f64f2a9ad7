package search

import (
	"context"
	"sync/atomic"
	"time"

	"alfiere/eval"
	"alfiere/internal/work"
	"alfiere/tt"
)

// MaxThreads is the greatest number of threads an Engine works with.
const MaxThreads = 256

// Engine searches positions. It keeps its table and what it has learnt about move ordering from one search to the next;
// NewGame forgets both. Its methods must not be called while a Search is running.
type Engine struct {
	tt      *tt.Table
	users   *atomic.Int32 // engines that use the table
	guest   bool          // the table is another engine's
	workers []*worker
	smp     *smpState // nil with a single worker
}

// New returns an engine with one thread and a table of the given megabytes. The error wraps tt.ErrSize.
func New(megabytes int) (*Engine, error) {
	makeLMRTable()
	table, err := tt.New(megabytes)
	if err != nil {
		return nil, err
	}
	e := &Engine{tt: table, users: new(atomic.Int32)}
	e.users.Store(1)
	e.SetThreads(1)
	return e, nil
}

// Share makes e a guest that uses the table of another engine; results of different knowledge stay apart.
// Only the owner resizes, clears and ages the table, and only while no guest is searching.
func (e *Engine) Share(owner *Engine) {
	e.Close()
	e.tt, e.users, e.guest = owner.tt, owner.users, true
	e.users.Add(1)
}

// Close gives the table's memory back with its last user; the engine must not be used afterwards.
func (e *Engine) Close() {
	if e.users.Add(-1) == 0 {
		e.tt.Close()
	}
}

// Resize replaces the table by an empty one of the given megabytes. On an error,
// which wraps tt.ErrSize, the old one stays. On a guest it does nothing.
func (e *Engine) Resize(megabytes int) error {
	if e.guest {
		return nil
	}
	return e.tt.Resize(megabytes)
}

// Age makes the entries of a shared table one search older. Search does this for a table that is not shared.
func (e *Engine) Age() { e.tt.NewSearch() }

// SetThreads sets the number of threads; it is clamped to 1..MaxThreads.
func (e *Engine) SetThreads(count int) {
	count = min(max(count, 1), MaxThreads)
	for len(e.workers) < count {
		e.workers = append(e.workers, new(worker))
	}
	e.workers = e.workers[:count:count]
	e.smp = nil
	if count > 1 {
		e.smp = new(smpState)
	}
}

// NewGame forgets everything earlier searches have learnt.
func (e *Engine) NewGame() {
	if !e.guest {
		e.tt.Clear()
	}
	for _, w := range e.workers {
		w.forget()
	}
}

// Search finds the best move of request.Position. It reports its progress through report, which may be nil and is
// called from one goroutine at a time, and returns when a limit is reached or ctx ends; that a protocol may not tell
// the result of an infinite or pondering search before it is asked to is the caller's business. The result always has a
// legal move if there is one, and depth 1 is completed.
func (e *Engine) Search(ctx context.Context, request Request, report func(Info)) Result {
	return e.SearchAmong(ctx, request, Company{}, report)
}

// SearchAmong is Search in company.
func (e *Engine) SearchAmong(ctx context.Context, request Request, company Company, report func(Info)) Result {
	start := time.Now()
	if request.Knowledge == 0 {
		request.Knowledge = eval.All
	}
	if report == nil {
		report = func(Info) {}
	}
	r := &run{request: &request, company: company, tt: e.tt, workers: e.workers, smp: e.smp,
		report: report, start: start}
	r.timer = newTimer(&request.Limits, start)
	us := request.Position.Side()
	r.drawScores[us], r.drawScores[us.Other()] = Score(-request.Contempt), Score(request.Contempt)
	r.rankRoot()
	if e.users.Load() == 1 {
		e.Age()
	}
	e.smp.newSearch()

	cancel := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer cancel()
	for i, w := range e.workers {
		w.prepare(r, i == 0)
		w.listRootMoves()
	}
	main := e.workers[0]
	if len(main.rootMoves) > 0 {
		e.runWorkers(r)
	}
	best := r.bestThread()
	if best != main && best.rootMoves[0].move != main.rootMoves[0].move {
		best.reportPV(best.completed, 0) // the last line reported is that of the move played
	}
	return best.result(r)
}

// runWorkers searches with all workers until the main one is done. A helper that panics ends
// the search, and the panic is the caller's.
func (e *Engine) runWorkers(r *run) {
	helpers := work.Group{OnPanic: func() { r.stop.Store(true) }}
	defer helpers.Wait() // after a panic, too: the table may be gone soon
	defer r.stop.Store(true)
	for _, w := range e.workers[1:] {
		helpers.Go(w.iterate)
	}
	e.workers[0].iterate()
}

// result makes the Result of the worker's root moves.
func (w *worker) result(r *run) Result {
	result := Result{Depth: w.completed, Nodes: r.nodes(), TBHits: r.tbHits(), Elapsed: time.Since(r.start)}
	for _, each := range r.workers {
		thread := ThreadReport{Depth: each.completed, Nodes: each.nodes}
		if len(each.rootMoves) > 0 {
			thread.Best = each.rootMoves[0].move
			thread.Score, _ = each.rootMoves[0].reported()
		}
		result.Threads = append(result.Threads, thread)
	}
	if len(w.rootMoves) == 0 {
		if r.request.Position.InCheck() {
			result.Score = -MateScore
		}
		return result
	}
	result.Started, result.StartedMoves = w.rootDepth, w.rootDone
	if w.completed >= w.rootDepth { // cut short by a bound, the last pass need not be over all
		result.Started, result.StartedMoves = w.completed, len(w.rootMoves)
	}
	best := &w.rootMoves[0]
	result.Best = best.move
	result.Score, _ = best.reported()
	result.Line = append(result.Line, best.pv...)
	if len(best.pv) > 1 {
		result.Ponder = best.pv[1]
	}
	return result
}
