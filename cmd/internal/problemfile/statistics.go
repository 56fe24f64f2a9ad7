package problemfile

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/chart"
	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/text"
)

// counted are the fields by which problems are counted, in the order of the tables.
var counted = [...]string{"stipulation", "verdict", "pieces", "decade", "key", "variations", "tries", "theme",
	"author", "source"}

// statistics counts what is in a collection.
type statistics struct {
	top  int
	json bool
	plot string
}

// tally is what is counted: a table for each field, and themes by decade.
type tally struct {
	Problems int           `json:"problems"`
	Tables   []table       `json:"tables"`
	Decades  []string      `json:"decades"`
	Themes   []themeCounts `json:"themes_by_decade"`
}

// table are the numbers of problems by the values of a field.
type table struct {
	Field  string        `json:"field"`
	Groups []query.Group `json:"groups"`
}

// themeCounts are the numbers of problems with a theme, decade by decade.
type themeCounts struct {
	Theme  string `json:"theme"`
	Counts []int  `json:"counts"`
}

func (s *statistics) run(path, words string, std cli.Streams) error {
	if s.top < 1 {
		return cli.Usagef("--top must be above 0")
	}
	if s.plot != "" {
		if err := chart.CheckName(s.plot); err != nil {
			return cli.Usagef("--plot: %w", err)
		}
	}
	q, err := parseQuery(words)
	if err != nil {
		return err
	}
	if q.Count || len(q.Sort) > 0 || q.Limit > 0 || q.Offset > 0 {
		return cli.Usagef("statistics count all problems found: remove sort, limit, offset and count from the query")
	}
	var t *tally
	err = withCollection(path, database.ReadOnly, func(ctx context.Context, db *database.DB) (err error) {
		t, err = s.count(ctx, db, q.Where)
		return err
	})
	if err != nil {
		return err
	}
	if s.plot != "" {
		if err = chart.Save(s.plot, t.picture()); err != nil {
			return err
		}
	}
	if s.json {
		return text.WriteLine(std.Out, t)
	}
	return std.Write("", func(out *bufio.Writer) error {
		t.write(out, s.top)
		return nil
	})
}

// count counts everything.
func (s *statistics) count(ctx context.Context, db *database.DB, where query.Expr) (*tally, error) {
	all, err := query.Count(ctx, db, &query.Query{Where: where})
	if err != nil {
		return nil, err
	}
	t := &tally{Problems: all[0].Count, Decades: []string{}, Themes: []themeCounts{}}
	for _, name := range counted {
		field, err := query.FieldOf(name)
		if err != nil {
			return nil, err
		}
		groups, err := query.Count(ctx, db, &query.Query{Where: where, By: field})
		if err != nil {
			return nil, err
		}
		if !s.json && field.Kind != query.Number && len(groups) > s.top {
			rest := 0
			for _, g := range groups[s.top:] {
				rest += g.Count
			}
			groups = append(groups[:s.top:s.top], query.Group{Value: fmt.Sprintf("%d others", len(groups)-s.top), Count: rest})
		}
		t.Tables = append(t.Tables, table{name, append([]query.Group{}, groups...)})
	}
	return t, t.countThemes(ctx, db, where)
}

// of returns the numbers by a field.
func (t *tally) of(field string) []query.Group {
	for _, table := range t.Tables {
		if table.Field == field {
			return table.Groups
		}
	}
	return nil
}

// mostThemes is how many themes are shown decade by decade.
const mostThemes = 12

// countThemes counts the most frequent themes decade by decade.
func (t *tally) countThemes(ctx context.Context, db *database.DB, where query.Expr) error {
	theme, err := query.FieldOf("theme")
	if err != nil {
		return err
	}
	decade, err := query.FieldOf("decade")
	if err != nil {
		return err
	}
	for _, g := range t.of("decade") {
		t.Decades = append(t.Decades, g.Value)
	}
	for _, g := range t.of("theme") {
		if len(t.Themes) == mostThemes || len(t.Decades) == 0 {
			break
		}
		if !slices.Contains(theme.Values, g.Value) { // the rest of the table
			continue
		}
		var having query.Expr = &query.IsA{Field: theme, Value: g.Value}
		if where != nil {
			having = query.And{where, having}
		}
		groups, err := query.Count(ctx, db, &query.Query{Where: having, By: decade})
		if err != nil {
			return err
		}
		row := themeCounts{g.Value, make([]int, len(t.Decades))}
		for _, g := range groups {
			if i := slices.Index(t.Decades, g.Value); i >= 0 {
				row.Counts[i] = g.Count
			}
		}
		t.Themes = append(t.Themes, row)
	}
	return nil
}

// write writes the tables as text.
func (t *tally) write(out io.Writer, top int) {
	fmt.Fprintf(out, "%d problems\n", t.Problems)
	for _, table := range t.Tables {
		if len(table.Groups) > 0 {
			fmt.Fprintf(out, "\nby %s\n", table.Field)
			writeBars(out, table.Groups)
		}
	}
	if len(t.Themes) == 0 {
		return
	}
	fmt.Fprintf(out, "\nthemes by decade\n%-24s", "")
	for _, decade := range t.Decades {
		fmt.Fprintf(out, " %5s", decade)
	}
	fmt.Fprintln(out)
	for _, row := range t.Themes[:min(top, len(t.Themes))] {
		fmt.Fprintf(out, "%-24s", cut(row.Theme, 24))
		for _, n := range row.Counts {
			text := strconv.Itoa(n)
			if n == 0 {
				text = "·"
			}
			fmt.Fprintf(out, " %5s", text)
		}
		fmt.Fprintln(out)
	}
}

// picture is themes by decade.
func (t *tally) picture() chart.Picture {
	heat := &chart.Heat{Title: "Themes by decade", Columns: t.Decades}
	for _, row := range t.Themes {
		heat.Rows = append(heat.Rows, row.Theme)
		values := make([]float64, len(row.Counts))
		for i, n := range row.Counts {
			values[i] = float64(n)
		}
		heat.Values = append(heat.Values, values)
	}
	return heat
}

// longestBar is how many signs the bar of the largest number has.
const longestBar = 40

// writeBars writes values with their numbers and bars.
func writeBars(out io.Writer, groups []query.Group) {
	most, wide := 1, 1
	for _, g := range groups {
		most, wide = max(most, g.Count), min(max(wide, len([]rune(g.Value))), 32)
	}
	sign := "#"
	if cli.UTF8() {
		sign = "█"
	}
	for _, g := range groups {
		length := (g.Count*longestBar + most - 1) / most
		line := fmt.Sprintf("  %-*s %7d  %s", wide, cut(notation.Printable(g.Value), wide),
			g.Count, strings.Repeat(sign, length))
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}
