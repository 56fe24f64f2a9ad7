package broker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"alfiere/council"
	"alfiere/search"
)

// member is a seat whose searches are done by workers, or in this process if there is none.
type member struct {
	pool      *Pool
	seat      council.Seat
	number    int    // of the seat, at the workers
	megabytes int    // guarded by the pool
	game      uint64 // counted by NewGame
	home      *peer  // the worker with the table, nil if there is none; guarded by the pool
	local     table  // of searches in this process
}

// Open seats a member with the workers. No search begins yet, so no worker need be present. Seats of
// other engines are opened in this process.
func (p *Pool) Open(seat council.Seat, megabytes int) (council.Member, error) {
	if seat.Engine != "" {
		return p.Local(seat, megabytes)
	}
	m := &member{pool: p, seat: seat, number: int(p.seats.Add(1)), megabytes: megabytes}
	m.ready()
	return m, nil
}

func (m *member) threads() int { return max(m.seat.Threads, 1) }

// ready lets the worker get the table ready before the clock runs.
func (m *member) ready() {
	if w, _ := m.pool.choose(m, nil); w != nil {
		_ = m.pool.send(w.id, 0, &order{Kind: readyOrder, Seat: m.number, Game: m.game, Hash: m.megabytes})
	}
}

// NewGame implements council.Member.
func (m *member) NewGame() {
	m.game++
	m.ready()
}

// Resize implements council.Member.
func (m *member) Resize(megabytes int) error {
	if m.local.member != nil {
		if err := m.local.open(m.pool.Local, m.seat, megabytes, m.game); err != nil {
			return err
		}
	}
	m.pool.resize(m, megabytes)
	m.ready()
	return nil
}

// Close implements council.Member.
func (m *member) Close() error {
	if home := m.pool.unseat(m); home != nil {
		_ = m.pool.send(home.id, 0, &order{Kind: forgetOrder, Seat: m.number})
	}
	if m.local.member != nil {
		return m.local.member.Close()
	}
	return nil
}

// passError is the error of a failed attempt that another worker may repeat.
type passError struct {
	worker string
	why    string
	gone   bool // skip the worker until it sends a word again
}

// Error implements error.
func (e *passError) Error() string { return "worker " + e.worker + ": " + e.why }

// Propose implements council.Member.
func (m *member) Propose(ctx context.Context, job *council.Job, report func(search.Info)) (council.Proposal, error) {
	plan := newPlan(job.Request.Limits, time.Now())
	tried := map[*peer]bool{}
	var reason error
	for {
		w, err := m.pool.choose(m, tried)
		if w == nil {
			reason = cmp.Or(reason, err)
			break
		}
		tried[w] = true
		proposal, err := m.try(ctx, &trial{job: job, plan: plan, worker: w, report: report})
		var pass *passError
		if err == nil || !errors.As(err, &pass) {
			return proposal, err
		}
		if pass.gone {
			m.pool.suspect(w)
		}
		reason = err
		if ctx.Err() != nil || !plan.worthwhile(time.Now()) {
			return council.Proposal{}, reason
		}
	}
	if len(tried) > 0 && !plan.worthwhileHere(time.Now()) {
		return council.Proposal{}, reason
	}
	return m.searchHere(ctx, job, plan, reason, report)
}

// searchHere searches in this process in the remaining time, because no worker does it for the reason. While a clock
// runs, there must not be more searches than processors, which would slow down the engine's own member.
func (m *member) searchHere(ctx context.Context, job *council.Job, plan *plan, reason error,
	report func(search.Info)) (council.Proposal, error) {
	select {
	case m.pool.here <- struct{}{}:
	default:
		if plan.timed() {
			return council.Proposal{}, reason
		}
		select {
		case m.pool.here <- struct{}{}:
		case <-ctx.Done():
			return council.Proposal{}, reason
		}
	}
	defer func() { <-m.pool.here }()
	if err := m.local.open(m.pool.Local, m.seat, m.megabytes, m.game); err != nil {
		return council.Proposal{}, fmt.Errorf("%w; no memory in this process: %w", reason, err)
	}
	own := *job
	own.Request.Limits = plan.rest()
	return m.local.member.Propose(ctx, &own, report)
}

// trial is a job for one worker and its state.
type trial struct {
	job    *council.Job
	plan   *plan
	worker *peer
	report func(search.Info)

	*attempt
	message  []byte
	accepted bool
	stopped  bool
	isHit    bool
	began    time.Time
	heard    time.Time
}

