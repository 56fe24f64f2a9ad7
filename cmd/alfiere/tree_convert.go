package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"

	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
)

// readArgument reads the tree of the file that the arguments name.
func (f *treeFlags) readArgument(args []string, std streams) (*pgn.Game, gametree.Letters, error) {
	file, err := openArgument(args, std)
	if err != nil {
		return nil, "", err
	}
	g, letters, err := f.read(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, "", inputError{err}
	}
	return g, letters, nil
}

// runTreeConvert turns one form into another.
func runTreeConvert(flags *flag.FlagSet, args []string, std streams) error {
	var f treeFlags
	f.defineReading(flags)
	flags.StringVar((*string)(&f.to), "to", "", "`form` that is written: pgn, text, numeric, table, board, fen or show")
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	if err := f.complete(f.from, f.to); err != nil {
		return err
	}
	g, letters, err := f.readArgument(args, std)
	if err != nil {
		return err
	}
	return f.writeOut(g, letters, std)
}

// writeOut writes to standard output.
func (f *treeFlags) writeOut(g *pgn.Game, letters gametree.Letters, std streams) error {
	out := bufio.NewWriter(std.out)
	if err := errors.Join(f.write(out, g, letters), out.Flush()); err != nil {
		return inputError{err}
	}
	return nil
}

// runTreeShow shows a tree to people.
func runTreeShow(flags *flag.FlagSet, args []string, std streams) error {
	f := treeFlags{from: formText, to: formShow}
	f.defineReading(flags)
	diagrams := flags.Bool("diagrams", false, "a diagram at the end of each line of moves")
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	if err := f.complete(f.from); err != nil {
		return err
	}
	g, _, err := f.readArgument(args, std)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(std.out)
	err = outline{w: out, letters: f.moves, diagrams: *diagrams, game: f.from == formPGN}.write(g.Tree)
	if err = errors.Join(err, out.Flush()); err != nil {
		return inputError{err}
	}
	return nil
}

// runTreeCheck says what is in a tree.
func runTreeCheck(flags *flag.FlagSet, args []string, std streams) error {
	f := treeFlags{from: formText}
	f.defineReading(flags)
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	if err := f.complete(f.from); err != nil {
		return err
	}
	g, _, err := f.readArgument(args, std)
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
	_, err = fmt.Fprintf(std.out, "moves %d, generations %d, ended lines %d, replies not computed %d\n",
		g.Tree.Len(), generations, ended, missing)
	return err
}
