package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// pgnFiles goes through the games of files one by one. Memory does not grow with them.
type pgnFiles struct {
	std      cli.Streams
	output   string // the file to write; empty for standard output
	out      *bufio.Writer
	names    []string // none is standard input
	language string
	reading  pgn.Reading
	progress *cli.Progress
	// toEnd is set if an interrupt is for visit to obey, which is called for the games
	// that are left as well.
	toEnd bool

	in     *cli.Input
	games  int
	faulty int // games
}

// newPGNFiles declares the flags that every part has.
func newPGNFiles(flags *flag.FlagSet) *pgnFiles {
	f := &pgnFiles{}
	flags.StringVar(&f.language, "from", "english", "`name`, code or letters of the language of the moves that are read")
	return f
}

// newPGNOutput is newPGNFiles for a part that writes games or positions.
func newPGNOutput(flags *flag.FlagSet) *pgnFiles {
	f := newPGNFiles(flags)
	cli.OutVar(flags, &f.output)
	return f
}

// begin takes the names of the files. Its errors are of usage.
func (f *pgnFiles) begin(names []string, std cli.Streams) (err error) {
	if len(names) == 0 && cli.IsTerminal(std.In) {
		return cli.ErrNoInput
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	f.names, f.std, f.out = names, std, bufio.NewWriter(std.Out)
	if f.progress = cli.NewProgress(std); f.output == "" {
		f.progress = cli.NewProgressBesideOutput(std)
	}
	if f.reading.Language, err = notation.ParseLanguage(f.language); err != nil {
		return cli.Usagef("--from %q: %w", f.language, err)
	}
	return nil
}

// errFaultyGames is returned where some games are at fault and the others were done.
var errFaultyGames = errors.New("games at fault")

// each calls visit for every game of every file; visit reads what it needs of it, and
// what it returns ends all. Faults of games are told by visit and do not end anything.
func (f *pgnFiles) each(visit func(ctx context.Context, r *pgn.Reader) error) error {
	ctx, stop := cli.Interrupts()
	defer stop()
	write := func(w io.Writer) (err error) {
		f.out.Reset(w)
		for _, name := range f.names {
			if err = f.file(ctx, name, visit); err != nil {
				break
			}
		}
		f.progress.Clear()
		if err == nil && ctx.Err() != nil && f.games == 0 {
			err = cli.ErrInterrupted // a file stays as it was
		}
		return errors.Join(err, f.out.Flush())
	}
	var err error
	if f.output != "" {
		err = cli.Replace(f.output, write)
	} else {
		err = write(f.std.Out)
	}
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return cli.ErrInterrupted
	case f.faulty > 0:
		return fmt.Errorf("%w: %d of %d", errFaultyGames, f.faulty, f.games)
	}
	return nil
}

// file is each for one file.
func (f *pgnFiles) file(ctx context.Context, name string, visit func(context.Context, *pgn.Reader) error) (err error) {
	if f.in, err = f.std.Open(ctx, name, f.output); err != nil {
		return err
	}
	defer f.in.Close()
	r := pgn.NewReader(f.in, f.reading)
	for r.Next() {
		f.games++
		f.progress.Show("%s%d games", f.in.Bar(), f.games)
		if err := visit(ctx, r); err != nil {
			return err
		}
		if ctx.Err() != nil && !f.toEnd {
			return cli.ErrInterrupted
		}
	}
	if err := r.Err(); err != nil && !(f.toEnd && errors.Is(err, cli.ErrInterrupted)) {
		return fmt.Errorf("%s: %w", f.in.Name, err)
	}
	return nil
}

// tell writes the faults of a game to standard error.
func (f *pgnFiles) tell(faults []*pgn.Error) {
	if len(faults) == 0 {
		return
	}
	f.faulty++
	f.progress.Clear()
	for _, fault := range faults {
		text := fault.Err.Error()
		if quoted := strconv.Quote(fault.Text); fault.Text != "" && !strings.Contains(text, quoted) {
			text += ": " + quoted
		}
		fmt.Fprintf(f.std.Err, "%s:%d:%d: game %d: %s\n", f.in.Name, fault.Line, fault.Column, fault.Game, notation.Printable(text))
	}
}

// game reads the whole game and tells its faults.
func (f *pgnFiles) game(r *pgn.Reader) *pgn.Game {
	g, _ := r.Game() // the first of the faults
	f.tell(g.Faults)
	return g
}
