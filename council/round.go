package council

import (
	"cmp"
	"context"
	"time"

	"alfiere/eval"
	"alfiere/search"
)

// patience says how long members are waited for.
type patience struct {
	stopped   time.Duration // after they were stopped; after the hard limit a fifth of it
	first     time.Duration // for the first iteration of members in this process, if no clock runs
	latecomer time.Duration // on a clock, see considerPatience
	endless   time.Duration // where nothing measures the time
}

// usualPatience is enough for a search to notice a stop, which takes it a millisecond or two.
func usualPatience() patience {
	return patience{stopped: 50 * time.Millisecond, first: 500 * time.Millisecond, latecomer: 20 * time.Millisecond,
		endless: 10 * time.Second}
}

// A clock on which much is left allows to wait longer after the hard limit: such a part of
// it, but no longer than after a stop. Without a clock the members get longer, too, after
// half of them have answered: so many times as long as these.
const (
	clockPart     = 50
	endlessFactor = 10
	latecomerPart = 10 // of the time that half of the members took
)

// lateGrace returns how long members are waited for after the hard limit.
func (r *round) lateGrace() time.Duration {
	p := &r.session.master.patience
	grace := p.stopped / 5
	if r.limits.MoveTime == 0 {
		grace = max(grace, min(r.limits.Clock.Remaining/clockPart, p.stopped))
	}
	return grace
}

// round is a question to members and the wait for their answers.
type round struct {
	session *session
	limits  *search.Limits // of the jobs
	begun   time.Time
	cancel  context.CancelFunc // stops the members
	gate    *gate              // divides the threads among them

	missing map[*desk]*Job   // have not answered
	told    map[*desk]*diary // what each has told; guarded by the session
	failed  int
	answers []answer // that came, in their order
	counts  map[*desk]counts

	hard, patience, grace, last *time.Timer // nil while they do not run
	graceEnd                    time.Time
}

// counts are what members have searched.
type counts struct{ nodes, tbHits uint64 }

// ask gives each desk its job and returns the answers that came in time.
func (s *session) ask(ctx context.Context, desks []*desk, jobs []*Job) []answer {
	ctx, cancel := context.WithCancel(ctx)
	limits, processors := &jobs[0].Request.Limits, s.master.threads
	r := &round{session: s, limits: limits, begun: time.Now(), cancel: cancel,
		gate:    newGate(processors, sliceOf(limits.Budget(), processors, s.master.neededThreads())),
		missing: map[*desk]*Job{}, told: map[*desk]*diary{}, counts: map[*desk]counts{}}
	for i, d := range desks {
		r.missing[d], r.told[d] = jobs[i], newDiary(&jobs[i].Request)
	}
	s.mu.Lock()
	s.round = r
	s.mu.Unlock()
	defer r.end()
	arrivals := make(chan answer, len(desks))
	for i, d := range desks {
		jobs[i].Request.Limits.Begun = r.begun
		jobs[i].Request.Limits.Gate = r.gate
		d.ask(ctx, jobs[i], func(info search.Info) { s.hear(r, d, &info) }, arrivals)
	}
	r.wait(ctx, arrivals)
	return append(r.answers, r.unfinished()...)
}

// wait takes the answers until all are there or those that are missing are given up. A member in
// this process that has not completed an iteration is waited for longer, as its first one takes
// little time. One such member is waited for without end if there is no vote else.
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

// awaitsFirst reports whether a member in this process has neither answered nor told an iteration.
func (r *round) awaitsFirst() bool {
	r.session.mu.Lock()
	defer r.session.mu.Unlock()
	for d := range r.missing {
		if d.isOwn() && r.told[d].best.Depth == 0 {
			return true
		}
	}
	return false
}

// hasVote reports whether some member has completed an iteration.
func (r *round) hasVote() bool {
	for i := range r.answers {
		if r.answers[i].err == nil && completed(&r.answers[i].proposal) > 0 {
			return true
		}
	}
	r.session.mu.Lock()
	defer r.session.mu.Unlock()
	for d := range r.missing {
		if r.told[d].best.Depth > 0 {
			return true
		}
	}
	return false
}

// unfinished returns answers of the members that are late: what they have told counts.
func (r *round) unfinished() (answers []answer) {
	r.session.mu.Lock()
	defer r.session.mu.Unlock()
	for d, job := range r.missing {
		p, known := r.told[d].proposal(cmp.Or(job.Seat.Knowledge, eval.All))
		switch {
		case known:
			answers = append(answers, answer{desk: d, proposal: p})
		case d.isOwn():
			answers = append(answers, answer{desk: d, err: errNoIteration})
		default:
			answers = append(answers, answer{desk: d, err: errLate})
		}
	}
	return answers
}

