package broker

import (
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
	if !limits.Begun.IsZero() {
		p.since = limits.Begun
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
	if limits.Begun = p.since; !p.pondering {
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
