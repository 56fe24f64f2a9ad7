package xboard

import (
	"slices"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search/analysis"
)

// oldCommands returns the commands of GNU Chess 4; where the protocol has a command of the same name, that one is
// obeyed. A person types them; all answers are comments, so that no GUI misreads them.
func oldCommands() []protocol.Command[*adapter] {
	table := []protocol.Command[*adapter]{
		{Name: "board", Also: "bd", Run: (*adapter).showBoard},
		flag("coords", func(a *adapter) *bool { return &a.look.Coords }),
		flag("reverse", func(a *adapter) *bool { return &a.look.Flip }),
		flag("stars", func(a *adapter) *bool { return &a.look.Stars }),
		flag("gamein", func(a *adapter) *bool { return &a.player.Clock.GameIn }),
		flag("material", func(a *adapter) *bool { return &a.player.DeadDraws }),
		{Name: "both", Run: (*adapter).playBoth},
		{Name: "depth", Run: (*adapter).depth},
		{Name: "first", Run: (*adapter).first},
		{Name: "switch", Run: (*adapter).switchSides},
		{Name: "set", Run: (*adapter).startEdit},
		{Name: "setup", Run: (*adapter).startSetup},
		{Name: "council", Run: func(a *adapter, _ string) { a.printComments(a.controller.Vote()) }},
		{Name: "help", Run: (*adapter).help},
	}
	for _, o := range protocol.LegacyOptions() {
		table = append(table, protocol.Command[*adapter]{Name: o.Name, Run: func(a *adapter, rest string) {
			if err := o.Set(a.controller, rest); err != nil {
				a.printComments(err.Error())
			}
			a.printComments(o.Name + " is " + o.State(a.controller))
		}})
	}
	for _, i := range analysis.Commands() {
		table = append(table, protocol.Command[*adapter]{Name: i.Name, Also: i.Also, Run: func(a *adapter, rest string) {
			if a.player.Thinking() {
				a.badArguments("command not legal now", i.Name, rest) // it would use up the move's time
			} else if text, ok := i.Run(a.controller.Settings().Knowledge, a.player.Position(), rest); ok {
				a.printComments(text)
			} else {
				a.badArguments("bad parameters", i.Name, rest)
			}
		}})
	}
	return table
}

// printComments writes lines for the GUI's log, or for a person who types the protocol.
func (a *adapter) printComments(text string) {
	if !a.comments && a.introduced {
		return
	}
	for line := range strings.Lines(text) {
		a.out.Printf("# %s", strings.TrimRight(line, "\n"))
	}
}

// flag returns the command that changes a flag, or sets it on or off.
func flag(name string, field func(*adapter) *bool) protocol.Command[*adapter] {
	return protocol.Command[*adapter]{Name: name, Run: func(a *adapter, rest string) {
		on, ok := wire.ParseFlag(rest, *field(a))
		if !ok {
			a.badArguments("bad parameters", name, rest)
			return
		}
		*field(a) = on
		a.printComments(name + " is " + wire.OnOff(on))
	}}
}

func (a *adapter) showBoard(string) {
	position := a.player.Position()
	a.printComments(a.look.Draw(&position) + position.FEN())
}

// help names the commands; docs/console.md describes them.
func (a *adapter) help(string) {
	var names []string
	for _, c := range oldCommands() {
		if protocol.Find(commandTable(), c.Name, false) == nil {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	a.printComments("beyond the protocol: mate " + strings.Join(names, " "))
}

// first lets the engine begin the game.
func (a *adapter) first(string) {
	if a.player.Len() > 0 {
		a.printComments("the game has begun")
		return
	}
	a.play("")
}

// switchSides lets the engine play the other side, its opponent's move included.
func (a *adapter) switchSides(string) {
	a.halt()
	position := a.player.Position()
	if a.player.Both = false; !a.player.Force && a.player.Side == position.Side().Other() {
		a.play("")
		return
	}
	a.playOther("")
}

// playBoth makes the engine move for both sides until another command changes that.
func (a *adapter) playBoth(rest string) {
	flag("both", func(a *adapter) *bool { return &a.player.Both }).Run(a, rest)
	if a.player.Both && !a.player.Thinking() {
		a.play("")
	}
}

// startEdit begins CECP's edit mode, whose lines are those of notation.Editor; "." ends it.
func (a *adapter) startEdit(string) {
	a.finishProblem()
	a.halt()
	position := a.player.Position()
	editor := notation.Editor{Builder: position.Builder()}
	a.reader = func(line string) {
		switch {
		case line == "":
		case line == ".":
			a.reader = nil
			position, _, err := editor.Build(a.rules())
			a.setUp(position, err)
		case !editor.Edit(line):
			a.out.Printf("Error (unknown command in edit mode): %s", wire.Clip(line))
		}
	}
}

// startSetup reads a position: a FEN at once, or the board from the next eight lines
// after the name of the side to move (default White).
func (a *adapter) startSetup(rest string) {
	side := movegen.White
	switch {
	case strings.Contains(rest, "/"):
		a.setBoard(rest)
		return
	case rest == "black":
		side = movegen.Black
	case rest != "" && rest != "white":
		a.badArguments("bad parameters", "setup", rest)
		return
	}
	a.finishProblem()
	a.halt()
	var lines []string
	a.reader = func(line string) {
		if line != "" {
			lines = append(lines, wire.Clip(line))
		}
		if len(lines) == 8 {
			a.reader = nil
			position, _, err := notation.BuildRows(lines, notation.English, side, a.rules())
			a.setUp(position, err)
		}
	}
}
