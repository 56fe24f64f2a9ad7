package broker

import (
	"time"

	"alfiere/search"
)

// Times of an attempt.
const (
	ackShare     = 4 // one of so many parts of the time of a move is for the worker to accept
	minAck       = 5 * time.Millisecond
	maxAck       = 50 * time.Millisecond
	calmAck      = time.Second // without a limit of time
	pulseShare   = 10          // so often a worker is asked whether it still searches
	minPulse     = 5 * time.Millisecond
	maxPulse     = 250 * time.Millisecond
	silenceShare = 3
	minSilence   = 30 * time.Millisecond
	maxSilence   = time.Second
	calmSilence  = 3 * time.Second
	worthShare   = 5 // part of the time that must be left for another worker to begin
	minWorth     = 5 * time.Millisecond
	stopGrace    = 50 * time.Millisecond // for the answer after a stop, and after the hard limit
	marginShare  = 50                    // for the way, beside what was measured
	minMargin    = 500 * time.Microsecond
	maxMargin    = 5 * time.Millisecond
	maxWay       = 20 * time.Millisecond // what was measured counts for at most this
)

// plan is what a member may spend on a job.
type plan struct {
	limits    search.Limits
	since     time.Time     // when the clock began to run
	base      time.Duration // when a settled search ends; 0 if time does not limit or a move's time is given
	hard      time.Duration // when every search ends; 0 if time does not limit
	pondering bool
}

func newPlan(limits search.Limits, now time.Time) *plan {
	p := &plan{limits: limits, since: now, pondering: limits.PonderHit != nil}
	switch {
	case limits.Infinite:
	case limits.MoveTime > 0:
		p.hard = limits.MoveTime
	case limits.Clock.Remaining != 0:
		budget := limits.Clock.Budget()
		p.base, p.hard = budget.Base, budget.Limit
	}
	if share := limits.Share; share > 0 {
		p.base, p.hard = time.Duration(float64(p.base)*share), time.Duration(float64(p.hard)*share)
	}
	return p
}

// hit begins the clock.
func (p *plan) hit(now time.Time) { p.since, p.pondering = now, false }

// timed reports whether the clock runs.
func (p *plan) timed() bool { return p.hard > 0 && !p.pondering }

// left returns how much of the time is left.
func (p *plan) left(now time.Time) time.Duration { return p.hard - now.Sub(p.since) }

// worthwhile reports whether enough time is left for somebody else to begin.
func (p *plan) worthwhile(now time.Time) bool {
	return !p.timed() || p.left(now) >= max(minWorth, p.hard/worthShare)
}

// rest returns the limits for who begins now: what was spent comes off.
func (p *plan) rest(now time.Time) search.Limits {
	limits := p.limits
	if !p.pondering {
		limits.PonderHit = nil
	}
	spent := now.Sub(p.since)
	if !p.timed() || spent < minMargin {
		return limits
	}
	left := max(p.left(now), time.Millisecond)
	if limits.MoveTime > 0 {
		limits.MoveTime, limits.Share = left, 0
		return limits
	}
	if limits.Share == 0 {
		limits.Share = 1
	}
	share := min(float64(left)/float64(p.hard), max(float64(p.base-spent)/float64(p.base), 0.1))
	limits.Share = min(max(limits.Share*share, 0.001), 1)
	return limits
}

// budget returns what a worker at a distance may take, all of it; 0 without a limit.
func (p *plan) budget(now time.Time, distance time.Duration) time.Duration {
	if !p.timed() {
		return 0
	}
	return max(p.left(now)-min(distance, maxWay)-p.part(marginShare, minMargin, maxMargin, 0), time.Millisecond)
}

// part returns one of so many parts of the hard limit, within bounds; calm without a limit.
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
