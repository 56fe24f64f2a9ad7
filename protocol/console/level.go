package console

import (
	"errors"
	"fmt"
	"math"
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

// flag returns the command of a flag of the adapter.
func flag(name, help string, field func(*adapter) *bool) command {
	return command{Name: name, Help: help, AtOnce: true,
		State: func(a *adapter) string { return wire.OnOff(*field(a)) },
		Run: func(a *adapter, rest string) {
			on, ok := wire.ParseFlag(rest, *field(a))
			if !ok {
				a.refuse("%s must be on or off", name)
				return
			}
			*field(a) = on
			a.say("%s is %s", name, wire.OnOff(on))
		}}
}

// legacyOption returns the command that sets options of the engine under an old name.
func legacyOption(name string) command {
	for _, o := range protocol.LegacyOptions() {
		if o.Name != name {
			continue
		}
		return command{Name: o.Name, Args: o.Args, Help: o.Help, More: o.More,
			State: func(a *adapter) string { return o.State(a.controller) },
			Run: func(a *adapter, rest string) {
				err := o.Set(a.controller, rest)
				a.reportError(err)
				if _, used := errors.AsType[*protocol.ClampError](err); used || err == nil || !o.Flag {
					a.say("%s is %s", o.Name, o.State(a.controller))
				}
			}}
	}
	panic("console: no option " + name)
}

// inTurn returns a flag that waits until the engine has moved; after is called when it was set.
func inTurn(c command, after func(*adapter)) command {
	set := c.Run
	c.AtOnce, c.Run = false, func(a *adapter, rest string) {
		set(a, rest)
		after(a)
	}
	return c
}

func flagCommands() []command {
	return []command{
		flag("beep", "ring the bell after my moves", func(a *adapter) *bool { return &a.beep }),
		legacyOption("book"),
		inTurn(flag("both", "let me play both sides", func(a *adapter) *bool { return &a.player.Both }), func(a *adapter) {
			a.player.Force, a.analysing = a.player.Force && !a.player.Both, a.analysing && !a.player.Both
		}),
		inTurn(flag("easy", "stop me from thinking in your time", func(a *adapter) *bool { return &a.player.Easy }),
			func(*adapter) {}),
		legacyOption("fifty"),
		inTurn(flag("gamein", "use the level's first time for the whole game",
			func(a *adapter) *bool { return &a.player.Clock.GameIn }), func(*adapter) {}),
		legacyOption("hash"),
		inTurn(flag("material", "declare a draw when neither side can win",
			func(a *adapter) *bool { return &a.player.DeadDraws }), (*adapter).tellOutcome),
		legacyOption("random"), legacyOption("rcptr"), legacyOption("syzygy"),
	}
}

func searchCommands() []command {
	return []command{
		{Name: "analyze", Also: "analyse analysis", Run: (*adapter).analyze,
			Help: "analyse the position without playing",
			More: "At a terminal it runs until exit, an empty line or a command that makes me play, and follows moves\n" +
				"and other changes of the position. In a script it takes the time of one move. multipv sets the\n" +
				"number of lines. Scores are from the point of view of the side to move."},
		{Name: "level", Args: "[LEVEL]", Help: "set or show the time control", Run: (*adapter).level,
			More: "A level is MINUTES[:SECONDS] for the game and an increment in seconds, as in level 5+3 or level 5 3,\n" +
				"or MOVES MINUTES[:SECONDS] INCREMENT, where 0 moves means the whole game. Separate up to four of the\n" +
				"latter by commas, with or without increment; the last one repeats:\n" +
				"  level 5+3\n  level 40 5 0\n  level 0 2:30 1\n  level 40 90, 20 30, 0 15 30\n" +
				"Until a clock is set there is none. A side whose time runs out loses.",
			State: func(a *adapter) string { return levelText(&a.player.Clock) }},
		{Name: "time", Args: "N", Help: "set my clock, in hundredths of a second",
			Run:   func(a *adapter, rest string) { a.setClock("time", rest, a.player.Side) },
			State: func(a *adapter) string { return a.clockState(a.player.Side) }},
		{Name: "otim", Args: "N", Help: "set your clock, in hundredths of a second",
			Run:   func(a *adapter, rest string) { a.setClock("otim", rest, a.player.Side.Other()) },
			State: func(a *adapter) string { return a.clockState(a.player.Side.Other()) }},
		{Name: "st", Args: "SECONDS", Help: "set a fixed time for each of my moves, until level", Run: (*adapter).moveTime},
		{Name: "depth", Args: "[N]", Help: "search at most N half-moves deep (0: no limit)", Run: (*adapter).setDepth,
			State: func(a *adapter) string { return strconv.Itoa(a.player.Clock.Depth) }},
		legacyOption("contempt"), legacyOption("Awindow"), legacyOption("Bwindow"), legacyOption("xwndw"),
		legacyOption("hashdepth"), legacyOption("probe"),
		legacyOption("consult"), legacyOption("criterion"), legacyOption("consultweights"), legacyOption("secondsearch"),
	}
}

func (a *adapter) level(rest string) {
	if rest != "" {
		controls, why := parseLevel(rest)
		if why == "" && !a.player.Clock.SetControls(controls, a.player.Len()) {
			why = fmt.Sprintf("%d time controls are too many (at most four)", len(controls))
		}
		if why != "" {
			a.badArguments("level", why)
			return
		}
		a.startClock()
	}
	if !a.hasClocks() {
		a.say("%s, no clocks", levelText(&a.player.Clock))
		return
	}
	a.say("%s; my clock %s, yours %s", levelText(&a.player.Clock),
		clockText(a.player.Clock.Remaining(a.player.Side)), clockText(a.player.Clock.Remaining(a.player.Side.Other())))
}

func (a *adapter) setClock(name, rest string, c movegen.Color) {
	hundredths, ok := wire.ParseTime(rest, time.Second/100)
	if !ok {
		a.badArguments(name, noTime(rest))
		return
	}
	if !a.hasClocks() { // the other side has the time of the level
		a.player.Clock.MoveTime, a.player.Clock.Nodes = 0, 0
		a.player.Clock.Restart(a.player.Len())
	}
	a.player.Clock.SetRemaining(c, hundredths)
	a.startClock()
	a.say("%s has %s", a.title(c), clockText(hundredths))
}

func (a *adapter) moveTime(rest string) {
	seconds, ok := wire.ParseTime(rest, time.Second)
	if !ok {
		a.badArguments("st", noTime(rest))
		return
	}
	if seconds < time.Millisecond {
		a.badArguments("st", "the time must be at least 0.001 seconds")
		return
	}
	a.player.Clock.MoveTime = seconds
	a.out.Printf("%s", levelText(&a.player.Clock))
}

func (a *adapter) setDepth(rest string) {
	if rest != "" {
		n, err := strconv.ParseUint(rest, 10, 8)
		if err != nil {
			a.badArguments("depth", fmt.Sprintf("%q is not a number from 0 to %d", wire.Clip(rest), math.MaxUint8))
			return
		}
		a.player.Clock.Depth = int(n)
	}
	a.say("depth is %d", a.player.Clock.Depth)
}