// try asks a worker and waits for its answer. The error is a *passError if another one may be asked.
func (m *member) try(ctx context.Context, t *trial) (council.Proposal, error) {
	if err := m.send(t); err != nil {
		return council.Proposal{}, t.pass(err.Error())
	}
	defer m.pool.end(t.attempt)
	pulse := time.NewTicker(t.plan.pulse())
	defer pulse.Stop()
	done, hit := ctx.Done(), (<-chan struct{})(nil)
	if t.plan.pondering {
		hit = t.plan.limits.PonderHit
	}
	late := time.NewTimer(maxDuration)
	defer late.Stop()
	if t.plan.timed() {
		late.Reset(t.plan.left(t.began) + t.plan.late())
	}
	for {
		select {
		case w := <-t.words:
			if proposal, over, err := t.take(w); over {
				return proposal, err
			}
		case <-done:
			done, t.stopped = nil, true
			_ = m.steer(t)
			late.Reset(stopGrace)
		case <-hit:
			hit, t.isHit = nil, true
			t.plan.hit(time.Now())
			_ = m.steer(t)
			pulse.Reset(t.plan.pulse())
			if t.plan.timed() {
				late.Reset(t.plan.hard + t.plan.late())
			}
		case <-late.C:
			return council.Proposal{}, m.abandon(t, fmt.Errorf("worker %s did not answer in time", t.worker.name))
		case <-pulse.C:
			if err := m.ask(t); err != nil {
				return council.Proposal{}, m.abandon(t, err)
			}
		}
	}
}

// send makes the attempt and sends the job.
func (m *member) send(t *trial) error {
	t.began = time.Now()
	t.heard = t.began
	job := *t.job
	job.Seat = m.seat
	if !job.Fresh || job.Megabytes == 0 {
		job.Megabytes = m.megabytes
	}
	job.Request.Limits = t.plan.rest()
	t.attempt = m.pool.begin(t.worker)
	assignment := Assignment{Job: job, Game: m.game, Spent: t.plan.spent(t.began),
		Budget: t.plan.budget(t.began, t.distance)}
	if assignment.Budget > 0 && t.measured {
		assignment.Until = t.began.Add(assignment.Budget + t.offset + t.distance)
	}
	text, err := assignment.text()
	if err != nil {
		m.pool.end(t.attempt)
		return err
	}
	o := &order{Kind: jobOrder, Call: m.pool.call, Attempt: t.number, Seat: m.number, Job: text}
	if t.message, err = encode(o); err == nil {
		err = m.publish(t)
	}
	if err != nil {
		m.pool.end(t.attempt)
	}
	return err
}

func (m *member) publish(t *trial) error {
	return m.pool.transport.Publish(WorkerSubject(t.worker.id), ReplySubject(m.pool.call.Master, t.number), t.message)
}

// steer orders the worker to continue or stop, and announces that the ponder move was played. It is
// repeated at every pulse, so that nothing is lost.
func (m *member) steer(t *trial) error {
	o := &order{Kind: steerOrder, Seat: m.number, Stop: t.stopped, Hit: t.isHit}
	if t.isHit {
		o.Budget = t.plan.budget(time.Now(), t.distance)
	}
	return m.pool.send(t.worker.id, t.number, o)
}

// ask checks that the worker is not silent, and asks it for a word.
func (m *member) ask(t *trial) error {
	silent := time.Since(t.heard)
	if !t.accepted && silent > t.plan.ack() || silent > t.plan.silence() {
		return &passError{t.worker.name, fmt.Sprintf("no answer for %v", silent.Round(time.Millisecond)), true}
	}
	var err error
	if t.accepted || t.stopped {
		err = m.steer(t)
	} else {
		err = m.publish(t)
	}
	if err != nil {
		return t.pass(err.Error())
	}
	return nil
}

// abandon ends the attempt: the worker need not continue.
func (m *member) abandon(t *trial, err error) error {
	t.stopped = true
	_ = m.steer(t)
	return err
}

// take handles a word of the worker. over reports that the attempt is over.
func (t *trial) take(w *Word) (proposal council.Proposal, over bool, err error) {
	if w.Kind != nobodyWord {
		t.heard = time.Now()
	}
	switch w.Kind {
	case acceptWord, aliveWord:
		t.accepted = true
	case unknownWord:
		t.accepted = false // it is sent again at the next pulse
	case infoWord:
		var c checker
		if c.info(w.Info, &t.job.Request.Position); c.err == nil && t.report != nil {
			t.report(*w.Info)
		}
	case answerWord:
		if err = checkProposal(w.Proposal, &t.job.Request); err != nil {
			return proposal, true, t.pass(err.Error())
		}
		proposal = *w.Proposal
		proposal.Member = t.job.Seat.Name
		return proposal, true, nil
	case refuseWord, failWord:
		return proposal, true, t.pass(cut(w.Why, maxWhy))
	case nobodyWord:
		return proposal, true, &passError{t.worker.name, "it is no longer connected", true}
	}
	return proposal, false, nil
}

// pass returns the error after which another worker may be asked.
func (t *trial) pass(why string) error { return &passError{worker: t.worker.name, why: why} }
