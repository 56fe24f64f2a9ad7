package problemfile

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
)

// find lists problems.
type find struct {
	json          bool
	sort          string
	limit, offset int
}

func (f *find) run(path, text string, std cli.Streams) error {
	q, err := parseQuery(text)
	if err != nil {
		return err
	}
	if err = f.complete(q); err != nil {
		return err
	}
	ctx, stop := cli.Interrupts()
	defer stop()
	db, err := database.Open(path, database.ReadOnly)
	if err != nil {
		return err
	}
	defer db.Close()
	out := bufio.NewWriter(std.Out)
	if q.Count {
		err = f.count(ctx, db, q, out)
	} else {
		columns := 0
		if cli.IsTerminal(std.Out) {
			columns = cli.Columns(std.Out)
		}
		err = f.list(ctx, db, q, rows{out, columns})
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return errors.Join(err, out.Flush())
}

// complete takes the flags into the query.
func (f *find) complete(q *query.Query) error {
	if f.limit < 0 || f.offset < 0 {
		return cli.Usagef("--limit and --offset: from 0 on")
	}
	if f.limit > 0 {
		q.Limit = f.limit
	}
	if f.offset > 0 {
		q.Offset = f.offset
	}
	if f.sort == "" {
		return nil
	}
	if q.Count {
		return cli.Usagef("--sort: what is counted has an order of its own")
	}
	sorted, err := parseQuery("sort by " + f.sort)
	if err != nil {
		return err
	}
	if sorted.Where != nil || sorted.Count || sorted.Limit > 0 || sorted.Offset > 0 {
		return cli.Usagef("--sort: only names of fields are allowed")
	}
	q.Sort = sorted.Sort
	return nil
}

// parseQuery reads a query; the error names the column and what may have been meant.
func parseQuery(text string) (q *query.Query, err error) {
	err = cli.Suggesting(func(text string) (err error) {
		q, err = query.Parse(text)
		return err
	})(text)
	if err != nil {
		return nil, cli.Usagef("the query, %w", err)
	}
	return q, nil
}

// count writes numbers of problems.
func (f *find) count(ctx context.Context, db *database.DB, q *query.Query, out io.Writer) error {
	groups, err := query.Count(ctx, db, q)
	if err != nil {
		return err
	}
	switch {
	case f.json && q.By == nil:
		return writeJSON(out, map[string]int{"count": groups[0].Count})
	case f.json:
		for _, g := range groups {
			if err = writeJSON(out, map[string]any{q.By.Name: g.Value, "count": g.Count}); err != nil {
				return err
			}
		}
	case q.By == nil:
		fmt.Fprintln(out, groups[0].Count)
	default:
		writeBars(out, groups)
	}
	return nil
}

// list writes the problems, one a line.
func (f *find) list(ctx context.Context, db *database.DB, q *query.Query, row rows) error {
	n := 0
	err := query.Find(ctx, db, q, func(p *problem.Record) error {
		report, err := db.Findings(p.ID)
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return err
		}
		n++
		if f.json {
			e, err := newEntry(db, p, &report)
			if err != nil {
				return err
			}
			return writeJSON(row.out, e)
		}
		if n == 1 {
			row.head()
		}
		row.write(p, &report)
		return nil
	})
	if err == nil && n == 0 && !f.json {
		fmt.Fprintln(row.out, "no problem is found")
	}
	return err
}

// rows writes the table of problems.
type rows struct {
	out     io.Writer
	columns int // of the terminal, 0 if it is none
}

// head writes the head of the table.
func (r rows) head() {
	fmt.Fprintf(r.out, "%6s  %-5s %-5s  %-9s %-8s  %-24s  %s\n", "id", "stip", "men", "verdict", "key", "author",
		"source, award and title")
}

// write writes a row, which is cut where the terminal ends.
func (r rows) write(p *problem.Record, report *database.Findings) {
	white, black := problem.CountMen(p.FEN)
	origin := []string{strings.TrimSpace(p.Source.Name + " " + year(p))}
	for _, award := range p.Awards {
		origin = append(origin, award.Text)
	}
	if p.Title != "" {
		origin = append(origin, "“"+p.Title+"”")
	}
	if origin[0] == "" {
		origin = origin[1:]
	}
	if len(origin) == 0 {
		origin = []string{strings.Fields(p.FEN)[0]}
	}
	verdict := report.Verdict
	if verdict == "" {
		verdict = "-"
	}
	line := fmt.Sprintf("%6d  %-5s %-5s  %-9s %-8s  %-24s  %s", p.ID, p.Stipulation, fmt.Sprintf("%d+%d", white, black),
		verdict, report.KeySAN,
		cut(strings.Join(p.Authors, " & "), 24), strings.Join(origin, ", "))
	if r.columns > 0 {
		line = cut(line, r.columns)
	}
	fmt.Fprintln(r.out, strings.TrimRight(notation.Printable(line), " "))
}

// year is the year of a problem, nothing if it is unknown.
func year(p *problem.Record) string {
	if p.Source.Year == 0 {
		return ""
	}
	return fmt.Sprint(p.Source.Year)
}

// cut shortens a text to so many letters.
func cut(text string, letters int) string {
	if runes := []rune(text); len(runes) > letters {
		return string(runes[:letters-1]) + "…"
	}
	return text
}

// entry is a problem as JSON: that of an export, and what the analysis found in the place of
// the report. docs/problems-query.md describes it.
type entry struct {
	*format.Line
	Men   string `json:"men"`             // white and black ones
	Found *found `json:"found,omitempty"` // absent if the problem is not analysed
}

// found is what the analysis found.
type found struct {
	Verdict    string              `json:"verdict"`
	Complete   bool                `json:"complete"`
	BlockKind  string              `json:"block_kind,omitempty"`
	KeyType    string              `json:"key_type,omitempty"`
	Key        string              `json:"key,omitempty"`
	KeySAN     string              `json:"key_san,omitempty"`
	Keys       int                 `json:"keys"`
	Short      int                 `json:"short"`
	Variations int                 `json:"variations"`
	Threats    int                 `json:"threats"`
	Duals      int                 `json:"duals"`
	Tries      int                 `json:"tries"`
	SetMates   int                 `json:"set_mates"`
	Phases     int                 `json:"phases"`
	Mates      int                 `json:"mates"`
	Vacated    int                 `json:"vacated"`
	Flights    int                 `json:"flights"`
	Traits     map[string][]string `json:"traits,omitempty"` // themes, kinds of keys and so on
	Program    string              `json:"program"`
	Analysed   string              `json:"analysed"`
}

// newEntry reads what there is of a problem. The error is the collection's.
func newEntry(db *database.DB, p *problem.Record, report *database.Findings) (*entry, error) {
	white, black := problem.CountMen(p.FEN)
	e := &entry{Line: format.NewLine(p, nil), Men: fmt.Sprintf("%d+%d", white, black)}
	if report.Verdict == "" {
		return e, nil
	}
	e.Found = &found{report.Verdict, report.Complete, report.BlockKind, report.KeyType, report.KeyMove, report.KeySAN,
		report.Keys, report.Short, report.Variations, report.Threats, report.Duals, report.Tries, report.SetMates,
		report.Phases, report.Mates, report.Vacated, report.Flights, map[string][]string{}, report.Program,
		report.Analysed.Format(time.RFC3339)}
	traits, err := db.Traits(p.ID)
	for _, t := range traits {
		if t.Kind != database.Keyword {
			e.Found.Traits[t.Kind] = append(e.Found.Traits[t.Kind], t.Name)
		}
	}
	return e, err
}

// writeJSON writes a value on a line of its own.
func writeJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
