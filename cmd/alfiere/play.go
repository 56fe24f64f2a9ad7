package main

import (
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/console"
)

// definePlay defines the command that referees a game between people, a script or the engine.
func definePlay(flags *pflag.FlagSet) cli.Run {
	var s console.Table
	var words console.Words
	flags.StringVar(&words.Language, "language", "english",
		"`name` or code of the language: english or italian")
	cli.Complete(flags, "language", "english", "italian")
	flags.StringVar(&words.Letters, "letters", "",
		"piece letters: a `language` or six letters (default: that of --language)")
	flags.StringVar(&words.Engine, "engine", "", "`side` that Alfiere plays: white or black")
	cli.Complete(flags, "engine", "white", "black")
	elo := flags.Int("elo", 0, "limit Alfiere to this `rating`; 0 is full strength")
	flags.StringVar(&s.Names[movegen.White], "white", "", "`name` of the White player for the PGN")
	flags.StringVar(&s.Names[movegen.Black], "black", "", "`name` of the Black player for the PGN")
	flags.Uint64Var(&s.Limits.Nodes, "nodes", 0, "limit Alfiere to this number of `nodes` per move")
	cli.SecondsVar(flags, &s.Limits.MoveTime, "time",
		"`seconds` per move, or a time as in 500ms (default: 1 without --nodes)")
	hash := flags.Int("hash", 16, "size of the hash table in `megabytes`")
	flags.StringVar(&words.Draws, "draws", "once",
		"draw `rule`: once (first draw), claim (FIDE rules) or never")
	flags.BoolVar(&s.Referee.OneMinorPiece, "one-minor-piece", false,
		"also draw if neither side has more than king and one minor piece")
	flags.BoolVar(&s.Referee.Rules.Chess960, "chess960", false, "read castling rights as in Chess960")
	flags.StringVar(&s.Save, "save", "",
		"PGN `file` to write or replace at the end, also after an interrupt")
	flags.BoolVar(&s.Boards, "boards", false, "show the board after each move (always on at a terminal)")
	return func(args []string, std cli.Streams) error {
		if err := s.Apply(words); err != nil {
			return cli.Usagef("%w", err)
		}
		s.Start = notation.FENArgument(args...)
		if s.Limits.Nodes == 0 && s.Limits.MoveTime == 0 {
			s.Limits.MoveTime = time.Second
		}
		options := [][3]string{{"--hash", "Hash", strconv.Itoa(*hash)}}
		if *elo != 0 {
			if !s.Engine {
				return cli.Usagef("--elo limits Alfiere: it needs --engine white or --engine black")
			}
			options = append(options, [3]string{"--elo", "UCI_Elo", strconv.Itoa(*elo)},
				[3]string{"--elo", "UCI_LimitStrength", "true"})
		}
		return serveEngine("", &s, options, std)
	}
}
