package main

import (
	"math/rand/v2"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/console"
	"alfiere/search"
)

// definePlay defines the command that referees a game between people, a script or the engine.
func definePlay(flags *pflag.FlagSet) cli.Run {
	s := console.Table{EngineName: title(), Files: cli.Disk{}}
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
		screen := std.Terminal()
		s.Terminal, s.Color, s.Unicode = screen.Person, screen.Color, screen.Unicode
		s.Boards = s.Boards || s.Terminal
		if s.Limits.Nodes == 0 && s.Limits.MoveTime == 0 {
			s.Limits.MoveTime = time.Second
		}
		if *elo != 0 && words.Engine == "" {
			return cli.Usagef("--elo limits Alfiere: it needs --engine white or --engine black")
		}
		if words.Engine != "" {
			engine, err := search.New(*hash)
			if err != nil {
				return cli.Usagef("--hash: %w", err)
			}
			defer engine.Close()
			s.Engine = engine
			if *elo != 0 {
				random := rand.NewPCG(rand.Uint64(), rand.Uint64())
				if s.Engine, err = (protocol.Settings{Elo: *elo}).Limit(engine, random); err != nil {
					return cli.Usagef("--elo: %w", err)
				}
				s.EngineElo = *elo
			}
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		return s.Run(ctx, std.In, std.Out)
	}
}
