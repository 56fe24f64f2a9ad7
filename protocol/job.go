package protocol

import (
	"context"
	"slices"
	"time"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/search"
)

// job is one thing that the engine does: a search, a perft, a problem or a bench.
type job struct {
	number   int
	ctx      context.Context
	cancel   context.CancelFunc
	hit      chan struct{}    // closed by PonderHit; nil if the search does not ponder
	done     chan struct{}    // closed when the goroutine has ended
	root     movegen.Position // the position that is searched
	history  []movegen.Key    // of the positions played before root
	record   search.Record    // the game that led to root
	limits   search.Limits
	full     bool      // of full strength and without the book, as analysis and advice are
	timed    bool      // on the engine's clock
	since    time.Time // when the clock began to run
	until    time.Time // when the search ended
	mailbox  *mailbox
	panicked *work.Panic // of the goroutine, nil if there was none; valid when done is closed
}

// run calls act in a goroutine. If it panics, so does the goroutine that takes the job's events or waits for its end.
func (j *job) run(act func()) {
	go func() {
		defer close(j.done)
		defer func() {
			if value := recover(); value != nil {
				j.panicked = work.Recovered(value)
				j.tell(fell{})
			}
		}()
		act()
		j.until = time.Now()
	}()
}

// tell sends an event to the adapter.
func (j *job) tell(e Event) { j.mailbox.put(j.number, e) }

// awaitStop waits until the result may be sent.
func (j *job) awaitStop() {
	switch {
	case j.limits.Infinite:
		<-j.ctx.Done()
	case j.hit != nil:
		select {
		case <-j.ctx.Done():
		case <-j.hit:
		}
	}
}

// spendBefore takes from the clock the time that passed before the search began. That was not
// thinking time, so the search gets its share of the rest.
func (j *job) spendBefore(took time.Duration) {
	j.since = j.since.Add(-took)
	if clock := &j.limits.Clock; clock.Remaining > 0 {
		clock.Remaining = max(clock.Remaining-took, 1)
	}
}

// isHit reports whether the reply that a job ponders on was played.
func (j *job) isHit() bool {
	select {
	case <-j.hit:
		return true
	default:
		return false
	}
}

// jobs runs one job at a time and hands over its events.
type jobs struct {
	job     *job // nil between jobs
	last    int  // number of the newest job
	mailbox *mailbox
	lag     lagMeter
}

// begin makes the next job, for the current position of the game, in place of the
// present one; run starts it. overhead is the time lost at each move.
func (s *jobs) begin(game *movegen.Game, limits search.Limits, ponder bool, overhead time.Duration) *job {
	s.Abandon()
	s.last++
	j := &job{number: s.last, done: make(chan struct{}), root: game.Position(), history: game.Keys(),
		record: search.Record{Start: game.Start(), Moves: game.Moves()}, since: time.Now(), mailbox: s.mailbox}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	if ponder {
		j.hit = make(chan struct{})
		limits.PonderHit = j.hit
	}
	limits.Clock.Overhead = overhead
	if j.timed = limits.Clock.Remaining != 0 && !limits.Infinite && limits.MoveTime == 0; j.timed {
		limits.Clock.Lag = s.lag.begin(limits.Clock, game.Len())
	}
	if limits.MoveTime > 0 { // a hard limit as the GUI measures it, so the overhead is subtracted
		limits.MoveTime = max(limits.MoveTime-overhead, limits.MoveTime/2)
	}
	j.limits = limits
	s.job = j
	s.mailbox.open(j.number)
	return j
}

// Stop makes the running search end; its Finished event is still to come.
func (s *jobs) Stop() {
	if s.job != nil {
		s.job.cancel()
	}
}

// PonderHit reports that the expected reply was played: from now on the limits of a pondering search apply.
func (s *jobs) PonderHit() {
	if s.job != nil && s.job.hit != nil && !s.job.isHit() {
		s.job.since = time.Now()
		close(s.job.hit)
	}
}

