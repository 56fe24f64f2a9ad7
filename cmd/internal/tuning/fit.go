package tuning

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

// defineFit defines the command that fits the weights and writes their table as Go source.
func defineFit(flags *flag.FlagSet) cli.Run {
	r := tune.FitRun{Settings: tune.DefaultSettings(), Replace: cli.Replace}
	s := &r.Settings
	flags.Func("data", "archive `file` written by tune generate; can be repeated", func(path string) error {
		r.Archives = append(r.Archives, path)
		return nil
	})
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
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if len(r.Archives) == 0 {
			return cli.Usagef("--data FILE is missing")
		}
		if err := s.Validate(); err != nil {
			return cli.Usagef("%w", err)
		}
		if s.Threads > search.MaxThreads {
			return cli.Usagef("--threads must be at most %d", search.MaxThreads)
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		r.Log, r.Progress = std.Err, cli.NewProgress(std)
		source, err := r.Run(ctx)
		if errors.Is(err, cli.ErrInterrupted) {
			return fmt.Errorf("%w; with --checkpoint, the same command resumes the fit", err)
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
