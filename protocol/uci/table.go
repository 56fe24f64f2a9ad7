package uci

import (
	"alfiere/problem/text"
	"alfiere/protocol"
)

// commandTable returns all commands, those of the standard first.
func commandTable() []protocol.Command[*adapter] {
	return []protocol.Command[*adapter]{
		{Name: "uci", Help: "show the engine's name and options", Run: (*adapter).introduce},
		{Name: "debug", Args: "on|off", Help: "explain how the engine reads each command", Run: (*adapter).setDebug},
		{Name: "isready", Help: "answer readyok", Run: (*adapter).ready},
		{Name: "setoption", Args: "name N [value V]", Help: "change an option", Run: (*adapter).setOption},
		{Name: "register", Run: func(*adapter, string) {}}, // there is nothing to register
		{Name: "ucinewgame", Help: "forget earlier games", Run: (*adapter).newGame},
		{Name: "position", Args: "startpos|fen F [moves M…]", Help: "set up a position", Run: (*adapter).setPosition},
		{Name: "go", Args: "[LIMITS]", Help: "search; the limits are searchmoves, ponder, wtime, btime, winc, binc, " +
			"movestogo, depth, nodes, mate, movetime, infinite, perft",
			Run: (*adapter).search},
		{Name: "stop", Help: "stop the search or other running work", Run: func(a *adapter, _ string) {
			a.controller.Stop()
		}},
		{Name: "ponderhit", Help: "report that the expected move was played", Run: func(a *adapter, _ string) {
			a.controller.PonderHit()
		}},
		{Name: "quit", Help: "end the program", Run: func(a *adapter, _ string) { a.quit = true }},

		{Name: "d", Help: "show the board, the FEN, the key and the checking pieces", Run: (*adapter).display},
		{Name: "fen", Help: "show the FEN", Run: (*adapter).printFEN},
		{Name: "export", Help: "print the position command for this game", Run: (*adapter).export},
		{Name: "flip", Help: "mirror the board and swap the colours", Run: (*adapter).flip},
		{Name: "eval", Help: "explain the evaluation piece by piece", Run: (*adapter).explainEvaluation},
		{Name: "council", Help: "show the last vote of the council", Run: (*adapter).showVote},
		{Name: "mate", Args: text.RequestWords, Help: "solve the position as a problem: mate in N, with the details that " +
			"the words ask for", Run: (*adapter).solve},
		{Name: "bench", Args: "[DEPTH]", Help: "search fixed positions and measure the speed", Run: (*adapter).bench},
		{Name: "help", Help: "show this", Run: (*adapter).showHelp},
	}
}

// Knows reports whether a session that begins with the word is in UCI. The word must be
// a command other than "help", which people try in any program.
func Knows(word string) bool {
	return word != "help" && protocol.Find(commandTable(), word, false) != nil
}

func (a *adapter) showHelp(string) {
	a.out.Printf("Commands of UCI, then commands for people:")
	for _, c := range a.commands {
		if c.Help != "" {
			a.out.Printf("  %s", c.Synopsis())
			a.out.Printf("      %s", c.Help)
		}
	}
}