// Abandon ends a search and drops the events that were not taken yet. It waits for the
// searcher, which takes about a millisecond.
func (s *jobs) Abandon() {
	s.mailbox.open(0)
	s.Wait()
	s.job = nil
}

// Wait stops a search and returns when its Finished event can be taken by Next.
func (s *jobs) Wait() {
	if s.job != nil {
		s.job.cancel()
		s.joinJob()
	}
}

// patience is what a running problem gets when the next one is asked for: enough for a short one, so that a
// script that sends several at once gets the answers to all of them.
const patience = time.Second

// FinishProblem ends a job after at most a second; then its last event can be taken by Next.
func (s *jobs) FinishProblem() {
	if s.job == nil {
		return
	}
	select {
	case <-s.job.done:
	case <-time.After(patience):
	}
	s.Wait()
}

// joinJob waits for the end of the job's goroutine; if that has panicked, it panics with the same value.
func (s *jobs) joinJob() {
	<-s.job.done
	if p := s.job.panicked; p != nil {
		s.job.cancel()
		s.job = nil
		panic(p)
	}
}

// Searching reports whether a search is under way: its Finished event has not been taken by Next.
func (s *jobs) Searching() bool { return s.job != nil }

// Limits returns the limits of the running search as the searcher got them: with the
// overhead subtracted and those of a weakened engine. It is zero while no search runs.
func (s *jobs) Limits() search.Limits {
	if s.job == nil {
		return search.Limits{}
	}
	return s.job.limits
}

// Endless reports whether the running search may never end unless it is stopped.
func (s *jobs) Endless() bool {
	if s.job == nil {
		return false
	}
	limits := s.job.limits
	return limits.Infinite || s.job.hit != nil && !s.job.isHit() ||
		limits.Depth == 0 && limits.Nodes == 0 && limits.Mate == 0 && limits.MoveTime == 0 && limits.Clock.Remaining == 0
}

// Ready returns a channel that yields a token when Next may have an event.
func (s *jobs) Ready() <-chan struct{} { return s.mailbox.signal }

// next returns the next event of the running search, as Controller.Next does.
func (s *jobs) next() (Event, bool) {
	for {
		event, ok := s.mailbox.take()
		if !ok || s.job == nil {
			return nil, false
		}
		switch e := event.(type) {
		case Thinking:
			e.Line = s.job.legalPrefix(e.Line)
			if len(e.Line) == 0 && !s.job.root.IsLegal(e.CurrentMove) {
				continue // no event is left of it
			}
			return e, true
		case Finished:
			if !e.Refused {
				s.job.correct(&e.Result)
			}
			s.release()
			return e, true
		case Solved, BenchFinished:
			s.release()
			return e, true
		case fell:
			s.joinJob()
		default:
			return e, true
		}
	}
}

// release forgets the job whose last event was taken: its goroutine ends right after sending that event.
func (s *jobs) release() {
	s.joinJob()
	s.job.cancel()
	if s.job.timed {
		s.lag.end(s.job.until.Sub(s.job.since), s.job.limits.Budget().Limit)
	}
	s.job = nil
}

// Bench searches the bench positions to the given depth, at least 1, whatever is on the board,
// without the searcher and with the knowledge that is set: one Benched event per position, then
// one with the total, which ends it. Like a search it can be stopped.
func (c *Controller) Bench(depth int) {
	s := &c.settings
	request := search.Request{Knowledge: s.Knowledge, Network: s.Network, Limits: search.Limits{Depth: depth}}
	j := c.begin(c.game, search.Limits{Depth: depth}, false, 0)
	j.run(func() {
		total, err := search.Bench(j.ctx, request, search.BenchMegabytes, func(fen string, nodes uint64) {
			j.tell(Benched{FEN: fen, Nodes: nodes})
		})
		j.tell(BenchFinished{Total: total, Stopped: j.ctx.Err() != nil, Err: err})
	})
}

