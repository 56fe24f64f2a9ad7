package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"alfiere/book"
)

// makeCommand is what "book make" was asked for.
type makeCommand struct {
	out      string
	minGames int
	games    book.Games
	nodes    uint64
	margin   int // centipawns
	std      streams
}

// runBookMake makes a book of files of all kinds.
func runBookMake(flags *flag.FlagSet, args []string, std streams) error {
	c := makeCommand{std: std}
	flags.StringVar(&c.out, "out", "", "`file` to write; it may be one of the books read")
	flags.IntVar(&c.minGames, "min-games", 1, "games, or lines, that must have a move; books are taken as they are")
	flags.IntVar(&c.games.MaxPlies, "max-plies", 0, "half-moves taken of a game, 0 for all")
	flags.IntVar(&c.games.MinElo, "min-elo", 0, "rating that both players of a game must have")
	flags.Uint64Var(&c.nodes, "nodes", 0, "search every position with so many nodes, and leave out bad moves and what lies behind them")
	flags.IntVar(&c.margin, "margin", 50, "centipawns by which a move may be worse than the best, with --nodes")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if c.out == "" || flags.NArg() == 0 {
		return fmt.Errorf("%w: --out is needed, and a file to read", errUsage)
	}
	if c.minGames < 0 || c.games.MaxPlies < 0 || c.games.MinElo < 0 || c.margin < 0 {
		return fmt.Errorf("%w: no number may be below 0", errUsage)
	}
	made := &book.Builder{MinLines: c.minGames}
	var books []string
	for _, path := range flags.Args() {
		if strings.EqualFold(filepath.Ext(path), ".bin") {
			books = append(books, path)
			continue
		}
		if err := c.read(path, made); err != nil {
			return err
		}
	}
	if c.nodes > 0 {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		if err := c.sift(ctx, made); err != nil {
			return inputError{err}
		}
	}
	return writeBook(c.out, book.AddWeights, made, books, std)
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
		return fmt.Errorf("%w: %s: the name must end in .txt, .pgn, .tsv or .bin", errUsage, path)
	}
	file, err := os.Open(path)
	if err != nil {
		return inputError{err}
	}
	defer file.Close()
	if err := read(file, b); err != nil {
		return inputError{fmt.Errorf("%s: %w", path, err)}
	}
	return nil
}

// readGames adds games; faulty ones are told of and do no harm.
func (c *makeCommand) readGames(path string, r io.Reader, b *book.Builder) error {
	report, err := c.games.Read(r, b, func(fault error) { fmt.Fprintf(c.std.err, "%s: %v\n", path, fault) })
	if err != nil {
		return err
	}
	fmt.Fprintf(c.std.err, "%s: %d games, %d used, %d of them faulty\n", path, report.Read, report.Used, report.Faulty)
	return nil
}
