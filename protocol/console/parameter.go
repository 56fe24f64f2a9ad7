package console

import (
	"strconv"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
)

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// switched returns what a flag becomes: the word says, or nothing changes it. ok is
// false for any other word.
func switched(now bool, word string) (on, ok bool) {
	switch word {
	case "":
		return !now, true
	case "on", "off":
		return word == "on", true
	}
	return now, false
}

// flag returns the command of a flag of the adapter.
func flag(name, help string, field func(*adapter) *bool) command {
	return command{name: name, help: help, when: atOnce,
		state: func(a *adapter) string { return onOff(*field(a)) },
		run: func(a *adapter, rest string) {
			on, ok := switched(*field(a), rest)
			if !ok {
				a.out.Printf("%s is on or off", name)
				return
			}
			*field(a) = on
			a.out.Printf("%s is %s", name, onOff(on))
		}}
}

// parameter returns the command of an option of the controller, by its old name.
func parameter(name string) command {
	for _, p := range protocol.Parameters() {
		if p.Name != name {
			continue
		}
		c := command{name: p.Name, help: p.Help, more: p.More, state: func(a *adapter) string { return p.State(a.controller.Settings()) }}
		if !p.Flag {
			c.args = "[N]"
		}
		c.run = func(a *adapter, rest string) {
			err := a.controller.SetParameter(&p, rest)
			a.reportError(err)
			if err == nil || !p.Flag {
				a.out.Printf("%s is %s", p.Name, c.state(a))
			}
		}
		return c
	}
	panic("console: no parameter " + name)
}

func flagCommands() []command {
	book := command{name: "book", args: "[on|off|FILE]", help: "play from a Polyglot book", run: (*adapter).setBook,
		state: func(a *adapter) string { return a.controller.Settings().BookState() }}
	hash := command{name: "hash", args: "[on|off|FILE [MB]]", help: "remember games in a hash file", run: (*adapter).setHash,
		more:  "The size in megabytes, a power of two, makes the file if there is none.",
		state: func(a *adapter) string { return a.controller.HashFileState() }}
	both := flag("both", "let me play both sides", func(a *adapter) *bool { return &a.player.Both })
	both.when, both.run = inTurn, (*adapter).setBoth
	gameIn := flag("gamein", "the level's first time is for the whole game", func(a *adapter) *bool { return &a.player.Clock.GameIn })
	gameIn.when = inTurn
	material := flag("material", "a game that nobody can win is drawn", func(a *adapter) *bool { return &a.player.DeadDraws })
	material.when = inTurn
	setMaterial := material.run
	material.run = func(a *adapter, rest string) {
		setMaterial(a, rest)
		a.tellOutcome()
	}
	return []command{
		flag("beep", "ring the bell when I have moved", func(a *adapter) *bool { return &a.beep }),
		book, both, easy(), gameIn, hash, material,
		parameter("random"), parameter("rcptr"),
	}
}

// easy returns the command of the flag that is on when the engine does not ponder.
func easy() command {
	return command{name: "easy", help: "let me rest while you think",
		state: func(a *adapter) string { return onOff(!a.player.Ponders) },
		run: func(a *adapter, rest string) {
			on, ok := switched(!a.player.Ponders, rest)
			if !ok {
				a.out.Printf("easy is on or off")
				return
			}
			a.player.Ponders = !on
			a.out.Printf("easy is %s", onOff(on))
		}}
}

func (a *adapter) setBoth(rest string) {
	on, ok := switched(a.player.Both, rest)
	if !ok {
		a.out.Printf("both is on or off")
		return
	}
	a.player.Both = on
	a.player.Force = a.player.Force && !on
	a.out.Printf("both is %s", onOff(on))
}

// setBook opens a book, or says whether it is used.
func (a *adapter) setBook(rest string) {
	if err := a.controller.UseBook(rest); err != nil {
		a.reportError(err)
		return
	}
	a.out.Printf("book is %s", a.controller.Settings().BookState())
}

