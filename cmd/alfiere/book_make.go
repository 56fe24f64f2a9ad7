package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"alfiere/book"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/search"
	"alfiere/search/analysis"
)

// siftMegabytes is the size of the hash table of the search for bad moves.
const siftMegabytes = 64

// defineBookMake defines the command that makes a book from files of all supported kinds.
func defineBookMake(flags *pflag.FlagSet) cli.Run {
	var games book.Games
	made := &book.Builder{}
	out := flags.String("out", "", "`file` to write; may be one of the input books")
	flags.IntVar(&made.MinLines, "min-games", 1, "minimum games or lines per move; books are not filtered")
	flags.IntVar(&games.MaxPlies, "max-plies", 0, "maximum half-moves taken from each game; 0 takes all")
	flags.IntVar(&games.MinElo, "min-elo", 0, "minimum rating of both players")
	nodes := flags.Uint64("nodes", 0, "search each position with `N` nodes; drop bad moves and their lines")
	margin := flags.Int("margin", 50, "with --nodes, drop moves `N` centipawns worse than the best")
	return func(args []string, std cli.Streams) error {
		if *out == "" || len(args) == 0 {
			return cli.Usagef("give --out FILE and at least one input file")
		}
		if made.MinLines < 0 || games.MaxPlies < 0 || games.MinElo < 0 || *margin < 0 {
			return cli.Usagef("--min-games, --max-plies, --min-elo and --margin must not be negative")
		}
		var books []string
		for _, path := range args {
			if book.IsBook(path) {
				books = append(books, path)
				continue
			}
			report, err := made.ReadFile(path, games, func(err error) {
				fmt.Fprintf(std.Err, "%s: %v\n", path, err)
			})
			if errors.Is(err, book.ErrUnknownKind) {
				return cli.Usagef("%w", err)
			}
			if err != nil {
				return err
			}
			if report != nil {
				fmt.Fprintf(std.Err, "%s: %d games read, %d used, %d used in part because of an error\n",
					path, report.Read, report.Used, report.Faulty)
			}
		}
		if *nodes > 0 {
			if err := siftBook(made, *nodes, *margin, std); err != nil {
				return err
			}
		}
		return writeBook(*out, std, func(w io.Writer) (int, error) {
			return book.MergeFiles(w, book.AddWeights, made, books)
		})
	}
}

// siftBook drops bad moves. One thread searches the positions in a fixed order, so the book is reproducible.
func siftBook(made *book.Builder, nodes uint64, margin int, std cli.Streams) error {
	ctx, stop := cli.Interrupts()
	defer stop()
	engine, err := search.New(siftMegabytes)
	if err != nil {
		return err
	}
	defer engine.Close()
	score := analysis.Scorer(ctx, engine, search.Limits{Nodes: nodes})
	report, err := made.SiftByScore(movegen.StartPosition(), margin, score)
	if ctx.Err() != nil {
		return fmt.Errorf("%w; no book was written", cli.ErrInterrupted)
	}
	if err == nil {
		fmt.Fprintf(std.Err, "%d positions searched, %d of %d moves kept\n",
			report.Positions, report.Kept, report.Moves)
	}
	return err
}
