// Package problemfile is the subcommand problems: what its parts do with collections of problems.
package problemfile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

// Command returns the row of the subcommand problems, whose parts work on the file of a collection.
func Command(defineQueue defineQueue) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "problems " +
		"import|export|find|show|edit|analyse|duplicates|fields|judge|statistics [flags] FILE …",
		Short: "Manage a collection of problems: import, find, edit, analyse, count and export."},
		cli.With(&cobra.Command{Use: "import [--doubles skip|merge|add] [--moves N] [--json] FILE [PROBLEMS…|-]",
			Short: "Add problems to the collection FILE from files of FEN, EPD, Popeye, Olive, PGN and JSON; create it " +
				"if it is missing.",
			Example: "alfiere-lab problems import problems.db problems.olv more.epd"}, defineImport),
		cli.With(&cobra.Command{Use: "export [--form FORM] [--out FILE|--folder FOLDER] FILE [QUERY…]",
			Short:   "Write the problems that match a query: for other programs, as a table or as diagrams.",
			Example: "alfiere-lab problems export --out sheet.html problems.db 'author:loyd limit 10'"},
			defineExport),
		cli.With(&cobra.Command{Use: "find [--json] [--sort FIELDS] [--limit N] [--offset N] FILE [QUERY…]",
			Short:   "List or count the problems that match a query.",
			Example: "alfiere-lab problems find --sort 'year desc' problems.db '#2 theme:grimshaw tries >= 3'"},
			defineFind),
		cli.With(&cobra.Command{Use: "show [--json|--report] FILE NUMBER…",
			Short:   "Show the problems with these numbers and all their data.",
			Example: "alfiere-lab problems show problems.db 17"}, defineShow),
		cli.With(&cobra.Command{Use: "edit [--title TEXT] [--authors NAMES] … [--rename-author OLD=NEW] [--delete] FILE " +
			"NUMBER…|--where QUERY FILE",
			Short: "Change the given fields of the problems with these numbers, or delete the problems.",
			Example: "alfiere-lab problems edit --authors 'Sam Loyd' --source 'Chess Monthly, 1859' " +
				"problems.db 17"},
			defineEdit),
		cli.With(&cobra.Command{Use: "analyse [--query QUERY] [--limit SECONDS] [--nodes N] [--force] " +
			"[--json] [--threads N|--broker URL] FILE",
			Short: "Analyse the problems that have no report yet, or an older one, and report which verdicts " +
				"have changed.",
			Example: "alfiere-lab problems analyse --threads 2 --limit 60 problems.db"},
			func(flags *pflag.FlagSet) cli.Run { return defineAnalyse(flags, defineQueue(flags)) }),
		cli.With(&cobra.Command{Use: "duplicates [--exact] [--json] FILE",
			Short:   "List problems that occur several times, also mirrored, turned or with colours swapped.",
			Example: "alfiere-lab problems duplicates problems.db"}, defineDuplicates),
		cli.With(&cobra.Command{Use: "fields [NAME]",
			Short:   "List the fields that a query can use, or the values of one field.",
			Example: "alfiere-lab problems fields theme"}, defineFields),
		cli.With(&cobra.Command{Use: "judge [--format html|csv] [--anonymous] [--collection DB] [--out FILE] FILE",
			Short: "Write the entries of a tourney as a sheet for the judge: diagrams, solutions, keys, flaws, changed " +
				"mates, economy and anticipations.",
			Example: "alfiere-lab problems judge --anonymous --collection problems.db --out sheet.html more.epd"},
			defineJudge),
		cli.With(&cobra.Command{Use: "statistics [--top N] [--json] [--plot FILE] FILE [QUERY…]",
			Short: "Count the problems by stipulations, verdicts, men, decades, keys and themes, and " +
				"show themes by decade.",
			Example: "alfiere-lab problems statistics --top 10 problems.db sound"}, defineStatistics),
	)
}

