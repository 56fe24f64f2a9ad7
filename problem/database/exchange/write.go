package exchange

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

// solutions says where sheets have the solutions of the problems that have a report.
type solutions int

// The places.
const (
	atEnd solutions = iota // after all diagrams, on a page of their own
	below                  // each below its diagram
	nowhere
)

// ParseSolutions reads where solutions are.
func ParseSolutions(word string) (solutions, error) {
	return parseWord[solutions](word, "must be end, below or none, not %q", "end", "below", "none")
}

// Sheet says how sheets look: LaTeX and HTML. The zero value has the keys with their play after the diagrams.
type Sheet struct {
	Solutions solutions
	AllPlay   bool // set play, tries and themes, too
}

// writeProblem writes the diagram of a problem, the solution or both, as the options say.
type writeProblem = func(w io.Writer, d *text.Document, marks movegen.Bitboard, o text.Options) error

// sheetWriter writes diagrams with captions, and after them solutions.
type sheetWriter struct {
	*Exporter
	head    string
	each    bool // diagrams have their solutions
	problem writeProblem
	numbers map[int64]int // of the problems whose solutions are written at the end
	order   []int64       // of them
	count   int
}

// beginSheet sets how sheets are written; middle precedes the solutions that follow all diagrams. If it is empty each
// diagram has its solution.
func (e *Exporter) beginSheet(head, middle, foot string, problem writeProblem) error {
	w := &sheetWriter{Exporter: e, head: head, each: middle == "", problem: problem, numbers: map[int64]int{}}
	e.write = w.write
	e.end = func() error {
		if w.count == 0 {
			w.out.WriteString(head)
		}
		if len(w.order) > 0 {
			w.out.WriteString(middle)
		}
		err := w.solutions()
		w.out.WriteString(foot)
		return err
	}
	return nil
}

func (w *sheetWriter) write(p *problem.Record) error {
	d, err := document(p)
	if err != nil {
		return err
	}
	if w.count == 0 {
		w.out.WriteString(w.head)
	}
	o := text.Options{Language: w.language, DiagramOnly: true}
	d.Number = w.count + 1
	if w.Sheet.Solutions != nowhere {
		known, err := w.solution(p, d)
		switch {
		case err != nil:
			return err
		case !known:
		case w.Sheet.Solutions == below || w.each:
			o = w.play()
		default:
			w.order = append(w.order, p.ID)
			w.numbers[p.ID] = d.Number
		}
	}
	w.count++
	return w.problem(w.out, d, 0, o)
}

// play are the options for solutions.
func (w *sheetWriter) play() text.Options {
	return text.Options{Language: w.language, SetPlay: w.Sheet.AllPlay, Tries: w.Sheet.AllPlay, Themes: w.Sheet.AllPlay}
}

// solution reads the play of a problem and its themes, and reports whether it has a report that tells them.
func (w *sheetWriter) solution(p *problem.Record, d *text.Document) (known bool, err error) {
	stored, err := w.db.Report(p.ID)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	report, themes, err := format.Solved(p, stored.Text)
	if errors.Is(err, format.ErrPlay) {
		return false, nil // somebody else's report, in which moves are missing
	}
	if err == nil {
		d.Report, d.Themes = report, themes
	}
	return err == nil, err
}

// solutions writes the solutions that follow all diagrams.
func (w *sheetWriter) solutions() error {
	for _, id := range w.order {
		p, err := w.db.Get(id)
		if errors.Is(err, database.ErrNotFound) {
			continue // it was taken out meanwhile
		}
		if err != nil {
			return err
		}
		d, err := document(&p)
		if err != nil {
			return err
		}
		known, err := w.solution(&p, d)
		if err != nil {
			return err
		}
		if !known {
			continue
		}
		d.Number = w.numbers[id]
		o := w.play()
		o.SolutionOnly = true
		if err = w.problem(w.out, d, 0, o); err != nil {
			return err
		}
	}
	return nil
}

// beginSVG sets how a single diagram is written.
func beginSVG(e *Exporter) error {
	e.write = func(p *problem.Record) error {
		d, err := document(p)
		if err == nil && e.written > 0 {
			err = ErrOneImage
		}
		if err != nil {
			return err
		}
		return text.WriteSVG(e.out, d, 0, e.language)
	}
	return nil
}

// document is a problem with its captions, as the writers of diagrams take it.
func document(p *problem.Record) (*text.Document, error) {
	at, err := format.Mate(p)
	if err != nil {
		return nil, err
	}
	caption := text.CaptionOf(p)
	for _, a := range p.Awards {
		caption.Award = text.Clipped(strings.TrimPrefix(caption.Award+"; "+a.String(), "; "), text.MaxCaption)
	}
	return &text.Document{Report: &problem.Report{Position: at, Moves: p.Moves()}, Caption: caption, Twin: p.Twin}, nil
}

// csvWriter writes a table.
type csvWriter struct {
	*Exporter
	table *csv.Writer
}

// csvHead names the columns.
var csvHead = []string{
	"id", "fen", "stipulation", "reference", "title", "authors", "source", "issue", "number", "year", "month", "day",
	"awards", "keywords",
	"white", "black", "men", "verdict", "complete", "block_kind", "key_type", "key", "keys", "short", "variations",
	"duals", "tries",
	"set_mates", "themes", "key_kinds", "flaws", "merits", "program",
}

func beginCSV(e *Exporter) error {
	w := &csvWriter{e, csv.NewWriter(e.out)}
	e.write, e.end = w.write, func() error {
		w.table.Flush()
		return w.table.Error()
	}
	return w.table.Write(csvHead)
}

func (w *csvWriter) write(p *problem.Record) error {
	f, err := w.db.Findings(p.ID)
	analysed := err == nil
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	traits, err := w.db.Traits(p.ID)
	if err != nil {
		return err
	}
	names := database.NamesOf(traits)
	named := func(kind string) string { return strings.Join(names[kind], "; ") }
	white, black := problem.CountMen(p.FEN)
	var awards []string
	for _, a := range p.Awards {
		awards = append(awards, a.String())
	}
	row := []string{strconv.FormatInt(p.ID, 10), p.FEN, p.Stipulation, p.Reference, p.Title,
		problem.JoinNames(p.Authors), p.Source.Name, p.Source.Issue,
		p.Source.Number, number(p.Source.Year), number(p.Source.Month), number(p.Source.Day), strings.Join(awards, "; "),
		strings.Join(p.Keywords, "; "),
		strconv.Itoa(white), strconv.Itoa(black), strconv.Itoa(white + black)}
	found := make([]string, len(csvHead)-len(row))
	if analysed {
		found = []string{f.Verdict, strconv.FormatBool(f.Complete), f.BlockKind, f.KeyType, f.KeySAN, strconv.Itoa(f.Keys),
			strconv.Itoa(f.Short),
			strconv.Itoa(f.Variations), strconv.Itoa(f.Duals), strconv.Itoa(f.Tries), strconv.Itoa(f.SetMates),
			named(database.Theme), named(database.KeyKind), named(database.Flaw), named(database.Merit), f.Program}
	}
	row = append(row, found...)
	for i := range row {
		row[i] = plainCell(row[i])
	}
	return w.table.Write(row)
}

// number is a number that is not 0.
func number(n int) string { return strings.TrimLeft(strconv.Itoa(n), "0") }

// plainCell lets no program that opens the table take a text for a formula.
func plainCell(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		return "'" + text
	}
	return text
}
