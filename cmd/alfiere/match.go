package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// matchCommand is the match subcommand with its flags read.
type matchCommand struct {
	std      cli.Streams
	engines  []string // as given
	common   controlWords
	ponder   bool
	variant  string
	openings string
	shuffle  uint64
	pgn      string
	resume   bool
	event    string
	recount  string
	first    string
	sprt     string
	logistic bool
	match    arena.Match
	begun    time.Time
}

// defineMatch plays a match between two engines, or counts the games of one again.
func defineMatch(flags *flag.FlagSet) cli.Run {
	c := matchCommand{}
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		c.std = std
		if len(args) > 0 {
			return cli.Usagef("%q: all is said by flags", args[0])
		}
		if err := c.readTest(); err != nil {
			return err
		}
		if c.recount != "" {
			return c.countAgain()
		}
		if err := c.readEngines(); err != nil {
			return err
		}
		if m := &c.match; m.Games < 1 || m.Concurrency < 1 || m.Rules.MaxMoves < 0 ||
			m.Rules.Margin < 0 || m.Rules.Grace <= 0 || m.Rules.Longest <= 0 {
			return cli.Usagef("games, concurrency, grace and longest must be above 0, margin and max-moves not below")
		}
		switch c.variant {
		case "normal", "fischerandom":
			c.match.Chess960 = c.variant != "normal"
		default:
			return cli.Usagef("--variant %q is neither normal nor fischerandom", c.variant)
		}
		if c.resume && c.pgn == "" {
			return cli.Usagef("--resume needs --pgn")
		}
		if err := c.readOpenings(); err != nil {
			return err
		}
		return c.play()
	}
}

// define defines the flags.
func (c *matchCommand) define(flags *flag.FlagSet) {
	rules := &c.match.Rules
	flags.Func("engine", "one of the two players, as `KEY=VALUE…`: cmd, dir, proto (uci or xboard), name,\n"+
		"option.NAME, and tc, st, nodes, depth, ponder of its own; without cmd it is Alfiere itself", func(text string) error {
		c.engines = append(c.engines, text)
		return nil
	})
	flags.StringVar(&c.common.clock, "tc", "", "chess `clock` in seconds: 60, 60+0.6, 40/60+0.6, 1:30")
	flags.StringVar(&c.common.moveTime, "st", "", "`seconds` a move")
	flags.StringVar(&c.common.nodes, "nodes", "", "`nodes` a move")
	flags.StringVar(&c.common.depth, "depth", "", "`plies` a move")
	flags.BoolVar(&c.ponder, "ponder", false, "the engines think in their opponent's time, too")
	flags.StringVar(&c.variant, "variant", "normal", "`name` of the variant: normal or fischerandom (Chess960)")
	flags.IntVar(&c.match.Games, "games", 100, "`number` of games; two for each opening, with colours changed")
	flags.IntVar(&c.match.Concurrency, "concurrency", 1, "`number` of games at a time")
	flags.StringVar(&c.openings, "openings", "", "EPD, FEN or PGN `file` of positions to begin with; of a PGN game, its last one")
	flags.Uint64Var(&c.shuffle, "shuffle", 0, "put the openings into the random order of this `seed`; 0 keeps theirs")
	flags.DurationVar(&rules.Margin, "margin", 0, "`time` by which a move may be late")
	flags.DurationVar(&rules.Grace, "grace", 10*time.Second, "`time` after which an engine that does not answer is killed")
	flags.DurationVar(&rules.Longest, "longest", 5*time.Minute, "`time` for a move that no clock limits")
	flags.Func("resign", "a player resigns that is `SCORE/MOVES` down: centipawns, own moves in a row", func(text string) error {
		return readNumbers(text, (*int)(&rules.Resign.Score), &rules.Resign.Moves)
	})
	flags.Func("draw", "a draw after `SCORE/MOVES/AFTER`: centipawns at most, moves of both in a row, the earliest move", func(text string) error {
		return readNumbers(text, (*int)(&rules.Draw.Score), &rules.Draw.Moves, &rules.Draw.After)
	})
	flags.IntVar(&rules.MaxMoves, "max-moves", 0, "cut a game after `moves` of each side, as a draw; 0 never does")
	flags.StringVar(&c.sprt, "sprt", "", "end when it is decided between `ELO0,ELO1[,ALPHA,BETA]`")
	flags.BoolVar(&c.logistic, "logistic", false, "the bounds of --sprt are logistic Elo, not normalised Elo")
	flags.StringVar(&c.pgn, "pgn", "", "write the games to a new `file`")
	flags.BoolVar(&c.resume, "resume", false, "go on with the match of which --pgn holds the first games")
	flags.StringVar(&c.event, "event", "Alfiere match", "`name` of the event in the PGN")
	flags.StringVar(&c.recount, "recount", "", "play nothing: the table of the games in a PGN `file`")
	flags.StringVar(&c.first, "first", "", "`name` of the player whose side --recount takes; White's in the first game if empty")
}

