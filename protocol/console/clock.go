package console

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// control is one time control of a game.
type control struct {
	moves     int // 0 is the rest of the game
	base      time.Duration
	increment time.Duration // added after every move
}

// mostControls is how many time controls a game may have.
const mostControls = 4

// clock is the level of play and the clocks of both sides. Nobody loses on time here:
// the engine keeps to its clock, and the user's is for information.
type clock struct {
	controls  []control // in this order; the last one repeats
	since     int       // half-moves of the game when they began
	remaining [2]time.Duration
	moveTime  time.Duration // a limit for every move of the engine, instead of the clock
	gameIn    bool          // the first control's time is for the whole game
}

// newClock returns the level that a session begins with.
func newClock() clock {
	c := clock{controls: []control{{moves: 40, base: 5 * time.Minute}}}
	c.restart(0)
	return c
}

// restart begins the controls anew after ply half-moves.
func (c *clock) restart(ply int) {
	c.since = ply
	c.remaining = [2]time.Duration{c.controls[0].base, c.controls[0].base}
}

// at returns the control in force for the move after ply half-moves, and how many
// moves, this one included, are to be made in it; 0 if there is no such number.
func (c *clock) at(ply int) (now control, toGo int) {
	played := max(ply-c.since, 0) / 2
	for i, now := range c.controls {
		switch {
		case c.gameIn || now.moves == 0:
			return now, 0
		case played < now.moves:
			return now, now.moves - played
		case i == len(c.controls)-1:
			return now, now.moves - played%now.moves
		}
		played -= now.moves
	}
	panic("console: a clock without controls")
}

// limits returns what ends the search for c's move after ply half-moves.
func (c *clock) limits(side movegen.Color, ply, depth int) search.Limits {
	if c.moveTime > 0 {
		return search.Limits{Depth: depth, MoveTime: c.moveTime}
	}
	now, toGo := c.at(ply)
	limits := search.Limits{Depth: depth}
	limits.Clock = search.Clock{Remaining: c.remaining[side], Increment: now.increment, MovesToGo: toGo}
	if limits.Clock.Remaining == 0 { // to the search that would be no clock at all
		limits.Clock.Remaining = time.Nanosecond
	}
	return limits
}

// spend takes the time of a move, made after ply half-moves, from a clock and adds
// what is due.
func (c *clock) spend(side movegen.Color, elapsed time.Duration, ply int) {
	now, toGo := c.at(ply)
	c.remaining[side] += now.increment - elapsed
	if toGo == 1 {
		next, _ := c.at(ply + 2)
		c.remaining[side] += next.base
	}
	c.remaining[side] = max(c.remaining[side], -longest)
}

// longest keeps times far from the end of what a time.Duration can hold.
const longest = 1000 * time.Hour

// setLevel reads a level, such as "40 5", "0 2 1" or "40 90, 20 30, 0 15 30", and
// reports whether it could be read.
func (c *clock) setLevel(text string, ply int) bool {
	var controls []control
	for part := range strings.SplitSeq(text, ",") {
		next, ok := parseControl(protocol.Fields(part))
		if !ok || len(controls) == mostControls || len(controls) > 0 && controls[len(controls)-1].moves == 0 {
			return false
		}
		controls = append(controls, next)
	}
	c.controls, c.moveTime = controls, 0
	c.restart(ply)
	return true
}

// parseControl reads MOVES MINUTES[:SECONDS] [INCREMENT], the increment in seconds.
func parseControl(words []string) (control, bool) {
	if len(words) != 2 && len(words) != 3 {
		return control{}, false
	}
	moves, err := strconv.ParseUint(words[0], 10, 16)
	minutes, seconds, _ := strings.Cut(words[1], ":")
	base, ok := parseTime(minutes, time.Minute)
	if err != nil || !ok {
		return control{}, false
	}
	read := control{moves: int(moves), base: base}
	if seconds != "" {
		more, ok := parseTime(seconds, time.Second)
		if !ok {
			return control{}, false
		}
		read.base += more
	}
	if len(words) == 3 {
		if read.increment, ok = parseTime(words[2], time.Second); !ok {
			return control{}, false
		}
	}
	return read, read.base > 0 || read.increment > 0
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
		if now.moves > 0 {
			what = fmt.Sprintf("%d moves", now.moves)
		}
		if len(parts) == 0 && (c.gameIn || now.moves == 0) {
			what = "the game"
		}
		text := fmt.Sprintf("%s in %s", what, clockText(now.base))
		if now.increment > 0 {
			text += fmt.Sprintf(" with %v more after each", now.increment)
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
