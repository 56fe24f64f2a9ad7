package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen/pgn"
)

// defineTreeConvert defines the command that converts a tree to another form.
func defineTreeConvert(flags *pflag.FlagSet) cli.Run {
	var f treeFlags
	f.defineReading(flags)
	flags.StringVar((*string)(&f.To), "to", "",
		"output `form`: pgn, text, numeric, table, board, fen or show (default: by extension of --out)")
	cli.Complete(flags, "to", "pgn", "text", "numeric", "table", "board", "fen", "show")
	cli.OutVar(flags, &f.out)
	return func(args []string, std cli.Streams) error {
		f.To = cmp.Or(f.To, pgn.FormOf(datafile.Plain(f.out), ""))
		return f.convert(args, std, "")
	}
}

// defineTreeShow defines the command that prints a tree with indentation.
func defineTreeShow(flags *pflag.FlagSet) cli.Run {
	f := treeFlags{Conversion: pgn.Conversion{To: pgn.Show}}
	flags.BoolVar(&f.Diagrams, "diagrams", false, "print a diagram at the end of each line of moves")
	f.defineReading(flags)
	return func(args []string, std cli.Streams) error { return f.convert(args, std, pgn.Text) }
}

// defineTreeCheck defines the command that counts the moves of a tree.
func defineTreeCheck(flags *pflag.FlagSet) cli.Run {
	f := treeFlags{Conversion: pgn.Conversion{To: pgn.Show}}
	f.defineReading(flags)
	return func(args []string, std cli.Streams) error {
		in, err := f.open(args, std, pgn.Text)
		if err != nil {
			return err
		}
		d, err := f.Read(f.text(in))
		if err := errors.Join(err, in.Close()); err != nil {
			return err
		}
		s := d.Tree.Summary()
		_, err = fmt.Fprintf(std.Out, "moves %d, generations %d, ended lines %d, replies not computed %d\n",
			s.Moves, s.Generations, s.Ended, s.Missing)
		return err
	}
}

// convert converts the file named by the arguments. usual is its form if neither --from nor the extension gives one.
func (f *treeFlags) convert(args []string, std cli.Streams, usual pgn.Form) error {
	in, err := f.open(args, std, usual)
	if err != nil {
		return err
	}
	defer in.Close()
	return std.Write(f.out, func(w *bufio.Writer) error {
		return errors.Join(f.Convert(w, f.text(in)), in.Close()) // Windows replaces no file that is open
	})
}

// text returns a reader of the file whose errors name the file, and its kind if it is not text. The PGN reader does
// that itself.
func (f *treeFlags) text(in *cli.Input) io.Reader {
	if f.From == pgn.PGN {
		return in
	}
	return namedReader{in.Name, datafile.NewTextReader(in)}
}

// namedReader is a reader whose errors name the file.
type namedReader struct {
	name string
	io.Reader
}

// Read implements io.Reader.
func (r namedReader) Read(into []byte) (int, error) {
	n, err := r.Reader.Read(into)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", r.name, err)
	}
	return n, err
}

// open completes the flags and opens the file named by the arguments.
func (f *treeFlags) open(args []string, std cli.Streams, usual pgn.Form) (*cli.Input, error) {
	if f.From == "" {
		f.From = usual
		if len(args) > 0 {
			f.From = pgn.FormOf(datafile.Plain(args[0]), usual)
		}
	}
	if err := f.complete(cmp.Or(f.From.Readable(), f.To.Writable())); err != nil {
		return nil, err
	}
	return std.OpenOnly(context.Background(), args, f.out)
}
