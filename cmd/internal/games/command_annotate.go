package games

import (
	"fmt"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/search"
	"alfiere/search/analysis"
	"alfiere/tt/syzygy"
)

// defineAnnotate adds the engine's judgement to the games, in the name of the engine.
func defineAnnotate(name string) cli.Define {
	return func(flags *pflag.FlagSet) cli.Run { return annotateFlags(flags, name) }
}

// annotateFlags declares the limits of the engine's searches.
func annotateFlags(flags *pflag.FlagSet, name string) cli.Run {
	var a analysis.Annotator
	var f files
	f.FromFlag(flags)
	f.ToFlag(flags)
	cli.OutVar(flags, &f.Output)
	flags.Uint64Var(&a.Limits.Nodes, "nodes", 0, "`nodes` for each position (default: 100000 if no limit is set)")
	flags.IntVar(&a.Limits.Depth, "depth", 0, "limit each position to this depth in `plies`")
	cli.SecondsVar(flags, &a.Limits.MoveTime, "time", "`seconds` for each position, or a time as in 500ms")
	flags.IntVar(&a.Line, "line", 8, "`half-moves` of the better line; 0 shows none")
	syzygyPath := flags.String("syzygy", "", "use the Syzygy endgame tables in these `folders` to judge the moves of endings")
	fresh := flags.Bool("new", false, "skip games that already have evaluations")
	threads := flags.Int("threads", 1, "`number` of threads; results repeat with one thread and no --time")
	hash := flags.Int("hash", 64, "size of the hash table in `megabytes`")
	return func(args []string, std cli.Streams) error {
		if a.Limits.Depth == 0 && a.Limits.MoveTime == 0 && a.Limits.Nodes == 0 {
			a.Limits.Nodes = 100_000
		}
		if a.Limits.Depth < 0 || a.Limits.Depth >= search.MaxPly {
			return cli.Usagef("--depth must be from 0 to %d", search.MaxPly-1)
		}
		if a.Line < 0 || *threads < 1 || *threads > search.MaxThreads {
			return cli.Usagef("--line must not be negative, and --threads must be from 1 to %d", search.MaxThreads)
		}
		if *syzygyPath != "" {
			tables, err := syzygy.Open(*syzygyPath)
			if err != nil {
				return fmt.Errorf("--syzygy: %w", err)
			}
			defer tables.Close()
			a.Tables = tables
		}
		engine, err := search.New(*hash)
		if err != nil {
			return cli.Usagef("--hash: %w", err)
		}
		defer engine.Close()
		engine.SetThreads(*threads)
		a.Engine = engine
		f.Names, f.Std = args, std
		return f.Annotate(&a, name, *fresh)
	}
}
