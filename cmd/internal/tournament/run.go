package tournament

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// Tournament is a match with its files.
type Tournament struct {
	Match    arena.Match // its Report and Openings are filled in
	Openings string      // EPD, FEN or PGN file; empty: the initial position, or each of Chess960's
	Shuffle  uint64      // seed of the order of the openings; 0 keeps theirs
	Record   string      // PGN file of the games; empty: none
	Resume   bool        // the games in Record are the first ones of the match
	Event    string      // its name in the record
	Anchor   Anchor      // of the ratings of more than two

	Table    io.Writer // gets the table
	Log      io.Writer // hears of faults, in lines for people
	Progress Progress  // shows how the match goes on
}

// Progress is a line for a person who waits; it is written over again and again.
type Progress interface {
	Show(format string, values ...any)
	Clear()
}

// FaultsError is the number of games that were lost by faults of an engine.
type FaultsError int

// Error tells the number.
func (e FaultsError) Error() string {
	return fmt.Sprintf("%d games were lost by faults of an engine", int(e))
}

// Validate returns why the match cannot be played, nil if it can.
func (r *Tournament) Validate() error {
	m := &r.Match
	if m.Games < 1 || m.Concurrency < 1 || m.Rules.MaxMoves < 0 ||
		m.Rules.Margin < 0 || m.Rules.Grace <= 0 || m.Rules.Longest <= 0 {
		return errors.New("games, concurrency, grace and longest must be above 0, margin and max-moves not below")
	}
	if m.Test != nil && len(m.Contestants) != 2 {
		return errors.New("--sprt is for two engines")
	}
	if name := r.Anchor.Name; name != "" && !slices.Contains(r.names(), name) {
		return fmt.Errorf("--anchor: no engine has the name %q", name)
	}
	if r.Resume && r.Record == "" {
		return errors.New("--resume needs --pgn")
	}
	return nil
}

// Play plays the match and prints its table. Games that the end of ctx cuts short are
// dropped; those played before are kept. The error is that of a file or of Match.Run,
// wraps the cause of ctx's end, or is a FaultsError.
func (r *Tournament) Play(ctx context.Context) error {
	var err error
	if r.Match.Openings, err = r.readOpenings(); err != nil {
		return err
	}
	record, err := r.openRecord()
	if err != nil {
		return err
	}
	names := r.names()
	r.Match.Report = func(g *arena.Game, standing *arena.Standing) error {
		r.report(g, standing)
		if record == nil {
			return nil
		}
		if _, err := record.Write(r.Match.AppendPGN(nil, g, r.Event)); err != nil {
			return err
		}
		return record.Sync()
	}
	standing, err := r.Match.Run(ctx)
	r.Progress.Clear()
	if record != nil {
		err = errors.Join(err, record.Close())
	}
	writeErr := r.writeTable(names, standing)
	faults := standing.FaultCount()
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return fmt.Errorf("%w after %d games", context.Cause(ctx), standing.Count())
	case err != nil || writeErr != nil:
		return errors.Join(err, writeErr)
	case faults > 0:
		return FaultsError(faults)
	}
	return nil
}

// names returns the contestants' names.
func (r *Tournament) names() (names []string) {
	for i := range r.Match.Contestants {
		names = append(names, r.Match.Contestants[i].Name)
	}
	return names
}

// readOpenings reads the file of openings. Without one Chess960 begins with each of its
// positions, where standard chess has but one.
func (r *Tournament) readOpenings() (openings []movegen.Position, err error) {
	switch {
	case r.Openings != "":
		if openings, err = openingsOf(r.Openings, movegen.Rules{Chess960: r.Match.Chess960}); err != nil {
			return nil, err
		}
	case r.Match.Chess960:
		for number := range arena.Chess960Starts {
			openings = append(openings, arena.Chess960Start(number))
		}
	}
	if r.Shuffle != 0 {
		arena.Shuffle(openings, r.Shuffle)
	}
	return openings, nil
}

// openingsOf reads a file of openings, which are games if its name ends with .pgn.
func openingsOf(name string, rules movegen.Rules) (openings []movegen.Position, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	read := arena.ReadOpenings
	if strings.EqualFold(filepath.Ext(name), ".pgn") {
		read = arena.ReadGameOpenings
	}
	if openings, err = read(file, rules); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: there are no positions in it", name)
	}
	return openings, nil
}

// openRecord opens the file for the games, nil if there is to be none. Games that are
// in it already count as played, and one that was cut off in the middle is removed.
func (r *Tournament) openRecord() (*os.File, error) {
	if r.Record == "" {
		return nil, nil
	}
	if !r.Resume {
		file, err := os.OpenFile(r.Record, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%w; --resume goes on with its match", err)
		}
		return file, err
	}
	file, err := os.OpenFile(r.Record, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	length, err := r.Match.Resume(file)
	if err == nil {
		err = file.Truncate(length)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", r.Record, err), file.Close())
	}
	return file, nil
}

// Recount prints the table of a file as arena.Recount reads it, and plays nothing. The error
// is one of arena.Recount, with the file's name, or of the table.
func (r *Tournament) Recount(name, first string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	names, games, err := arena.Recount(file, first)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var standing arena.Standing
	for i := range games {
		standing.Add(&games[i])
	}
	return r.writeTable(names, &standing)
}

// writeTable prints the table of a match between those of the given names.
func (r *Tournament) writeTable(names []string, s *arena.Standing) error {
	if len(names) != 2 {
		return writeCross(r.Table, r.title(), s, rank(names, s, r.Anchor))
	}
	return WriteTable(r.Table, [2]string(names), s.Tally(arena.Pairing{First: 0, Second: 1}), r.Match.Test)
}

// title returns what the cross table is called by.
func (r *Tournament) title() string {
	switch {
	case len(r.Match.Contestants) == 0:
		return "Games"
	case r.Match.Gauntlet:
		return r.Event + ", gauntlet"
	}
	return r.Event + ", round robin"
}
