package tournament

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"alfiere/book"
	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/tt/syzygy"
)

// Tournament is a match with its files.
type Tournament struct {
	Match    arena.Match // its Report and Openings are filled in
	Openings string      // EPD, FEN, PGN or Polyglot file; empty: the initial position, or each of Chess960's
	Plies    int         // half-moves of a game or a book's line that make an opening; 0: all, of a book 8
	Shuffle  uint64      // seed of the order of the openings; 0 keeps theirs
	Start    int         // number of the first opening, from 1; 0 is also the first
	Record   string      // PGN file of the games; empty: none
	Resume   bool        // the games in Record are the first ones of the match
	Event    string      // its name in the record
	Judge    string      // description of the judge of cut games; empty: no judge
	Anchor   anchor      // of the ratings of more than two
	Syzygy   string      // folders of endgame tables, separated as in PATH, that end a game they know; empty: none
	JSON     string      // file for all results; empty: none

	Plot func(*History) error // draws the history into a file; nil: none

	Interval int // games after which the table is written to Log; 0 is never

	Table   io.Writer // gets the table, or if AsJSON is set the results in JSON
	AsJSON  bool
	Log     io.Writer // gets faults, in lines for people
	started time.Time

	// The progress of the match: a line and, on a terminal for more than two players, the table. Either may be nil.
	Progress *cli.Progress
	Panel    *cli.Panel

	// The games played and the rule that ended them, with what became of it, once Play has returned; empty if
	// it has not begun.
	Standing *arena.Standing
	Rule     string

	tables    *syzygy.Tables // nil without any
	isInterim bool           // the match goes on after the table
	judged    bool           // games that are counted again were cut and judged
}

// faultsError is the number of games that were lost by faults of an engine.
type faultsError int

// Error returns a text with the number.
func (e faultsError) Error() string {
	if e == 1 {
		return "a game was lost by a fault of an engine"
	}
	return fmt.Sprintf("%d games were lost by faults of an engine", int(e))
}

// Validate returns why the match cannot be played, nil if it can.
func (r *Tournament) Validate() error {
	m := &r.Match
	switch {
	case m.Games < 1:
		return errors.New("--games must be above 0")
	case m.Concurrency < 1 || m.Rules.MaxMoves < 0 ||
		m.Rules.Margin < 0 || m.Rules.Grace <= 0 || m.Rules.Longest <= 0:
		return errors.New("concurrency, grace and longest must be above 0, margin and max-moves not below")
	case r.Plies < 0 || r.Plies > 0 && r.Openings == "":
		return errors.New("--plies needs --openings and must not be below 0")
	case r.Interval < 0:
		return errors.New("--rating-interval must not be below 0")
	case m.Wait < 0:
		return errors.New("--wait must not be below 0")
	case r.Start < 0 || r.Start > 1 && r.Openings == "" && !m.Chess960:
		return errors.New("--start needs --openings and must not be below 1")
	case r.Start > 1 && book.IsBook(r.Openings):
		return errors.New("--start is for files of positions and games: a book has no order")
	case m.Test != nil && len(m.Contestants) != 2:
		return errors.New("--sprt is for two engines")
	case r.Anchor.Name != "" && !slices.Contains(r.names(), r.Anchor.Name):
		return fmt.Errorf("--anchor: no engine has the name %q", r.Anchor.Name)
	case r.Resume && r.Record == "":
		return errors.New("--resume needs --pgn")
	}
	return nil
}

