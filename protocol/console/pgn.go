package console

import (
	"cmp"
	"errors"
	"io"
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

// parseScore reads sign, moves to the mate, pawns and hundredths, as scoreText writes
// them.
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