// missesOnlyOwn reports whether all that have not answered are members in this process.
func (r *round) missesOnlyOwn() bool {
	for d := range r.missing {
		if !d.isOwn() {
			return false
		}
	}
	return true
}

// fired returns the channel of a timer, one that never gives anything if there is none.
func fired(t *time.Timer) <-chan time.Time {
	if t == nil {
		return nil
	}
	return t.C
}

// startHardLimit begins to count the time after which the members are stopped: their share,
// and never more than the whole move has left.
func (r *round) startHardLimit() {
	if limit := r.limits.Budget().Limit; limit > 0 {
		left := r.session.request.Limits.Budget().Limit - time.Since(r.session.since)
		r.hard = time.NewTimer(min(limit, left))
	}
	r.considerPatience()
}

// ponderHit begins to count because the reply that was pondered on has been played.
func (r *round) ponderHit() {
	if !r.session.hit {
		r.session.hit, r.session.since = true, time.Now()
	}
	r.startHardLimit()
}

// note takes an answer.
func (r *round) note(a answer) {
	r.answers = append(r.answers, a)
	delete(r.missing, a.desk)
	if a.err != nil {
		r.failed++
	} else {
		r.session.mu.Lock()
		r.counts[a.desk] = counts{a.proposal.Nodes, a.proposal.TBHits}
		r.session.mu.Unlock()
		if mate, ok := a.proposal.Score.Mate(); ok && mate > 0 && mate <= r.limits.Mate {
			r.stop(r.session.master.patience.stopped) // it was looked for, and is there
		}
	}
	if r.limits.PonderHit == nil || r.session.hit {
		r.considerPatience()
	}
}

// considerPatience limits the time of those that still think when half of the members have
// answered: each ends by itself at about the same time, unless something is wrong with it.
// On a clock the others get little more: what half of them take is what a move of one player
// takes, and the clock reckons with that; the last of many takes far longer. A member that is
// stopped proposes what it has found. Nothing hurries members in this process that no time
// limits: what they find at fixed nodes must not depend on it.
func (r *round) considerPatience() {
	answered := len(r.answers) - r.failed
	if r.patience != nil || answered == 0 || 2*answered < len(r.answers)+len(r.missing)-r.failed {
		return
	}
	elapsed, p := time.Since(r.begun), &r.session.master.patience
	switch budget := r.limits.Budget(); {
	case r.limits.Infinite:
	case budget.Base > 0:
		r.patience = time.NewTimer(min(elapsed/latecomerPart, p.latecomer))
	case budget.Limit == 0 && !r.missesOnlyOwn():
		r.patience = time.NewTimer(max(endlessFactor*elapsed, p.endless))
	}
}

// stop stops the members that still think, and gives them so long to answer.
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

// end drops what members that are late may still tell.
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

// sum returns what all members have searched in the round; the session is locked.
func (r *round) sum() (sum counts) {
	for _, c := range r.counts {
		sum = sum.plus(c)
	}
	return sum
}

func (c counts) plus(other counts) counts {
	return counts{c.nodes + other.nodes, c.tbHits + other.tbHits}
}

// hear takes what a member tells on its way; that of the voice goes on.
func (s *session) hear(r *round, d *desk, info *search.Info) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.round != r {
		return
	}
	r.counts[d] = counts{info.Nodes, info.TBHits}
	r.told[d].note(info)
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

// conclude tells the line of the choice, now with all that was searched, and makes the result.
func (s *session) conclude(ballot *Ballot) search.Result {
	chosen := &ballot.Proposals[ballot.Chosen]
	if ballot.Second != nil {
		chosen = ballot.Second
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tellLines(chosen)
	result := search.Result{Best: chosen.Move, Score: chosen.Score, Depth: completed(chosen), Line: chosen.Line,
		Begun: chosen.Depth, BegunMoves: chosen.RootMoves, Nodes: s.before.nodes, TBHits: s.before.tbHits,
		Elapsed: time.Since(s.start), Vote: ballot}
	if len(chosen.Line) > 1 {
		result.Ponder = chosen.Line[1]
	}
	return result
}

// completed returns the depth of the last iteration that a proposal tells to be complete.
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

// withoutProposal makes the result if there is not even the memory to search in this process: any
// move, so that the game is not lost.
func (s *session) withoutProposal(ballot *Ballot) search.Result {
	return search.Result{Best: s.moves[0], Line: s.moves[:1], Nodes: s.before.nodes, TBHits: s.before.tbHits,
		Elapsed: time.Since(s.start), Vote: ballot}
}
