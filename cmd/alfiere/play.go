package main

import (
	"flag"
	"math/rand/v2"
	"time"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/console"
	"alfiere/search"
)

// definePlay lets two people, a script or the engine play under the referee's eyes.
func definePlay(flags *flag.FlagSet) cli.Run {
	s := console.Table{EngineName: title(), Files: cli.Disk{}}
	var words console.Words
	flags.StringVar(&words.Language, "language", "english", "`name` or code of the language of words and moves: english or italian")
	flags.StringVar(&words.Letters, "letters", "", "`language`, or six letters, of boards and moves, if not those of --language")
	flags.StringVar(&words.Engine, "engine", "", "let Alfiere play a `side`: white or black")
	elo := flags.Int("elo", 0, "let Alfiere play only as strongly as this `rating`; 0 is as well as it can")
	flags.StringVar(&s.Names[movegen.White], "white", "", "`name` of who plays White, for the record")
	flags.StringVar(&s.Names[movegen.Black], "black", "", "`name` of who plays Black")
	flags.Uint64Var(&s.Limits.Nodes, "nodes", 0, "`nodes` that Alfiere may search for a move")
	cli.SecondsVar(flags, &s.Limits.MoveTime, "time", "`seconds` that Alfiere may think about a move, or a time as in 500ms; 1 if neither is said")
	hash := flags.Int("hash", 16, "size of the engine's table in `megabytes`")
	flags.StringVar(&words.Draws, "draws", "once", "`rule` for draws: once, as soon as there is one; claim, if a player claims it as FIDE rules; never")
	flags.BoolVar(&s.Referee.OneMinorPiece, "one-minor-piece", false, "it is also a draw when neither side has more than one minor piece and its king")
	flags.BoolVar(&s.Referee.Rules.Chess960, "chess960", false, "castling rights are those of Chess960")
	flags.StringVar(&s.Save, "save", "", "`file` that the game on the table replaces as PGN at the end, also after an interrupt")
	flags.BoolVar(&s.Boards, "boards", false, "show the board after every move, as is done at a terminal")
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
			return cli.Usagef("--elo is the strength of Alfiere: it needs --engine white or --engine black")
		}
		if words.Engine != "" {
			engine, err := search.New(*hash)
			if err != nil {
				return cli.Usagef("--hash: %w", err)
			}
			defer engine.Close()
			s.Engine = engine
			if *elo != 0 {
				if s.Engine, err = (protocol.Settings{Elo: *elo}).Limit(engine, rand.NewPCG(rand.Uint64(), rand.Uint64())); err != nil {
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
