// Package games holds the subcommands for files of games and of positions. Command is the row of
// pgn: it checks, lists, converts and annotates games and takes positions out of them,
// one game after another, so memory does not grow with a file. AnalyseCommand, SuiteCommand and
// EndgameCommand analyse positions and games, solve test suites and ask endgame tables.
//
// Errors in the input are reported on standard error and skipped. An interrupt ends the work and
// prints what is known by then. Output files are replaced only if everything went well.
//
// Reading and writing games is the work of movegen/pgn, judging them that of search/analysis.
package games

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// errFaultyGames is wrapped if some games are invalid and the rest were done.
var errFaultyGames = errors.New("games with errors")

// errStrayText is wrapped if text is in no game.
var errStrayText = errors.New("text outside of games")

// maxReported is the maximum number of errors of a file that are reported one by one.
const maxReported = 20

// files are the files of games that a command reads, and its output.
type files struct {
	Std    cli.Streams
	Names  []string // none means standard input
	Output string   // the file to write; empty for standard output
	From   notation.PieceLetters
	To     notation.PieceLetters

	out      *bufio.Writer
	progress *cli.Progress
	in       *cli.Input // the file being read
	games    int        // of all files so far
	faulty   int        // games
	reported int        // reported errors of the file being read
	empty    int        // files without a game
	stray    int        // places of text that is in no game
	// strict is set if such text is an error.
	strict bool
	// carries is set if invalid games are copied to the output unchanged.
	carries bool
	// own is set while the file being read is also the output.
	own bool
	// toEnd is set if visit handles an interrupt itself, and is called for the remaining games, too.
	toEnd bool
	// showing is set if visit shows its own progress.
	showing bool
}

// visit reads the parts that it needs of the next game of r. An error ends the work.
type visit func(ctx context.Context, r *pgn.Reader) error

// each calls visit for every game of every file. Errors of games are reported by visit and do not
// end the work. The error wraps cli.ErrNoInput, cli.ErrInterrupted, errFaultyGames or is that of a
// file or of visit, or wraps pgn.ErrNoGame.
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
	case f.strict && f.stray > 0 && f.faulty > 0:
		return fmt.Errorf("%w: %d of %d; %w: %d places", errFaultyGames, f.faulty, f.games, errStrayText, f.stray)
	case f.strict && f.stray > 0:
		return fmt.Errorf("%w: %d places", errStrayText, f.stray)
	case f.faulty > 0:
		return fmt.Errorf("%w: %d of %d", errFaultyGames, f.faulty, f.games)
	}
	return nil
}

// all is each with the output open.
func (f *files) all(ctx context.Context, visit visit) error {
	err := f.Std.Each(ctx, f.Names, f.Output, func(in *cli.Input) error {
		f.in, f.own = in, f.Output != "" && in.IsFile(f.Output)
		return f.through(ctx, pgn.NewReader(in, f.reading()), visit)
	})
	if err != nil {
		return err
	}
	if ctx.Err() != nil && f.games == 0 {
		return cli.ErrInterrupted // the output file stays unchanged
	}
	if f.games == 0 {
		return fmt.Errorf("%w in %d files", pgn.ErrNoGame, f.empty) // the output file stays unchanged here, too
	}
	return nil
}

