package console

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// get reads a game, the Nth of its file; if that fails the game on the board stays.
func (a *adapter) get(text string) {
	if text == "" {
		a.badArguments("load", "")
		return
	}
	file, name, number, err := a.open(text)
	if err != nil {
		a.reportError(err)
		return
	}
	defer file.Close()
	r, more, err := readGame(file, number, a.referee())
	if err != nil {
		a.refuse("%s: %v", wire.Clip(name), err)
		return
	}
	a.load(r)
	if a.Table == nil {
		a.force()
	} else {
		a.chooseSides()
	}
	if a.boards {
		a.show()
	}
	a.say("%s against %s, %d half-moves", cmp.Or(r.white, "somebody"), cmp.Or(r.black, "somebody"), len(a.notes))
	if more {
		a.say("the file has more games: load %s %d loads the next; back all returns to the start of this one", name, number+1)
	}
	if a.Table == nil {
		a.tellTurn()
		return
	}
	a.list("")
	a.tellOutcome()
}

// open opens a file, whose name may be followed by the number of a game.
func (a *adapter) open(text string) (file io.ReadCloser, name string, number int, err error) {
	if file, err = a.Files.Open(text); err == nil {
		return file, text, 1, nil
	}
	blank := strings.LastIndexByte(text, ' ')
	if blank < 0 {
		return nil, text, 1, err
	}
	number, wrong := strconv.Atoi(text[blank+1:])
	if wrong != nil {
		return nil, text, 1, err
	}
	name = wire.Trim(text[:blank])
	if number < 1 {
		return nil, name, number, fmt.Errorf("there is no game %d: games are numbered from 1", number)
	}
	file, err = a.Files.Open(name)
	return file, name, number, err
}

// MaxFile is the size limit in bytes of files that are read whole: a position, or a game. A
// long game with its thinking needs a tenth of it.
const MaxFile = 1 << 20

// files stores games and positions.
type files interface {
	// Read returns the text of a file of at most MaxFile bytes.
	Read(name string) (string, error)
	// Open opens a file of any size.
	Open(name string) (io.ReadCloser, error)
	// Write replaces the contents of a file by text, or leaves the file unchanged.
	Write(name, text string) error
}

// saved is the saved state of a game. The zero value is none.
type saved struct {
	start  movegen.Key
	moves  []movegen.Move
	result movegen.Result
}

// savedAs returns the part of a record that a file holds.
func savedAs(r record) saved {
	start := r.game.Start()
	return saved{start.Key(), slices.Clone(r.game.Moves()), r.result}
}

// holds reports whether the file has the whole record; moves that were taken back are in the file, too.
func (s saved) holds(r record) bool {
	start, moves := r.game.Start(), r.game.Moves()
	return start.Key() == s.start && len(moves) <= len(s.moves) && slices.Equal(moves, s.moves[:len(moves)]) &&
		(r.result == s.result || r.result == movegen.Ongoing)
}

// saveGame makes sure that a person's game with moves is not lost when the session ends or another game begins.
func (a *adapter) saveGame() {
	if !a.Terminal {
		return
	}
	if a.rest.walked && !a.over() {
		a.advance(len(a.rest.plies))
	}
	if len(a.notes) == 0 {
		return
	}
	r := a.record()
	if a.saved.holds(r) {
		return
	}
	if a.Keep != nil {
		name, err := a.Keep(r.pgn())
		if err == nil {
			a.say("the game was not saved; a copy is in %s", name)
			return
		}
		a.reportError(err)
	}
	a.out.Print("\n" + r.pgn())
}

// signalled handles a signal. At a terminal an interrupt ends the running work and drops the waiting lines;
// in a script it ends the session after the due move, like any other signal.
func (a *adapter) signalled(s os.Signal) {
	if s != os.Interrupt || !a.Terminal {
		if a.interrupted = a.Table != nil; a.interrupted {
			a.player.Stop()
		}
		a.moveNow()
		a.quit = true
		return
	}
	a.endLine()
	a.prompted, a.queue = false, nil
	switch {
	case a.busy():
		both := a.player.Both
		a.moveNow()
		if both {
			a.force()
			a.say("both is off; go lets me continue")
		}
	case a.analysing && a.reader == nil:
		a.endAnalysis()
	case a.reader != nil:
		a.leave()
		a.say("cancelled; the board is unchanged")
	case a.warned:
		a.quit = true
	default:
		a.warned = true
		a.say("press Ctrl-C again, or type quit, to leave; while I think, Ctrl-C makes me move")
	}
}