func defineFind(flags *pflag.FlagSet) cli.Run {
	var f find
	flags.BoolVar(&f.json, "json", false, "write one JSON object per line")
	flags.StringVar(&f.sort, "sort", "", "sort by `fields`, as \"year desc, author\"; the same as sort by in the query")
	flags.IntVar(&f.limit, "limit", 0, "list at most `N` problems; the same as limit in the query")
	flags.IntVar(&f.offset, "offset", 0, "leave out the first `N`; the same as offset in the query")
	return withQuery(f.run)
}

func defineFields(*pflag.FlagSet) cli.Run {
	return func(args []string, std cli.Streams) error { return writeFields(std.Out, strings.Join(args, " ")) }
}

func defineStatistics(flags *pflag.FlagSet) cli.Run {
	var s statistics
	flags.IntVar(&s.top, "top", 12, "show the `N` most frequent of each table")
	flags.BoolVar(&s.json, "json", false, "write one object with all tables")
	flags.StringVar(&s.plot, "plot", "", "draw themes by decade into a `file`, .svg or .png")
	return withQuery(s.run)
}

// withCollection opens the file of a collection for some work, which an interrupt ends.
func withCollection(path string, mode database.Mode, work func(context.Context, *database.DB) error) (err error) {
	ctx, stop := cli.Interrupts()
	defer stop()
	db, err := database.Open(path, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err = work(ctx, db); err != nil && ctx.Err() != nil && !errors.Is(err, cli.ErrInterrupted) {
		err = context.Cause(ctx)
	}
	return err
}

// withQuery returns the work of a part that searches: its arguments are a file and the words of a query.
func withQuery(run func(path, text string, std cli.Streams) error) cli.Run {
	return func(args []string, std cli.Streams) error {
		if len(args) == 0 {
			return cli.Usagef("give the FILE of a collection")
		}
		return run(args[0], strings.Join(args[1:], " "), std)
	}
}

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
	return withCollection(path, database.ReadOnly, func(ctx context.Context, db *database.DB) error {
		return std.Write("", func(out *bufio.Writer) error {
			if q.Count {
				return f.count(ctx, db, q, out)
			}
			columns := 0
			if cli.IsTerminal(std.Out) {
				columns = cli.Columns(std.Out)
			}
			return f.list(ctx, db, q, rows{out, columns})
		})
	})
}

// complete takes the flags into the query.
func (f *find) complete(q *query.Query) error {
	if f.limit < 0 || f.offset < 0 {
		return cli.Usagef("--limit and --offset must not be negative")
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
		return cli.Usagef("--sort cannot be combined with a query that counts")
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
		return text.WriteLine(out, map[string]int{"count": groups[0].Count})
	case f.json:
		for _, g := range groups {
			if err = text.WriteLine(out, map[string]any{q.By.Name: g.Value, "count": g.Count}); err != nil {
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
			return text.WriteLine(row.out, e)
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
	line := fmt.Sprintf("%6d  %-5s %-5s  %-9s %-8s  %-24s  %s", p.ID, p.Stipulation, fmt.Sprintf("%d+%d", white, black),
		cmp.Or(report.Verdict, "-"), report.KeySAN, cut(strings.Join(p.Authors, " & "), 24), strings.Join(origin, ", "))
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

// cut returns at most the given number of characters of a text; "…" replaces the rest.
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
	Men   string             `json:"men"`             // white and black ones
	Found *database.Findings `json:"found,omitempty"` // absent if the problem is not analysed
}

// newEntry reads what there is of a problem. The error is the collection's.
func newEntry(db *database.DB, p *problem.Record, report *database.Findings) (*entry, error) {
	white, black := problem.CountMen(p.FEN)
	e := &entry{Line: format.NewLine(p, nil), Men: fmt.Sprintf("%d+%d", white, black)}
	if report.Verdict == "" {
		return e, nil
	}
	traits, err := db.Traits(p.ID)
	report.Named = database.NamesOf(traits)
	delete(report.Named, database.Keyword)
	e.Found = report
	return e, err
}
