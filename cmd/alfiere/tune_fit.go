package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"strings"

	"alfiere/eval/tune"
	"alfiere/internal/cli"
	"alfiere/search"
)

// defineTuneFit fits the weights and writes their table as Go source.
func defineTuneFit(flags *flag.FlagSet) cli.Run {
	r := tune.FitRun{Settings: tune.DefaultSettings(), Replace: cli.Replace}
	s := &r.Settings
	flags.Func("data", "archive `file` of tune generate; may be given several times", func(path string) error {
		r.Archives = append(r.Archives, path)
		return nil
	})
	out := flags.String("out", "", "`file` for the table, the source eval/weight_table.go; none writes it to standard output")
	flags.StringVar(&r.Checkpoint, "checkpoint", "", "`file` from which the fit goes on, and in which it is kept after each epoch")
	flags.IntVar(&s.Epochs, "epochs", s.Epochs, "passes over the positions")
	flags.IntVar(&s.Patience, "patience", s.Patience, "end after so many `epochs` without progress on the games held out")
	flags.IntVar(&s.Batch, "batch", s.Batch, "`positions` for each step")
	flags.IntVar(&s.Threads, "threads", s.Threads, "`number` of threads")
	flags.Float64Var(&s.Rate, "rate", s.Rate, "length of the first steps in `centipawns`")
	flags.Float64Var(&s.Lambda, "lambda", s.Lambda, "`share` of the game's result in the target, from 0 to 1; the rest is the score of the search")
	flags.Float64Var(&s.Pull, "pull", s.Pull, "how many level `positions` hold each weight where it is")
	flags.Func("hold", "comma-separated `names` of weights that stay as they are, as in the table", func(names string) error {
		s.Hold = append(s.Hold, strings.Split(names, ",")...)
		return nil
	})
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the order of the positions")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 || len(r.Archives) == 0 {
			return cli.Usagef("--data is needed, and all is said by flags")
		}
		if err := s.Validate(); err != nil {
			return cli.Usagef("%w", err)
		}
		if s.Threads > search.MaxThreads {
			return cli.Usagef("threads are at most %d", search.MaxThreads)
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		r.Log, r.Progress = std.Err, cli.NewProgress(std)
		source, err := r.Run(ctx)
		if errors.Is(err, cli.ErrInterrupted) {
			return fmt.Errorf("%w; with --checkpoint the same command goes on", err)
		}
		if err != nil {
			return err
		}
		return std.Write(*out, func(w *bufio.Writer) error {
			_, err := w.Write(source)
			return err
		})
	}
}
