package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"alfiere/search"
)

// runBench measures speed and prints the signature of search and evaluation.
func runBench(flags *flag.FlagSet, args []string, std streams) error {
	depth := flags.Int("depth", search.BenchDepth, "plies to search each position")
	hash := flags.Int("hash", search.BenchMegabytes, "size of the table in megabytes")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *depth < 1 || *depth >= search.MaxPly {
		return fmt.Errorf("%w: no arguments, and a depth from 1 to %d", errUsage, search.MaxPly-1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	total, err := search.Bench(ctx, *depth, *hash, func(fen string, nodes uint64) {
		fmt.Fprintf(std.out, "%9d  %s\n", nodes, fen)
	})
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return inputError{fmt.Errorf("interrupted after %d positions", total.Positions)}
	}
	if s := total.Statistics; s != nil {
		for i, n := range s {
			c := search.Counter(i)
			fmt.Fprintf(std.out, "%12d  %s (%.1f %% of %s)\n", n, c, 100*s.Share(c), c.Base())
		}
	}
	fmt.Fprintf(std.out, "%d nodes %.0f nps\n", total.Nodes, float64(total.Nodes)/max(total.Elapsed.Seconds(), 1e-9))
	return nil
}
