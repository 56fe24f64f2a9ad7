package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
	"alfiere/search/analysis"
)

// defineTreeGrow makes a tree from a position.
func defineTreeGrow(flags *flag.FlagSet) cli.Run {
	var f treeFlags
	var g analysis.Grower
	f.defineLetters(flags)
	flags.StringVar((*string)(&f.To), "to", "", "`form` that is written: show, pgn, text, numeric or table; if none is said show or, with --out, what the name tells or text")
	cli.OutVar(flags, &f.out)
	depth := flags.Int("depth", 0, "`generations` of moves, one of each side counting two")
	flags.IntVar(&g.Best, "best", 0, "follow only so many `moves` of each position, those that the engine thinks best; 0 is all")
	flags.Uint64Var(&g.Nodes, "nodes", 20000, "`nodes` that are searched in each position; 0 gives no scores")
	hash := flags.Int("hash", 16, "size of the engine's table in `megabytes`")
	return func(args []string, std cli.Streams) error {
		if f.out != "" {
			f.To = cmp.Or(f.To, pgn.FormOf(datafile.Plain(f.out), pgn.Text))
		}
		f.To = cmp.Or(f.To, pgn.Show)
		switch err := f.complete(f.To.Writable()); {
		case err != nil:
			return err
		case *depth < 1 || *depth > analysis.MaxDepth:
			return cli.Usagef("--depth from 1 to %d is needed", analysis.MaxDepth)
		case g.Best < 0 || g.Best > 0 && g.Nodes == 0:
			return cli.Usagef("--best must not be negative, and needs --nodes")
		}
		position, err := positionArgument(args, f.Rules, std)
		if err != nil {
			return err
		}
		positions, fits := g.Count(&position, *depth)
		if !fits {
			return cli.Usagef("all moves of %d generations are more than the %d that can be written; --best K follows only some of them", *depth, gametree.MaxGrowth)
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

// grow writes the tree when it has grown. What an interrupt leaves of it is written, too,
// unless it is nothing: then a file stays as it was.
func (f *treeFlags) grow(tree *gametree.Tree, depth int, g *analysis.Grower, progress *cli.Progress, std cli.Streams) error {
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
		return fmt.Errorf("%w; what had grown is written", context.Cause(ctx))
	}
	return err
}
