package console

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// timing says when a command is obeyed that is typed while the engine thinks.
type timing uint8

const (
	inTurn       timing = iota // it waits until the engine has moved
	atOnce                     // it is obeyed at once; it does not depend on the position
	atOnceByHand               // at once at a terminal, in its turn in a script
)

// command is one row of the table from which dispatch and help are made.
type command struct {
	name  string
	args  string // as help shows them
	help  string // a sentence
	more  string // further help on this command alone
	when  timing
	run   func(a *adapter, rest string)
	state func(a *adapter) string // of a flag or a value; nil if there is none
	group *group                  // set in the first command of one
}

// group is a section of help.
type group struct {
	name     string
	heading  string
	commands []command
}

// groups returns the sections in the order of help.
func groups() []group {
	return []group{
		{"game", "Game", gameCommands()},
		{"board", "Board and thinking", displayCommands()},
		{"search", "Time and search", slices.Concat([]command{analysisCommand()}, searchCommands(), engineCommands())},
		{"flags", "Flags: the name alone toggles a flag, on and off set it", flagCommands()},
		{"files", "Positions and files", fileCommands()},
		{"inside", "Looking inside", inspectionCommands()},
	}
}

// commandTable returns all commands in the order of help.
func commandTable() []command {
	var table []command
	for _, g := range groups() {
		g.commands[0].group = &g
		table = append(table, g.commands...)
	}
	return table
}

// find returns the command of a name, nil if there is none. No command has the form of
// a move, so case need not count.
func (a *adapter) find(name string) *command { return find(a.commands, name) }

func find(commands []command, name string) *command {
	for i := range commands {
		if strings.EqualFold(commands[i].name, name) {
			return &commands[i]
		}
	}
	return nil
}

// badArguments answers a command whose arguments cannot be read, and says why; why is
// empty if arguments are missing.
func (a *adapter) badArguments(name, why string) {
	c := a.find(name)
	more := ""
	if c.more != "" {
		more = "; for details type help " + c.name
	}
	if why != "" {
		why += "; "
	}
	a.out.Printf("%susage: %s%s", why, strings.TrimRight(c.name+" "+c.args, " "), more)
}

func (a *adapter) describe(c *command) string {
	text := fmt.Sprintf("%-23s %s", strings.TrimRight(c.name+" "+c.args, " "), c.help)
	if c.state != nil {
		text += " (" + c.state(a) + ")"
	}
	return text
}

// handOver continues in another protocol with its first line.
func handOver(line string) func(*adapter, string) {
	return func(a *adapter, _ string) {
		a.next, a.quit = line, true
		if a.Book {
			a.reportError(a.controller.SetOption("OwnBook", "false"))
		}
	}
}

func gameCommands() []command {
	return slices.Concat([]command{
		{name: "new", help: "begin a new game; you play White", run: (*adapter).newGame},
		chess960Command(),
		{name: "go", args: "[mate N]", help: "let me play the side to move, or solve a mate in N", run: (*adapter).play,
			more: "depth N, st SECONDS and level limit my thinking. go mate N is the same as mate N and plays no move."},
		{name: "first", help: "let me begin the game", run: (*adapter).first},
		{name: "white", help: "let me play White", run: func(a *adapter, _ string) { a.playAs(movegen.White) }},
		{name: "black", help: "let me play Black", run: func(a *adapter, _ string) { a.playAs(movegen.Black) }},
		{name: "switch", help: "change sides with me", run: (*adapter).switchSides},
		{name: "force", help: "move for both sides yourself", run: func(a *adapter, _ string) {
			a.analysing = false
			a.force()
		}},
	}, walkCommands(), endingCommands(), []command{
		{name: "?", help: "move at once", when: atOnce, run: func(a *adapter, _ string) { a.moveNow() }},
		nameCommand(),
		{name: "uci", help: "switch to UCI", run: handOver("uci")},
		{name: "xboard", help: "switch to the XBoard protocol", run: handOver("xboard")},
		{name: "quit", help: "leave", when: atOnceByHand, run: func(a *adapter, _ string) { a.quit = true }},
		{name: "exit", help: "quit, or end the analysis", when: atOnceByHand, run: (*adapter).exit},
	})
}

