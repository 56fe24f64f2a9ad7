package main

import (
	"context"
	"errors"
	"flag"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/search/problemtext"
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
		if f.list != "" {
			if err = problemtext.WriteVocabulary(std.Out, f.list, s.Text.Language); errors.Is(err, problemtext.ErrNoList) {
				return cli.Usagef("--list: %w", err)
			}
			return err
		}
		if args, err = s.TakeMoves(args); err != nil {
			return cli.Usagef("N: %w", err)
		}
		f.printer.Out, f.printer.Err = std.Out, std.Err
		var ctx context.Context
		var stop context.CancelFunc
		if text := notation.FENArgument(args...); collection.IsFEN(text) {
			if f.resume != "" {
				return cli.Usagef("--resume is for files of problems")
			}
			ctx, stop = cli.Interrupts()
			err = solveOne(ctx, &s, text, &f.printer, std)
		} else {
			ctx, s.Skip, stop = cli.Interruptions()
			err = f.solveKept(ctx, &s, func() error { return solveFiles(ctx, &s, args, &f.printer, std) })
		}
		defer stop()
		err = errors.Join(err, f.printer.Sum(s.Text, ctx.Err() != nil))
		if err == nil && ctx.Err() != nil || errors.Is(err, context.Canceled) {
			return cli.ErrInterrupted
		}
		return err
	}
}

// solveOne solves the problem on the command line.
func solveOne(ctx context.Context, s *collection.Solver, text string, printer *collection.Printer, std cli.Streams) error {
	progress := cli.NewProgress(std)
	s.Look = func(_ int, far collection.Progress) { progress.Show("%v", far) }
	answer := s.Solve(ctx, text)
	progress.Clear()
	fault := answer.TakeFault(s.Text.Language) // the dispatcher tells it
	return errors.Join(printer.Print(&answer), fault)
}

// solveFiles solves the problems of the files, or of standard input if there are none. A file
// that cannot be read does not keep the others from being solved.
func solveFiles(ctx context.Context, s *collection.Solver, names []string, printer *collection.Printer, std cli.Streams) (err error) {
	if len(names) == 0 {
		if cli.IsTerminal(std.In) {
			return cli.ErrNoInput
		}
		names = []string{"-"}
	}
	for _, name := range names {
		if ctx.Err() == nil {
			err = errors.Join(err, solveFile(ctx, s, name, printer, std))
		}
	}
	return err
}

// solveFile solves the problems of a file.
func solveFile(ctx context.Context, s *collection.Solver, name string, printer *collection.Printer, std cli.Streams) error {
	in, err := std.Open(context.Background(), name, "")
	if err != nil {
		return err
	}
	defer in.Close()
	progress := cli.NewProgress(std)
	s.Look = func(line int, far collection.Progress) {
		progress.Show("%d solved; line %d: %v", printer.Tally.Problems(), line, far)
	}
	printer.NewFile()
	err = s.SolveAll(ctx, in.Name, in, func(a *collection.Answer) error {
		progress.Clear()
		return printer.Print(a)
	})
	progress.Clear()
	if err == nil {
		err = printer.FaultsIn(in.Name)
	}
	return err
}
