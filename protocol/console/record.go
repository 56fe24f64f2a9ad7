package console

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// note holds the facts about a half-move other than the move itself.
type note struct {
	time   time.Duration
	engine bool // the engine searched or used its book: the next fields are known
	book   bool
	score  search.Score // from the mover's side
	depth  int
	nodes  uint64
}

// heading holds the facts about a game other than its moves.
type heading struct {
	white, black string
	date         string   // as in PGN
	others       pgn.Tags // without those that follow from moves and result
	result       movegen.Result
}

// record is a game with its heading and notes.
type record struct {
	heading
	game   *movegen.Game
	notes  []note // as many as moves
	ending string // how the game has ended; empty: that is not recorded
}

// known reports whether the heading has any facts.
func (h *heading) known() bool {
	return h.white != "" || h.black != "" || h.date != "" || h.result != movegen.Ongoing || len(h.others) > 0
}

// record returns the game on the board. A game that was read keeps its heading, and its
// result until another move is played.
func (a *adapter) record() record {
	r := record{heading: a.loaded, game: a.controller.Game(), notes: a.notes}
	if !r.known() {
		r.white, r.black, r.date = a.nameOf(movegen.White), a.nameOf(movegen.Black), a.Now().Format("2006.01.02")
		r.others = a.ownTags()
	}
	if a.over() {
		r.result = a.player.Outcome().Result
		if a.Table != nil {
			r.ending = a.player.Outcome().Ending.String()
		}
	}
	return r
}

// load makes r the game on the board.
func (a *adapter) load(r record) {
	a.saveGame()
	a.place(r.game.Start(), r.game.Moves()...)
	a.notes, a.loaded = r.notes, r.heading
	a.saved = savedAs(a.record())
}

// comment returns the note as a PGN comment, such as "+0.34/12 n=36211 1.50s", empty without facts.
func (n note) comment() string {
	var words []string
	switch {
	case n.book:
		words = append(words, "book")
	case n.engine:
		words = append(words, fmt.Sprintf("%s/%d", scoreText(n.score), n.depth), fmt.Sprintf("n=%d", n.nodes))
	}
	if n.time >= 5*time.Millisecond { // less would be 0.00
		words = append(words, secondsText(n.time))
	}
	return strings.Join(words, " ")
}

// Words of the table form.
const (
	tableVersus   = " vs "
	tablePosition = "Position: "
	tableResult   = "Result: "
	tableBook     = "Book"
	tableNoMove   = "..." // White's, when Black begins
)

// tableResults are the words that follow tableResult.
var tableResults = map[movegen.Result]string{movegen.Ongoing: "none", movegen.WhiteWins: "White",
	movegen.BlackWins: "Black", movegen.Drawn: "Draw"}

// table returns the record in the form of GNU Chess 4: for every move its score in
// centipawns, depth, nodes and time in seconds. Unknown values are 0.
func (r record) table() string {
	width := len("nodes")
	for _, n := range r.notes {
		width = max(width, len(fmt.Sprint(n.nodes)))
	}
	cell := func(move, score, depth, nodes, time string) string {
		return fmt.Sprintf("%-5s %6s %5s %*s %4s", move, score, depth, width, nodes, time)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s%s\n", cmp.Or(r.white, "?"), tableVersus, cmp.Or(r.black, "?"))
	start := r.game.Start()
	if start.FEN() != movegen.StartFEN {
		fmt.Fprintf(&b, "%s%s\n", tablePosition, start.FEN())
	}
	heading := cell("", "score", "depth", "nodes", "time")
	fmt.Fprintf(&b, "%s   %s\n", heading, heading)
	if start.Side() == movegen.Black && r.game.Len() > 0 {
		b.WriteString(cell(tableNoMove, "-", "-", "-", "-"))
	}
	ply, chess960 := 0, pgn.IsChess960(&start)
	for position, m := range r.game.Plies() {
		n := r.notes[ply]
		depth := fmt.Sprint(n.depth)
		if n.book {
			depth = tableBook
		}
		text := cell(notation.UCI(m, chess960), fmt.Sprint(int(n.score)), depth, fmt.Sprint(n.nodes),
			fmt.Sprint(int(n.time.Round(time.Second).Seconds())))
		if ply++; position.Side() == movegen.White {
			b.WriteString(text)
		} else {
			b.WriteString("   " + text + "\n")
		}
	}
	if text := b.String(); text[len(text)-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s%s\n", tableResult, tableResults[r.result])
	return b.String()
}

// faultError is an error in a text, with the number of its line.
type faultError struct {
	line int
	err  error
}

func (e *faultError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }

func (e *faultError) Unwrap() error { return e.err }

// The errors in game and position files.
var (
	errNoGame      = errors.New("no game found")
	errPass        = errors.New("a null move is not allowed here")
	errTooLate     = errors.New("the position must come before the moves")
	errBadCell     = errors.New("a move must be followed by score, depth, nodes and time")
	errBadResult   = errors.New("the result must be White, Black, Draw or none")
	errNoPlayers   = errors.New("the line with the players, such as White vs Black, is missing")
	errBadPosition = errors.New("neither a FEN nor a board of eight lines")
)

// readGame reads the Nth game of a file, which pgn, table or another program has written,
// and whether there are more. The error is a *faultError or says that there is no such game.
func readGame(file io.Reader, number int, referee movegen.Referee) (r record, more bool, err error) {
	head, err := io.ReadAll(io.LimitReader(file, MaxFile))
	if err != nil {
		return record{}, false, err
	}
	text := strings.TrimPrefix(string(head), "\ufeff")
	if tableHeading().MatchString(text) && number == 1 {
		r, err := readTable(text, referee)
		return r, false, err
	}
	return readPGN(io.MultiReader(strings.NewReader(text), file), number, referee)
}

// tableHeading is the part of the line above the moves that is the same in all tables.
var tableHeading = wire.Pattern(`(?m)^\s*score\s+depth\s+nodes\s+time`)

// builder is a record that is being read.
type builder struct {
	record
	referee movegen.Referee
	line    int
}

func newBuilder(referee movegen.Referee) builder {
	return builder{record: record{game: referee.Start(movegen.StartPosition())}, referee: referee, line: 1}
}

func (b *builder) fault(err error) error { return &faultError{b.line, err} }

// plain removes control characters from a name in a file, which could affect a terminal.
func plain(name string) string {
	return wire.Trim(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "")))
}

