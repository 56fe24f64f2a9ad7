package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/annotate"
)

// definePGNAnnotate adds what the engine thinks to the games.
func definePGNAnnotate(flags *flag.FlagSet) cli.Run {
	a := annotate.Annotator{}
	flags.Uint64Var(&a.Limits.Nodes, "nodes", 0, "`nodes` for each position; 100000 if no limit is set")
	flags.IntVar(&a.Limits.Depth, "depth", 0, "`plies` for each position")
	flags.IntVar(&a.Line, "line", 8, "`half-moves` of what was better; 0 shows none")
	fresh := flags.Bool("new", false, "leave games that have evaluations as they are")
	cli.SecondsVar(flags, &a.Limits.MoveTime, "time", "`seconds` for each position, or a time as in 500ms")
	threads := flags.Int("threads", 1, "`number` of threads; with one and no time the result is the same every time")
	hash := flags.Int("hash", 64, "size of the engine's table in `megabytes`")
	to := flags.String("to", "english", "`name`, code or letters of the language of the moves that are written")
	f := newPGNOutput(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		if a.Limits.Depth == 0 && a.Limits.MoveTime == 0 && a.Limits.Nodes == 0 {
			a.Limits.Nodes = 100_000
		}
		if a.Limits.Depth < 0 || a.Line < 0 || *threads < 1 || *threads > search.MaxThreads {
			return cli.Usagef("--depth and --line must not be negative, and --threads be from 1 to %d", search.MaxThreads)
		}
		letters, err := notation.ParseLanguage(*to)
		if err != nil {
			return cli.Usagef("--to %q: %w", *to, err)
		}
		engine, err := search.New(*hash)
		if err != nil {
			return cli.Usagef("--hash: %w", err)
		}
		defer engine.Close()
		engine.SetThreads(*threads)
		a.Engine = engine
		a.Progress = func(ply, plies int) {
			f.progress.Show("game %d, move %d: %s", f.games, ply/2+1, cli.Bar(int64(ply), int64(plies)))
		}
		return annotateAll(f, &a, letters, *fresh)
	}
}

// annotateAll annotates the games, with fresh only those that have no evaluations. Games
// that an interrupt leaves over are kept as they were if a file is written, for that shall
// be whole.
func annotateAll(f *pgnFiles, a *annotate.Annotator, letters notation.PieceLetters, fresh bool) error {
	writer := pgn.NewWriter(f.out)
	writer.Language = letters
	f.toEnd = f.output != ""
	done := 0
	err := f.each(func(ctx context.Context, r *pgn.Reader) error {
		g := f.game(r)
		if !fresh || !annotate.IsJudged(g.Tree) {
			switch err := a.Annotate(ctx, g.Tree); {
			case err == nil:
				done++
				if g.Tags.Get("Annotator") == "" && g.Tree.Len() > 0 {
					g.Tags.Set("Annotator", protocol.Name)
				}
			case !f.toEnd:
				return cli.ErrInterrupted
			}
		}
		if err := writer.Write(g); err != nil {
			return err
		}
		return f.out.Flush() // a game may take long: whoever reads shall have it
	})
	if errors.Is(err, cli.ErrInterrupted) && f.toEnd && f.games > 0 {
		return fmt.Errorf("%w; %d of %d games are annotated, the others are in %s as they were", cli.ErrInterrupted, done, f.games, f.output)
	}
	return err
}
