package broker

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"alfiere/search"
)

// Times of an attempt. A share is a divisor: 4 means a quarter of the time of a move.
const (
	ackShare     = 4 // for the worker to accept
	minAck       = 10 * time.Millisecond
	maxAck       = 50 * time.Millisecond
	calmAck      = time.Second // without a limit of time
	pulseShare   = 10          // between two checks that the worker still searches
	minPulse     = 5 * time.Millisecond
	maxPulse     = 250 * time.Millisecond
	silenceShare = 3
	minSilence   = 30 * time.Millisecond
	maxSilence   = time.Second
	calmSilence  = 3 * time.Second
	worthShare   = 5 // must be left for another worker to begin
	minWorth     = 5 * time.Millisecond
	hereShare    = 2 // the same for this process, which has a search of its own to do
	minHere      = 20 * time.Millisecond
	stopGrace    = 50 * time.Millisecond // for the answer after a stop
	lateShare    = 4                     // for the answer after the hard limit
	minLate      = 2 * time.Millisecond
	marginShare  = 50 // for the transfer, in addition to the measured time
	minMargin    = 500 * time.Microsecond
	maxMargin    = 5 * time.Millisecond
	maxWay       = 20 * time.Millisecond // upper bound of the measured transfer time
)

// spread is how much longer than 1.2 times the base of a clock's budget members may take. A council waits for its last
// member at every move, so an overrun that a single engine can afford now and then would run the clock down.
const spread = 2 * time.Millisecond

// plan is the time that a member may spend on a job.
type plan struct {
	limits    search.Limits
	since     time.Time     // when the clock began to run
	hard      time.Duration // when every search ends; 0 if time does not limit
	pondering bool
}

func newPlan(limits search.Limits, now time.Time) *plan {
	budget := limits.Budget()
	p := &plan{limits: limits, since: now, hard: budget.Limit, pondering: limits.PonderHit != nil}
	if !limits.Started.IsZero() {
		p.since = limits.Started
	}
	if budget.Base > 0 {
		p.hard = min(budget.Limit, budget.Base*6/5+spread)
	}
	return p
}

// hit starts the clock.
func (p *plan) hit(now time.Time) { p.since, p.pondering = now, false }

// timed reports whether the clock runs.
func (p *plan) timed() bool { return p.hard > 0 && !p.pondering }

// left returns how much of the time is left.
func (p *plan) left(now time.Time) time.Duration { return p.hard - now.Sub(p.since) }

// worthwhile reports whether another worker has enough time to begin.
func (p *plan) worthwhile(now time.Time) bool {
	return !p.timed() || p.left(now) >= max(minWorth, p.hard/worthShare)
}

// worthwhileHere reports whether this process has enough time to begin.
func (p *plan) worthwhileHere(now time.Time) bool {
	return !p.timed() || p.left(now) >= max(minHere, p.hard/hereShare)
}

// rest returns the limits for a search that begins now: its time still counts from the start of the clock.
func (p *plan) rest() search.Limits {
	limits := p.limits
	if limits.Started = p.since; !p.pondering {
		limits.PonderHit = nil
	}
	return limits
}

// spent returns the time that has passed.
func (p *plan) spent(now time.Time) time.Duration { return max(now.Sub(p.since), 0) }

// budget returns the whole time that a worker at a distance may take; 0 without a limit.
func (p *plan) budget(now time.Time, distance time.Duration) time.Duration {
	if !p.timed() {
		return 0
	}
	return max(p.left(now)-min(distance, maxWay)-p.part(marginShare, minMargin, maxMargin, 0), time.Millisecond)
}

// part returns the hard limit divided by parts, within bounds; calm without a limit.
func (p *plan) part(parts int, low, high, calm time.Duration) time.Duration {
	if !p.timed() {
		return calm
	}
	return min(max(p.hard/time.Duration(parts), low), high)
}

func (p *plan) ack() time.Duration { return p.part(ackShare, minAck, maxAck, calmAck) }

func (p *plan) pulse() time.Duration { return p.part(pulseShare, minPulse, maxPulse, maxPulse) }

func (p *plan) silence() time.Duration {
	return p.part(silenceShare, minSilence, maxSilence, calmSilence)
}

func (p *plan) late() time.Duration { return p.part(lateShare, minLate, stopGrace, stopGrace) }

// mostReasons limits the skipped workers that an error names.
const mostReasons = 4

