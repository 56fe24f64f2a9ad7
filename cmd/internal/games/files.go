// Package games holds the subcommands for files of games and of positions. Command is the row of
// pgn: it checks, lists, filters, converts and annotates games and takes positions out of them,
// one game after another, so memory does not grow with a file. AnalyseCommand, SuiteCommand and
// EndgameCommand analyse positions and games, solve test suites and ask endgame tables.
//
// Errors in the input are reported on standard error and skipped. An interrupt ends the work and
// prints what is known by then. Output files are replaced only if everything went well.
//
// Reading, writing and filtering games is the work of movegen/pgn, judging them that of
// search/analysis.
package games

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// errFaultyGames is wrapped where some games are at fault and the others were done.
var errFaultyGames = errors.New("games at fault")

// maxTold is how many faults of a file are told one by one.
const maxTold = 20

// files are files of games that a command goes through, and what it writes.
type files struct {
	Std    cli.Streams
	Names  []string // none is standard input
	Output string   // the file to write; empty for standard output
	From   notation.PieceLetters
	To     notation.PieceLetters

	out      *bufio.Writer
	progress *cli.Progress
	in       *cli.Input // the file that is read
	games    int        // of all files so far
	faulty   int        // games
	told     int        // faults of the file that is read
	empty    int        // files without a game
	// carries is set if what cannot be read goes into the output as it stands.
	carries bool
	store   *store // where the texts of all games go; nil if they are not wanted
	// finish is called when all games have been visited; nil does nothing.
	finish func() error
	// own is set while the file that is read is the output, too.
	own bool
	// toEnd is set if an interrupt is for visit to obey, which is called for the games
	// that are left as well.
	toEnd bool
	// showing is set if visit shows how far it is.
	showing bool
}

// visit reads what it needs of the game that r stands before. What it returns ends all.
type visit func(ctx context.Context, r *pgn.Reader) error

// each calls visit for every game of every file. Faults of games are told by visit and do
// not end anything. The error wraps cli.ErrNoInput, cli.ErrInterrupted, errFaultyGames or
// is that of a file or of visit, or wraps pgn.ErrNoGame.
func (f *files) each(visit visit) error {
	if len(f.Names) == 0 && cli.IsTerminal(f.Std.In) {
		return cli.ErrNoInput
	}
	if f.progress = cli.NewProgress(f.Std); f.Output == "" {
		f.progress = cli.NewProgressBesideOutput(f.Std)
	}
	ctx, stop := cli.Interrupts()
	defer stop()
	err := f.Std.Write(f.Output, func(out *bufio.Writer) error {
		f.out = out
		defer f.progress.Clear()
		return f.all(ctx, visit)
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return cli.ErrInterrupted
	case f.empty > 0 && f.faulty > 0:
		return fmt.Errorf("%w: %d of %d; %w in %d of %d files", errFaultyGames, f.faulty, f.games, pgn.ErrNoGame, f.empty,
			len(f.Names))
	case f.empty > 0:
		return fmt.Errorf("%w in %d of %d files", pgn.ErrNoGame, f.empty, len(f.Names))
	case f.faulty > 0:
		return fmt.Errorf("%w: %d of %d", errFaultyGames, f.faulty, f.games)
	}
	return nil
}

// all is each with the output open.
func (f *files) all(ctx context.Context, visit visit) error {
	names := f.Names
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		if err := f.file(ctx, name, visit); err != nil {
			return err
		}
	}
	if ctx.Err() != nil && f.games == 0 {
		return cli.ErrInterrupted // a file stays as it was
	}
	if f.games == 0 {
		return fmt.Errorf("%w in %d files", pgn.ErrNoGame, f.empty) // the same
	}
	if f.finish != nil {
		return f.finish()
	}
	return nil
}

// file is each for one file.
func (f *files) file(ctx context.Context, name string, visit visit) (err error) {
	if f.in, err = f.Std.Open(ctx, name, f.Output); err != nil {
		return err
	}
	defer f.in.Close()
	f.own = f.Output != "" && f.in.IsFile(f.Output)
	return f.through(ctx, pgn.NewReader(f.in, f.reading()), visit)
}

// through is file for one that is open.
func (f *files) through(ctx context.Context, r *pgn.Reader, visit visit) error {
	faulty := f.faulty
	f.told = 0
	defer f.tellCount()
	for r.Next() {
		f.games++
		if err := f.between(r); err != nil {
			return err
		}
		if !f.showing {
			f.progress.Show("%s%d games", f.in.Bar(), f.games)
		}
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
	if f.own && !f.carries && f.store == nil && f.faulty > faulty {
		return fmt.Errorf("%w: %d of %d; %s stays as it was", errFaultyGames, f.faulty, f.games, f.Output)
	}
	if err := r.NoGame(); err != nil && ctx.Err() == nil { // what was interrupted says nothing of the rest
		if err = fmt.Errorf("%s: %w", f.in.Name, err); len(f.Names) < 2 {
			return err
		}
		f.progress.Clear()
		fmt.Fprintln(f.Std.Err, err)
		f.empty++
	}
	return f.between(r)
}

// tellCount tells how many faults of a file were not told.
func (f *files) tellCount() {
	if more := f.told - maxTold; more > 0 {
		f.progress.Clear()
		fmt.Fprintf(f.Std.Err, "%s: %d more faults\n", f.in.Name, more)
	}
}

// tell writes the faults of a game to standard error, the first ones of a file.
func (f *files) tell(faults []*pgn.Error) {
	if len(faults) == 0 {
		return
	}
	f.faulty++
	if f.told < maxTold {
		f.progress.Clear()
	}
	for _, fault := range faults {
		if f.told++; f.told > maxTold {
			continue
		}
		text := fault.Err.Error()
		if quoted := strconv.Quote(fault.Text); fault.Text != "" && !strings.Contains(text, quoted) {
			text += ": " + quoted
		}
		fmt.Fprintf(f.Std.Err, "%s:%d:%d: game %d: %s\n", f.in.Name, fault.Line, fault.Column, fault.Game,
			notation.Printable(text))
	}
}

// game reads the whole game and tells its faults.
func (f *files) game(r *pgn.Reader) *pgn.Game {
	g, _ := r.Game() // the first of the faults
	f.tell(g.Faults)
	return g
}

// tellTables tells the files of endgame tables that turn out to be unusable.
func (f *files) tellTables(faults []error) {
	for _, fault := range faults {
		f.progress.Clear()
		fmt.Fprintln(f.Std.Err, notation.Printable(fault.Error()))
	}
}
