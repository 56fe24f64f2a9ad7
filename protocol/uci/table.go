package uci

import (
	"slices"

	"alfiere/internal/wire"
	"alfiere/problem/text"
)

// command is what a GUI, or a person, may send.
type command struct {
	name  string
	args  string                 // as help shows them
	help  string                 // empty for commands that only programs use
	run   func(*adapter, string) // gets the rest of the line
	extra bool                   // not of the standard
}

// commandTable returns all commands, those of the standard first.
func commandTable() []command {
	return []command{
		{name: "uci", help: "show the engine's name and options", run: (*adapter).introduce},
		{name: "debug", args: "on|off", help: "explain how the engine reads each command", run: (*adapter).setDebug},
		{name: "isready", help: "answer readyok", run: (*adapter).ready},
		{name: "setoption", args: "name N [value V]", help: "change an option", run: (*adapter).setOption},
		{name: "register", run: func(*adapter, string) {}}, // there is nothing to register
		{name: "ucinewgame", help: "forget earlier games", run: (*adapter).newGame},
		{name: "position", args: "startpos|fen F [moves M…]", help: "set up a position", run: (*adapter).setPosition},
		{name: "go", args: "[LIMITS]", help: "search; the limits are searchmoves, ponder, wtime, btime, winc, binc, " +
			"movestogo, depth, nodes, mate, movetime, infinite, perft",
			run: (*adapter).search},
		{name: "stop", help: "stop the search or other running work", run: func(a *adapter, _ string) {
			a.controller.Stop()
		}},
		{name: "ponderhit", help: "report that the expected move was played", run: func(a *adapter, _ string) {
			a.controller.PonderHit()
		}},
		{name: "quit", help: "end the program", run: func(a *adapter, _ string) { a.quit = true }},

		{name: "d", help: "show the board, the FEN, the key and the checking pieces", run: (*adapter).display, extra: true},
		{name: "fen", help: "show the FEN", run: (*adapter).printFEN, extra: true},
		{name: "export", help: "print the position command for this game", run: (*adapter).export, extra: true},
		{name: "flip", help: "mirror the board and swap the colours", run: (*adapter).flip, extra: true},
		{name: "eval", help: "explain the evaluation piece by piece", run: (*adapter).explainEvaluation, extra: true},
		{name: "council", help: "show the last vote of the council", run: (*adapter).showVote, extra: true},
		{name: "mate", args: text.RequestWords, help: "solve the position as a problem: mate in N, with the details that " +
			"the words ask for", run: (*adapter).solve, extra: true},
		{name: "bench", args: "[DEPTH]", help: "search fixed positions and measure the speed", run: (*adapter).bench,
			extra: true},
		{name: "help", help: "show this", run: (*adapter).showHelp, extra: true},
	}
}

// find returns the command with the name, nil if there is none.
func (a *adapter) find(name string) *command {
	i := slices.IndexFunc(a.commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &a.commands[i]
}

// Knows reports whether a session that begins with the word is in UCI. The word must be
// a command other than "help", which people try in any program.
func Knows(word string) bool {
	return word != "help" && slices.ContainsFunc(commandTable(), func(c command) bool { return c.name == word })
}

func (a *adapter) showHelp(string) {
	a.out.Printf("Commands of UCI, then commands for people:")
	for _, c := range a.commands {
		if c.help != "" {
			a.out.Printf("  %s", wire.Trim(c.name+" "+c.args))
			a.out.Printf("      %s", c.help)
		}
	}
}
