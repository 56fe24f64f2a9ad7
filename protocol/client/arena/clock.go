package arena

import (
	"time"

	"alfiere/protocol/client"
)

// clock is a player's chess clock, or a substitute for a player without one.
type clock struct {
	control   client.Control
	remaining time.Duration
	made      int // moves since the last control
}

func newClock(control client.Control) clock {
	return clock{control: control, remaining: control.Base}
}

// state returns the state of the clock before a move.
func (c *clock) state() (shown client.Clock) {
	if !c.control.Timed() {
		return shown
	}
	shown = client.Clock{Remaining: c.remaining, Increment: c.control.Increment}
	if c.control.Moves > 0 {
		shown.MovesToGo = c.control.Moves - c.made
	}
	return shown
}

// allowed returns how long the next move may take; ok is false if no time bounds it.
func (c *clock) allowed() (allowed time.Duration, ok bool) {
	allowed, ok = c.control.MoveTime, c.control.MoveTime > 0
	if c.control.Timed() && (!ok || c.remaining < allowed) {
		allowed, ok = c.remaining, true
	}
	return allowed, ok
}

// spend takes the time of a move off the clock and adds the increments due. A clock below zero
// within the margin continues from zero.
func (c *clock) spend(elapsed time.Duration) {
	if !c.control.Timed() {
		return
	}
	c.remaining = max(c.remaining-elapsed, 0) + c.control.Increment
	if c.made++; c.made == c.control.Moves {
		c.made = 0
		c.remaining += c.control.Base
	}
}
