package protocol

import (
	"context"
	"slices"
	"sync"
	"time"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/search"
)

const (
	leastDepth = 8       // plies: a move found with less is a poor one, although no mate is missed
	leastNodes = 10_000  // the same in nodes
	lineNodes  = 1 << 18 // a twentieth of a second: for the end of a line that the search did not report
)

// proof runs the exhaustive solver alongside a search for a mate, within the limits of the
// same job. The first certain answer counts: the solver is faster with short mates and
// their absence, the search with long ones. It is nil in any other search.
type proof struct {
	job    *job
	search search.Request
	goal   problem.Goal
	cancel context.CancelFunc // ends the solver
	end    context.CancelFunc // ends the search
	done   chan struct{}      // closed when found is known
	beside work.Group         // the solver, if it runs alongside the search
	since  time.Time

	mu    sync.Mutex // the search and the solver report from different goroutines
	found problem.Proof
	depth int           // of the deepest iteration reported by the search
	lines []search.Info // the newest of each rank
}

// newProof returns the proof that the request of the job asks for. run does the work.
func newProof(j *job, request *search.Request) *proof {
	limits := &request.Limits
	if limits.Mate == 0 || !j.root.HasLegalMove() {
		return nil
	}
	p := &proof{job: j, search: *request, done: make(chan struct{})}
	p.goal = problem.Goal{Moves: min(limits.Mate, problem.MaxMoves), Among: limits.Moves, Lines: request.MultiPV,
		Nodes: limits.Nodes / 2}
	return p
}

// run does the work of a job by the solver and the searcher.
func (p *proof) run(searcher finder) search.Result {
	p.since = time.Now()
	ctx, end := context.WithCancel(p.job.ctx)
	defer end()
	solving, cancel := context.WithCancel(p.job.ctx)
	defer cancel()
	p.end, p.cancel = end, cancel
	p.beside.OnPanic = end
	request := p.search
	if request.Limits.Nodes == 0 {
		p.beside.Go(func() { p.prove(solving) })
	} else { // one after the other, so that the same nodes do the same
		p.prove(solving)
		if p.found.In > 0 {
			return p.answer(search.Result{})
		}
		request.Limits.Nodes -= min(p.found.Nodes, request.Limits.Nodes-1)
		if p.denied() && p.endsIfDenied() {
			request.Limits.Nodes = min(request.Limits.Nodes, max(p.found.Nodes, leastNodes))
		}
	}
	result := searcher(ctx, request, p.observe)
	return p.settle(result)
}

// prove runs the solver.
func (p *proof) prove(ctx context.Context) {
	defer close(p.done)
	found, err := problem.Prove(ctx, p.job.root, p.goal)
	if err != nil {
		return
	}
	if found.In > 0 && !p.job.counts(found.In) {
		found.In, found.Lines = 0, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found = found
	switch {
	case found.In > 0:
		p.end()
	case p.denied():
		p.job.tell(NoMate{p.search.Limits.Mate})
		if p.endsIfDenied() && p.depth >= leastDepth {
			p.end()
		}
	}
}

// denied reports whether it is certain that there is no mate as short as was asked for.
func (p *proof) denied() bool { return p.found.Without >= p.search.Limits.Mate }

// endsIfDenied reports whether the search has nothing left to do then: it has if a move
// is to be found on a clock, or until it is stopped.
func (p *proof) endsIfDenied() bool {
	l := &p.search.Limits
	return !l.Infinite && l.Clock.Remaining == 0
}

// counts reports whether a mate in n moves counts in the game. The solver knows neither the
// fifty-move rule nor positions of the game, which might come for the third time.
func (j *job) counts(n int) bool {
	clock := j.root.HalfmoveClock()
	if clock+2*n-2 >= 100 {
		return false
	}
	recent := slices.Clone(j.history[max(len(j.history)-clock, 0):])
	slices.Sort(recent)
	return len(slices.Compact(recent)) == min(clock, len(j.history))
}

// observe passes on a report of the search.
func (p *proof) observe(info search.Info) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found.In > 0 {
		return // the answer is known already
	}
	p.job.tell(Thinking{p.job.number, info})
	if len(info.Line) == 0 {
		return
	}
	p.depth = max(p.depth, info.Depth)
	rank := max(info.MultiPV, 1) - 1
	if rank < len(p.lines) {
		p.lines[rank] = info
	} else if rank == len(p.lines) {
		p.lines = append(p.lines, info)
	}
	if p.denied() && p.endsIfDenied() && p.depth >= leastDepth {
		p.end()
	}
}

