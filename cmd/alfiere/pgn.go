package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol/console"
)

// runPGN hands over to the parts of the pgn subcommand.
func runPGN(flags *flag.FlagSet, args []string, std streams) error {
	return runPart("pgn", pgnParts(), flags, args, std)
}

// pgnParts is the table of what can be done with files of games.
func pgnParts() []subcommand {
	return []subcommand{
		{"check", "[FILE…|-]", "Read all of the games and say where they are at fault.", runPGNCheck},
		{"list", "[FILE…|-]", "List the games, one a line.", runPGNList},
		{"filter", "[--position FEN] [--player NAME] [--result R] [--tag NAME=VALUE] [--out FILE] [FILE…|-]", "Write the games that have all that is asked for.", runPGNFilter},
		{"convert", "[--from LANGUAGE] [--to LANGUAGE] [--plain] [--out FILE] [FILE…|-]", "Write the games in the export format, or with other piece letters.", runPGNConvert},
		{"annotate", "[--nodes N] [--time SECONDS] [--depth D] [--new] [--out FILE] [FILE…|-]", "Add scores, mark mistakes and show what was better.", runPGNAnnotate},
		{"epd", "[--all] [--ply N] [--out FILE] [FILE…|-]", "Write positions of the games as EPD: the final ones, all, or those after N half-moves.", runPGNEPD},
	}
}

// pgnFiles goes through the games of files one by one. Memory does not grow with them.
type pgnFiles struct {
	std      streams
	output   string // the file to write; empty for standard output
	out      *bufio.Writer
	names    []string // none is standard input
	language string
	reading  pgn.Reading
	meter    *meter
	// toEnd is set if an interrupt is for visit to obey, which is called for the games
	// that are left as well.
	toEnd bool

	name   string // of the file that is read
	source *countingReader
	games  int
	faulty int // games
}

// countingReader counts what has been read of a file.
type countingReader struct {
	io.Reader
	read, size int64 // bytes; the size is 0 if it is not known
}

// Read implements io.Reader.
func (r *countingReader) Read(into []byte) (int, error) {
	n, err := r.Reader.Read(into)
	r.read += int64(n)
	return n, err
}

// newPGNFiles parses the command line: flags, then files. output is where outFlag puts
// its file, or nil.
func newPGNFiles(flags *flag.FlagSet, args []string, std streams, output *string) (*pgnFiles, error) {
	f := &pgnFiles{std: std, out: bufio.NewWriter(std.out), meter: newMeter(std)}
	flags.StringVar(&f.language, "from", "english", "`name`, code or letters of the language of the moves that are read")
	names, err := parseMixed(flags, args)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 && isTerminal(std.in) {
		return nil, fmt.Errorf("%w: give a FILE, or - for standard input", errUsage)
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	f.names = names
	if output != nil {
		f.output = *output
	}
	if f.output == "" && isTerminal(std.out) {
		f.meter = &meter{} // what is written would be between its lines
	}
	if f.reading.Language, err = notation.ParseLanguage(f.language); err != nil {
		return nil, fmt.Errorf("%w: --from %q: %w", errUsage, f.language, err)
	}
	return f, nil
}

// errFaultyGames is returned where some games are at fault and the others were done.
var errFaultyGames = errors.New("games at fault")

// each calls visit for every game of every file; visit reads what it needs of it, and
// what it returns ends all. Faults of games are told by visit and do not end anything.
// A second interrupt ends the process. The error is an inputError, or one of visit.
func (f *pgnFiles) each(visit func(ctx context.Context, r *pgn.Reader) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	write := func(w io.Writer) (err error) {
		f.out.Reset(w)
		for _, name := range f.names {
			if err = f.file(ctx, name, visit); err != nil {
				break
			}
		}
		f.meter.clear()
		if err == nil && ctx.Err() != nil && f.games == 0 {
			err = errInterrupted // a file stays as it was
		}
		return errors.Join(err, f.out.Flush())
	}
	var err error
	if f.output != "" {
		err = console.Replace(f.output, write)
	} else {
		err = write(f.std.out)
	}
	switch {
	case err != nil:
		return inputError{err}
	case ctx.Err() != nil:
		return inputError{errInterrupted}
	case f.faulty > 0:
		return inputError{fmt.Errorf("%w: %d of %d", errFaultyGames, f.faulty, f.games)}
	}
	return nil
}

// file is each for one file.
func (f *pgnFiles) file(ctx context.Context, name string, visit func(context.Context, *pgn.Reader) error) error {
	source, err := f.open(ctx, name)
	if err != nil {
		return err
	}
	defer source.Close()
	r := pgn.NewReader(f.source, f.reading)
	for r.Next() {
		f.games++
		f.meter.show("%s%d games", bar(f.source.read, f.source.size), f.games)
		if err := visit(ctx, r); err != nil {
			return err
		}
		if ctx.Err() != nil && !f.toEnd {
			return errInterrupted
		}
	}
	if err := r.Err(); err != nil && !(f.toEnd && errors.Is(err, errInterrupted)) {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

// open opens a file and makes it the source.
func (f *pgnFiles) open(ctx context.Context, name string) (io.Closer, error) {
	in, closer, err := openInput(name, f.output, f.std)
	if err != nil {
		return nil, err
	}
	if f.name = name; name == "-" {
		f.name = "stdin"
	}
	f.source = &countingReader{Reader: in}
	if file, ok := in.(*os.File); ok {
		info, err := file.Stat()
		if err == nil && info.Mode().IsRegular() {
			f.source.size = info.Size()
		} else {
			f.source.Reader = newPatientReader(ctx, in)
		}
	}
	return closer, nil
}

// tell writes the faults of a game to standard error.
func (f *pgnFiles) tell(faults []*pgn.Error) {
	if len(faults) == 0 {
		return
	}
	f.faulty++
	f.meter.clear()
	for _, fault := range faults {
		text := fault.Err.Error()
		if quoted := strconv.Quote(fault.Text); fault.Text != "" && !strings.Contains(text, quoted) {
			text += ": " + quoted
		}
		fmt.Fprintf(f.std.err, "%s:%d:%d: game %d: %s\n", f.name, fault.Line, fault.Column, fault.Game, printable(text))
	}
}

// game reads the whole game and tells its faults.
func (f *pgnFiles) game(r *pgn.Reader) *pgn.Game {
	g, _ := r.Game() // the first of the faults
	f.tell(g.Faults)
	return g
}
