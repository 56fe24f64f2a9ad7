package main

import (
	"flag"

	"alfiere/cmd/internal/cli"
	"alfiere/protocol/client/arena"
)

// defineEntry defines the flags of what both players have in common.
func defineEntry(flags *flag.FlagSet, e *arena.Entry) {
	flags.StringVar(&e.Control.Clock, "tc", "", "chess `clock` in seconds: 60, 60+0.6, 40/60+0.6, 1:30")
	flags.StringVar(&e.Control.MoveTime, "st", "", "`seconds` a move")
	flags.StringVar(&e.Control.Nodes, "nodes", "", "`nodes` a move")
	flags.StringVar(&e.Control.Depth, "depth", "", "`plies` a move")
	flags.BoolVar(&e.Ponder, "ponder", false, "the engines think in their opponent's time, too")
}

// defineRules defines the flags of how many games there are and what ends one.
func defineRules(flags *flag.FlagSet, m *arena.Match) {
	rules := &m.Rules
	flags.IntVar(&m.Games, "games", 100, "`number` of games; two for each opening, with colours changed")
	flags.IntVar(&m.Concurrency, "concurrency", 1, "`number` of games at a time")
	flags.Func("margin", "`seconds` by which a move may be late, or a time as in 20ms", func(text string) (err error) {
		rules.Margin, err = cli.ParseSeconds(text) // which may be 0
		return err
	})
	cli.SecondsVar(flags, &rules.Grace, "grace", "`seconds` after which an engine that does not answer is killed, or a time as in 500ms")
	cli.SecondsVar(flags, &rules.Longest, "longest", "`seconds` for a move that no clock limits, or a time as in 5m")
	flags.Var(&rules.Resign, "resign", "a player resigns that is `SCORE/MOVES` down: centipawns, own moves in a row")
	flags.Var(&rules.Draw, "draw", "a draw after `SCORE/MOVES/AFTER`: centipawns at most, moves of both in a row, the earliest move")
	flags.IntVar(&rules.MaxMoves, "max-moves", 0, "cut a game after `moves` of each side, as a draw; 0 never does")
}
