package client

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Control is the time control of a player, and what else bounds its thinking, as agreed
// before a game. Several bounds may be set; the zero value bounds nothing.
type Control struct {
	Moves     int           // to make in each Base; 0 is the whole game
	Base      time.Duration // on the clock at the beginning and added at every control
	Increment time.Duration // added after every move
	MoveTime  time.Duration // for every move
	Nodes     uint64        // for every move
	Depth     int           // for every move, in plies

	Ponder bool // the player thinks in its opponent's time, too
}

// Timed reports whether the player has a chess clock.
func (c Control) Timed() bool { return c.Base > 0 || c.Increment > 0 }

// ErrControl is wrapped by the error for a time control that cannot be read.
var ErrControl = errors.New("not a time control")

// maxControl is the longest time that is read.
const maxControl = 1000 * time.Hour

// ParseClock reads a chess clock as PGN and most programs write it, in seconds:
// "60", "60+0.6", "40/60", "40/60+0.6"; the base may be written as minutes:seconds.
// The error wraps ErrControl.
func ParseClock(text string) (c Control, err error) {
	rest := text
	if moves, base, ok := strings.Cut(rest, "/"); ok {
		c.Moves, err = strconv.Atoi(moves)
		if err != nil || c.Moves < 1 {
			return Control{}, fmt.Errorf("%w: %q", ErrControl, text)
		}
		rest = base
	}
	base, increment, incremental := strings.Cut(rest, "+")
	minutes := "0"
	if before, after, ok := strings.Cut(base, ":"); ok {
		minutes, base = before, after
	}
	m, okMinutes := ParseSeconds(minutes)
	s, okBase := ParseSeconds(base)
	okIncrement := true
	if incremental {
		c.Increment, okIncrement = ParseSeconds(increment)
	}
	c.Base = m*60 + s
	if !okMinutes || !okBase || !okIncrement || !c.Timed() || m > maxControl/60 {
		return Control{}, fmt.Errorf("%w: %q", ErrControl, text)
	}
	return c, nil
}

// ParseSeconds reads a decimal number of seconds that is not negative, to the
// nanosecond.
func ParseSeconds(text string) (time.Duration, bool) {
	if strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds > maxControl.Seconds() {
		return 0, false
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), true
}

// FormatSeconds is the inverse of ParseSeconds.
func FormatSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// String lists the bounds, the clock first: "40/60+0.6", "st=0.1", "nodes=5000",
// "60 depth=8", "60 ponder".
func (c Control) String() string {
	var parts []string
	if c.Timed() {
		parts = append(parts, c.Clock())
	}
	if c.MoveTime > 0 {
		parts = append(parts, "st="+FormatSeconds(c.MoveTime))
	}
	if c.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(c.Nodes, 10))
	}
	if c.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(c.Depth))
	}
	if c.Ponder {
		parts = append(parts, "ponder")
	}
	return strings.Join(parts, " ")
}

// Clock returns the chess clock as ParseClock reads it, "-" if there is none.
func (c Control) Clock() string {
	if !c.Timed() {
		return "-"
	}
	text := FormatSeconds(c.Base)
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	if c.Increment > 0 {
		text += "+" + FormatSeconds(c.Increment)
	}
	return text
}
