package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/search/problem"
	"alfiere/search/problemtext/collection"
)

// defineMate solves directed mates given as a FEN, in a file or on standard input.
func defineMate(flags *flag.FlagSet) cli.Run {
	var f mateFlags
	f.define(flags)
	return func(args []string, std cli.Streams) error {
		solver, err := f.solver(flags)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return cli.Usagef("N is missing")
		}
		solver.Problem.Moves, err = strconv.Atoi(args[0])
		if err != nil || solver.Problem.Moves < 1 || solver.Problem.Moves > problem.MaxMoves {
			return cli.Usagef("N must be a number from 1 to %d, not %q", problem.MaxMoves, args[0])
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		if text := strings.Join(args[1:], " "); isFEN(text) {
			err = solveOne(ctx, solver, text, std)
		} else {
			err = solveFile(ctx, solver, args[1:], std)
		}
		if err == nil && ctx.Err() != nil || errors.Is(err, context.Canceled) {
			return cli.ErrInterrupted
		}
		return err
	}
}

// isFEN tells a FEN from the name of a file: its first field has seven slashes, does
// not begin with one, and others follow.
func isFEN(text string) bool {
	fields := strings.Fields(text)
	return len(fields) > 1 && strings.Count(fields[0], "/") == 7 && fields[0][0] != '/'
}

// solveOne solves the problem on the command line.
func solveOne(ctx context.Context, solver *collection.Solver, text string, std cli.Streams) error {
	a := solver.Solve(ctx, text)
	if _, err := std.Out.Write(a.Text); err != nil {
		return err
	}
	for _, warning := range a.Warnings {
		fmt.Fprintln(std.Err, warning)
	}
	if a.Fault != nil {
		return errors.New(a.Reason())
	}
	return nil
}

// solveFile solves the problems of the file that args may name.
func solveFile(ctx context.Context, solver *collection.Solver, args []string, std cli.Streams) error {
	if len(args) > 1 {
		return cli.Usagef("one FEN or one FILE")
	}
	in, err := std.OpenOnly(context.Background(), args, "")
	if err != nil {
		return err
	}
	defer in.Close()
	progress := cli.NewProgressBesideOutput(std)
	defer progress.Clear()
	written, faults := 0, 0
	err = solver.SolveAll(ctx, in.Name, in, func(a *collection.Answer) error {
		if len(a.Text) > 0 && written > 0 && solver.Form != collection.JSON {
			fmt.Fprintln(std.Out)
		}
		if len(a.Warnings) > 0 || a.Fault != nil {
			progress.Clear()
		}
		for _, warning := range a.Warnings {
			fmt.Fprintf(std.Err, "%s%s\n", a.Place, warning)
		}
		if a.Fault != nil {
			faults++
			fmt.Fprintf(std.Err, "%s%s\n", a.Place, a.Reason())
		}
		if len(a.Text) == 0 {
			return nil
		}
		written++
		progress.Show("%d problems", written)
		_, err := std.Out.Write(a.Text)
		return err
	})
	switch {
	case err != nil:
		return err
	case faults == 1:
		return fmt.Errorf("%s: 1 problem at fault", in.Name)
	case faults > 1:
		return fmt.Errorf("%s: %d problems at fault", in.Name, faults)
	}
	return nil
}
