package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/problem"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// mateCommand returns the command that solves directed mates. Its help is in the language of --language.
func mateCommand() *cobra.Command {
	c := cli.With(&cobra.Command{Use: "mate [N] [flags] [FEN|FILE...|-]",
		Short:   "Solve directed mates in N: print keys, threats, defences, mates and themes.",
		Example: `alfiere mate 2 "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" --set --tries`}, defineMate)
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { cli.WriteHelp(c, mateLanguage(c.Flags())) })
	return c
}

// defineMate defines the command that solves directed mates given as a FEN, in a file or on standard input.
func defineMate(flags *pflag.FlagSet) cli.Run {
	var f mateFlags
	var s format.Solver
	f.define(flags, &s)
	return func(args []string, std cli.Streams) error {
		err := f.complete(flags, &s)
		if err != nil {
			return err
		}
		if f.list != "" {
			if err = text.WriteVocabulary(std.Out, f.list, s.Text.Language); errors.Is(err, text.ErrNoList) {
				return cli.Usagef("--list: %w", err)
			}
			return err
		}
		if args, err = s.TakeMoves(args); err != nil {
			return cli.Usagef("N: %w", err)
		}
		if err = misread(args); err != nil {
			return err
		}
		f.printer.Out, f.printer.Err = std.Out, std.Err
		var ctx context.Context
		var stop context.CancelFunc
		if text, isPosition := format.Argument(args...); isPosition {
			if f.resume != "" {
				return cli.Usagef("--resume needs a file of problems, not a FEN")
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

// misread returns a usage error for arguments that would be misunderstood: several FENs, which would be read as one,
// and a number meant for the flag before it, which would be read as a file name.
func misread(args []string) error {
	fens := 0
	for _, arg := range args {
		if _, isPosition := format.Argument(arg); isPosition {
			fens++
		}
	}
	if fens > 1 {
		return cli.Usagef("give one FEN, not %d; put several into a file, one per line", fens)
	}
	if slices.Contains(args, "") {
		return cli.Usagef("an argument is empty")
	}
	if len(args) == 2 && fens == 1 && strings.Contains(args[0], " ") && problem.IsNumber(args[1]) {
		return cli.Usagef("give the number of moves before the position: alfiere mate %s %q", args[1], args[0])
	}
	if len(args) > 1 && strings.Trim(args[0], "0123456789") == "" {
		if _, err := os.Stat(args[0]); err != nil {
			return cli.Usagef("%[1]q is neither a FEN nor a file; "+
				"to show tries with up to %[1]s refutations write --tries=%[1]s", args[0])
		}
	}
	return nil
}

// solveOne solves the problem on the command line.
func solveOne(ctx context.Context, s *format.Solver, text string, printer *format.Printer, std cli.Streams) error {
	progress := cli.NewProgress(std)
	s.Look = func(_ int, far format.Progress) { progress.Show("%v", far) }
	if s.Duplex {
		err := s.SolveAll(ctx, "stdin", strings.NewReader(text), func(a *format.Answer) error {
			progress.Clear()
			a.Place = ""
			return printer.Print(a)
		})
		if printer.Faults > 0 {
			err = errors.Join(err, cli.ErrReported)
		}
		return err
	}
	answer := s.Solve(ctx, text)
	progress.Clear()
	_, illegal := errors.AsType[*forsyth.IllegalError](answer.Fault)
	fault := answer.TakeFault(s.Text.Language) // package cli prints it
	err := printer.Print(&answer)
	if illegal && s.Form == format.Text && printer.Written > 0 && printer.Folder == nil {
		fault = cli.ErrReported
	}
	return errors.Join(err, fault)
}

// solveFiles solves the problems of the files, or of standard input if there are none. After a file that cannot be read
// it continues with the next one.
func solveFiles(
	ctx context.Context, s *format.Solver, names []string, printer *format.Printer, std cli.Streams,
) (err error) {
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
func solveFile(ctx context.Context, s *format.Solver, name string, printer *format.Printer, std cli.Streams) error {
	in, err := std.Open(context.Background(), name, "")
	if err != nil {
		return err
	}
	defer in.Close()
	progress := cli.NewProgress(std)
	s.Look = func(line int, far format.Progress) {
		progress.Show("%d solved; line %d: %v", printer.Tally.Problems(), line, far)
	}
	printer.NewFile()
	err = s.SolveAll(ctx, in.Name, datafile.NewTextReader(in), func(a *format.Answer) error {
		progress.Clear()
		return printer.Print(a)
	})
	progress.Clear()
	empty := errors.Is(err, datafile.ErrEmpty)
	if err == nil || empty {
		err = printer.FaultsIn(in.Name)
	}
	if empty && in.Name == "stdin" {
		err = errors.New(s.Text.Language.Sprintf(`%v; give a problem as alfiere mate 2 "FEN"`, err))
	}
	return err
}
