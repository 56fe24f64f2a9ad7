package search

import "time"

// Parameters of the clock.
const (
	suddenDeathMoves  = 60   // moves for which time that is lost at each is kept back
	suddenDeathShare  = 22   // the clock is divided by this for a move
	incrementShare    = 0.8  // of the increment is for it, too
	lowIncrementShare = 0.24 // the same on an empty clock
	maxMovesToGo      = 40   // controls farther away than this are planned for like this
	extraTimeFactor   = 5    // the hard limit is at most this many times the base time
	minTime           = time.Millisecond
	maxTime           = 1000 * time.Hour // clocks beyond this count as this
)

// Budget is how long a move may take. Base is the time after which no new iteration begins; it is scaled by how stable
// the search is. Limit is the hard end, extra time for unstable positions included.
type Budget struct{ Base, Limit time.Duration }

// Budget divides the clock. Both times are at least a millisecond, whatever the clock shows, and Limit never exceeds
// what remains after the overhead if that is more than the millisecond. The reserve stays untouched: it is what two
// moves may lose and what the moves after this one will. Where an increment gives that back, only lateness that was
// seen makes it grow, for a share of a short clock is much to keep for what may never come.
func (c Clock) Budget() Budget {
	clamp := func(d time.Duration) time.Duration { return min(max(d, 0), maxTime) }
	remaining, increment, lag := clamp(c.Remaining), clamp(c.Increment), clamp(c.Lag)
	overhead := max(clamp(c.Overhead), lag)
	remaining = max(remaining-overhead, 0)

	var base, most time.Duration
	switch {
	case c.MovesToGo == 1:
		base, most = remaining, remaining*9/10
	case c.MovesToGo > 1:
		base, most = untilControl(remaining, min(c.MovesToGo, 1000), 2*overhead, lag)
		base += max(increment-overhead, 0) / 2
	default: // in sudden death one move may never take more than a third
		base, most = suddenDeath(remaining, increment, overhead, lag), remaining/3
	}
	limit := min(base*extraTimeFactor, most)
	return Budget{Base: max(min(base, limit), minTime), Limit: max(limit, minTime)}
}

// untilControl divides what remains by the moves until the control. Nothing is left for
// later, so most of it is spent, and a single move may take up to three quarters.
func untilControl(remaining time.Duration, moves int, reserve, lag time.Duration) (base, most time.Duration) {
	reserve = min(reserve, remaining/2) + time.Duration(moves-1)*(lag+minTime)
	usable := max(remaining-reserve, 0)
	return usable / time.Duration(min(moves, maxMovesToGo)), usable * 3 / 4
}

// suddenDeath returns a share of what remains, so that most is spent while the game is open and no number of moves uses
// all of it, and a share of what the increment gives back. That one is smaller when the clock is low: it has to rise to
// where a stall of the machine costs no game. For the same reason a move is taken to cost half of the overhead, though
// nothing was seen: without an increment nothing gives it back.
func suddenDeath(remaining, increment, overhead, lag time.Duration) (base time.Duration) {
	cost := lag + minTime
	reserve := 2*overhead + suddenDeathMoves*(max(cost, overhead/2, increment)-increment)
	back := max(increment-cost, 0)
	share := incrementShare
	if comfortable := 8*back + 2*reserve; remaining < comfortable {
		share = lowIncrementShare + (incrementShare-lowIncrementShare)*float64(remaining)/float64(comfortable)
	}
	usable := max(remaining-reserve, remaining/8)
	return usable/suddenDeathShare + time.Duration(share*float64(back))
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
	started   time.Time     // the search: what was thought while pondering counts for aim
	since     time.Time     // when budget.Limit began to count, at the ponder hit if there was one
	aim       time.Duration // when to begin no new iteration, by the last one; 0 before the first
	budget    Budget        // zero if time does not limit
}

func newTimer(limits *Limits, start time.Time) timer {
	if !limits.Started.IsZero() {
		start = limits.Started
	}
	return timer{pondering: limits.PonderHit != nil, started: start, since: start, budget: limits.Budget()}
}

// Budget returns how long a search within the limits may take, its share taken: the zero
// value if time does not limit it, no Base if only a hard limit does.
func (l *Limits) Budget() (b Budget) {
	switch {
	case l.Infinite:
	case l.MoveTime > 0:
		b.Limit = l.MoveTime
	case l.Clock.Remaining != 0:
		b = l.Clock.Budget()
	}
	if l.Share > 0 && b.Limit > 0 {
		b.Base = time.Duration(float64(b.Base) * l.Share)
		b.Limit = max(time.Duration(float64(b.Limit)*l.Share), minTime)
	}
	return b
}

// expired reports whether the hard limit has passed. When a ponder hit arrives it starts
// the clock, and time is up at once if the pondering was as long as a move should take.
func (t *timer) expired(request *Request) bool {
	if t.pondering {
		select {
		case <-request.Limits.PonderHit:
			t.pondering = false
			t.since = time.Now()
			if t.aim > 0 && t.since.Sub(t.started) >= t.aim {
				return true
			}
		default:
			return false
		}
	}
	return t.budget.Limit > 0 && time.Since(t.since) >= t.budget.Limit
}
