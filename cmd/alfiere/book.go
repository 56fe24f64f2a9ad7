package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"alfiere/book"
	"alfiere/cmd/internal/cli"
)

// bookParts is the table of what can be done with books.
func bookParts() []cli.Command {
	return []cli.Command{
		{Name: "make", Args: "--out FILE [flags] FILE...", Define: defineBookMake,
			Summary: "Make a book of texts (.txt), games (.pgn), tables (.tsv) and books (.bin).",
			Example: "--out book.bin --min-games 1 lines.txt games.pgn"},
		{Name: "dump", Args: "[--plies N] [FILE]", Define: defineBookDump,
			Summary: "Write a book, or the built-in one, as a text that make reads.",
			Example: "--plies 2"},
		{Name: "merge", Args: "--out FILE [--first] FILE...", Define: defineBookMerge,
			Summary: "Make one book of several.",
			Example: "--out both.bin --first mine.bin theirs.bin"},
		{Name: "check", Args: "FILE", Define: defineBookCheck,
			Summary: "Count what is in a book, and name its faults and their offsets.",
			Example: "mine.bin"},
	}
}

func defineBookDump(flags *flag.FlagSet) cli.Run {
	plies := flags.Int("plies", 0, "half-moves to go into the book, 0 for all")
	return func(args []string, std cli.Streams) error {
		if len(args) > 1 || *plies < 0 {
			return cli.Usagef("at most one book, and plies from 0")
		}
		b := book.Builtin()
		if len(args) == 1 {
			var err error
			if b, err = book.Open(args[0]); err != nil {
				return err
			}
		}
		if err := errors.Join(book.Dump(std.Out, b, *plies), b.Close()); err != nil {
			return err
		}
		return nil
	}
}

func defineBookMerge(flags *flag.FlagSet) cli.Run {
	out := flags.String("out", "", "`file` to write; it may be one of the books")
	first := flags.Bool("first", false, "what a book says of a position counts, not what later books say of it")
	return func(args []string, std cli.Streams) error {
		if *out == "" || len(args) == 0 {
			return cli.Usagef("--out is needed, and a book")
		}
		how := book.AddWeights
		if *first {
			how = book.FirstKnows
		}
		return writeBook(*out, how, nil, args, std)
	}
}

// writeBook merges what was made with the books of the given paths into a file, which
// is replaced when all has gone well.
func writeBook(out string, how book.Merging, made *book.Builder, paths []string, std cli.Streams) error {
	var entries int
	err := cli.Replace(out, func(w io.Writer) error {
		var sources []book.Source
		if made != nil {
			sources = append(sources, made)
		}
		for _, path := range paths {
			b, err := book.Open(path)
			if err != nil {
				return err
			}
			defer b.Close() // before the file is replaced, which may be this one
			sources = append(sources, b)
		}
		var err error
		entries, err = book.Merge(w, how, sources...)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "%s: %d entries\n", out, entries)
	return nil
}

func defineBookCheck(flags *flag.FlagSet) cli.Run {
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("one book is needed")
		}
		report, err := inspectBook(args[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(std.Out, "%d entries, %d positions, %d reached from the initial one, %d entries without weight\n",
			report.Entries, report.Positions, report.Reached, report.Weightless)
		for _, fault := range report.Faults {
			fmt.Fprintf(std.Out, "offset %d: %v\n", fault.Offset, fault.Err)
		}
		if hidden := report.Faulty - len(report.Faults); hidden > 0 {
			fmt.Fprintf(std.Out, "and %d more\n", hidden)
		}
		if report.Faulty > 0 {
			return fmt.Errorf("%s: faults: %d", args[0], report.Faulty)
		}
		return nil
	}
}

func inspectBook(path string) (report *book.Report, err error) {
	// Opening a pipe would wait for a writer, so look before.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, book.ErrNotRegular)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if report, err = book.Inspect(file, info.Size()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return report, nil
}
