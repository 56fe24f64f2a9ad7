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

// defineBookDump defines the command that writes a book as text.
func defineBookDump(flags *pflag.FlagSet) cli.Run {
	plies := flags.Int("plies", 0, "maximum depth in half-moves; 0 writes all")
	return func(args []string, std cli.Streams) error {
		if len(args) > 1 {
			return cli.Usagef("give at most one book, not %d", len(args))
		}
		if *plies < 0 {
			return cli.Usagef("--plies must not be negative")
		}
		if len(args) == 0 {
			return book.Dump(std.Out, book.Builtin(), *plies)
		}
		b, err := book.Open(args[0])
		if err != nil {
			return err
		}
		defer b.Close()
		warnOfStray(args[0], b, std)
		if err := book.Dump(std.Out, b, *plies); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return nil
	}
}

// defineBookMerge defines the command that merges books.
func defineBookMerge(flags *pflag.FlagSet) cli.Run {
	out := flags.String("out", "", "`file` to write; may be one of the input books")
	first := flags.Bool("first", false, "take a position only from the first book that has it")
	return func(args []string, std cli.Streams) error {
		if *out == "" || len(args) == 0 {
			return cli.Usagef("give --out FILE and at least one book")
		}
		how := book.AddWeights
		if *first {
			how = book.FirstKnows
		}
		for _, name := range args {
			if b, err := book.Open(name); err == nil { // MergeFiles reports the error
				warnOfStray(name, b, std)
				b.Close()
			}
		}
		return writeBook(*out, std, func(w io.Writer) (int, error) { return book.MergeFiles(w, how, nil, args) })
	}
}

// warnOfStray warns that the end of a book is ignored.
func warnOfStray(name string, b *book.Book, std cli.Streams) {
	if err := b.Stray(); err != nil {
		fmt.Fprintf(std.Err, "warning: %s: ignored the end of the book: %v\n", name, err)
	}
}

// writeBook replaces the file with what merge writes, if merge succeeds, and prints the number of entries that merge
// returns.
func writeBook(out string, std cli.Streams, merge func(io.Writer) (int, error)) error {
	var entries int
	err := cli.Replace(out, func(w io.Writer) (err error) {
		entries, err = merge(w)
		return err
	})
	if err == nil {
		fmt.Fprintf(std.Err, "%s: %d entries\n", out, entries)
	}
	return err
}

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
