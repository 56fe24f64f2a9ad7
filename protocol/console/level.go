package console

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
)

// usualMoveTime is the time for each of the engine's moves until somebody sets a clock.
const usualMoveTime = 5 * time.Second

// hasClocks reports whether the sides have clocks, rather than a time for each of the engine's moves.
func (a *adapter) hasClocks() bool { return a.player.Clock.Runs() }

// timed reports whether the clock of the side to move runs, and decides the game when it has run out.
func (a *adapter) timed() bool {
	return a.hasClocks() && !a.player.Force && !a.analysing && a.reader == nil && !a.over()
}

// startClock begins the turn with a clock that was set in it.
func (a *adapter) startClock() {
	a.player.StartTurn()
	a.ran = a.timed()
}

// followClock begins the turn anew when the clocks start to run, for example after an analysis.
func (a *adapter) followClock() {
	timed := a.timed()
	if timed && !a.ran {
		a.player.StartTurn()
	}
	a.ran = timed
}

// flag returns a channel that reports when the time of a person to move has run out; nil if no clock runs.
func (a *adapter) flag() <-chan time.Time {
	a.followClock()
	if !a.timed() || a.busy() {
		return nil
	}
	return time.After(max(a.player.Left(), 0) + time.Millisecond)
}

// checkFlag ends the game if the time of a person to move has run out.
func (a *adapter) checkFlag() {
	a.followClock()
	position := a.player.Position()
	if a.timed() && !a.busy() && !a.player.Plays(position.Side()) && a.player.Left() < 0 {
		if a.Terminal {
			a.endLine()
		}
		a.player.Clock.SetRemaining(position.Side(), 0)
		a.reportError(a.player.LoseOnTime(position.Side()))
		a.tellOutcome()
	}
}

// clockState returns what a clock shows, for help.
func (a *adapter) clockState(c movegen.Color) string {
	if !a.hasClocks() {
		return "no clock"
	}
	return clockText(a.player.Clock.Remaining(c))
}

// parseLevel reads time controls, such as "5+3", "40 5 0" or "40 90, 20 30, 0 15 30", or says why it cannot. A
// control for the rest of the game must be the last.
func parseLevel(text string) (controls []protocol.TimeControl, why string) {
	several := strings.Contains(text, ",")
	for part := range strings.SplitSeq(text, ",") {
		if len(controls) > 0 && controls[len(controls)-1].Moves == 0 {
			return nil, "a control for the rest of the game must be the last"
		}
		words := wire.Fields(strings.ReplaceAll(part, "+", " "))
		switch {
		case strings.Contains(part, "+") && len(words) != 2:
			return nil, "write minutes and increment as 5+3"
		case len(words) == 1 && !several, len(words) == 2 && (!several || strings.Contains(part, "+")):
			words = append([]string{"0"}, words...)
		}
		next, why := parseControl(words)
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
		return read, "a level needs minutes and an increment, or moves, minutes and an increment"
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
	if c.Nodes > 0 {
		return fmt.Sprintf("%d nodes a move", c.Nodes)
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
