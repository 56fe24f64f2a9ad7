package protocol

import (
	"time"

	"alfiere/search"
)

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

// begin takes note of a search at the game's ply with this clock and returns the lag to
// be expected: the greatest of late, but never more than a quarter of the clock. A
// clock to which a time control has added time is no evidence.
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