// readPGN reads the main line of the Nth game of a text, and whether there are more.
func readPGN(text io.Reader, number int, referee movegen.Referee) (r record, more bool, err error) {
	source := pgn.NewReader(text, pgn.Reading{})
	for passed := range number {
		if !source.Next() {
			err := cmp.Or(source.Err(), errNoGame)
			if passed > 0 && source.Err() == nil {
				err = message.Errorf("the file has only %d games", passed)
			}
			return record{}, false, err
		}
	}
	if r, err = mainLine(source, referee); err != nil {
		return record{}, false, err
	}
	return r, source.Next(), nil
}

// mainLine reads the main line of the reader's current game.
func mainLine(source *pgn.Reader, referee movegen.Referee) (record, error) {
	g, err := source.Game()
	if fault, ok := errors.AsType[*pgn.Error](err); ok {
		return record{}, &faultError{fault.Line, fault.Err}
	}
	b := newBuilder(referee)
	b.line = g.Line
	b.heading = headingOf(g)
	b.game = referee.Start(g.Tree.Start())
	for n := range g.Tree.Line(gametree.Root) {
		m := g.Tree.Move(n)
		if m == movegen.NoMove {
			return record{}, b.fault(errPass)
		}
		if err := b.game.Play(m); err != nil {
			return record{}, b.fault(err)
		}
		b.notes = append(b.notes, parseComment(g.Tree.Comment(n)))
	}
	return b.record, nil
}

// headingOf returns the heading in the tags of a game.
func headingOf(g *pgn.Game) heading {
	h := heading{white: plain(g.Tags.Get("White")), black: plain(g.Tags.Get("Black")), date: plain(g.Tags.Get("Date")),
		result: g.Result}
	for _, tag := range g.Tags {
		switch tag.Name {
		case "White", "Black", "Date", "Result", "FEN", "SetUp", "PlyCount":
		default:
			h.others = append(h.others, tag)
		}
	}
	return h
}

// pgn returns the record as PGN, with the notes as comments.
func (r record) pgn() string {
	tree, last := gametree.New(r.game.Start()), gametree.Root
	for i, m := range r.game.Moves() {
		last = tree.Add(last, m)
		tree.SetComment(last, r.notes[i].comment())
	}
	if r.ending != "" && last != gametree.Root {
		tree.SetComment(last, strings.TrimSpace(tree.Comment(last)+" "+r.ending))
	}
	tags := append(pgn.Tags{{Name: "Date", Value: r.date}, {Name: "White", Value: r.white},
		{Name: "Black", Value: r.black}}, r.others...)
	if tags.Get("Round") == "" {
		tags.Set("Round", "-")
	}
	text, err := pgn.Append(nil, &pgn.Game{Tree: tree, Result: r.result, Tags: tags})
	if err != nil {
		panic(err) // there are no variations
	}
	return strings.TrimSuffix(string(text), "\n") // one game needs no empty line after it
}

// The words of record.pgn's comments.
var (
	commentScore = wire.Pattern(`^([+-])(?:M(\d{1,3})|(\d{1,3})\.(\d\d))/(\d{1,3})$`)
	commentNodes = wire.Pattern(`^n=(\d{1,19})$`)
	commentTime  = wire.Pattern(`^(\d{1,6}\.\d\d)s$`)
)

// parseComment is the inverse of note.comment; unknown words are skipped.
func parseComment(text string) (n note) {
	for word := range strings.FieldsSeq(text) {
		if word == "book" {
			n.engine, n.book = true, true
		} else if match := commentScore().FindStringSubmatch(word); match != nil {
			n.engine = true
			n.score, n.depth = parseScore(match[1:]), number(match[5])
		} else if match := commentNodes().FindStringSubmatch(word); match != nil {
			n.nodes, _ = strconv.ParseUint(match[1], 10, 64)
		} else if match := commentTime().FindStringSubmatch(word); match != nil {
			seconds, _ := strconv.ParseFloat(match[1], 64)
			n.time = time.Duration(seconds*100+0.5) * 10 * time.Millisecond
		}
	}
	return n
}

// parseScore reads sign, moves to the mate, pawns and hundredths, as scoreText writes them.
func parseScore(parts []string) search.Score {
	score := search.Score(100*number(parts[2]) + number(parts[3]))
	if parts[1] != "" {
		plies := 2 * number(parts[1])
		if parts[0] == "+" {
			plies = max(plies-1, 0)
		}
		score = search.MateScore - search.Score(plies)
	}
	if parts[0] == "-" {
		return -score
	}
	return score
}

// number returns the value of digits that an expression has matched; none are 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
