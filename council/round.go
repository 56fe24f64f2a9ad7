package council

import (
	"cmp"
	"context"
	"slices"
	"time"

	"alfiere/eval"
	"alfiere/search"
)

// patience is how long a round waits for members.
type patience struct {
	stopped   time.Duration // after a stop; after the hard limit a fifth of this
	first     time.Duration // for the first iteration of members in this process, if no clock runs
	latecomer time.Duration // on a clock, see considerPatience
	endless   time.Duration // without a limit of time
}

// usualPatience is enough for a search to notice a stop, which takes a millisecond or two.
func usualPatience() patience {
	return patience{stopped: 50 * time.Millisecond, first: 500 * time.Millisecond, latecomer: 20 * time.Millisecond,
		endless: 10 * time.Second}
}

// With much time left on the clock a round waits longer after the hard limit: for this share of the remaining time, but
// no longer than after a stop. Without a clock, members get this multiple of the time that half of them took.
const (
	clockPart     = 50
	endlessFactor = 10
	latecomerPart = 10 // of the time that half of the members took
)

// lateGrace returns how long the round waits for members after the hard limit.
func (r *round) lateGrace() time.Duration {
	p := &r.session.master.patience
	grace := p.stopped / 5
	if r.limits.MoveTime == 0 {
		grace = max(grace, min(r.limits.Clock.Remaining/clockPart, p.stopped))
	}
	return grace
}

// round asks members and waits for their answers.
type round struct {
	session *session
	limits  *search.Limits // of the jobs
	started time.Time
	cancel  context.CancelFunc // stops the members
	gate    *gate              // divides the threads among them
	board   *board             // on which members exchange lines; nil if they do not

	missing  map[*worker]*Job   // members that have not answered
	reported map[*worker]*diary // reports of each member; guarded by the session
	failed   int
	answers  []answer // in order of arrival
	counts   map[*worker]counts

	hard, patience, grace, last *time.Timer // nil while they do not run
	graceEnd                    time.Time
}

// counts are totals of the members' searches.
type counts struct{ nodes, tbHits uint64 }

// ask gives each worker its job and returns the answers that came in time.
func (s *session) ask(ctx context.Context, workers []*worker, jobs []*Job) []answer {
	ctx, cancel := context.WithCancel(ctx)
	limits, processors := &jobs[0].Request.Limits, s.master.threads
	r := &round{session: s, limits: limits, started: time.Now(), cancel: cancel,
		gate:    newGate(processors, sliceOf(limits.Budget(), processors, s.master.neededThreads())),
		missing: map[*worker]*Job{}, reported: map[*worker]*diary{}, counts: map[*worker]counts{}}
	for i, d := range workers {
		r.missing[d], r.reported[d] = jobs[i], newDiary(&jobs[i].Request)
	}
	s.mu.Lock()
	s.round = r
	s.mu.Unlock()
	defer r.end()
	arrivals := make(chan answer, len(workers))
	for _, job := range jobs {
		job.Request.Limits.Started, job.company.Gate = r.started, r.gate
	}
	if s.master.now.exchange {
		r.exchange(workers, jobs)
	}
	for i, d := range workers {
		d.ask(ctx, jobs[i], func(info search.Info) { s.hear(r, d, &info) }, arrivals)
	}
	r.wait(ctx, arrivals)
	if r.board != nil {
		s.traffic = r.board.sum()
	}
	return append(r.answers, r.unfinished()...)
}

// wait takes answers until all have arrived or its patience ends. It waits longer for a member in this
// process that has not completed an iteration, since the first iteration takes little time. If there
// is no other vote, it waits for one such member without limit.
func (r *round) wait(ctx context.Context, arrivals <-chan answer) {
	hit, done, first := r.limits.PonderHit, ctx.Done(), r.session.master.patience.stopped
	if hit == nil {
		r.startHardLimit()
	}
	if r.limits.Clock.Remaining == 0 || r.limits.MoveTime > 0 {
		first = r.session.master.patience.first
	}
	for waiting := true; len(r.missing) > 0 && (waiting || r.awaitsFirst() && !r.hasVote()); {
		select {
		case a := <-arrivals:
			r.note(a)
		case <-hit:
			hit = nil
			r.ponderHit()
		case <-done:
			done = nil
			r.stop(r.session.master.patience.stopped)
		case <-fired(r.hard):
			r.stop(r.lateGrace())
		case <-fired(r.patience):
			r.stop(r.session.master.patience.stopped)
		case <-fired(r.grace):
			waiting, r.last = r.awaitsFirst(), time.NewTimer(first)
		case <-fired(r.last):
			waiting = false
		}
		waiting = waiting && (r.last == nil || r.awaitsFirst())
	}
}

