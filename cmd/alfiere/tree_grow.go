package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// deepestGrowth bounds the generations of a tree that is grown; memory bounds them long
// before unless few moves are followed.
const deepestGrowth = 256

// growFlags are the flags of grow as they are read.
type growFlags struct {
	depth, best, hash int
	nodes             uint64
}

func (g *growFlags) define(flags *flag.FlagSet) {
	flags.IntVar(&g.depth, "depth", 0, "`generations` of moves, one of each side counting two")
	flags.IntVar(&g.best, "best", 0, "follow only so many `moves` of each position, those that the engine thinks best; 0 is all")
	flags.Uint64Var(&g.nodes, "nodes", 20000, "`nodes` that are searched in each position; 0 gives no scores")
	flags.IntVar(&g.hash, "hash", 16, "size of the engine's table in `megabytes`")
}

// defineTreeGrow makes a tree from a position.
func defineTreeGrow(flags *flag.FlagSet) cli.Run {
	var f treeFlags
	var g growFlags
	f.defineLetters(flags)
	flags.StringVar((*string)(&f.to), "to", "", "`form` that is written: show, pgn, text, numeric or table; if none is said show or, with --out, what the name tells or text")
	cli.OutVar(flags, &f.out)
	g.define(flags)
	return func(args []string, std cli.Streams) error {
		if f.out != "" {
			f.to = cmp.Or(f.to, formOf(f.out, formText))
		}
		f.to = cmp.Or(f.to, formShow)
		switch err := f.complete(f.to); {
		case err != nil:
			return err
		case g.depth < 1 || g.depth > deepestGrowth:
			return cli.Usagef("--depth from 1 to %d is needed", deepestGrowth)
		case g.best < 0 || g.best > 0 && g.nodes == 0:
			return cli.Usagef("--best must not be negative, and needs --nodes")
		}
		position, err := positionArgument(args, f.rules, std)
		if err != nil {
			return err
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		var engine *search.Engine
		if g.nodes > 0 {
			if engine, err = search.New(g.hash); err != nil {
				return cli.Usagef("--hash: %w", err)
			}
			defer engine.Close()
		}
		tree := gametree.New(position)
		write := func(w io.Writer) error {
			err := g.grow(ctx, tree, engine, std)
			switch {
			case errors.Is(err, context.Canceled) && tree.Len() == 0:
				return cli.ErrInterrupted // a file stays as it was
			case err != nil && !errors.Is(err, context.Canceled):
				return err
			}
			return f.write(w, pgn.NewGame(tree), f.given)
		}
		if err := f.writeOut(std, write); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w; what had grown is written", cli.ErrInterrupted)
		}
		return nil
	}
}

// grow lets the tree grow from its start; without an engine it is of all moves.
func (g *growFlags) grow(ctx context.Context, tree *gametree.Tree, engine *search.Engine, std cli.Streams) error {
	if engine == nil {
		return tree.Grow(ctx, g.depth, gametree.AllMoves)
	}
	meter := cli.NewProgress(std)
	defer meter.Clear()
	return tree.Grow(ctx, g.depth, (&grower{engine: engine, best: g.best, nodes: g.nodes, meter: meter}).choose)
}

// grower chooses moves by searching.
type grower struct {
	engine *search.Engine
	best   int // moves of each position; 0 is all
	nodes  uint64
	meter  *cli.Progress
	count  int // positions searched
}

// choose is a gametree.Chooser.
func (g *grower) choose(ctx context.Context, p *movegen.Position) ([]gametree.Choice, error) {
	all, _ := gametree.AllMoves(ctx, p)
	wanted := len(all)
	if g.best > 0 {
		wanted = min(wanted, g.best)
	}
	var lines, complete []search.Info // of the present iteration, and of the last complete one
	request := search.Request{Position: *p, MultiPV: wanted, Limits: search.Limits{Nodes: g.nodes}}
	result := g.engine.Search(ctx, request, func(i search.Info) {
		if len(i.Line) == 0 || i.Bound != search.Exact {
			return
		}
		if i.MultiPV == 1 {
			lines = nil
		}
		if lines = append(lines, i); len(lines) == wanted {
			complete = lines
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.count++
	g.meter.Show("%d positions", g.count)
	// The iteration that was cut off may have found a better move than the one before.
	var ranked []gametree.Choice
	for _, line := range append(lines, complete...) {
		ranked = append(ranked, gametree.Choice{Move: line.Line[0], Judged: true, Evaluation: evaluation(line.Score, line.Depth, p.Side())})
	}
	// One that was cut off at once has not judged every move.
	ranked = append(append(ranked, gametree.Choice{Move: result.Best}), all...)
	choices := make([]gametree.Choice, 0, wanted)
	for _, c := range ranked {
		known := slices.ContainsFunc(choices, func(other gametree.Choice) bool { return other.Move == c.Move })
		if !known && len(choices) < wanted {
			choices = append(choices, c)
		}
	}
	return choices, nil
}

// evaluation turns a score of the side c into one of White's.
func evaluation(score search.Score, depth int, c movegen.Color) gametree.Evaluation {
	if c == movegen.Black {
		score = -score
	}
	e := gametree.Evaluation{Depth: int16(min(depth, math.MaxInt16))}
	if moves, ok := score.Mate(); ok {
		e.Mate = int16(moves)
	} else {
		e.Centipawns = int32(score)
	}
	return e
}
