package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/eval/tune"
	"alfiere/search"
)

// fitCommand is tune fit with its flags read.
type fitCommand struct {
	std        cli.Streams
	data       []string
	out        string
	checkpoint string
	settings   tune.Settings
}

// defineTuneFit fits the weights and writes their table as Go source.
func defineTuneFit(flags *flag.FlagSet) cli.Run {
	c := fitCommand{settings: tune.DefaultSettings()}
	s := &c.settings
	flags.Func("data", "archive `file` of tune generate; may be given several times", func(path string) error {
		c.data = append(c.data, path)
		return nil
	})
	flags.StringVar(&c.out, "out", "", "`file` for the table, the source eval/weight_table.go; none writes it to standard output")
	flags.StringVar(&c.checkpoint, "checkpoint", "", "`file` from which the fit goes on, and in which it is kept after each epoch")
	flags.IntVar(&s.Epochs, "epochs", s.Epochs, "passes over the positions")
	flags.IntVar(&s.Patience, "patience", s.Patience, "end after so many `epochs` without progress on the games held out")
	flags.IntVar(&s.Batch, "batch", s.Batch, "`positions` for each step")
	flags.IntVar(&s.Threads, "threads", s.Threads, "`number` of threads")
	flags.Float64Var(&s.Rate, "rate", s.Rate, "length of the first steps in `centipawns`")
	flags.Float64Var(&s.Lambda, "lambda", s.Lambda, "`share` of the game's result in the target, from 0 to 1; the rest is the score of the search")
	flags.Float64Var(&s.Pull, "pull", s.Pull, "how many level `positions` hold each weight where it is")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the order of the positions")
	return func(args []string, std cli.Streams) error {
		c.std = std
		if len(args) > 0 || len(c.data) == 0 {
			return cli.Usagef("--data is needed, and all is said by flags")
		}
		if s.Epochs < 1 || s.Patience < 1 || s.Batch < 1 || s.Threads < 1 || s.Threads > search.MaxThreads ||
			!(s.Rate > 0) || !(s.Lambda >= 0 && s.Lambda <= 1) || !(s.Pull >= 0) {
			return cli.Usagef("epochs, patience, batch, threads and rate must be above 0, pull not below, lambda from 0 to 1")
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if err := c.fit(ctx); err != nil {
			return err
		}
		return nil
	}
}

func (c *fitCommand) fit(ctx context.Context) error {
	collector := tune.NewCollector()
	var origins []tune.Origin
	for _, path := range c.data {
		origin, err := collector.Load(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.std.Err, "%s: %d games, %d positions\n", path, origin.Games, origin.Positions)
		if origin.Cut {
			fmt.Fprintf(c.std.Err, "%s: its last game is cut off and left out\n", path)
		}
		origins = append(origins, origin)
	}
	f := tune.NewFit(collector.Set(), tune.CurrentWeights(), c.settings)
	fitted, heldOut := f.Sizes()
	if fitted == 0 || heldOut == 0 {
		return errors.New("there are too few games to fit some and hold others out")
	}
	if err := c.restore(f); err != nil {
		return err
	}
	before, _ := f.HeldOut(tune.CurrentWeights())
	fmt.Fprintf(c.std.Err, "%d positions to fit, %d held out, K %.1f, loss %.6f\n", fitted, heldOut, f.K(), before)
	for !f.Done() && ctx.Err() == nil {
		if err := c.epoch(f); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return errors.New("interrupted; with --checkpoint the same command goes on")
	}
	return c.write(f, origins)
}

func (c *fitCommand) epoch(f *tune.Fit) error {
	begun := time.Now()
	report := f.Epoch()
	mark := ""
	if report.Best {
		mark = " best"
	}
	fmt.Fprintf(c.std.Err, "epoch %d: loss %.6f, held out %.6f, %.1f s%s\n",
		report.Epoch, report.Fit, report.HeldOut, time.Since(begun).Seconds(), mark)
	if c.checkpoint == "" {
		return nil
	}
	return cli.Replace(c.checkpoint, f.Save)
}

// restore goes on with a fit that was kept.
func (c *fitCommand) restore(f *tune.Fit) error {
	if c.checkpoint == "" {
		return nil
	}
	file, err := os.Open(c.checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := f.Restore(file); err != nil {
		return fmt.Errorf("%s: %w", c.checkpoint, err)
	}
	return nil
}

// write writes the table of the best weights.
func (c *fitCommand) write(f *tune.Fit, origins []tune.Origin) error {
	best, epoch := f.Best()
	rounded := best.Rounded()
	before, after := f.HeldOut(rounded)
	fmt.Fprintf(c.std.Err, "epoch %d was best; rounded, the loss on the games held out is %.6f, before %.6f\n", epoch, after, before)
	s := c.settings
	provenance := []string{
		fmt.Sprintf("Fitted by alfiere tune fit with K %.1f, lambda %g, pull %g, rate %g, batch %d, %d of %d epochs, seed %d:",
			f.K(), s.Lambda, s.Pull, s.Rate, s.Batch, epoch, s.Epochs, s.Seed),
		fmt.Sprintf("the loss on the games held out fell from %.6f to %.6f. Data:", before, after),
	}
	for _, o := range origins {
		openings := "random openings"
		if o.Openings != 0 {
			openings = fmt.Sprintf("openings %016x", o.Openings)
		}
		provenance = append(provenance, fmt.Sprintf("%d games of %d nodes a move, seed %d, %s, engine of bench %d: %d positions.",
			o.Games, o.Nodes, o.Seed, openings, o.Signature, o.Positions))
	}
	source := tune.Source(rounded, provenance)
	if c.out == "" {
		_, err := c.std.Out.Write(source)
		return err
	}
	return cli.Replace(c.out, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(source))
		return err
	})
}