// Solve analyses the position on the board as a problem: a mate by the side to move. A Solved event ends it. Like a
// search it can be stopped; the report then holds what is proven. It returns the number that the event will have.
func (c *Controller) Solve(request text.Request) (number int) {
	j := c.begin(c.game, search.Limits{Depth: request.Options.Moves}, false, 0)
	j.run(func() {
		solved := Solved{Search: j.number, Request: request}
		if solved.Report, solved.Err = problem.Analyse(j.ctx, j.root, request.Options); solved.Err == nil {
			solved.Document.Report = solved.Report
			if request.Text.Themes {
				solved.Document.Recognise()
			}
		}
		j.tell(solved)
	})
	return j.number
}

// Text is the answer as it was asked for, or the error.
func (s *Solved) Text() (string, error) {
	if s.Err != nil {
		return "", s.Err
	}
	request := s.Request
	request.Text.Program = Title
	return request.Answer(s.Document)
}

// uninterrupted is the depth up to which positions are counted without checking for a stop: well below a second's work.
const uninterrupted = 3

// Perft counts the legal move sequences of the given length, at least 1, from the position on the board: a Counted
// event for each first move, then Finished with Perft set. Like a search it can be stopped; Finished then has the count
// so far and a Depth of 0.
func (c *Controller) Perft(depth int) {
	j := c.begin(c.game, search.Limits{Depth: depth}, false, 0)
	j.run(func() {
		finished := Finished{Search: j.number, Root: j.root, Perft: true}
		for _, m := range j.root.Moves() {
			next := j.root.After(m)
			nodes := count(j.ctx, &next, depth-1)
			if j.ctx.Err() != nil {
				break
			}
			finished.Nodes += nodes
			j.tell(Counted{j.number, movegen.PerftEntry{Move: m, Nodes: nodes}})
		}
		if j.ctx.Err() == nil {
			finished.Depth = depth
		}
		j.tell(finished)
	})
}

// count is movegen.Perft that stops, with a meaningless number, when ctx ends.
func count(ctx context.Context, p *movegen.Position, depth int) (nodes uint64) {
	if depth <= uninterrupted {
		return movegen.Perft(p, depth)
	}
	for _, m := range p.Moves() {
		if ctx.Err() != nil {
			break
		}
		next := p.After(m)
		nodes += count(ctx, &next, depth-1)
	}
	return nodes
}

// legalPrefix returns the part of line that can be played from the root: it is cut before the first illegal move and
// after one that ends the game by mate, stalemate, third repetition or the fifty-move rule. Lines come from a table
// that other positions share, so they cannot be trusted.
func (j *job) legalPrefix(line []movegen.Move) []movegen.Move {
	position := j.root
	keys := slices.Clone(j.history)
	for i, m := range line {
		if !position.IsLegal(m) {
			return line[:i]
		}
		keys = append(keys, position.Key())
		position.Make(m)
		if position.HalfmoveClock() >= 100 || occurrences(keys, &position) >= 3 || !position.HasLegalMove() {
			return line[:i+1]
		}
	}
	return line
}

// occurrences returns how often p has been on the board, this time included; keys are those of the earlier positions.
func occurrences(keys []movegen.Key, p *movegen.Position) int {
	count := 1
	oldest := max(0, len(keys)-p.HalfmoveClock())
	for i := len(keys) - 2; i >= oldest; i -= 2 {
		if keys[i] == p.Key() {
			count++
		}
	}
	return count
}

// correct makes sure that the result's moves can be played: the best move is one of
// the legal moves if there is any, and the expected reply follows it or is NoMove.
func (j *job) correct(r *search.Result) {
	r.Line = j.legalPrefix(r.Line)
	if !j.root.IsLegal(r.Best) {
		r.Best, r.Ponder, r.Line = movegen.NoMove, movegen.NoMove, nil
		if moves := j.root.Moves(); len(moves) > 0 {
			r.Best = moves[0]
		}
	}
	if r.Best == movegen.NoMove {
		return
	}
	if r.Ponder == movegen.NoMove && len(r.Line) > 1 && r.Line[0] == r.Best {
		r.Ponder = r.Line[1]
	}
	if next := j.root.After(r.Best); !next.IsLegal(r.Ponder) {
		r.Ponder = movegen.NoMove
	}
}
