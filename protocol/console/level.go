package console

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/protocol"
)

// parseLevel reads time controls, such as "40 5", "0 2 1" or "40 90, 20 30, 0 15 30", or says
// why it cannot. A control for the rest of the game must be the last.
func parseLevel(text string) (controls []protocol.TimeControl, why string) {
	for part := range strings.SplitSeq(text, ",") {
		if len(controls) > 0 && controls[len(controls)-1].Moves == 0 {
			return nil, "a control for the rest of the game must be the last"
		}
		next, why := parseControl(wire.Fields(part))
		if why != "" {
			return nil, why
		}
		controls = append(controls, next)
	}
	return controls, ""
}

// parseControl reads MOVES MINUTES[:SECONDS] [INCREMENT], the increment in seconds.
func parseControl(words []string) (read protocol.TimeControl, why string) {
	if len(words) != 2 && len(words) != 3 {
		return read, "a control needs moves, minutes and optionally an increment"
	}
	moves, err := strconv.ParseUint(words[0], 10, 16)
	if err != nil {
		return read, fmt.Sprintf("%q is not a number of moves", wire.Clip(words[0]))
	}
	minutes, seconds, _ := strings.Cut(words[1], ":")
	base, ok := wire.ParseTime(minutes, time.Minute)
	if !ok {
		return read, noTime(words[1])
	}
	read = protocol.TimeControl{Moves: int(moves), Base: base}
	if seconds != "" {
		more, ok := wire.ParseTime(seconds, time.Second)
		if !ok {
			return read, noTime(words[1])
		}
		read.Base += more
	}
	if len(words) == 3 {
		if read.Increment, ok = wire.ParseTime(words[2], time.Second); !ok {
			return read, noTime(words[2])
		}
	}
	if read.Base == 0 && read.Increment == 0 {
		return read, "the time must not be zero"
	}
	return read, ""
}

// noTime says that wire.ParseTime cannot read a text; for a missing text it is empty.
func noTime(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%q is not a time", wire.Clip(text))
}

// levelText describes the time controls of a clock.
func levelText(c *protocol.Clock) string {
	if c.MoveTime > 0 {
		return fmt.Sprintf("%v a move", c.MoveTime)
	}
	var parts []string
	for _, now := range c.Controls() {
		what := "the rest of the game"
		if now.Moves > 0 {
			what = fmt.Sprintf("%d moves", now.Moves)
		}
		if len(parts) == 0 && (c.GameIn || now.Moves == 0) {
			what = "the game"
		}
		text := fmt.Sprintf("%s in %s", what, clockText(now.Base))
		if now.Increment > 0 {
			text += fmt.Sprintf(" plus %v a move", now.Increment)
		}
		if parts = append(parts, text); c.GameIn {
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