// newGame leaves flags and levels as they are.
func (a *adapter) newGame(string) {
	a.keep()
	a.reportError(a.player.NewGame())
	a.notes, a.loaded, a.seated, a.rest = nil, heading{}, [2]bool{}, rest{}
	a.player.Force, a.player.Both, a.player.Side, a.analysing = false, false, movegen.Black, false
	if a.Terminal {
		a.show()
	}
}

// playAs makes c the engine's side.
func (a *adapter) playAs(c movegen.Color) {
	a.player.Force, a.player.Both, a.player.Side, a.analysing = false, false, c, false
	if a.over() {
		a.tellOutcome()
	}
}

// play takes no limits: other commands set them. A mate asked for in the form of UCI is
// searched for and shown, not played.
func (a *adapter) play(rest string) {
	words := wire.Fields(rest)
	if len(words) > 0 && strings.EqualFold(words[0], "mate") {
		a.solve(strings.Join(words[1:], " "))
		return
	}
	if rest != "" {
		a.badArguments("go", fmt.Sprintf("%q is not supported here: set limits with depth N, st SECONDS or level; mate N "+
			"solves a problem", wire.Clip(rest)))
		return
	}
	position := a.player.Position()
	a.playAs(position.Side())
}

func (a *adapter) first(string) {
	if len(a.notes) > 0 {
		a.out.Printf("the game has already begun; go lets me play the side to move")
		return
	}
	a.play("")
}

func (a *adapter) switchSides(string) { a.playAs(a.player.Side.Other()) }

func displayCommands() []command {
	return append([]command{
		{name: "bd", help: "show the board", when: atOnceByHand, run: (*adapter).showBoard},
		flag("coords", "show the names of files and ranks", func(a *adapter) *bool { return &a.look.Coords }),
		flag("reverse", "show the board from Black's side", func(a *adapter) *bool { return &a.look.Flip }),
		flag("stars", "mark Black's pieces with a star", func(a *adapter) *bool { return &a.look.Stars }),
		flag("post", "show my thinking, from my side's point of view", func(a *adapter) *bool { return &a.post }),
		{name: "help", args: "[SECTION|COMMAND]", help: "list the commands, or explain one", when: atOnce,
			run: (*adapter).help},
	}, adviceCommands()...)
}

// showBoard shows the position in full.
func (a *adapter) showBoard(string) {
	a.show()
	position := a.player.Position()
	check := ""
	if position.InCheck() {
		check = " and in check"
	}
	a.out.Printf("%s to move%s\n%s", title(position.Side()), check, position.FEN())
	a.tellOutcome()
}

func fileCommands() []command {
	return []command{
		{name: "list", args: "[FILE]", help: "show the game, or write it to a file as a table", run: (*adapter).list},
		{name: "save", args: "FILE", help: "write the game to a PGN file, replacing its contents", run: (*adapter).save},
		{name: "get", args: "FILE [N]", help: "load a game, the Nth of a PGN file", run: (*adapter).get},
		{name: "xget", args: "FILE", help: "load an XBoard position file, old or new format", run: (*adapter).xget},
		{name: "edit", help: "place pieces one at a time", run: (*adapter).edit},
		{name: "set", help: "place pieces one at a time", run: (*adapter).edit},
		{name: "setup", args: "[white|black|FEN]", help: "read a board of eight lines, or a FEN",
			more: "white (the default) or black is the side to move.", run: (*adapter).startSetup},
	}
}

func (a *adapter) list(name string) {
	r := a.record()
	if name == "" {
		a.out.Print("\n" + r.pgn() + "\n" + r.table() + "\n")
		return
	}
	a.write(name, r.table())
}

func (a *adapter) save(name string) {
	if name == "" {
		a.badArguments("save", "")
		return
	}
	a.write(name, a.record().pgn())
}

func (a *adapter) write(name, text string) {
	if err := a.Files.Write(name, text); err != nil {
		a.reportError(err)
		return
	}
	a.saved = savedAs(a.record())
	ahead := ""
	if n := len(a.rest.plies); n > 0 {
		ahead = fmt.Sprintf(", without the %d taken back", n)
	}
	a.out.Printf("%d half-moves written to %s%s", len(a.notes), name, ahead)
}
