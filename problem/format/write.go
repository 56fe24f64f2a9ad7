package format

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// What a format cannot hold; errors.Is finds them.
var (
	ErrNoMate  = errors.New("this format supports only direct mates")
	ErrTooLong = errors.New("the texts of the problem are too long for this format")
)

// position is the position of a problem of a collection.
func position(r *problem.Record) (movegen.Position, error) {
	at, err := r.Position()
	if err != nil {
		return at, message.Errorf("problem %d: %w", r.ID, err)
	}
	return at, nil
}

// Mate returns the position of a direct mate. The error wraps ErrNoMate, or is a *movegen.FENError.
func Mate(r *problem.Record) (movegen.Position, error) {
	at, err := position(r)
	if err == nil && r.Moves() == 0 {
		err = message.Errorf("problem %d: %w, not %s", r.ID, ErrNoMate, r.Stipulation)
	}
	return at, err
}

// writeEPD writes a problem as a line.
func writeEPD(out *bytes.Buffer, twins []*problem.Record, _ *problem.StoredReport) error {
	p := twins[0]
	at, err := Mate(p)
	if err != nil {
		return err
	}
	line := notation.EPD{Position: at,
		Operations: []notation.Operation{{Code: "dm", Operands: []notation.Operand{{Text: strconv.Itoa(p.Moves())}}}}}
	c := text.CaptionOf(p)
	for _, op := range [...]struct{ code, text string }{
		{"id", c.ID}, {"title", c.Title}, {"author", c.Author}, {"source", c.Source},
	} {
		if op.text != "" {
			line.Operations = append(line.Operations, notation.Operation{Code: op.code,
				Operands: []notation.Operand{{Text: op.text, Quoted: true}}})
		}
	}
	fmt.Fprintln(out, line.String())
	return nil
}

// errNoWords refuses twins whose difference Popeye cannot express.
var errNoWords = errors.New("the twins cannot be expressed in Popeye")

// diagramOf returns the position of the first twin and how each twin differs from it. The error wraps
// ErrNoMate, or is errNoWords.
func diagramOf(twins []*problem.Record) (at movegen.Position, words []string, err error) {
	if at, err = Mate(twins[0]); err != nil {
		return at, nil, err
	}
	words, ok := changes(twins)
	if !ok {
		return at, nil, errNoWords
	}
	return at, words, nil
}

// writePopeye writes the problems of a diagram as Popeye's input.
func writePopeye(out *bytes.Buffer, twins []*problem.Record, _ *problem.StoredReport) error {
	p := twins[0]
	at, words, err := diagramOf(twins)
	if err != nil {
		return err
	}
	board, zero := zeroBoard(p)
	if !zero || len(twins) == 1 {
		board, zero = p.Board(), false
	}
	if isEmpty(&board) {
		return errNoWords
	}
	c := text.CaptionOf(p)
	out.WriteString("BeginProblem\n")
	for _, line := range [...]struct{ command, text string }{
		{"Author", c.Author}, {"Origin", c.Source}, {"Title", c.Title}, {"Stipulation", p.Stipulation},
		{"Option", strings.Join(oliveOptions(&Problem{Statement: forsyth.Statement{Position: at}}), " ")},
		{"Pieces", popeyeMen(&board, allSquares(&board))},
	} {
		if line.text != "" {
			fmt.Fprintf(out, "%s %s\n", line.command, line.text)
		}
	}
	for i, change := range words {
		switch {
		case i == 0 && zero:
			fmt.Fprintf(out, "ZeroPosition %s\n", change)
		case i > 0:
			fmt.Fprintf(out, "Twin %s\n", change)
		}
	}
	out.WriteString("EndProblem\n\n")
	return nil
}

// foreign is a reference to another collection: its name and the number there.
var foreign = wire.Pattern(`^([A-Za-z][A-Za-z0-9.]*) ([A-Za-z]?[0-9]+)$`)

// moreAwards is a field of our own: Olive has room for one award, and keeps fields that it does not know.
const moreAwards = "more-awards"

// setAwards sets the awards of an entry.
func setAwards(e *oliveEntry, awards []problem.Award) {
	for i, award := range awards {
		if i == 0 {
			e.SetFields("award", "distinction", award.Text, "tourney", award.Tourney)
		} else {
			e.AddRecord(moreAwards, "distinction", award.Text, "tourney", award.Tourney)
		}
	}
}

// writeOliveRecord writes the problems of a diagram as an entry of Olive's.
func writeOliveRecord(out *bytes.Buffer, twins []*problem.Record, _ *problem.StoredReport) error {
	p := twins[0]
	at, words, err := diagramOf(twins)
	if err != nil {
		return err
	}
	e := newOliveEntry(&Problem{Statement: forsyth.Statement{Position: at}}, p.Moves())
	if board, zero := zeroBoard(p); zero && len(twins) > 1 {
		var men [2][]string
		for _, s := range allSquares(&board) {
			c := 0
			if board[s] >= 'a' {
				c = 1
			}
			men[c] = append(men[c], popeyeMen(&board, []int{s})[len("White "):])
		}
		e.SetMen(men[0], men[1])
	}
	for _, list := range [...]struct {
		name  string
		texts []string
	}{{"authors", p.Authors}, {"keywords", p.Keywords}, {"comments", p.Comments}} {
		if len(list.texts) > 0 {
			e.SetList(list.name, list.texts, false)
		}
	}
	if p.Title != "" {
		e.SetText("title", p.Title)
	}
	if s := p.Source; s != (problem.Source{}) {
		e.SetFields("source", "name", s.Name, "issue", s.Issue, "problemid", s.Number)
		e.SetFields("date", "year", number(s.Year), "month", number(s.Month), "day", number(s.Day))
	}
	setAwards(e, p.Awards)
	if found := foreign().FindStringSubmatch(p.Reference); found != nil {
		e.SetRecord("foreignids", "domain", found[1], "problemid", found[2])
	} else if p.Reference != "" {
		e.SetRecord("foreignids", "domain", "id", "problemid", p.Reference)
	}
	var changes []string
	for i, change := range words {
		if change != "" {
			changes = append(changes, string(rune('a'+i)), change)
		}
	}
	if len(changes) > 0 {
		e.SetFields("twins", changes...)
	}
	err = e.Write(out)
	if err == nil && out.Len() > maxOliveEntry {
		err = message.Errorf("problem %d: %w", p.ID, ErrTooLong)
	}
	return err
}

// number is a number that is not 0.
func number(n int) string { return strings.TrimLeft(strconv.Itoa(n), "0") }