// setHash opens a hash file, or says whether it is used.
func (a *adapter) setHash(rest string) {
	if err := a.controller.UseHashFile(rest); err != nil {
		a.reportError(err)
		return
	}
	a.out.Printf("hash is %s", a.controller.HashFileState())
}

func (a *adapter) setHashDepth(rest string) {
	a.reportError(a.controller.SetHashDepth(rest))
	a.out.Printf("hashdepth is %s", a.controller.Settings().HashDepthState())
}

func searchCommands() []command {
	return []command{
		{name: "level", args: "[LEVEL]", help: "set or show the time control", run: (*adapter).level,
			more: "A level is MOVES MINUTES[:SECONDS] [INCREMENT], the increment in seconds a move; 0 moves are all.\n" +
				"Up to four follow each other with commas between, and the last one repeats:\n" +
				"  level 40 5\n  level 0 2:30 1\n  level 40 90, 20 30, 0 15 30",
			state: func(a *adapter) string { return levelText(&a.player.Clock) }},
		{name: "time", args: "N", help: "set my clock, in hundredths of a second", run: (*adapter).time,
			state: func(a *adapter) string { return clockText(a.player.Clock.Remaining(a.player.Side)) }},
		{name: "otim", args: "N", help: "set your clock, in hundredths of a second", run: (*adapter).otherTime,
			state: func(a *adapter) string { return clockText(a.player.Clock.Remaining(a.player.Side.Other())) }},
		{name: "st", args: "SECONDS", help: "give me a fixed time for every move, until level", run: (*adapter).moveTime},
		{name: "depth", args: "[N]", help: "look at most N half-moves ahead, 0: any", run: (*adapter).setDepth,
			state: func(a *adapter) string { return strconv.Itoa(a.player.Clock.Depth) }},
		parameter("contempt"), parameter("Awindow"), parameter("Bwindow"), parameter("xwndw"),
		{name: "hashdepth", args: "[N [FROM]]", help: "what the hash file keeps", run: (*adapter).setHashDepth,
			more:  "Results of at least N half-moves' depth, from the half-move FROM of the game on.",
			state: func(a *adapter) string { return a.controller.Settings().HashDepthState() }},
	}
}

func (a *adapter) level(rest string) {
	if rest != "" {
		controls, ok := parseLevel(rest)
		if !ok || !a.player.Clock.SetControls(controls, a.player.Len()) {
			a.wrong("level")
			return
		}
	}
	a.out.Printf("%s; my clock %s, yours %s", levelText(&a.player.Clock),
		clockText(a.player.Clock.Remaining(a.player.Side)), clockText(a.player.Clock.Remaining(a.player.Side.Other())))
}

func (a *adapter) time(rest string) { a.setClock("time", rest, a.player.Side) }

func (a *adapter) otherTime(rest string) { a.setClock("otim", rest, a.player.Side.Other()) }

func (a *adapter) setClock(name, rest string, c movegen.Color) {
	hundredths, ok := parseTime(rest, time.Second/100)
	if !ok {
		a.wrong(name)
		return
	}
	a.player.Clock.SetRemaining(c, hundredths)
	a.out.Printf("%s has %s", title(c), clockText(hundredths))
}

// moveTime: no time at all still leaves a millisecond.
func (a *adapter) moveTime(rest string) {
	seconds, ok := parseTime(rest, time.Second)
	if !ok {
		a.wrong("st")
		return
	}
	a.player.Clock.MoveTime = max(seconds, time.Millisecond)
	a.out.Printf("%s", levelText(&a.player.Clock))
}

func (a *adapter) setDepth(rest string) {
	if rest != "" {
		n, err := strconv.ParseUint(rest, 10, 8)
		if err != nil {
			a.wrong("depth")
			return
		}
		a.player.Clock.Depth = int(n)
	}
	a.out.Printf("depth is %d", a.player.Clock.Depth)
}
