package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

var errUsage = errors.New("wrong arguments")

// runPerft counts the move sequences of a given length.
func runPerft(flags *flag.FlagSet, args []string, std streams) error {
	divide := flags.Bool("divide", false, "print the count below each first move")
	chess960 := flags.Bool("chess960", false, "read castling rights as Chess960 does")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return fmt.Errorf("%w: DEPTH is missing", errUsage)
	}
	depth, err := strconv.Atoi(flags.Arg(0))
	if err != nil || depth < 0 || depth > movegen.MaxPerftDepth {
		return fmt.Errorf("%w: DEPTH must be a number from 0 to %d, not %q", errUsage, movegen.MaxPerftDepth, flags.Arg(0))
	}
	position, err := positionArgument(flags.Args()[1:], movegen.Rules{Chess960: *chess960}, std)
	if err != nil {
		return err
	}
	start := time.Now()
	var nodes uint64
	if *divide && depth > 0 {
		for _, entry := range movegen.Divide(&position, depth) {
			fmt.Fprintf(std.out, "%s: %d\n", notation.UCI(entry.Move, *chess960), entry.Nodes)
			nodes += entry.Nodes
		}
		fmt.Fprintln(std.out)
	} else {
		nodes = movegen.Perft(&position, depth)
	}
	seconds := time.Since(start).Seconds()
	fmt.Fprintf(std.out, "nodes %d seconds %.3f nps %.0f\n", nodes, seconds, float64(nodes)/max(seconds, 1e-9))
	return nil
}

// positionArgument reads a FEN given as one or several arguments; no argument is
// the initial position. Warnings go to standard error.
func positionArgument(args []string, rules movegen.Rules, std streams) (movegen.Position, error) {
	if len(args) == 0 {
		return movegen.StartPosition(), nil
	}
	position, warnings, err := rules.ParseFEN(strings.Join(args, " "))
	if err != nil {
		return movegen.Position{}, inputError{fmt.Errorf("FEN: %w", err)}
	}
	for _, w := range warnings {
		fmt.Fprintf(std.err, "warning: %v\n", w)
	}
	return position, nil
}
