package main

import (
	"context"
	"errors"
	"flag"
	"strconv"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/search/problem"
	"alfiere/search/problemtext/collection"
)

// defineMate solves directed mates given as a FEN, in a file or on standard input.
func defineMate(flags *flag.FlagSet) cli.Run {
	var f mateFlags
	var s collection.Solver
	f.define(flags, &s)
	return func(args []string, std cli.Streams) error {
		err := f.complete(flags, &s)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return cli.Usagef("N is missing")
		}
		s.Problem.Moves, err = strconv.Atoi(args[0])
		if err != nil || s.Problem.Moves < 1 || s.Problem.Moves > problem.MaxMoves {
			return cli.Usagef("N must be a number from 1 to %d, not %q", problem.MaxMoves, args[0])
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		text := notation.FENArgument(args[1:]...)
		switch {
		case collection.IsFEN(text):
			err = solveOne(ctx, &s, text, std)
		case len(args) > 2:
			return cli.Usagef("one FEN or one FILE")
		default:
			err = solveFile(ctx, &s, args[1:], std)
		}
		if err == nil && ctx.Err() != nil || errors.Is(err, context.Canceled) {
			return cli.ErrInterrupted
		}
		return err
	}
}

// solveOne solves the problem on the command line.
func solveOne(ctx context.Context, s *collection.Solver, text string, std cli.Streams) error {
	answer := s.Solve(ctx, text)
	fault := answer.TakeFault() // the dispatcher tells it
	printer := collection.Printer{Out: std.Out, Err: std.Err}
	return errors.Join(printer.Print(&answer), fault)
}

// solveFile solves the problems of the file that args may name.
func solveFile(ctx context.Context, s *collection.Solver, args []string, std cli.Streams) error {
	in, err := std.OpenOnly(context.Background(), args, "")
	if err != nil {
		return err
	}
	defer in.Close()
	progress := cli.NewProgressBesideOutput(std)
	printer := collection.Printer{Out: std.Out, Err: std.Err, Form: s.Form}
	err = s.SolveAll(ctx, in.Name, in, func(a *collection.Answer) error {
		if len(a.Warnings) > 0 || a.Fault != nil {
			progress.Clear()
		}
		err := printer.Print(a)
		progress.Show("%d problems", printer.Written)
		return err
	})
	progress.Clear()
	if err == nil {
		err = printer.FaultsIn(in.Name)
	}
	return err
}
