package games

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/pgn"
	"alfiere/search"
	"alfiere/search/analysis"
	"alfiere/tt/syzygy"
)

// defineAnnotate adds the engine's judgement to the games, in the name of the engine.
func defineAnnotate(flags *pflag.FlagSet, name string) cli.Run {
	var a analysis.Annotator
	var f files
	f.FromFlag(flags)
	f.ToFlag(flags)
	cli.OutVar(flags, &f.Output)
	flags.Uint64Var(&a.Limits.Nodes, "nodes", 0, "`nodes` for each position (default: 100000 if no limit is set)")
	flags.IntVar(&a.Limits.Depth, "depth", 0, "limit each position to this depth in `plies`")
	cli.SecondsVar(flags, &a.Limits.MoveTime, "time", "`seconds` for each position, or a time as in 500ms")
	flags.IntVar(&a.Line, "line", 8, "`half-moves` of the better line; 0 shows none")
	syzygyPath := flags.String("syzygy", "",
		"use the Syzygy endgame tables in these `folders` to judge the moves of endings")
	fresh := flags.Bool("new", false, "skip games that already have evaluations")
	threads := flags.Int("threads", 1, "`number` of threads; results repeat with one thread and no --time")
	hash := flags.Int("hash", 64, "size of the hash table in `megabytes`")
	return func(args []string, std cli.Streams) error {
		if a.Limits.Depth == 0 && a.Limits.MoveTime == 0 && a.Limits.Nodes == 0 {
			a.Limits.Nodes = 100_000
		}
		if a.Limits.Depth < 0 || a.Limits.Depth >= search.MaxPly {
			return errDepth
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

// Annotate writes the games with the judgements of a, with fresh only those without evaluations.
// Games without an annotator get the name. After an interrupt the remaining games are copied
// unchanged if a file is written, so that it is complete.
func (f *files) Annotate(a *analysis.Annotator, name string, fresh bool) error {
	f.carries, f.toEnd, f.showing = true, f.Output != "", true
	var far annotating
	a.Progress = func(ply, plies int) {
		done, whole, text := far.state(f.games, ply, plies)
		f.progress.ShowPart(done, whole, "%s", text)
	}
	err := f.each(func(ctx context.Context, r *pgn.Reader) error {
		if f.games == 1 && f.progress != nil {
			far.total = f.total(ctx)
		}
		g := f.game(r)
		if f.stays(r, g) || fresh && analysis.IsJudged(g.Tree) {
			far.kept++
		} else {
			err := ctx.Err() // with many games left even starting each takes long
			if err == nil {
				err = a.Annotate(ctx, g.Tree)
				f.tellTables(a.Tables.Faults())
			}
			switch {
			case err == nil:
				far.done++
				if g.Tags.Get("Annotator") == "" && g.Tree.Len() > 0 {
					g.Tags.Set("Annotator", name)
				}
			case !f.toEnd:
				return cli.ErrInterrupted
			}
		}
		if err := f.write(r, g); err != nil {
			return err
		}
		return f.out.Flush() // a game may take long: readers get it at once
	})
	if errors.Is(err, cli.ErrInterrupted) && f.toEnd && f.games > 0 {
		return fmt.Errorf("%w; %d of %d games are annotated, the others are in %s as they were", cli.ErrInterrupted,
			far.done, f.games, f.Output)
	}
	return err
}

// annotating is the progress of the annotation.
type annotating struct {
	total int // games of all files; 0 if unknown
	done  int // games that are judged
	kept  int // games left unchanged
}

// parts is the number of units of progress in a game.
const parts = 1000

// state returns the progress of the game of that number, and the part done of the whole; games that
// cost no time are in neither.
func (a *annotating) state(game, ply, plies int) (done, whole int64, text string) {
	of := ""
	if a.total > 0 {
		of = fmt.Sprintf(" of %d", a.total)
		whole = parts * int64(a.total-a.kept)
	}
	done = parts*int64(a.done) + parts*int64(ply)/int64(max(plies, 1))
	text = fmt.Sprintf("game %d%s, move %d: %s", game, of, ply/2+1, cli.Bar(int64(ply), int64(plies)))
	return done, whole, strings.TrimRight(text, ": ")
}

// total counts the games of the files, whose moves are skipped. It is 0 if one of them is
// not a regular file that can be read again, or if ctx ends.
func (f *files) total(ctx context.Context) (total int) {
	for _, name := range f.Names {
		n := f.gamesOf(ctx, name)
		if n < 0 {
			return 0
		}
		total += n
	}
	return total
}

// gamesOf is total of one file, -1 if unknown.
func (f *files) gamesOf(ctx context.Context, name string) (games int) {
	// Data read here from a pipe would be missing later.
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return -1
	}
	in, err := f.Std.Open(ctx, name, f.Output)
	if err != nil {
		return -1
	}
	defer in.Close()
	r := pgn.NewReader(in, pgn.Reading{Language: f.From})
	for r.Next() {
		if games++; ctx.Err() != nil {
			return -1
		}
	}
	if r.Err() != nil {
		return -1
	}
	return games
}
