package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"alfiere/book"
	"alfiere/internal/cli"
)

func defineBookDump(flags *flag.FlagSet) cli.Run {
	plies := flags.Int("plies", 0, "half-moves to go into the book, 0 for all")
	return func(args []string, std cli.Streams) (err error) {
		if len(args) > 1 || *plies < 0 {
			return cli.Usagef("at most one book, and plies from 0")
		}
		b := book.Builtin()
		if len(args) == 1 {
			if b, err = book.Open(args[0]); err != nil {
				return err
			}
			warnOfStray(args[0], b, std)
		}
		return errors.Join(book.Dump(std.Out, b, *plies), b.Close())
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
		for _, name := range args {
			if b, err := book.Open(name); err == nil { // the merging tells the fault
				warnOfStray(name, b, std)
				b.Close()
			}
		}
		return writeBook(*out, std, func(w io.Writer) (int, error) { return book.MergeFiles(w, how, nil, args) })
	}
}

// warnOfStray tells that the end of a book is not used.
func warnOfStray(name string, b *book.Book, std cli.Streams) {
	if fault := b.Stray(); fault != nil {
		fmt.Fprintf(std.Err, "warning: %s: used but for its end: %v\n", name, fault)
	}
}

// writeBook calls merge with a file, which is replaced when all has gone well, and tells
// the number of entries that it returns.
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

func defineBookCheck(*flag.FlagSet) cli.Run {
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("one book is needed")
		}
		report, err := book.InspectFile(args[0])
		if err != nil {
			return err
		}
		if err := report.Write(std.Out); err != nil {
			return err
		}
		if report.Faulty > 0 {
			return fmt.Errorf("%s: faults: %d", args[0], report.Faulty)
		}
		return nil
	}
}
