package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/session"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/console"
)

// runEngine is the program without a subcommand. It serves the protocol that the first input line selects, or the
// console, until the input ends.
func runEngine(std cli.Streams) error { return serveEngine("", nil, nil, std) }

// defineEngine returns the subcommand that serves a protocol whatever the first line is, as other engines do.
func defineEngine(word string) cli.Define {
	return func(*pflag.FlagSet) cli.Run {
		return func(args []string, std cli.Streams) error {
			if len(args) > 0 {
				return cli.Usagef("there are no arguments")
			}
			return serveEngine(word, nil, nil, std)
		}
	}
}

// serveEngine is the engine in the protocol that the word begins, or in the console with a table; without either the
// first line decides. Each option is a flag, its option and a value.
func serveEngine(word string, table *console.Table, options [][3]string, std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	council := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = council
	random := rand.NewPCG(rand.Uint64(), rand.Uint64())
	controller := protocol.NewController(council.Searcher, resources, random)
	for _, o := range options {
		if err := controller.SetOption(o[1], o[2]); err != nil {
			if clamped := new(protocol.ClampError); errors.As(err, &clamped) && clamped.Reason == "" {
				err = fmt.Errorf("%s is out of range; the nearest value is %d", o[2], clamped.Used)
			}
			return cli.Usagef("%s: %w", o[0], errors.Join(err, controller.Close()))
		}
	}
	return session.RunIn(word, table, std, controller, signals)
}

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
