package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search/problem"
	"alfiere/search/problemtext"
)

// mateCommand is the mate subcommand with its flags read.
type mateCommand struct {
	std      streams
	options  problem.Options
	language problemtext.Language
	white    bool // White mates whatever side is to move
	reports  int  // written so far
}

// runMate solves directed mates given as a FEN, in a file or on standard input.
func runMate(flags *flag.FlagSet, args []string, std streams) error {
	c := mateCommand{std: std}
	flags.BoolVar(&c.options.SetPlay, "set", false, "show the set play: what if the defender moved first")
	flags.IntVar(&c.options.Tries, "tries", 0, "show first moves with up to `R` refutations")
	flags.BoolVar(&c.options.QuietTries, "quiet-tries", false, "leave out tries that give check")
	flags.BoolVar(&c.options.AllDefences, "all-defences", false, "show defences that stop no threat too")
	flags.Uint64Var(&c.options.Nodes, "nodes", 0, "end each problem after so many `nodes`; 0 is no limit")
	flags.BoolVar(&c.white, "white", false, "White mates, whatever side is to move")
	language := flags.String("language", "english", "`name` or code of the language of piece letters and, if known, words")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var err error
	if c.language, err = problemtext.ParseLanguage(*language); err != nil {
		return fmt.Errorf("%w: --language %q: %w", errUsage, *language, err)
	}
	if c.options.Tries < 0 {
		return fmt.Errorf("%w: --tries must not be negative", errUsage)
	}
	if flags.NArg() == 0 {
		return fmt.Errorf("%w: N is missing", errUsage)
	}
	c.options.Moves, err = strconv.Atoi(flags.Arg(0))
	if err != nil || c.options.Moves < 1 || c.options.Moves > problem.MaxMoves {
		return fmt.Errorf("%w: N must be a number from 1 to %d, not %q", errUsage, problem.MaxMoves, flags.Arg(0))
	}
	return c.solveInput(flags.Args()[1:])
}

// solveInput solves what the arguments after N name.
func (c *mateCommand) solveInput(args []string) error {
	text := strings.Join(args, " ")
	switch {
	case isFEN(text):
		return c.solveFEN(text)
	case len(args) > 1:
		return fmt.Errorf("%w: one FEN or one FILE", errUsage)
	case len(args) == 0 && isTerminal(c.std.in):
		return fmt.Errorf("%w: give a FEN, a FILE or - for standard input", errUsage)
	case len(args) == 0 || text == "-":
		return c.solveLines("stdin", c.std.in)
	}
	file, err := os.Open(text)
	if err != nil {
		return inputError{err}
	}
	defer file.Close()
	return c.solveLines(text, file)
}

// isFEN tells a FEN from the name of a file: its first field has seven slashes, does
// not begin with one, and others follow.
func isFEN(text string) bool {
	fields := strings.Fields(text)
	return len(fields) > 1 && strings.Count(fields[0], "/") == 7 && fields[0][0] != '/'
}

// composed are the rules for diagrams: surplus men only warn.
var composed = movegen.Rules{Composed: true}

// solveFEN solves the problem on the command line.
func (c *mateCommand) solveFEN(text string) error {
	line := []byte(text)
	if c.white {
		letWhiteMove(line)
	}
	diagram, err := notation.ParseEPD(string(line), composed)
	if err != nil {
		return inputError{withoutPlace(err)}
	}
	return c.solve(&diagram, "")
}

// solveLines solves the problems of a file one by one. A faulty line is reported
// and does not keep the others from being solved.
func (c *mateCommand) solveLines(name string, in io.Reader) error {
	if c.white {
		in = newWhiteReader(in)
	}
	faults := 0
	for reader := notation.NewEPDReader(in, composed); ; {
		diagram, err := reader.Read()
		if err == io.EOF {
			break
		}
		place := fmt.Sprintf("%s:%d: ", name, reader.Line())
		if err == nil {
			err = c.solve(&diagram, place)
		} else if !errors.As(err, new(*notation.EPDError)) {
			return inputError{fmt.Errorf("%s: %w", name, err)}
		}
		if errors.As(err, new(*notation.EPDError)) || errors.As(err, new(stipulationError)) {
			fmt.Fprintf(c.std.err, "%s%v\n", place, withoutPlace(err))
			faults++
		} else if err != nil {
			return err
		}
	}
	if faults > 0 {
		return inputError{fmt.Errorf("%s: %d faulty lines", name, faults)}
	}
	return nil
}

// withoutPlace returns what is wrong with an EPD line without the line, which the
// caller names, and for a position without the column, which the fault names.
func withoutPlace(err error) error {
	var position *movegen.FENError
	if errors.As(err, &position) {
		return position
	}
	var fault *notation.EPDError
	if errors.As(err, &fault) {
		unplaced := *fault
		unplaced.Line = 0
		return &unplaced
	}
	return err
}

// stipulationError is a dm operation that is no number of moves; it holds its
// operands.
type stipulationError string

func (e stipulationError) Error() string {
	return fmt.Sprintf("dm must be a number from 1 to %d, not %q", problem.MaxMoves, string(e))
}

// solve solves a problem and prints the report; place is where warnings say it
// comes from. Its own operation dm goes before the command line's N. An interrupt
// ends the analysis, not the report.
func (c *mateCommand) solve(diagram *notation.EPD, place string) error {
	options := c.options
	if diagram.Find("dm") != nil {
		moves, err := diagram.Int("dm")
		if err != nil || moves < 1 || moves > problem.MaxMoves {
			return inputError{stipulationError(diagram.Text("dm"))}
		}
		options.Moves = moves
	}
	surplus, suspicious := diagram.Position.Validate()
	for _, fault := range append(surplus, suspicious...) {
		fmt.Fprintf(c.std.err, "%swarning: %v\n", place, fault)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := problem.Analyse(ctx, diagram.Position, options)
	if err != nil {
		return inputError{err}
	}
	if c.reports++; c.reports > 1 {
		fmt.Fprintln(c.std.out)
	}
	if err := problemtext.Write(c.std.out, report, c.language); err != nil {
		return inputError{err}
	}
	if ctx.Err() != nil {
		return inputError{errors.New("interrupted")}
	}
	return nil
}
