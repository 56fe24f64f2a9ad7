package console

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
)

// flag returns the command of a flag of the adapter.
func flag(name, help string, field func(*adapter) *bool) command {
	return command{Name: name, Help: help, When: protocol.AtOnce,
		State: func(a *adapter) string { return wire.OnOff(*field(a)) },
		Run: func(a *adapter, rest string) {
			on, ok := wire.ParseFlag(rest, *field(a))
			if !ok {
				a.out.Printf("%s must be on or off", name)
				return
			}
			*field(a) = on
			a.out.Printf("%s is %s", name, wire.OnOff(on))
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
					a.out.Printf("%s is %s", o.Name, o.State(a.controller))
				}
			}}
	}
	panic("console: no option " + name)
}

func flagCommands() []command {
	both := flag("both", "let me play both sides", func(a *adapter) *bool { return &a.player.Both })
	both.When, both.Run = protocol.InTurn, (*adapter).setBoth
	gameIn := flag("gamein", "use the level's first time for the whole game", func(a *adapter) *bool {
		return &a.player.Clock.GameIn
	})
	gameIn.When = protocol.InTurn
	easy := flag("easy", "stop me from thinking in your time", func(a *adapter) *bool { return &a.player.Easy })
	easy.When = protocol.InTurn
	material := flag("material", "declare a draw when neither side can win", func(a *adapter) *bool {
		return &a.player.DeadDraws
	})
	material.When = protocol.InTurn
	setMaterial := material.Run
	material.Run = func(a *adapter, rest string) {
		setMaterial(a, rest)
		a.tellOutcome()
	}
	return []command{
		flag("beep", "ring the bell after my moves", func(a *adapter) *bool { return &a.beep }),
		legacyOption("book"), both, easy, legacyOption("fifty"), gameIn, legacyOption("hash"), material,
		legacyOption("random"), legacyOption("rcptr"), legacyOption("syzygy"),
	}
}

func (a *adapter) setBoth(rest string) {
	on, ok := wire.ParseFlag(rest, a.player.Both)
	if !ok {
		a.out.Printf("both must be on or off")
		return
	}
	a.player.Both = on
	a.player.Force, a.analysing = a.player.Force && !on, a.analysing && !on
	a.out.Printf("both is %s", wire.OnOff(on))
}

func searchCommands() []command {
	return []command{
		{Name: "level", Args: "[LEVEL]", Help: "set or show the time control", Run: (*adapter).level,
			More: "A level is MINUTES[:SECONDS] for the game and an increment in seconds, as in level 5+3 or level 5 3,\n" +
				"or MOVES MINUTES[:SECONDS] INCREMENT, where 0 moves means the whole game. Separate up to four of the\n" +
				"latter by commas, with or without increment; the last one repeats:\n" +
				"  level 5+3\n  level 40 5 0\n  level 0 2:30 1\n  level 40 90, 20 30, 0 15 30\n" +
				"Until a clock is set there is none. A side whose time runs out loses.",
			State: func(a *adapter) string { return levelText(&a.player.Clock) }},
		{Name: "time", Args: "N", Help: "set my clock, in hundredths of a second", Run: (*adapter).time,
			State: func(a *adapter) string { return a.clockState(a.player.Side) }},
		{Name: "otim", Args: "N", Help: "set your clock, in hundredths of a second", Run: (*adapter).otherTime,
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
		a.out.Printf("%s, no clocks", levelText(&a.player.Clock))
		return
	}
	a.out.Printf("%s; my clock %s, yours %s", levelText(&a.player.Clock),
		clockText(a.player.Clock.Remaining(a.player.Side)), clockText(a.player.Clock.Remaining(a.player.Side.Other())))
}

func (a *adapter) time(rest string) { a.setClock("time", rest, a.player.Side) }

func (a *adapter) otherTime(rest string) { a.setClock("otim", rest, a.player.Side.Other()) }

func (a *adapter) setClock(name, rest string, c movegen.Color) {
	hundredths, ok := wire.ParseTime(rest, time.Second/100)
	if !ok {
		a.badArguments(name, noTime(rest))
		return
	}
	if !a.hasClocks() { // the other side has the time of the level
		a.player.Clock.MoveTime = 0
		a.player.Clock.Restart(a.player.Len())
	}
	a.player.Clock.SetRemaining(c, hundredths)
	a.startClock()
	a.out.Printf("%s has %s", title(c), clockText(hundredths))
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
	a.out.Printf("depth is %d", a.player.Clock.Depth)
}
