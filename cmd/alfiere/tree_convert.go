package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// inputName returns the name of the file that the arguments name, "" for standard input.
func inputName(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// readArgument reads the tree of the file that the arguments name.
func (f *treeFlags) readArgument(args []string, std cli.Streams) (g *pgn.Game, letters gametree.Letters, err error) {
	err = f.withArgument(args, std, func(r io.Reader) (err error) {
		g, letters, err = f.read(r)
		return err
	})
	return g, letters, err
}

// withArgument calls read with the file that the arguments name.
func (f *treeFlags) withArgument(args []string, std cli.Streams, read func(io.Reader) error) error {
	in, err := std.OpenOnly(context.Background(), args, f.out)
	if err != nil {
		return err
	}
	return errors.Join(read(in), in.Close())
}

// defineTreeConvert turns one form into another.
func defineTreeConvert(flags *flag.FlagSet) cli.Run {
	var f treeFlags
	f.defineReading(flags)
	flags.StringVar((*string)(&f.to), "to", "", "`form` that is written: pgn, text, numeric, table, board, fen or show; else the name of --out tells it")
	cli.OutVar(flags, &f.out)
	return func(args []string, std cli.Streams) error {
		f.from, f.to = cmp.Or(f.from, formOf(inputName(args), "")), cmp.Or(f.to, formOf(f.out, ""))
		if err := f.complete(f.from, f.to); err != nil {
			return err
		}
		if f.from == formFEN && (f.to == formFEN || f.to == formBoard) {
			return f.convertPositions(args, std)
		}
		g, letters, err := f.readArgument(args, std)
		if err != nil {
			return err
		}
		return f.writeOut(std, func(w io.Writer) error { return f.write(w, g, letters) })
	}
}

// convertPositions turns a file of positions, one a line, into another.
func (f *treeFlags) convertPositions(args []string, std cli.Streams) error {
	return f.withArgument(args, std, func(in io.Reader) error {
		return f.writeOut(std, func(w io.Writer) error {
			r := notation.NewEPDReader(in, f.rules)
			for {
				e, err := r.Read()
				if err == io.EOF {
					return nil
				}
				if err == nil {
					err = f.write(w, pgn.NewGame(gametree.New(e.Position)), f.given)
				}
				if err != nil {
					return err
				}
			}
		})
	})
}

// writeOut calls write with standard output, or with the file that is to be written in
// its place.
func (f *treeFlags) writeOut(std cli.Streams, write func(io.Writer) error) error {
	return std.Write(f.out, func(w *bufio.Writer) error { return write(w) })
}

// defineTreeShow shows a tree to people.
func defineTreeShow(flags *flag.FlagSet) cli.Run {
	f := treeFlags{to: formShow}
	flags.BoolVar(&f.diagrams, "diagrams", false, "a diagram at the end of each line of moves")
	f.defineReading(flags)
	return func(args []string, std cli.Streams) error {
		g, letters, err := f.readTree(args, std)
		if err != nil {
			return err
		}
		return f.writeOut(std, func(w io.Writer) error { return f.write(w, g, letters) })
	}
}

// readTree reads the tree that the arguments name, which is a text if neither --from
// nor the name of the file says otherwise.
func (f *treeFlags) readTree(args []string, std cli.Streams) (*pgn.Game, gametree.Letters, error) {
	f.from = cmp.Or(f.from, formOf(inputName(args), formText))
	if err := f.complete(f.from); err != nil {
		return nil, "", err
	}
	return f.readArgument(args, std)
}

// defineTreeCheck says what is in a tree.
func defineTreeCheck(flags *flag.FlagSet) cli.Run {
	var f treeFlags
	f.defineReading(flags)
	return func(args []string, std cli.Streams) error {
		g, _, err := f.readTree(args, std)
		if err != nil {
			return err
		}
		generations, ended, missing := 0, 0, 0
		for generation := range g.Tree.Generations() {
			generations++
			for _, n := range generation {
				if g.Tree.Ended(n) {
					ended++
				}
				missing += g.Tree.Missing(n)
			}
		}
		missing += g.Tree.Missing(gametree.Root)
		_, err = fmt.Fprintf(std.Out, "moves %d, generations %d, ended lines %d, replies not computed %d\n",
			g.Tree.Len(), generations, ended, missing)
		return err
	}
}
