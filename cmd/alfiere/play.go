package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"alfiere/protocol"
	"alfiere/protocol/console/table"
	"alfiere/search"
)

// runPlay lets two people, a script or the engine play under the referee's eyes.
func runPlay(flags *flag.FlagSet, args []string, std streams) error {
	s := table.Settings{EngineName: protocol.Name, Files: disk{}}
	var words table.Words
	flags.StringVar(&words.Language, "language", "english", "`name` or code of the language of words and moves: english or italian")
	flags.StringVar(&words.Letters, "letters", "", "`language`, or six letters, of boards and moves, if not those of --language")
	flags.StringVar(&words.Engine, "engine", "", "let Alfiere play a `side`: white or black")
	flags.Uint64Var(&s.Limits.Nodes, "nodes", 0, "`nodes` that Alfiere may search for a move")
	flags.Var((*secondsFlag)(&s.Limits.MoveTime), "time", "`seconds` that Alfiere may think about a move, or a time as in 500ms; 1 if neither is said")
	hash := flags.Int("hash", 16, "size of the engine's table in `megabytes`")
	flags.StringVar(&words.Draws, "draws", "once", "`when` a draw ends the game: once it is there; claim, as FIDE wants it; never")
	flags.BoolVar(&s.Referee.OneMinorPiece, "one-minor-piece", false, "it is also a draw when neither side has more than one minor piece and its king")
	flags.BoolVar(&s.Referee.Rules.Chess960, "chess960", false, "castling rights are those of Chess960")
	flags.StringVar(&s.Save, "save", "", "`file` that the game on the table replaces as PGN at the end, also after an interrupt")
	flags.BoolVar(&s.Boards, "boards", false, "show the board after every move, as is done at a terminal")
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	if err := s.Apply(words); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	s.Start = strings.Join(args, " ")
	s.Terminal = isTerminal(std.in) && isTerminal(std.out)
	s.Boards = s.Boards || s.Terminal
	if s.Limits.Nodes == 0 && s.Limits.MoveTime == 0 {
		s.Limits.MoveTime = time.Second
	}
	if words.Engine != "" {
		engine, err := search.New(*hash)
		if err != nil {
			return fmt.Errorf("%w: --hash: %w", errUsage, err)
		}
		defer engine.Close()
		s.Engine = engine
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer context.AfterFunc(ctx, stop)() // a second interrupt ends the process
	err = s.Run(ctx, std.in, std.out)
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	return inputErrorOf(err)
}
