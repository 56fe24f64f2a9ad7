package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"alfiere/book"
	"alfiere/protocol/console"
)

// runBook hands over to what can be done with books.
func runBook(flags *flag.FlagSet, args []string, std streams) error {
	return runPart("book", bookParts(), flags, args, std)
}

// bookParts is the table of what can be done with books.
func bookParts() []subcommand {
	return []subcommand{
		{"make", "--out FILE [flags] FILE...", "Make a book of texts (.txt), games (.pgn), tables (.tsv) and books (.bin).", runBookMake},
		{"dump", "[--plies N] [FILE]", "Write a book, or the built-in one, as a text that make reads.", runBookDump},
		{"merge", "--out FILE [--first] FILE...", "Make one book of several.", runBookMerge},
		{"check", "FILE", "Count what is in a book, and name its faults and their offsets.", runBookCheck},
	}
}

func runBookDump(flags *flag.FlagSet, args []string, std streams) error {
	plies := flags.Int("plies", 0, "half-moves to go into the book, 0 for all")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 1 || *plies < 0 {
		return fmt.Errorf("%w: at most one book, and plies from 0", errUsage)
	}
	b := book.Builtin()
	if flags.NArg() == 1 {
		var err error
		if b, err = book.Open(flags.Arg(0)); err != nil {
			return inputError{err}
		}
	}
	if err := errors.Join(book.Dump(std.out, b, *plies), b.Close()); err != nil {
		return inputError{err}
	}
	return nil
}

func runBookMerge(flags *flag.FlagSet, args []string, std streams) error {
	out := flags.String("out", "", "`file` to write; it may be one of the books")
	first := flags.Bool("first", false, "what a book says of a position counts, not what later books say of it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() == 0 {
		return fmt.Errorf("%w: --out is needed, and a book", errUsage)
	}
	how := book.AddWeights
	if *first {
		how = book.FirstKnows
	}
	return writeBook(*out, how, nil, flags.Args(), std)
}

// writeBook merges what was made with the books of the given paths into a file, which
// is replaced when all has gone well.
func writeBook(out string, how book.Merging, made *book.Builder, paths []string, std streams) error {
	var entries int
	err := console.Replace(out, func(w io.Writer) error {
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
		return inputError{err}
	}
	fmt.Fprintf(std.err, "%s: %d entries\n", out, entries)
	return nil
}

func runBookCheck(flags *flag.FlagSet, args []string, std streams) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("%w: one book is needed", errUsage)
	}
	report, err := inspectBook(flags.Arg(0))
	if err != nil {
		return inputError{err}
	}
	fmt.Fprintf(std.out, "%d entries, %d positions, %d reached from the initial one, %d entries without weight\n",
		report.Entries, report.Positions, report.Reached, report.Weightless)
	for _, fault := range report.Faults {
		fmt.Fprintf(std.out, "offset %d: %v\n", fault.Offset, fault.Err)
	}
	if hidden := report.Faulty - len(report.Faults); hidden > 0 {
		fmt.Fprintf(std.out, "and %d more\n", hidden)
	}
	if report.Faulty > 0 {
		return inputError{fmt.Errorf("%s: faults: %d", flags.Arg(0), report.Faulty)}
	}
	return nil
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
