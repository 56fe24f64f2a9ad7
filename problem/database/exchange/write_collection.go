package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"alfiere/movegen/notation"
	"alfiere/problem/database"
	"alfiere/problem/format"
)

// epdWriter writes a line for each problem.
type epdWriter struct{ *Exporter }

func newEPDWriter(e *Exporter) (writer, error) { return &epdWriter{e}, nil }

func (w *epdWriter) close() error { return nil }

// maxCaption is how long, in bytes, a text may be in forms with bounded lines.
const maxCaption = 8 << 10

func (w *epdWriter) write(p *database.Problem) error {
	at, err := position(p)
	if err != nil {
		return err
	}
	if p.Moves() == 0 {
		return fmt.Errorf("problem %d: %w, not %s", p.ID, ErrNoMate, p.Stipulation)
	}
	line := notation.EPD{Position: at, Operations: []notation.Operation{{Code: "dm", Operands: []notation.Operand{{Text: strconv.Itoa(p.Moves())}}}}}
	for _, op := range [...]struct{ code, text string }{
		{"id", p.Reference}, {"title", p.Title}, {"author", JoinNames(p.Authors)}, {"source", SourceText(p.Source)},
	} {
		if op.text != "" {
			line.Operations = append(line.Operations, notation.Operation{Code: op.code,
				Operands: []notation.Operand{{Text: clipped(op.text, maxCaption), Quoted: true}}})
		}
	}
	_, err = fmt.Fprintln(w.out, line.String())
	return err
}

func newPopeyeWriter(e *Exporter) (writer, error) { return &familyWriter{e, popeyeText}, nil }

// errNoWords is the fault of twins that differ in what Popeye cannot say.
var errNoWords = errors.New("no words for the twins")

// popeyeText writes problems of one diagram as Popeye's input.
func popeyeText(out *bytes.Buffer, twins []*database.Problem) error {
	p := twins[0]
	at, err := position(p)
	if err != nil {
		return err
	}
	words, ok := changes(twins)
	if !ok {
		return errNoWords
	}
	board, zero := zeroBoard(p)
	if !zero || len(twins) == 1 {
		board, zero = p.Board(), false
	}
	if isEmpty(&board) {
		return errNoWords
	}
	out.WriteString("BeginProblem\n")
	for _, line := range [...]struct{ command, text string }{
		{"Author", JoinNames(p.Authors)}, {"Origin", SourceText(p.Source)}, {"Title", p.Title}, {"Stipulation", p.Stipulation},
		{"Option", strings.Join(format.Options(&at), " ")},
		{"Pieces", popeyeMen(&board, allSquares(&board))},
	} {
		if line.text != "" {
			fmt.Fprintf(out, "%s %s\n", line.command, clipped(line.text, maxCaption))
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

func newOliveWriter(e *Exporter) (writer, error) { return &familyWriter{e, oliveText}, nil }

// foreign is a reference to another collection: its name and the number there.
var foreign = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9.]*) ([A-Za-z]?[0-9]+)$`)

// moreAwards is a field of our own: Olive has room for one award, and keeps fields that it
// does not know.
const moreAwards = "more-awards"

// setAwards sets the awards of an entry.
func setAwards(e *format.OliveEntry, awards []database.Award) {
	for i, award := range awards {
		if i == 0 {
			e.SetFields("award", "distinction", award.Text, "tourney", award.Tourney)
		} else {
			e.AddRecord(moreAwards, "distinction", award.Text, "tourney", award.Tourney)
		}
	}
}

// oliveText writes problems of one diagram as an entry of Olive's.
func oliveText(out *bytes.Buffer, twins []*database.Problem) error {
	p := twins[0]
	at, err := position(p)
	if err != nil {
		return err
	}
	words, ok := changes(twins)
	if !ok {
		return errNoWords
	}
	e := format.NewOliveEntry(&format.Problem{Position: at}, p.Moves())
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
	if s := p.Source; s != (database.Source{}) {
		date := s
		e.SetFields("source", "name", s.Name, "issue", s.Issue, "problemid", s.Number)
		e.SetFields("date", "year", number(date.Year), "month", number(date.Month), "day", number(date.Day))
	}
	setAwards(e, p.Awards)
	if found := foreign.FindStringSubmatch(p.Reference); found != nil {
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
	if err == nil && out.Len() > format.MaxOliveEntry {
		err = fmt.Errorf("problem %d: %w", p.ID, ErrTooLong)
	}
	return err
}

// number is a number that is not 0.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