// Play plays the match, prints its table and writes its results. Pairs of games interrupted by the end of
// ctx are dropped; those played before are kept. The error is that of a file or of Match.Run, wraps
// the cause of ctx's end, or is a faultsError.
func (r *Tournament) Play(ctx context.Context) (err error) {
	if r.Match.Openings, err = r.ReadOpenings(); err != nil {
		return err
	}
	if err := r.openTables(); err != nil {
		return err
	}
	defer func() {
		if closeErr := r.tables.Close(); closeErr != nil {
			err = errors.Join(err, closeErr)
		}
	}()
	record, err := r.openRecord()
	if err != nil {
		return err
	}
	o := &outcome{names: r.names(), games: slices.Clone(r.Match.Played)}
	r.Match.Report = func(pair []*arena.Game, standing *arena.Standing) error {
		r.report(pair, standing)
		var text []byte
		for _, g := range pair {
			text = r.Match.AppendPGN(text, g, r.Event)
			kept := *g
			kept.Moves, kept.Rule = nil, r.Match.Rule()
			o.games = append(o.games, kept)
		}
		err := record.write(text)
		r.writeInterim(o, standing, len(pair))
		return err
	}
	r.started = time.Now()
	o.standing, err = r.Match.Run(ctx)
	r.Standing, r.Rule = o.standing, r.ruleOf(o)
	r.clear()
	err = errors.Join(err, record.close())
	if o.standing.Count() == 0 && errors.As(err, new(*client.StartError)) {
		return err // there is nothing to show
	}
	writeErr := errors.Join(r.writeTable(o), r.writeResults(o))
	faults := o.standing.FaultCount()
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return errors.Join(fmt.Errorf("%w after %d games", context.Cause(ctx), o.standing.Count()), writeErr)
	case err != nil || writeErr != nil:
		return errors.Join(err, writeErr)
	case faults > 0:
		return faultsError(faults)
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

// Recount prints the table of a file as arena.Recount reads it, writes the results, and plays
// nothing. The error is one of arena.Recount, with the file's name, or of writing.
func (r *Tournament) Recount(name, first string) error {
	file, err := datafile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	o := &outcome{standing: &arena.Standing{}}
	if o.names, o.games, err = arena.Recount(file, first); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i := range o.games {
		o.standing.Add(&o.games[i])
	}
	r.judged = anyJudged(o.games)
	if r.Match.Test != nil && len(o.names) != 2 {
		return fmt.Errorf("%s: --sprt is for two engines, not %d", name, len(o.names))
	}
	if anchor := r.Anchor.Name; anchor != "" && !slices.Contains(o.names, anchor) {
		return fmt.Errorf("%s: --anchor: %w: %q", name, arena.ErrNobody, anchor)
	}
	return errors.Join(r.writeTable(o), r.writeResults(o))
}

// writeInterim writes the table so far to the log if the last games complete an interval.
func (r *Tournament) writeInterim(o *outcome, standing *arena.Standing, last int) {
	count := len(o.games)
	if r.Interval == 0 || count == r.Match.GameCount() || count/r.Interval == (count-last)/r.Interval {
		return
	}
	r.clear()
	o.standing = standing
	interim := *r
	interim.Table, interim.AsJSON, interim.isInterim = r.Log, false, true
	_ = interim.writeTable(o) // a closed terminal does not end the match
}

// writeTable prints the table.
func (r *Tournament) writeTable(o *outcome) error {
	if r.AsJSON {
		return r.encode(r.Table, o)
	}
	rule := r.ruleOf(o)
	if len(o.names) != 2 {
		return writeCross(r.Table, r.title(), rule, o.standing, rank(o.names, o.standing, r.Anchor))
	}
	if r.isJudged() {
		return writeJudged(r.Table, o, rule)
	}
	return writeTable(r.Table, o, r.Match.Test, rule)
}

// isJudged reports whether games that are cut are judged.
func (r *Tournament) isJudged() bool { return r.judged || r.Match.Rules.Judge != nil }

func anyJudged(games []arena.Game) bool {
	return slices.ContainsFunc(games, func(g arena.Game) bool { return g.Judged })
}

// title returns the title of the cross table.
func (r *Tournament) title() string {
	switch {
	case len(r.Match.Contestants) == 0:
		return "Games"
	case r.Match.Gauntlet:
		return r.Event + ", gauntlet"
	}
	return r.Event + ", round robin"
}

// openTables opens the endgame tables that end games. A folder without any is an error, because the
// user has named it for its tables.
func (r *Tournament) openTables() (err error) {
	if r.Syzygy == "" {
		return nil
	}
	if r.tables, err = syzygy.Open(r.Syzygy); err != nil {
		_ = r.tables.Close() // no data were read
		return fmt.Errorf("--syzygy: %w", err)
	}
	r.Match.Rules.Endgames = r.tables
	return nil
}

// record is the file of the games played.
type record struct {
	file *os.File
	new  bool // it was empty
}

// openRecord opens the file for the games; it returns nil if there is none. Games in it count as
// played, and an incomplete last pair is removed. An empty file counts as a new one.
func (r *Tournament) openRecord() (*record, error) {
	if r.Record == "" {
		return nil, nil
	}
	if !r.Resume {
		flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
		if info, err := os.Stat(r.Record); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			flags = os.O_WRONLY
		}
		file, err := os.OpenFile(r.Record, flags, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%w; --resume continues its match", err)
		}
		return &record{file, true}, err
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
	return &record{file, length == 0}, nil
}

// write adds a pair of games. It is on the disk when write returns.
func (r *record) write(pair []byte) error {
	if r == nil {
		return nil
	}
	if _, err := r.file.Write(pair); err != nil {
		return err
	}
	r.new = false
	return r.file.Sync()
}

// close closes the file, and removes it if it has no game.
func (r *record) close() error {
	if r == nil {
		return nil
	}
	err := r.file.Close()
	if r.new {
		err = errors.Join(err, os.Remove(r.file.Name()))
	}
	return err
}

// clear removes the display, so that other text can be written.
func (r *Tournament) clear() {
	r.Panel.Clear()
	r.Progress.Clear()
}

// leaders is the number of players that the line names.
const leaders = 4

// report shows the progress of the match after a pair of games, and each fault.
func (r *Tournament) report(pair []*arena.Game, s *arena.Standing) {
	for _, fault := range r.tables.Faults() {
		r.clear()
		fmt.Fprintf(r.Log, "%v; it counts as missing\n", fault)
	}
	for _, g := range pair {
		if g.Termination.IsFault() {
			r.clear()
			fmt.Fprintf(r.Log, "game %d, %s - %s: %v, %s\n", g.Number+1, r.Match.Contestants[g.White].Name,
				r.Match.Contestants[g.Black].Name, g.Termination, g.Reason)
		}
	}
	done, whole, before := int64(s.Count()), int64(r.Match.GameCount()), int64(len(r.Match.Played))
	if len(r.Match.Contestants) > 2 && r.Panel != nil {
		r.Panel.Show(func() []string {
			return r.tableLines(s, cli.TimeLeft(time.Since(r.started), done-before, whole-before))
		})
		return
	}
	r.Progress.Skip(before)
	r.Progress.ShowPart(done, whole, "%s", lazy(func() string { return r.standingText(s) }))
}

// tableLines returns the cross table so far, with the time left.
func (r *Tournament) tableLines(s *arena.Standing, left string) []string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d games", s.Count(), r.Match.GameCount())
	if left != "" {
		b.WriteString(", " + left)
	}
	b.WriteString("\n")
	writeColumns(&b, crossLines(s, rank(r.names(), s, r.Anchor).rows))
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// lazy is a text that is made when it is printed: most standings are not.
type lazy func() string

// String makes the text.
func (l lazy) String() string { return l() }

// standingText returns the standing of the match as one line.
func (r *Tournament) standingText(s *arena.Standing) string {
	text := fmt.Sprintf("%d of %d games: ", s.Count(), r.Match.GameCount())
	if len(r.Match.Contestants) != 2 {
		var parts []string
		rows := rank(r.names(), s, r.Anchor).rows
		for i := range rows[:min(leaders, len(rows))] {
			parts = append(parts, fmt.Sprintf("%s %.1f/%d %s", rows[i].Name, rows[i].Points, rows[i].Games,
				eloText(rows[i].Elo)))
		}
		return text + strings.Join(parts, ", ")
	}
	t := s.Tally(arena.Pairing{First: 0, Second: 1})
	sample := t.Sample()
	if r.isJudged() {
		return text + fmt.Sprintf("+%d -%d, %d cut", t.Wins, t.Losses, t.Terminations[arena.MoveLimit])
	}
	text += fmt.Sprintf("+%d =%d -%d, Elo %s", t.Wins, t.Draws, t.Losses, sample.Elo().Text(2))
	if r.Match.Test != nil {
		text += fmt.Sprintf(", LLR %.2f", r.Match.Test.LogLikelihoodRatio(sample))
	}
	return text
}