// readNumbers reads whole numbers above 0, but for the last of three, separated by
// slashes.
func readNumbers(text string, to ...*int) error {
	parts := strings.Split(text, "/")
	if len(parts) != len(to) {
		return fmt.Errorf("%d numbers separated by slashes are needed", len(to))
	}
	for i, part := range parts {
		number, err := strconv.Atoi(part)
		if err != nil || number < 0 || number == 0 && i == 1 || number > int(client.MateBound) {
			return fmt.Errorf("%q is no such number", part)
		}
		*to[i] = number
	}
	return nil
}

// readTest reads --sprt.
func (c *matchCommand) readTest() error {
	if c.sprt == "" {
		return nil
	}
	test := arena.SPRT{Alpha: 0.05, Beta: 0.05, Logistic: c.logistic}
	parts := strings.Split(c.sprt, ",")
	if len(parts) != 2 && len(parts) != 4 {
		return cli.Usagef("--sprt %q: two numbers or four", c.sprt)
	}
	to := [...]*float64{&test.Elo0, &test.Elo1, &test.Alpha, &test.Beta}
	for i, part := range parts {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return cli.Usagef("--sprt: %q is not a number", part)
		}
		*to[i] = number
	}
	if err := test.Validate(); err != nil {
		return cli.Usagef("--sprt: %w", err)
	}
	c.match.Test = &test
	return nil
}

// countAgain prints the table of a file.
func (c *matchCommand) countAgain() error {
	file, err := os.Open(c.recount)
	if err != nil {
		return err
	}
	defer file.Close()
	names, tally, err := arena.Recount(file, c.first)
	if err != nil {
		return fmt.Errorf("%s: %w", c.recount, err)
	}
	writeTable(c.std.Out, names, tally, c.match.Test)
	return nil
}

// readOpenings reads the file of openings. Without one Chess960 begins with each of its
// positions, where standard chess has but one.
func (c *matchCommand) readOpenings() error {
	switch {
	case c.openings != "":
		file, err := os.Open(c.openings)
		if err != nil {
			return err
		}
		defer file.Close()
		read := arena.ReadOpenings
		if c.match.Chess960 {
			read = arena.ReadChess960Openings
		}
		if strings.EqualFold(filepath.Ext(c.openings), ".pgn") {
			read = func(r io.Reader) ([]movegen.Position, error) {
				return arena.ReadGameOpenings(r, movegen.Rules{Chess960: c.match.Chess960})
			}
		}
		if c.match.Openings, err = read(file); err != nil {
			return fmt.Errorf("%s: %w", c.openings, err)
		}
		if len(c.match.Openings) == 0 {
			return fmt.Errorf("%s: there are no positions in it", c.openings)
		}
	case c.match.Chess960:
		for number := range arena.Chess960Starts {
			c.match.Openings = append(c.match.Openings, arena.Chess960Start(number))
		}
	}
	if c.shuffle != 0 {
		arena.Shuffle(c.match.Openings, c.shuffle)
	}
	return nil
}

// play plays the match and prints the table. Games that an interrupt cuts short are
// dropped; those played before are kept.
func (c *matchCommand) play() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	record, err := c.openRecord()
	if err != nil {
		return err
	}
	names := [2]string{c.match.Contestants[0].Name, c.match.Contestants[1].Name}
	progress := progress{w: c.std.Err, live: isTerminalFile(c.std.Err), names: names, games: c.match.Games, test: c.match.Test}
	c.match.Report = func(g *arena.Game, tally *arena.Tally) error {
		progress.report(g, tally)
		if record == nil {
			return nil
		}
		if _, err := record.Write(c.match.AppendPGN(nil, g, c.event)); err != nil {
			return err
		}
		return record.Sync()
	}
	tally, err := c.match.Run(ctx)
	progress.clear()
	if record != nil {
		err = errors.Join(err, record.Close())
	}
	writeTable(c.std.Out, names, tally, c.match.Test)
	faults := tally.FaultCount(0) + tally.FaultCount(1)
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return fmt.Errorf("interrupted after %d games", tally.Count())
	case err != nil:
		return err
	case faults > 0:
		return fmt.Errorf("%d games were lost by faults of an engine", faults)
	}
	return nil
}

// openRecord opens the file for the games, nil if there is to be none. Games that are
// in it already count as played, and one that was cut off in the middle is removed.
func (c *matchCommand) openRecord() (*os.File, error) {
	if c.pgn == "" {
		return nil, nil
	}
	if !c.resume {
		file, err := os.OpenFile(c.pgn, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%w; --resume goes on with its match", err)
		}
		return file, err
	}
	file, err := os.OpenFile(c.pgn, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	length, err := c.match.Resume(file)
	if err == nil {
		err = file.Truncate(length)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.pgn, err), file.Close())
	}
	return file, nil
}