// awaitsFirst reports whether a member in this process has neither answered nor reported an iteration.
func (r *round) awaitsFirst() bool {
	return r.misses(func(d *worker) bool { return d.isOwn() && r.reported[d].best.Depth == 0 })
}

// misses reports whether a member that has not answered fulfils a condition.
func (r *round) misses(is func(d *worker) bool) bool {
	r.session.mu.Lock()
	defer r.session.mu.Unlock()
	for d := range r.missing {
		if is(d) {
			return true
		}
	}
	return false
}

// hasVote reports whether some member has completed an iteration.
func (r *round) hasVote() bool {
	return slices.ContainsFunc(r.answers, func(a answer) bool { return a.err == nil && completed(&a.proposal) > 0 }) ||
		r.misses(func(d *worker) bool { return r.reported[d].best.Depth > 0 })
}

// unfinished makes answers for late members from their reports.
func (r *round) unfinished() (answers []answer) {
	r.session.mu.Lock()
	defer r.session.mu.Unlock()
	for d, job := range r.missing {
		p, known := r.reported[d].proposal(cmp.Or(job.Seat.Knowledge, eval.All))
		switch {
		case known:
			answers = append(answers, answer{worker: d, proposal: p})
		case d.isOwn():
			answers = append(answers, answer{worker: d, err: errNoIteration})
		default:
			answers = append(answers, answer{worker: d, err: errLate})
		}
	}
	return answers
}

// fired returns the channel of a timer, or nil, which never delivers, if there is no timer.
func fired(t *time.Timer) <-chan time.Time {
	if t == nil {
		return nil
	}
	return t.C
}

// startHardLimit starts the timer that stops the members: after their share of the time, and at the
// latest when the time of the whole move is over.
func (r *round) startHardLimit() {
	if limit := r.limits.Budget().Limit; limit > 0 {
		left := r.session.request.Limits.Budget().Limit - time.Since(r.session.since)
		r.hard = time.NewTimer(min(limit, left))
	}
	r.considerPatience()
}

// ponderHit starts the timers because the expected reply has been played.
func (r *round) ponderHit() {
	if !r.session.hit {
		r.session.hit, r.session.since = true, time.Now()
	}
	r.startHardLimit()
}

// note takes an answer.
func (r *round) note(a answer) {
	r.answers = append(r.answers, a)
	delete(r.missing, a.worker)
	if a.err != nil {
		r.failed++
	} else {
		r.session.mu.Lock()
		r.counts[a.worker] = counts{a.proposal.Nodes, a.proposal.TBHits}
		r.session.mu.Unlock()
		if mate, ok := a.proposal.Score.Mate(); ok && mate > 0 && mate <= r.limits.Mate {
			r.stop(r.session.master.patience.stopped) // the mate that was asked for is found
		}
	}
	if r.limits.PonderHit == nil || r.session.hit {
		r.considerPatience()
	}
}

// considerPatience limits the time of the members still searching when half have answered. Members end at about the
// same time, unless something is wrong. On a clock the rest get little more: half of the members take as long as a
// single player would, but the last of many takes far longer. A stopped member proposes its best move so far. Members
// in this process without a time limit are not hurried, because their result at fixed nodes must not depend on time.
func (r *round) considerPatience() {
	answered := len(r.answers) - r.failed
	if r.patience != nil || answered == 0 || 2*answered < len(r.answers)+len(r.missing)-r.failed {
		return
	}
	elapsed, p := time.Since(r.started), &r.session.master.patience
	switch budget := r.limits.Budget(); {
	case r.limits.Infinite:
	case budget.Base > 0:
		r.patience = time.NewTimer(min(elapsed/latecomerPart, p.latecomer))
	case budget.Limit == 0 && r.misses(func(d *worker) bool { return !d.isOwn() }):
		r.patience = time.NewTimer(max(endlessFactor*elapsed, p.endless))
	}
}