// settle returns the answer, when the search has ended. If it stopped before a limit was
// reached, because nothing was left to deepen, the solver may still find it.
func (p *proof) settle(result search.Result) search.Result {
	if moves, ok := result.Score.Mate(); ok && moves > 0 && moves <= p.search.Limits.Mate {
		p.join()
		if p.found.In == 0 || p.found.In > moves {
			return p.finishLine(result, moves)
		}
		return p.answer(result)
	}
	p.await()
	p.join()
	if p.found.In > 0 {
		return p.answer(result)
	}
	result.Nodes += p.found.Nodes
	return result
}

// join ends the solver and waits for it. If it has panicked, so does the job.
func (p *proof) join() {
	p.cancel()
	<-p.done
	p.beside.Wait()
}

// await waits for the solver until a limit is reached.
func (p *proof) await() {
	limits := &p.search.Limits
	if !limits.Infinite && (limits.Depth > 0 || limits.Nodes > 0 || limits.Clock.Remaining != 0) {
		return
	}
	var up <-chan time.Time // in a search without end there is no such time
	timed := limits.MoveTime > 0 && !limits.Infinite
	if timed && p.job.hit == nil {
		up = time.After(limits.MoveTime - time.Since(p.since))
	}
	for hit := p.job.hit; ; {
		select {
		case <-p.done:
			return
		case <-p.job.ctx.Done():
			return
		case <-up:
			return
		case <-hit:
			if hit = nil; timed {
				up = time.After(limits.MoveTime)
			}
		}
	}
}

// answer reports the mates that the solver has found, followed by the search's other
// lines if several are wanted, and returns the first as the result.
func (p *proof) answer(result search.Result) search.Result {
	moves, firsts := p.found.In, make([]movegen.Move, 0, len(p.found.Lines))
	info := search.Info{Depth: max(p.depth, 2*moves-1), SelDepth: max(p.depth, 2*moves-1), Score: mateIn(moves),
		Bound: search.Exact,
		Nodes: result.Nodes + p.found.Nodes, Elapsed: time.Since(p.since)}
	for i, line := range p.found.Lines {
		info.MultiPV, info.Line = i+1, line
		firsts = append(firsts, line[0])
		p.job.tell(Thinking{p.job.number, info})
	}
	rank := len(firsts)
	for _, other := range p.lines {
		if rank < max(p.search.MultiPV, 1) && !slices.Contains(firsts, other.Line[0]) {
			rank++
			other.MultiPV, other.Depth, other.Nodes, other.Elapsed = rank, info.Depth, info.Nodes, info.Elapsed
			p.job.tell(Thinking{p.job.number, other})
		}
	}
	return search.Result{Best: firsts[0], Ponder: replyIn(p.found.Lines[0]), Score: info.Score, Depth: info.Depth,
		Nodes:   info.Nodes,
		Elapsed: info.Elapsed, Line: p.found.Lines[0], Threads: result.Threads}
}

// finishLine makes sure that the line of the mate that the search has found goes up to the
// mate, if that costs little. The search takes much from the table, which holds no lines.
func (p *proof) finishLine(result search.Result, moves int) search.Result {
	if result.Nodes += p.found.Nodes; len(result.Line) >= 2*moves-1 || p.search.Limits.Nodes > 0 {
		return result
	}
	for known := (len(result.Line) - 1) / 2 * 2; known >= 0; known -= 2 {
		position := p.job.root
		for _, m := range result.Line[:known] {
			position.Make(m)
		}
		left := moves - known/2
		if left < 1 || left > problem.MaxMoves {
			continue
		}
		rest, err := problem.Prove(p.job.ctx, position, problem.Goal{Moves: left, Among: result.Line[known : known+1],
			Nodes: lineNodes})
		result.Nodes += rest.Nodes
		if err != nil || rest.In != left && (known > 0 || rest.In == 0) {
			continue // the previous defence was not the longest, or too much is left
		}
		result.Line = slices.Concat(result.Line[:known], rest.Lines[0])
		result.Score, result.Ponder, result.Elapsed = mateIn(known/2+rest.In), replyIn(result.Line), time.Since(p.since)
		p.job.tell(Thinking{p.job.number, search.Info{Depth: result.Depth, SelDepth: max(result.Depth, len(result.Line)),
			MultiPV: 1,
			Score:   result.Score, Bound: search.Exact, Line: result.Line, Nodes: result.Nodes, Elapsed: result.Elapsed}})
		return result
	}
	return result
}

// mateIn returns the score of a mate in this many moves.
func mateIn(moves int) search.Score { return search.MateScore - search.Score(2*moves-1) }

// replyIn returns the reply that a line expects, NoMove if it has none.
func replyIn(line []movegen.Move) movegen.Move {
	if len(line) < 2 {
		return movegen.NoMove
	}
	return line[1]
}
