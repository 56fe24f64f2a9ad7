package search

import "time"

// Parameters of the clock.
const (
	suddenDeathMoves = 24 // moves a game is assumed to go on for without a control
	mostMovesToGo    = 40 // controls farther away than this are planned for like this
	extraTimeFactor  = 5  // the hard limit is at most this many times the base time
	leastTime        = time.Millisecond
)

// Budget is how long a move may take. Base is the time after which no new
// iteration begins; it is scaled by how stable the search is. Limit is the hard
// end, extra time for unstable positions included.
type Budget struct{ Base, Limit time.Duration }

// Budget divides the clock. Both times are at least a millisecond, whatever the
// clock shows, and Limit never exceeds what remains after the overhead if that is
// more than the millisecond.
func (c Clock) Budget() Budget {
	remaining := max(c.Remaining-c.Overhead, 0)
	moves := time.Duration(suddenDeathMoves)
	if c.MovesToGo > 0 {
		moves = time.Duration(min(c.MovesToGo, mostMovesToGo))
	}
	increment := max(c.Increment, 0)
	// Every move to come costs its overhead, but not more than half of the clock.
	usable := remaining - min((moves-1)*c.Overhead, remaining/2)
	base := usable/moves + increment*3/4

	// The last moves before a control may use nearly all; in sudden death one move
	// may never take more than a third.
	most := remaining / 3
	if c.MovesToGo == 1 {
		most = remaining * 9 / 10
	} else if c.MovesToGo > 1 {
		most = remaining * 3 / 4
	}
	limit := min(base*extraTimeFactor, most)
	return Budget{Base: max(min(base, limit), leastTime), Limit: max(limit, leastTime)}
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