// stop stops the members still searching and gives them the grace time to answer.
func (r *round) stop(grace time.Duration) {
	r.cancel()
	r.gate.release()
	end := time.Now().Add(grace)
	switch {
	case r.grace == nil:
		r.grace, r.graceEnd = time.NewTimer(grace), end
	case end.Before(r.graceEnd):
		r.grace.Reset(grace)
		r.graceEnd = end
	}
}

// end drops further reports of late members.
func (r *round) end() {
	r.cancel()
	r.gate.release()
	for _, t := range []*time.Timer{r.hard, r.patience, r.grace, r.last} {
		if t != nil {
			t.Stop()
		}
	}
	s := r.session
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = s.before.plus(r.sum())
	s.round = nil
}

// sum returns the counts of all members in the round; the session is locked.
func (r *round) sum() (sum counts) {
	for _, c := range r.counts {
		sum = sum.plus(c)
	}
	return sum
}

func (c counts) plus(other counts) counts {
	return counts{c.nodes + other.nodes, c.tbHits + other.tbHits}
}

// hear takes a member's report and passes it on if the member is the voice.
func (s *session) hear(r *round, d *worker, info *search.Info) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.round != r {
		return
	}
	r.counts[d] = counts{info.Nodes, info.TBHits}
	r.reported[d].note(info)
	if d == s.voice {
		if len(info.Line) > 0 {
			newest := *info
			s.latest = &newest
		}
		s.tell(*info)
	}
}

// tell reports with the counts of all members; the session is locked.
func (s *session) tell(info search.Info) {
	all := s.before
	if s.round != nil {
		all = all.plus(s.round.sum())
	}
	info.Nodes, info.TBHits, info.Elapsed = all.nodes, all.tbHits, time.Since(s.start)
	s.report(info)
}

// conclude reports the line of the chosen proposal with the final counts, and returns the result.
func (s *session) conclude(ballot *Ballot) search.Result {
	chosen := &ballot.Proposals[ballot.Chosen]
	if ballot.Second != nil {
		chosen = ballot.Second
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tellLines(chosen)
	result := search.Result{Best: chosen.Move, Score: chosen.Score, Depth: completed(chosen), Line: chosen.Line,
		Started: chosen.Depth, StartedMoves: chosen.RootMoves, Nodes: s.before.nodes, TBHits: s.before.tbHits,
		Elapsed: time.Since(s.start), Vote: ballot}
	if len(chosen.Line) > 1 {
		result.Ponder = chosen.Line[1]
	}
	return result
}

// completed returns the depth of the last completed iteration of a proposal.
func completed(p *Proposal) int {
	if len(p.Iterations) > 0 {
		return len(p.Iterations)
	}
	return p.Depth
}

// tellLines reports the lines of a proposal.
func (s *session) tellLines(p *Proposal) {
	for i := range p.Lines {
		info := p.Lines[i]
		info.MultiPV = i + 1
		s.tell(info)
	}
	if len(p.Lines) == 0 {
		info := search.Info{Depth: completed(p), SelDepth: len(p.Line), MultiPV: 1, Score: p.Score, Bound: search.Exact,
			Line: p.Line}
		if newest := s.latest; newest != nil {
			info.SelDepth, info.Hashfull = max(newest.SelDepth, len(p.Line)), newest.Hashfull
		}
		s.tell(info)
	}
}

// withoutProposal returns the result if there is no memory even for a search in this process: any legal
// move, so that the game is not lost.
func (s *session) withoutProposal(ballot *Ballot) search.Result {
	return search.Result{Best: s.moves[0], Line: s.moves[:1], Nodes: s.before.nodes, TBHits: s.before.tbHits,
		Elapsed: time.Since(s.start), Vote: ballot}
}
