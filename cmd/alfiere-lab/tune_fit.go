package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/eval/tune"
	"alfiere/internal/cli"
	"alfiere/search"
)

// defineFit defines the command that fits the weights and writes their table as Go source.
func defineFit(flags *pflag.FlagSet) cli.Run {
	r := tune.FitRun{Settings: tune.DefaultSettings()}
	s := &r.Settings
	dataFlag(flags, &r.Archives)
	out := flags.String("out", "",
		"`file` for the table, Go source eval/weight_table.go (default: standard output)")
	flags.StringVar(&r.Checkpoint, "checkpoint", "",
		"`file` to resume the fit from and to save it to after each epoch")
	flags.IntVar(&s.Epochs, "epochs", s.Epochs, "number of passes over the positions")
	flags.IntVar(&s.Patience, "patience", s.Patience,
		"stop after this number of `epochs` without progress on held-out games")
	flags.IntVar(&s.Batch, "batch", s.Batch, "`positions` per step")
	flags.IntVar(&s.Threads, "threads", s.Threads, "`number` of threads")
	flags.Float64Var(&s.Rate, "rate", s.Rate, "length of the first steps in `centipawns`")
	flags.Float64Var(&s.Lambda, "lambda", s.Lambda,
		"`share` of the game result in the target, 0 to 1; the rest is the search score")
	flags.Float64Var(&s.Pull, "pull", s.Pull, "hold each weight at its start by this number of level `positions`")
	flags.Func("hold", "keep the weights with these comma-separated `names` unchanged", func(names string) error {
		s.Hold = append(s.Hold, strings.Split(names, ",")...)
		return nil
	})
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed for the order of the positions")
	return func(args []string, std cli.Streams) error {
		if err := checkTraining(args, r.Archives, s.Threads, s.Validate()); err != nil {
			return err
		}
		r.Log, r.Progress = std.Err, cli.NewProgress(std)
		return train(std, *out, "fit", r.Run)
	}
}

// dataFlag defines the flag for the archives that a fit or a training reads.
func dataFlag(flags *pflag.FlagSet, archives *[]string) {
	flags.Func("data", "archive `file` written by tune generate; can be repeated", func(path string) error {
		*archives = append(*archives, path)
		return nil
	})
}

// checkTraining returns the usage error of a fit or a training, nil if there is none; invalid is that of its settings.
func checkTraining(args, archives []string, threads int, invalid error) error {
	switch {
	case len(args) > 0:
		return cli.Usagef("unexpected argument %q", args[0])
	case len(archives) == 0:
		return cli.Usagef("--data FILE is missing")
	case invalid != nil:
		return cli.Usagef("%w", invalid)
	case threads > search.MaxThreads:
		return cli.Usagef("--threads must be at most %d", search.MaxThreads)
	}
	return nil
}

// train runs a fit or a training, as its name says, until it ends or is interrupted, and writes its result to
// the file out.
func train(std cli.Streams, out, name string, run func(context.Context) ([]byte, error)) error {
	ctx, stop := cli.Interrupts()
	defer stop()
	result, err := run(ctx)
	if errors.Is(err, cli.ErrInterrupted) {
		return fmt.Errorf("%w; with --checkpoint, the same command resumes the %s", cli.ErrInterrupted, name)
	}
	if err != nil {
		return err
	}
	return std.Write(out, func(w *bufio.Writer) error {
		_, err := w.Write(result)
		return err
	})
}
