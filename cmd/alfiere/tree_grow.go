package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
	"alfiere/search/analysis"
)

// defineTreeGrow defines the command that makes a tree from a position.
func defineTreeGrow(flags *pflag.FlagSet) cli.Run {
	var f treeFlags
	var g analysis.Grower
	f.defineLetters(flags)
	flags.StringVar((*string)(&f.To), "to", "",
		"output `form`: show, pgn, text, numeric or table (default: show; with --out by its extension, or text)")
	cli.Complete(flags, "to", "show", "pgn", "text", "numeric", "table")
	cli.OutVar(flags, &f.out)
	depth := flags.Int("depth", 0, "depth in `generations` (half-moves)")
	flags.IntVar(&g.Best, "best", 0, "follow only the engine's `N` best moves; 0 follows all moves")
	flags.Uint64Var(&g.Nodes, "nodes", 20000, "`nodes` to search per position; 0 gives no scores")
	hash := flags.Int("hash", 16, "size of the hash table in `megabytes`")
	return func(args []string, std cli.Streams) error {
		if f.out != "" {
			f.To = cmp.Or(f.To, pgn.FormOf(datafile.Plain(f.out), pgn.Text))
		}
		f.To = cmp.Or(f.To, pgn.Show)
		switch err := f.complete(f.To.Writable()); {
		case err != nil:
			return err
		case *depth < 1 || *depth > analysis.MaxDepth:
			return cli.Usagef("--depth must be from 1 to %d", analysis.MaxDepth)
		case g.Best < 0 || g.Best > 0 && g.Nodes == 0:
			return cli.Usagef("--best must not be negative and needs --nodes")
		}
		position, err := positionArgument(args, f.Rules, std)
		if err != nil {
			return err
		}
		positions, fits := g.Count(&position, *depth)
		if !fits {
			return cli.Usagef("%d generations have more than %d moves, the limit of a tree; "+
				"lower --depth or set --best", *depth, gametree.MaxGrowth)
		}
		if g.Nodes > 0 {
			engine, err := search.New(*hash)
			if err != nil {
				return cli.Usagef("--hash: %w", err)
			}
			defer engine.Close()
			g.Searcher = engine
		}
		progress := cli.NewProgress(std)
		g.Progress = func(count int) {
			progress.ShowPart(int64(count), positions, "%d of %d positions", count, positions)
		}
		return f.grow(gametree.New(position), *depth, &g, progress, std)
	}
}

// grow grows the tree and writes it. After an interrupt it writes the part that has grown; if that is empty, an
// existing file stays unchanged.
func (f *treeFlags) grow(
	tree *gametree.Tree, depth int, g *analysis.Grower, progress *cli.Progress, std cli.Streams,
) error {
	ctx, stop := cli.Interrupts()
	defer stop()
	err := std.Write(f.out, func(w *bufio.Writer) error {
		err := g.Grow(ctx, tree, depth)
		progress.Clear()
		if err != nil && (ctx.Err() == nil || tree.Len() == 0) {
			return err
		}
		return f.Write(w, pgn.Document{Game: pgn.NewGame(tree), Letters: f.Letters})
	})
	if err == nil && ctx.Err() != nil {
		return fmt.Errorf("%w; the tree grown so far was written", context.Cause(ctx))
	}
	return err
}
