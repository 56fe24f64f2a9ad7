package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// definePerft defines the command that counts the move sequences of a given length.
func definePerft(flags *pflag.FlagSet) cli.Run {
	divide := flags.Bool("divide", false, "print the count for each first move")
	chess960 := flags.Bool("chess960", false, "read castling rights as in Chess960")
	return func(args []string, std cli.Streams) error {
		if len(args) == 0 {
			return cli.Usagef("DEPTH is missing")
		}
		depth, err := strconv.Atoi(args[0])
		if err != nil || depth < 0 || depth > movegen.MaxPerftDepth {
			return cli.Usagef("DEPTH must be a number from 0 to %d, not %q", movegen.MaxPerftDepth, args[0])
		}
		position, err := positionArgument(args[1:], movegen.Rules{Chess960: *chess960}, std)
		if err != nil {
			return err
		}
		start := time.Now()
		var nodes uint64
		if *divide && depth > 0 {
			for _, entry := range movegen.Divide(&position, depth) {
				fmt.Fprintf(std.Out, "%s: %d\n", notation.UCI(entry.Move, *chess960), entry.Nodes)
				nodes += entry.Nodes
			}
			fmt.Fprintln(std.Out)
		} else {
			nodes = movegen.Perft(&position, depth)
		}
		seconds := time.Since(start).Seconds()
		nps := float64(nodes) / max(seconds, 1e-9)
		_, err = fmt.Fprintf(std.Out, "nodes %d seconds %.3f nps %.0f\n", nodes, seconds, nps)
		return err
	}
}

// positionArgument reads a FEN given as one or several arguments, or startpos. Without arguments it returns the initial
// position. Warnings go to standard error.
func positionArgument(args []string, rules movegen.Rules, std cli.Streams) (movegen.Position, error) {
	if len(args) == 0 {
		return movegen.StartPosition(), nil
	}
	position, warnings, err := rules.ParseFEN(notation.FENArgument(args...))
	if err != nil {
		return movegen.Position{}, fmt.Errorf("FEN: %w", err)
	}
	for _, w := range warnings {
		fmt.Fprintf(std.Err, "warning: %v\n", w)
	}
	return position, nil
}
