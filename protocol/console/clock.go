package console

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// clock is the level of play and the clocks of both sides. Nobody loses on time here:
// the engine keeps to its clock, and the user's is for information.
type clock struct {
	controls  protocol.Schedule
	since     int // half-moves of the game when they began
	remaining [2]time.Duration
	moveTime  time.Duration // a limit for every move of the engine, instead of the clock
	gameIn    bool          // the first control's time is for the whole game
}

// newClock returns the level that a session begins with.
func newClock() clock {
	c := clock{controls: protocol.Schedule{{Moves: 40, Base: 5 * time.Minute}}}
	c.restart(0)
	return c
}

// restart begins the controls anew after ply half-moves.
func (c *clock) restart(ply int) {
	c.since = ply
	c.remaining = [2]time.Duration{c.controls[0].Base, c.controls[0].Base}
}

// at returns the control in force for the move after ply half-moves, and how many
// moves, this one included, are to be made in it; 0 if there is no such number.
func (c *clock) at(ply int) (now protocol.Control, toGo int) {
	if c.gameIn {
		return c.controls[0], 0
	}
	return c.controls.At(max(ply-c.since, 0) / 2)
}

// limits returns what ends the search for c's move after ply half-moves.
func (c *clock) limits(side movegen.Color, ply, depth int) search.Limits {
	if c.moveTime > 0 {
		return search.Limits{Depth: depth, MoveTime: c.moveTime}
	}
	now, toGo := c.at(ply)
	limits := search.Limits{Depth: depth}
	limits.Clock = search.Clock{Remaining: c.remaining[side], Increment: now.Increment, MovesToGo: toGo}
	if limits.Clock.Remaining == 0 { // to the search that would be no clock at all
		limits.Clock.Remaining = time.Nanosecond
	}
	return limits
}

// spend takes the time of a move, made after ply half-moves, from a clock and adds
// what is due.
func (c *clock) spend(side movegen.Color, elapsed time.Duration, ply int) {
	now, toGo := c.at(ply)
	c.remaining[side] += now.Increment - elapsed
	if toGo == 1 {
		next, _ := c.at(ply + 2)
		c.remaining[side] += next.Base
	}
	c.remaining[side] = max(c.remaining[side], -longest)
}

// longest keeps times far from the end of what a time.Duration can hold.
const longest = 1000 * time.Hour

// setLevel reads a level, such as "40 5", "0 2 1" or "40 90, 20 30, 0 15 30", and
// reports whether it could be read.
func (c *clock) setLevel(text string, ply int) bool {
	var controls protocol.Schedule
	for part := range strings.SplitSeq(text, ",") {
		next, ok := parseControl(wire.Fields(part))
		if !ok || len(controls) == protocol.MaxControls || len(controls) > 0 && controls[len(controls)-1].Moves == 0 {
			return false
		}
		controls = append(controls, next)
	}
	c.controls, c.moveTime = controls, 0
	c.restart(ply)
	return true
}

// parseControl reads MOVES MINUTES[:SECONDS] [INCREMENT], the increment in seconds.
func parseControl(words []string) (protocol.Control, bool) {
	if len(words) != 2 && len(words) != 3 {
		return protocol.Control{}, false
	}
	moves, err := strconv.ParseUint(words[0], 10, 16)
	minutes, seconds, _ := strings.Cut(words[1], ":")
	base, ok := parseTime(minutes, time.Minute)
	if err != nil || !ok {
		return protocol.Control{}, false
	}
	read := protocol.Control{Moves: int(moves), Base: base}
	if seconds != "" {
		more, ok := parseTime(seconds, time.Second)
		if !ok {
			return protocol.Control{}, false
		}
		read.Base += more
	}
	if len(words) == 3 {
		if read.Increment, ok = parseTime(words[2], time.Second); !ok {
			return protocol.Control{}, false
		}
	}
	return read, read.Base > 0 || read.Increment > 0
}

// parseTime reads a number of units, with or without a fraction.
func parseTime(text string, unit time.Duration) (time.Duration, bool) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(number) || number < 0 {
		return 0, false
	}
	return time.Duration(min(number*float64(unit), float64(longest))), true
}

// String describes the level.
func (c *clock) String() string {
	if c.moveTime > 0 {
		return fmt.Sprintf("%v a move", c.moveTime)
	}
	var parts []string
	for _, now := range c.controls {
		what := "the rest of the game"
		if now.Moves > 0 {
			what = fmt.Sprintf("%d moves", now.Moves)
		}
		if len(parts) == 0 && (c.gameIn || now.Moves == 0) {
			what = "the game"
		}
		text := fmt.Sprintf("%s in %s", what, clockText(now.Base))
		if now.Increment > 0 {
			text += fmt.Sprintf(" with %v more after each", now.Increment)
		}
		if parts = append(parts, text); c.gameIn {
			break
		}
	}
	return strings.Join(parts, ", then ")
}

// clockText returns a time as a clock shows it: minutes and seconds.
func clockText(t time.Duration) string {
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	seconds := int(t / time.Second)
	return fmt.Sprintf("%s%d:%02d", sign, seconds/60, seconds%60)
}