// errNoWorker is the reason for a search in this process.
var errNoWorker = errors.New("no worker is available")

// offer is what a worker can do for a member.
type offer struct {
	peer    *peer
	threads int    // threads still free
	unfit   string // why it cannot take the member; "" if it can
	lasting bool   // the reason does not depend on other members
}

// choose returns the worker for a member: the one that has its table, if present, otherwise the one
// with most free threads. The member is then counted as seated there. If all were tried, choose returns
// nil and the reasons why workers were skipped.
func (p *Pool) choose(m *member, tried map[*peer]bool) (*peer, error) {
	p.mutex.Lock()
	if m.home != nil && m.home.usable() && !tried[m.home] && p.peers[m.home.id] == m.home {
		defer p.mutex.Unlock()
		return m.home, nil
	}
	var best *offer
	var passed []*offer
	for _, w := range p.peers {
		switch o := p.offer(w, m); {
		case tried[w] || w.left || w.heard.IsZero():
		case o.unfit != "":
			passed = append(passed, o)
		case best == nil || o.threads > best.threads || o.threads == best.threads && w.id < best.peer.id:
			best = o
		}
	}
	var chosen *peer
	if best != nil {
		chosen = best.peer
		passed = slices.DeleteFunc(passed, func(o *offer) bool { return !o.lasting })
	}
	p.seat(m, chosen)
	p.mutex.Unlock()
	for _, o := range passed {
		if o.peer.refused == "" && p.once.Tell(o.peer.passed(o.unfit)) {
			_ = p.send(o.peer.id, 0, &order{Kind: passOrder, Why: o.unfit}) // not required, but helps users of the worker
		}
	}
	if chosen == nil {
		return nil, noWorker(passed)
	}
	return chosen, nil
}

// offer returns what a worker can do for a member. The mutex is held.
func (p *Pool) offer(w *peer, m *member) *offer {
	o := &offer{peer: w, threads: w.card.Threads - w.card.Busy, lasting: true}
	hash := w.card.Hash
	for other := range w.members {
		if other != m {
			o.threads -= other.threads()
			hash -= other.megabytes
		}
	}
	switch need := m.threads(); {
	case w.refused != "":
		o.unfit = w.refused
	case w.card.Hash < m.megabytes:
		o.unfit = fmt.Sprintf("it has %d MB for tables (--hash), but the seat needs %d MB", w.card.Hash, m.megabytes)
	case w.card.Threads < need:
		o.unfit = fmt.Sprintf("it has %d threads (--threads), but the seat needs %d", w.card.Threads, need)
	case o.threads < need:
		o.unfit, o.lasting = "its threads are in use", false
	case hash < m.megabytes:
		o.unfit, o.lasting = fmt.Sprintf("other seats use its memory for tables (--hash %d); the seat needs %d MB",
			w.card.Hash, m.megabytes), false
	}
	return o
}

// passed returns the line that explains why the worker is skipped.
func (w *peer) passed(why string) string {
	return fmt.Sprintf("worker %s is skipped: %s", w.name, why)
}

// noWorker returns the reason why there is no worker for a seat.
func noWorker(passed []*offer) error {
	if len(passed) == 0 {
		return errNoWorker
	}
	slices.SortFunc(passed, func(a, b *offer) int { return cmp.Compare(a.peer.name, b.peer.name) })
	var reasons []string
	for _, o := range passed[:min(len(passed), mostReasons)] {
		reasons = append(reasons, fmt.Sprintf("worker %s: %s", o.peer.name, o.unfit))
	}
	if more := len(passed) - mostReasons; more > 0 {
		reasons = append(reasons, fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("%w; %s", errNoWorker, strings.Join(reasons, "; "))
}

// resize changes how much memory a member needs where it is seated.
func (p *Pool) resize(m *member, megabytes int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	m.megabytes = megabytes
}

// unseat removes a member from its worker and returns that worker, nil if there was none.
func (p *Pool) unseat(m *member) *peer {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	home := m.home
	p.seat(m, nil)
	return home
}

// seat moves a member to a worker, or to none. The mutex is held.
func (p *Pool) seat(m *member, w *peer) {
	if m.home != nil && m.home != w {
		delete(m.home.members, m)
	}
	if m.home = w; w != nil {
		w.members[m] = true
	}
}

// suspect skips a worker until it sends a word again.
func (p *Pool) suspect(w *peer) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	w.heard = time.Time{}
}