// through is each for one file.
func (f *files) through(ctx context.Context, r *pgn.Reader, visit visit) error {
	faulty := f.faulty
	f.reported = 0
	defer f.tellCount()
	for r.Next() {
		f.games++
		f.tellStray(r)
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
	if f.own && !f.carries && f.faulty > faulty {
		return fmt.Errorf("%w: %d of %d; %s stays as it was", errFaultyGames, f.faulty, f.games, f.Output)
	}
	if err := r.NoGame(); err != nil && ctx.Err() == nil { // after an interrupt the rest is unknown
		if err = fmt.Errorf("%s: %w", f.in.Name, err); len(f.Names) < 2 {
			return err
		}
		f.progress.Clear()
		fmt.Fprintln(f.Std.Err, err)
		f.empty++
	} else if err == nil {
		f.tellStray(r)
	}
	return f.between(r)
}

// keepsAll reports whether the text between games is kept in the output.
func (f *files) keepsAll() bool { return f.carries && f.own }

// tellStray reports text between games that is not kept.
func (f *files) tellStray(r *pgn.Reader) {
	if f.keepsAll() {
		return
	}
	f.stray += len(r.Stray())
	f.tellEach(r.Stray())
}

// tellCount reports how many errors of a file were not reported.
func (f *files) tellCount() {
	if more := f.reported - maxReported; more > 0 {
		f.progress.Clear()
		fmt.Fprintf(f.Std.Err, "%s: %d more errors\n", f.in.Name, more)
	}
}

// tell writes the errors of a game to standard error, up to the maximum of a file.
func (f *files) tell(faults []*pgn.Error) {
	if len(faults) == 0 {
		return
	}
	f.faulty++
	f.tellEach(faults)
}

// tellEach is tell without counting the game.
func (f *files) tellEach(faults []*pgn.Error) {
	if len(faults) == 0 {
		return
	}
	if f.reported < maxReported {
		f.progress.Clear()
	}
	for _, fault := range faults {
		if f.reported++; f.reported > maxReported {
			continue
		}
		text := fault.Err.Error()
		if quoted := strconv.Quote(fault.Text); fault.Text != "" && !strings.Contains(text, quoted) {
			text += ": " + quoted
		}
		game := ""
		if !errors.Is(fault, pgn.ErrStray) {
			game = fmt.Sprintf("game %d: ", fault.Game)
		}
		fmt.Fprintf(f.Std.Err, "%s:%d:%d: %s%s\n", f.in.Name, fault.Line, fault.Column, game, notation.Printable(text))
	}
}

// game reads the whole game and reports its errors.
func (f *files) game(r *pgn.Reader) *pgn.Game {
	g, _ := r.Game() // the error is the first one reported
	f.tell(g.Faults)
	return g
}

// tellTables reports the files of endgame tables that turn out to be unusable.
func (f *files) tellTables(faults []error) {
	for _, fault := range faults {
		f.progress.Clear()
		fmt.Fprintln(f.Std.Err, notation.Printable(fault.Error()))
	}
}

// reading returns how the games of the file are read: with their bytes if invalid games are copied to the output.
func (f *files) reading() pgn.Reading {
	return pgn.Reading{Language: f.From, Keep: f.carries}
}

// between writes the text in front of the next game of r, or after the last one, if the file is
// replaced: no text of the file may be lost.
func (f *files) between(r *pgn.Reader) error {
	if !f.keepsAll() {
		return nil
	}
	text, err := r.Before()
	if err != nil {
		return err
	}
	return f.carry(bytes.Trim(text, " \t\r\n"))
}

// carry writes a piece of a file unchanged, followed by an empty line.
func (f *files) carry(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := f.out.Write(text)
	// Carriage returns and blanks at the end do not count.
	lineEnds := bytes.Count(text[len(bytes.TrimRight(text, " \t\r\n")):], []byte{'\n'})
	for ; lineEnds < 2 && err == nil; lineEnds++ {
		err = f.out.WriteByte('\n')
	}
	return err
}

// stays reports whether the game is copied unchanged: it is invalid, or the file is replaced and
// has some text of the game that g lacks. The reason is reported.
func (f *files) stays(r *pgn.Reader, g *pgn.Game) bool {
	if len(g.Faults) == 0 && f.own {
		if omitted := r.Omitted(); omitted != nil {
			g.Faults = append(g.Faults, omitted)
			f.tell(g.Faults)
		}
	}
	return len(g.Faults) > 0
}

// write writes the game that was read from r, unchanged if g is not all of it.
func (f *files) write(r *pgn.Reader, g *pgn.Game) error {
	if !f.stays(r, g) {
		err := pgn.Layout{Language: f.To}.Write(f.out, g)
		if !errors.Is(err, pgn.ErrNesting) {
			return err
		}
		f.tell([]*pgn.Error{{Line: r.Line(), Column: 1, Game: f.games, Err: err}})
	}
	text, err := r.Source()
	if err != nil {
		return err
	}
	return f.carry(text)
}
