package exchange

import (
	"encoding/csv"
	"errors"
	"strconv"
	"strings"

	"alfiere/problem"
	"alfiere/problem/database"
)

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

func newCSVWriter(e *Exporter) (writer, error) {
	w := &csvWriter{e, csv.NewWriter(e.out)}
	return w, w.table.Write(csvHead)
}

func (w *csvWriter) close() error {
	w.table.Flush()
	return w.table.Error()
}

func (w *csvWriter) write(p *problem.Record) error {
	f, err := w.db.Findings(p.ID)
	analysed := err == nil
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	traits, _, err := w.db.Traits(p.ID)
	if err != nil {
		return err
	}
	named := func(kind string) string {
		var names []string
		for _, t := range traits {
			if t.Kind == kind {
				names = append(names, t.Name)
			}
		}
		return strings.Join(names, "; ")
	}
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
