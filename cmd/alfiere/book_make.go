package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"alfiere/book"
	"alfiere/cmd/internal/cli"
)

// makeCommand is what "book make" was asked for.
type makeCommand struct {
	out      string
	minGames int
	games    book.Games
	nodes    uint64
	margin   int // centipawns
	std      cli.Streams
}

// defineBookMake makes a book of files of all kinds.
func defineBookMake(flags *flag.FlagSet) cli.Run {
	c := makeCommand{}
	flags.StringVar(&c.out, "out", "", "`file` to write; it may be one of the books read")
	flags.IntVar(&c.minGames, "min-games", 1, "games, or lines, that must have a move; books are taken as they are")
	flags.IntVar(&c.games.MaxPlies, "max-plies", 0, "half-moves taken of a game, 0 for all")
	flags.IntVar(&c.games.MinElo, "min-elo", 0, "rating that both players of a game must have")
	flags.Uint64Var(&c.nodes, "nodes", 0, "search every position with so many nodes, and leave out bad moves and what lies behind them")
	flags.IntVar(&c.margin, "margin", 50, "centipawns by which a move may be worse than the best, with --nodes")
	return func(args []string, std cli.Streams) error {
		c.std = std
		if c.out == "" || len(args) == 0 {
			return cli.Usagef("--out is needed, and a file to read")
		}
		if c.minGames < 0 || c.games.MaxPlies < 0 || c.games.MinElo < 0 || c.margin < 0 {
			return cli.Usagef("no number may be below 0")
		}
		made := &book.Builder{MinLines: c.minGames}
		var books []string
		for _, path := range args {
			if strings.EqualFold(filepath.Ext(path), ".bin") {
				books = append(books, path)
				continue
			}
			if err := c.read(path, made); err != nil {
				return err
			}
		}
		if c.nodes > 0 {
			ctx, stop := cli.Interrupts()
			defer stop()
			if err := c.sift(ctx, made); err != nil {
				return err
			}
		}
		return writeBook(c.out, book.AddWeights, made, books, std)
	}
}

// read adds a file to the book, by what its name says it is.
func (c *makeCommand) read(path string, b *book.Builder) error {
	var read func(r io.Reader, b *book.Builder) error
	switch strings.ToLower(filepath.Ext(path)) {
	case ".txt":
		read = book.ReadText
	case ".tsv":
		read = book.ReadTable
	case ".pgn":
		read = func(r io.Reader, b *book.Builder) error { return c.readGames(path, r, b) }
	default:
		return cli.Usagef("%s: the name must end in .txt, .pgn, .tsv or .bin", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file, b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readGames adds games; faulty ones are told of and do no harm.
func (c *makeCommand) readGames(path string, r io.Reader, b *book.Builder) error {
	report, err := c.games.Read(r, b, func(fault error) { fmt.Fprintf(c.std.Err, "%s: %v\n", path, fault) })
	if err != nil {
		return err
	}
	fmt.Fprintf(c.std.Err, "%s: %d games, %d used, %d of them faulty\n", path, report.Read, report.Used, report.Faulty)
	return nil
}
