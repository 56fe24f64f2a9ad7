package xboard

import (
	"strconv"
	"strings"
	"time"

	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// clock is the engine's clock and the other limits of its thinking.
type clock struct {
	controls protocol.Schedule
	since    int // half-moves of the game when the first control began

	remaining time.Duration
	moveTime  time.Duration // "st": a hard limit for every move, instead of the clock
	depth     int           // "sd"; 0 is none
	nodeRate  int           // "nps": nodes that count as a second; 0 is real time
	gameIn    bool          // the first control's time is for the whole game
}

// newClock returns XBoard's default, forty moves in five minutes.
func newClock() clock {
	return clock{controls: protocol.Schedule{{Moves: 40, Base: 5 * time.Minute}}, remaining: 5 * time.Minute}
}

// reset begins a new game under the same time control.
func (c *clock) reset() {
	c.since, c.remaining, c.depth, c.nodeRate = 0, c.controls[0].Base, 0, 0
}

// at returns the control in force for the engine's move after ply half-moves, and how
// many moves, this one included, it has to make in it; 0 if there is no such number.
func (c *clock) at(ply int) (now protocol.Control, toGo int) {
	if c.gameIn {
		return c.controls[0], 0
	}
	return c.controls.At(max(ply-c.since, 0) / 2)
}

// limits returns what ends the search for the move after ply half-moves.
func (c *clock) limits(ply int) search.Limits {
	limits := search.Limits{Depth: c.depth}
	if c.moveTime > 0 {
		limits.MoveTime = c.moveTime
	} else {
		now, toGo := c.at(ply)
		limits.Clock = search.Clock{Remaining: c.remaining, Increment: now.Increment, MovesToGo: toGo}
		if c.remaining == 0 { // to the search that would be no clock at all
			limits.Clock.Remaining = time.Nanosecond
		}
	}
	if c.nodeRate > 0 {
		return c.inNodes(limits)
	}
	return limits
}

// inNodes turns the limits of time into one of nodes.
func (c *clock) inNodes(limits search.Limits) search.Limits {
	allowed := limits.MoveTime
	if allowed == 0 {
		allowed = limits.Clock.Budget().Base
	}
	nodes := uint64(allowed.Seconds() * float64(c.nodeRate))
	return search.Limits{Depth: limits.Depth, Nodes: max(nodes, 1)}
}

// spend takes the time of a move, made after ply half-moves, from the clock and adds
// what is due. GUIs send the true clock before the next move; this is for pondering,
// and for those that don't.
func (c *clock) spend(elapsed time.Duration, ply int) {
	now, toGo := c.at(ply)
	c.remaining += now.Increment - elapsed
	if toGo == 1 {
		next, _ := c.at(ply + 2)
		c.remaining += next.Base
	}
}

// level sets the time controls from "MOVES BASE INCREMENT" and reports whether they
// could be read. More controls may follow after commas, as many as the engine takes;
// all begin after ply half-moves.
func (c *clock) level(text string, ply int) bool {
	var controls protocol.Schedule
	for part := range strings.SplitSeq(text, ",") {
		control, ok := parseControl(wire.Fields(part))
		if !ok || len(controls) == protocol.MaxControls {
			return false
		}
		controls = append(controls, control)
	}
	c.controls, c.since = controls, ply
	c.remaining, c.moveTime = controls[0].Base, 0
	return true
}

// parseControl reads the words of one control; more of them are ignored.
func parseControl(words []string) (protocol.Control, bool) {
	if len(words) < 3 {
		return protocol.Control{}, false
	}
	moves, err := strconv.Atoi(words[0])
	base, okBase := parseBase(words[1])
	increment, okIncrement := parseSeconds(words[2])
	if err != nil || moves < 0 || !okBase || !okIncrement {
		return protocol.Control{}, false
	}
	if base == 0 && increment == 0 {
		base = 10 * time.Second // chess servers begin with this when they say 0
	}
	return protocol.Control{Moves: moves, Base: base, Increment: increment}, true
}

// longest keeps times far from the end of what a time.Duration can hold.
const longest = 1000 * 24 * time.Hour

// parseBase reads minutes, or minutes:seconds. What follows is ignored, as the
// protocol advises: it may speak of later controls.
func parseBase(text string) (time.Duration, bool) {
	minutes, length := decimal(text)
	if length == 0 {
		return 0, false
	}
	base := scaled(minutes, time.Minute)
	if rest := text[length:]; len(rest) > 1 && rest[0] == ':' {
		seconds, _ := decimal(rest[1:])
		base += scaled(seconds, time.Second)
	}
	return min(base, longest), true
}

// parseSeconds reads seconds, with or without a fraction.
func parseSeconds(text string) (time.Duration, bool) {
	seconds, length := decimal(text)
	return scaled(seconds, time.Second), length > 0
}

// parseCentiseconds reads a clock, which may be below zero.
func parseCentiseconds(text string) (time.Duration, bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	number, length := decimal(text)
	value := scaled(number, time.Second/100)
	if negative {
		value = -value
	}
	return value, length > 0
}

func scaled(number float64, unit time.Duration) time.Duration {
	return time.Duration(min(number*float64(unit), float64(longest)))
}

// decimal reads the digits, with at most one point, that text begins with.
func decimal(text string) (number float64, length int) {
	point := false
	for length < len(text) && (text[length] >= '0' && text[length] <= '9' || text[length] == '.' && !point) {
		point = point || text[length] == '.'
		length++
	}
	number, err := strconv.ParseFloat(text[:length], 64)
	if err != nil && number == 0 { // no digit; one too large is infinite, which scaled bounds
		return 0, 0
	}
	return number, length
}
