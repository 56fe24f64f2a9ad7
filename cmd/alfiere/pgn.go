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
		{"filter", "[--position FEN] [--player NAME] [--result R] [--tag NAME=VALUE] [FILE…|-]", "Write the games that have all that is asked for.", runPGNFilter},
		{"convert", "[--from LANGUAGE] [--to LANGUAGE] [--plain] [FILE…|-]", "Write the games in the export format, or with other piece letters.", runPGNConvert},
		{"annotate", "[--nodes N] [--time SECONDS] [--depth D] [FILE…|-]", "Add scores, mark mistakes and show what was better.", runPGNAnnotate},
		{"epd", "[--all] [--ply N] [FILE…|-]", "Write positions of the games as EPD: the final ones, all, or those after N half-moves.", runPGNEPD},
	}
}

// pgnFiles goes through the games of files one by one. Memory does not grow with them.
type pgnFiles struct {
	std      streams
	out      *bufio.Writer
	names    []string // none is standard input
	language string
	reading  pgn.Reading
	meter    *meter

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

// newPGNFiles parses the command line: flags, then files.
func newPGNFiles(flags *flag.FlagSet, args []string, std streams) (*pgnFiles, error) {
	f := &pgnFiles{std: std, out: bufio.NewWriter(std.out), meter: newMeter(std)}
	if isTerminal(std.out) {
		f.meter = &meter{}
	}
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
	if f.reading.Language, err = notation.ParseLanguage(f.language); err != nil {
		return nil, fmt.Errorf("%w: --from %q: %w", errUsage, f.language, err)
	}
	return f, nil
}

// errFaultyGames is returned where some games are at fault and the others were done.
var errFaultyGames = errors.New("games at fault")

// each calls visit for every game of every file; visit reads what it needs of it, and
// what it returns ends all. Faults of games are told by visit and do not end anything.
// The error is an inputError, or one of visit.
func (f *pgnFiles) each(visit func(ctx context.Context, r *pgn.Reader) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	for _, name := range f.names {
		if err = f.file(ctx, name, visit); err != nil {
			break
		}
	}
	f.meter.clear()
	if err = errors.Join(err, f.out.Flush()); err != nil {
		return inputError{err}
	}
	if f.faulty > 0 {
		return inputError{fmt.Errorf("%w: %d of %d", errFaultyGames, f.faulty, f.games)}
	}
	return nil
}

// file is each for one file.
func (f *pgnFiles) file(ctx context.Context, name string, visit func(context.Context, *pgn.Reader) error) error {
	f.name, f.source = name, &countingReader{Reader: f.std.in}
	if name == "-" {
		f.name = "stdin"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		f.source.Reader = file
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			f.source.size = info.Size()
		}
	}
	r := pgn.NewReader(f.source, f.reading)
	for r.Next() {
		f.games++
		f.meter.show("%s%d games", bar(f.source.read, f.source.size), f.games)
		if err := visit(ctx, r); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errInterrupted
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
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
