package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"alfiere/book"
	"alfiere/internal/cli"
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
