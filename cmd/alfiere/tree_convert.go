package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"

	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol/console"
)

// inputName returns the name of the file that the arguments name, "" for standard input.
func inputName(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// readArgument reads the tree of the file that the arguments name.
func (f *treeFlags) readArgument(args []string, std streams) (g *pgn.Game, letters gametree.Letters, err error) {
	err = f.withArgument(args, std, func(r io.Reader) (err error) {
		g, letters, err = f.read(r)
		return err
	})
	return g, letters, err
}

// withArgument calls read with the file that the arguments name. What read returns
// becomes an inputError.
func (f *treeFlags) withArgument(args []string, std streams, read func(io.Reader) error) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("%w: one FILE", errUsage)
	case len(args) == 0 && isTerminal(std.in):
		return fmt.Errorf("%w: give a FILE, or - for standard input", errUsage)
	}
	in, file, err := openInput(inputName(args), f.out, std)
	if err == nil {
		err = errors.Join(read(in), file.Close())
	}
	if err != nil {
		return inputError{err}
	}
	return nil
}

// runTreeConvert turns one form into another.
func runTreeConvert(flags *flag.FlagSet, args []string, std streams) error {
	var f treeFlags
	f.defineReading(flags)
	flags.StringVar((*string)(&f.to), "to", "", "`form` that is written: pgn, text, numeric, table, board, fen or show; else the name of --out tells it")
	out := outFlag(flags)
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	f.out = *out
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

// convertPositions turns a file of positions, one a line, into another.
func (f *treeFlags) convertPositions(args []string, std streams) error {
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
// its place. What it returns becomes an inputError.
func (f *treeFlags) writeOut(std streams, write func(io.Writer) error) error {
	buffered := func(w io.Writer) error {
		out := bufio.NewWriter(w)
		return errors.Join(write(out), out.Flush())
	}
	var err error
	if f.out != "" {
		err = console.Replace(f.out, buffered)
	} else {
		err = buffered(std.out)
	}
	if err != nil {
		return inputError{err}
	}
	return nil
}

// runTreeShow shows a tree to people.
func runTreeShow(flags *flag.FlagSet, args []string, std streams) error {
	f := treeFlags{to: formShow}
	flags.BoolVar(&f.diagrams, "diagrams", false, "a diagram at the end of each line of moves")
	g, letters, err := f.readTree(flags, args, std)
	if err != nil {
		return err
	}
	return f.writeOut(std, func(w io.Writer) error { return f.write(w, g, letters) })
}

// readTree parses the command line and reads the tree, which is a text if neither --from
// nor the name of the file says otherwise.
func (f *treeFlags) readTree(flags *flag.FlagSet, args []string, std streams) (*pgn.Game, gametree.Letters, error) {
	f.defineReading(flags)
	args, err := parseMixed(flags, args)
	if err != nil {
		return nil, "", err
	}
	f.from = cmp.Or(f.from, formOf(inputName(args), formText))
	if err := f.complete(f.from); err != nil {
		return nil, "", err
	}
	return f.readArgument(args, std)
}

// runTreeCheck says what is in a tree.
func runTreeCheck(flags *flag.FlagSet, args []string, std streams) error {
	var f treeFlags
	g, _, err := f.readTree(flags, args, std)
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
	return f.writeOut(std, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "moves %d, generations %d, ended lines %d, replies not computed %d\n",
			g.Tree.Len(), generations, ended, missing)
		return err
	})
}
