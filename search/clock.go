package search

import "time"

// Parameters of the clock.
const (
	suddenDeathMoves = 40 // moves a game is assumed to go on for without a control
	maxMovesToGo     = 40 // controls farther away than this are planned for like this
	extraTimeFactor  = 5  // the hard limit is at most this many times the base time
	minTime          = time.Millisecond
	maxTime          = 1000 * time.Hour // clocks beyond this count as this
)

// Budget is how long a move may take. Base is the time after which no new
// iteration begins; it is scaled by how stable the search is. Limit is the hard
// end, extra time for unstable positions included.
type Budget struct{ Base, Limit time.Duration }

// Budget divides the clock. Both times are at least a millisecond, whatever the
// clock shows, and Limit never exceeds what remains after the overhead if that is
// more than the millisecond. Before a control with moves to go, what the moves
// after this one need for their overhead stays untouched.
func (c Clock) Budget() Budget {
	remaining := min(max(c.Remaining, 0), maxTime)
	increment := min(max(c.Increment, 0), maxTime)
	overhead := min(max(c.Overhead, 0), maxTime)
	remaining = max(remaining-overhead, 0)

	moves, ahead := suddenDeathMoves, suddenDeathMoves
	if c.MovesToGo > 0 {
		moves, ahead = min(c.MovesToGo, maxMovesToGo), min(c.MovesToGo, 1000)
	}
	reserve := time.Duration(ahead-1) * (overhead + minTime)
	var usable, most time.Duration
	switch {
	case c.MovesToGo == 1:
		usable, most = remaining, remaining*9/10
	case c.MovesToGo > 1:
		usable = max(remaining-reserve, remaining/time.Duration(2*ahead))
		most = usable * 3 / 4
	default: // in sudden death one move may never take more than a third
		usable = max(remaining-reserve, remaining/2)
		most = remaining / 3
	}
	base := usable/time.Duration(moves) + shareOfIncrement(remaining, max(increment-overhead, 0), reserve)
	limit := min(base*extraTimeFactor, most)
	return Budget{Base: max(min(base, limit), minTime), Limit: max(limit, minTime)}
}

// shareOfIncrement returns how much of back, what the overhead leaves of the
// increment, a move aims at. A move takes 1.8 times its base time on average: unstable
// positions ask for more, and iterations begun in time end later. So half the increment
// is all that a game can spend for long, and less when the clock is low: it has to rise
// to where a stall of the machine costs no game.
func shareOfIncrement(remaining, back, reserve time.Duration) time.Duration {
	comfortable := 2*reserve + 4*back
	if remaining >= comfortable {
		return back / 2
	}
	return back/5 + time.Duration(0.3*float64(back)*float64(remaining)/float64(comfortable))
}

// stability is what iterate learns about how settled the search is.
type stability struct {
	unchanged int     // iterations since the best move last changed
	drop      Score   // how far the score has fallen since the last iteration
	share     float64 // part of the iteration's nodes spent on the best move, 0 to 1
}

// scale returns the factor for the base time: below 1 for a settled move, above 1
// when the best move is new, the score falls or the effort went elsewhere.
func (s stability) scale() float64 {
	moves := 1.45 - 0.12*float64(min(s.unchanged, 6))
	falling := 1 + float64(min(max(s.drop, 0), 80))/100
	effort := 1.6 - 0.9*s.share
	return moves * falling * effort
}

// timer decides when time is up. Only the main worker uses it.
type timer struct {
	pondering bool
	begun     time.Time     // the search: what was thought while pondering counts for aim
	since     time.Time     // when budget.Limit began to count, at the ponder hit if there was one
	aim       time.Duration // when to begin no new iteration, by the last one; 0 before the first
	budget    Budget        // zero if time does not limit
}

func newTimer(limits *Limits, start time.Time) timer {
	t := timer{pondering: limits.PonderHit != nil, begun: start, since: start}
	switch {
	case limits.Infinite:
	case limits.MoveTime > 0:
		t.budget.Limit = limits.MoveTime
	case limits.Clock.Remaining != 0:
		t.budget = limits.Clock.Budget()
	}
	return t
}

// expired reports whether the hard limit has passed. When a ponder hit arrives it starts
// the clock, and time is up at once if the pondering was as long as a move should take.
func (t *timer) expired(request *Request) bool {
	if t.pondering {
		select {
		case <-request.Limits.PonderHit:
			t.pondering = false
			t.since = time.Now()
			if t.aim > 0 && t.since.Sub(t.begun) >= t.aim {
				return true
			}
		default:
			return false
		}
	}
	return t.budget.Limit > 0 && time.Since(t.since) >= t.budget.Limit
}
