package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"alfiere/book"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/search"
	"alfiere/search/analysis"
)

// siftMegabytes is the table that bad moves are found with.
const siftMegabytes = 64

// defineBookMake makes a book of files of all kinds.
func defineBookMake(flags *flag.FlagSet) cli.Run {
	var games book.Games
	made := &book.Builder{}
	out := flags.String("out", "", "`file` to write; it may be one of the books read")
	flags.IntVar(&made.MinLines, "min-games", 1, "games, or lines, that must have a move; books are taken as they are")
	flags.IntVar(&games.MaxPlies, "max-plies", 0, "half-moves taken of a game, 0 for all")
	flags.IntVar(&games.MinElo, "min-elo", 0, "rating that both players of a game must have")
	nodes := flags.Uint64("nodes", 0, "search every position with so many nodes, and leave out bad moves and what lies behind them")
	margin := flags.Int("margin", 50, "centipawns by which a move may be worse than the best, with --nodes")
	return func(args []string, std cli.Streams) error {
		if *out == "" || len(args) == 0 {
			return cli.Usagef("--out is needed, and a file to read")
		}
		if made.MinLines < 0 || games.MaxPlies < 0 || games.MinElo < 0 || *margin < 0 {
			return cli.Usagef("no number may be below 0")
		}
		var books []string
		for _, path := range args {
			if book.IsBook(path) {
				books = append(books, path)
				continue
			}
			report, err := made.ReadFile(path, games, func(fault error) { fmt.Fprintf(std.Err, "%s: %v\n", path, fault) })
			if errors.Is(err, book.ErrUnknownKind) {
				return cli.Usagef("%w", err)
			}
			if err != nil {
				return err
			}
			if report != nil {
				fmt.Fprintf(std.Err, "%s: %d games, %d used, %d of them faulty\n", path, report.Read, report.Used, report.Faulty)
			}
		}
		if *nodes > 0 {
			if err := siftBook(made, *nodes, *margin, std); err != nil {
				return err
			}
		}
		return writeBook(*out, std, func(w io.Writer) (int, error) { return book.MergeFiles(w, book.AddWeights, made, books) })
	}
}

// siftBook leaves bad moves out. One thread searches, always the same positions in the
// same order, so that the book comes out the same each time.
func siftBook(made *book.Builder, nodes uint64, margin int, std cli.Streams) error {
	ctx, stop := cli.Interrupts()
	defer stop()
	engine, err := search.New(siftMegabytes)
	if err != nil {
		return err
	}
	defer engine.Close()
	report, err := made.SiftByScore(movegen.StartPosition(), margin, analysis.Scorer(ctx, engine, search.Limits{Nodes: nodes}))
	if ctx.Err() != nil {
		return fmt.Errorf("%w; nothing was written", cli.ErrInterrupted)
	}
	if err == nil {
		fmt.Fprintf(std.Err, "%d positions searched, %d of %d moves kept\n", report.Positions, report.Kept, report.Moves)
	}
	return err
}
