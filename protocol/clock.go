package protocol

import (
	"slices"
	"time"

	"alfiere/movegen"
	"alfiere/search"
)

// TimeControl is a number of moves and the time for them.
type TimeControl struct {
	Moves     int           // 0 is the rest of the game
	Base      time.Duration // on the clock when the control begins
	Increment time.Duration // added after every move
}

// Clock is the time of a Player: the controls that were agreed, the clocks of the two sides and the other limits of a
// search. It declares no loss on time: the engine keeps to its clock, and the GUI or server is the arbiter.
type Clock struct {
	MoveTime time.Duration // for every move of the engine, instead of its clock; 0 is none
	Nodes    uint64        // of every move of the engine, likewise; 0 is none
	Depth    int           // of every search, in plies; 0 is any
	NodeRate int           // nodes that count as a second; 0 is real time
	GameIn   bool          // the first control's time is for the whole game

	// EngineOnly is the policy of a program that receives only its own clock: there is one clock, it runs for the engine's
	// moves, and it stays with the engine when the engine changes sides. Otherwise each colour has a clock, which runs
	// while that colour is to move.
	EngineOnly bool

	controls  []TimeControl // at least one; the last repeats
	since     int           // half-moves of the game when the controls began
	remaining [2]time.Duration
}

const (
	// maxControls is how many controls a game may have.
	maxControls = 4

	// maxClock keeps clocks far from the limit of a time.Duration.
	maxClock = 1000 * 24 * time.Hour
)

// newClock returns the clock of a new session: forty moves in five minutes.
func newClock() Clock {
	c := Clock{controls: []TimeControl{{Moves: 40, Base: 5 * time.Minute}}}
	c.Restart(0)
	return c
}

// SetControls begins new controls after ply half-moves of the game, in place of a time
// for every move. It reports false, and changes nothing, if there are none or too many.
func (c *Clock) SetControls(controls []TimeControl, ply int) bool {
	if len(controls) == 0 || len(controls) > maxControls {
		return false
	}
	c.controls, c.MoveTime, c.Nodes = slices.Clone(controls), 0, 0
	c.Restart(ply)
	return true
}

// Runs reports whether the sides have clocks, rather than a limit for each of the engine's moves.
func (c *Clock) Runs() bool { return c.MoveTime == 0 && c.Nodes == 0 }

// Controls returns the controls in their order.
func (c *Clock) Controls() []TimeControl { return slices.Clone(c.controls) }

// Restart begins the controls anew after ply half-moves of the game.
func (c *Clock) Restart(ply int) {
	c.since = ply
	c.remaining = [2]time.Duration{c.controls[0].Base, c.controls[0].Base}
}

// Remaining returns what the clock of a side shows; it may be below zero.
func (c *Clock) Remaining(side movegen.Color) time.Duration { return *c.of(side) }

// SetRemaining sets the clock of a side.
func (c *Clock) SetRemaining(side movegen.Color, remaining time.Duration) { *c.of(side) = remaining }

// of returns the clock of a side.
func (c *Clock) of(side movegen.Color) *time.Duration {
	if c.EngineOnly {
		return &c.remaining[0]
	}
	return &c.remaining[side&1]
}

// at returns the control in force for the move after ply half-moves, and how many
// moves, this one included, must be made in it; 0 if it lasts to the end of the game.
func (c *Clock) at(ply int) (now TimeControl, toGo int) {
	if c.GameIn {
		return c.controls[0], 0
	}
	played := max(ply-c.since, 0) / 2 // by the side to move
	last := len(c.controls) - 1
	for _, now = range c.controls[:last] {
		if now.Moves == 0 || played < now.Moves {
			return now, max(now.Moves-played, 0)
		}
		played -= now.Moves
	}
	now = c.controls[last]
	if now.Moves == 0 {
		return now, 0
	}
	return now, now.Moves - played%now.Moves
}

// limits returns what ends the search for a side's move after ply half-moves.
func (c *Clock) limits(side movegen.Color, ply int) search.Limits {
	limits := search.Limits{Depth: c.Depth, MoveTime: c.MoveTime, Nodes: c.Nodes}
	if c.Runs() {
		now, toGo := c.at(ply)
		limits.Clock = search.Clock{Remaining: c.Remaining(side), Increment: now.Increment, MovesToGo: toGo}
		if limits.Clock.Remaining == 0 { // the search would read 0 as "no clock"
			limits.Clock.Remaining = time.Nanosecond
		}
	}
	if c.NodeRate > 0 {
		return c.inNodes(limits)
	}
	return limits
}

// inNodes turns limits of time into one of nodes.
func (c *Clock) inNodes(limits search.Limits) search.Limits {
	allowed := limits.MoveTime
	if allowed == 0 {
		allowed = limits.Clock.Budget().Base
	}
	nodes := uint64(allowed.Seconds() * float64(c.NodeRate))
	return search.Limits{Depth: limits.Depth, Nodes: max(nodes, 1)}
}

// spend takes the time of a side's move, made after ply half-moves, from its clock and
// adds the increment and, at the end of a control, the time of the next one.
func (c *Clock) spend(side movegen.Color, elapsed time.Duration, ply int) {
	now, toGo := c.at(ply)
	clock := c.of(side)
	*clock += now.Increment - elapsed
	if toGo == 1 {
		next, _ := c.at(ply + 2)
		*clock += next.Base
	}
	*clock = min(max(*clock, -maxClock), maxClock)
}

// lagMeter measures how much more time than its thinking, as far as it was meant to think, the
// engine's moves cost on the GUI's clock: the delay between the two programs and that of a busy machine. It
// compares the clock that comes with a search with the one of the move before.
type lagMeter struct {
	clock   search.Clock // as the GUI gave it for the newest search
	ply     int          // half-moves of the game then
	thought time.Duration
	known   bool // the three are those of a search that has ended

	lag time.Duration
}

const (
	maxLag   = time.Second // a longer delay is a single event
	lagDecay = 8           // each move forgets one part of this many
)

// begin takes note of a search at the game's ply with this clock and returns the lag to be expected: the greatest of
// late, but never more than a quarter of the clock. A clock to which a time control has added time is no evidence.
func (m *lagMeter) begin(clock search.Clock, ply int) time.Duration {
	if m.known && ply == m.ply+2 && clock.Increment == m.clock.Increment {
		m.lag -= m.lag / lagDecay
		lost := m.clock.Remaining + m.clock.Increment - clock.Remaining - m.thought
		m.lag = max(m.lag, min(lost, maxLag))
	}
	m.clock, m.ply, m.known = clock, ply, false
	return min(m.lag, max(clock.Remaining, 0)/4)
}

// end takes note of how long the search has thought on the engine's clock. What went beyond
// its limit is lag too: the machine did other work when the search should have ended.
func (m *lagMeter) end(thought, limit time.Duration) { m.thought, m.known = min(thought, limit), true }