// setPosition makes the record begin in another position.
func (b *builder) setPosition(fen string) error {
	if b.game.Len() > 0 {
		return errTooLate
	}
	p, _, err := parsePosition(fen)
	if err == nil {
		b.game = b.referee.Start(p)
	}
	return err
}

// play reads a move and plays it.
func (b *builder) play(text string, n note) error {
	position := b.game.Position()
	m, err := notation.ParseMove(&position, text, notation.English)
	if err == nil {
		err = b.game.Play(m)
	}
	if err == nil {
		b.notes = append(b.notes, n)
	}
	return err
}

// readTable reads the table form.
func readTable(text string, referee movegen.Referee) (record, error) {
	b := newBuilder(referee)
	var named, ended bool
	for line := range strings.SplitSeq(text, "\n") {
		line = wire.Trim(line)
		fields := wire.Fields(line)
		var err error
		switch white, black, players := strings.Cut(line, tableVersus); {
		case line == "" || ended:
		case !named:
			if named = players; !named {
				err = errNoPlayers
			}
			b.white, b.black = plain(white), plain(black)
		case strings.HasPrefix(line, tablePosition):
			err = b.setPosition(line[len(tablePosition):])
		case tableHeading().MatchString(line):
		case strings.HasPrefix(line, tableResult):
			ended = true
			err = b.setResult(line[len(tableResult):])
		default:
			err = b.playCells(fields)
		}
		if err != nil {
			return record{}, b.fault(err)
		}
		b.line++
	}
	return b.record, nil
}

func (b *builder) setResult(text string) error {
	for result, name := range tableResults {
		if name == text {
			b.result = result
			return nil
		}
	}
	return errBadResult
}

// playCells plays the one or two moves of a line of the table.
func (b *builder) playCells(fields []string) error {
	const cell = 5 // move, score, depth, nodes, time
	for ; len(fields) >= cell; fields = fields[cell:] {
		if fields[0] == tableNoMove && b.game.Len() == 0 {
			continue
		}
		n, err := parseCell(fields[1:cell])
		if err == nil {
			err = b.play(fields[0], n)
		}
		if err != nil {
			return err
		}
	}
	if len(fields) > 0 {
		return errBadCell
	}
	return nil
}

func parseCell(fields []string) (note, error) {
	score, scoreErr := strconv.ParseInt(fields[0], 10, 32)
	nodes, nodesErr := strconv.ParseUint(fields[2], 10, 64)
	seconds, timeErr := strconv.ParseUint(fields[3], 10, 20)
	n := note{score: search.Score(score), nodes: nodes, time: time.Duration(seconds) * time.Second}
	var depthErr error
	if n.book = fields[1] == tableBook; !n.book {
		var depth uint64
		depth, depthErr = strconv.ParseUint(fields[1], 10, 16)
		n.depth = int(depth)
	}
	if errors.Join(scoreErr, nodesErr, timeErr, depthErr) != nil || max(n.score, -n.score) > search.MateScore {
		return note{}, errBadCell
	}
	n.engine = n.book || n.depth > 0
	return n, nil
}
