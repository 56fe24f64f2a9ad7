package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/search"
)

// defineBench defines the command that measures the speed and prints the signature of search and evaluation.
func defineBench(flags *pflag.FlagSet) cli.Run {
	var request search.Request
	flags.IntVar(&request.Limits.Depth, "depth", search.BenchDepth, "search depth of each position in `plies`")
	hash := flags.Int("hash", search.BenchMegabytes, "size of the hash table in `megabytes`")
	request.Knowledge = eval.All
	flags.Var(&request.Knowledge, "knowledge", "evaluation terms to use, as `letters` in any order")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if request.Limits.Depth < 1 || request.Limits.Depth >= search.MaxPly {
			return cli.Usagef("--depth must be from 1 to %d", search.MaxPly-1)
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		total, err := search.Bench(ctx, request, *hash, func(fen string, nodes uint64) {
			fmt.Fprintf(std.Out, "%9d  %s\n", nodes, fen)
		})
		if err != nil {
			return cli.Usagef("--hash: %w", err)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w after %d positions", cli.ErrInterrupted, total.Positions)
		}
		if s := total.Statistics; s != nil {
			for i, n := range s {
				c := search.Counter(i)
				fmt.Fprintf(std.Out, "%12d  %s (%.1f %% of %s)\n", n, c, 100*s.Share(c), c.Base())
			}
		}
		nps := float64(total.Nodes) / max(total.Elapsed.Seconds(), 1e-9)
		_, err = fmt.Fprintf(std.Out, "%d nodes %.0f nps\n", total.Nodes, nps)
		return err
	}
}
