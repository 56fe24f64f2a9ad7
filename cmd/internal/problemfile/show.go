package problemfile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

func defineShow(flags *pflag.FlagSet) cli.Run {
	asJSON := flags.Bool("json", false, "write one JSON object per line, with all data except the report")
	report := flags.Bool("report", false, "write the stored report of the analysis, one line of JSON")
	return func(args []string, std cli.Streams) error {
		path, ids, err := fileAndNumbers(args)
		if err != nil {
			return err
		}
		db, err := database.Open(path, database.ReadOnly)
		if err != nil {
			return err
		}
		defer db.Close()
		return std.Write("", func(out *bufio.Writer) error {
			for i, id := range ids {
				if *report {
					r, err := db.Report(id)
					if err != nil {
						return err
					}
					out.Write(r.Text)
					out.WriteByte('\n')
					continue
				}
				p, err := db.Get(id)
				if err != nil {
					return err
				}
				if *asJSON {
					if err := text.WriteLine(out, format.NewLine(&p, nil)); err != nil {
						return err
					}
					continue
				}
				if i > 0 {
					fmt.Fprintln(out)
				}
				if err := show(out, db, &p); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// maxRange is how many problems a range may name.
const maxRange = 100_000

// fileAndNumbers are the arguments of those that work on single problems.
func fileAndNumbers(args []string) (path string, ids []int64, err error) {
	if len(args) < 2 {
		return "", nil, cli.Usagef("give the FILE of a collection, and numbers of problems")
	}
	for _, arg := range args[1:] {
		first, last, isRange := strings.Cut(arg, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.ParseInt(first, 10, 64)
		to, alsoErr := strconv.ParseInt(last, 10, 64)
		if err != nil || alsoErr != nil || from < 1 || to < from || to-from >= maxRange {
			return "", nil, cli.Usagef("%q is neither a problem number nor a range such as 7-12 of at most %d",
				arg, maxRange)
		}
		for ; from <= to; from++ {
			ids = append(ids, from)
		}
	}
	return args[0], ids, nil
}

// show writes a problem for people.
func show(out *bufio.Writer, db *database.DB, p *problem.Record) error {
	at, err := p.Position()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Problem %d\n%s\n", p.ID, notation.Diagram{Coords: true}.Draw(&at))
	row := func(name, text string) {
		for i, line := range strings.Split(text, "\n") {
			if text == "" {
				return
			}
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(out, "%-12s %s\n", name, notation.Printable(line))
		}
	}
	row("position", p.FEN)
	row("stipulation", p.Stipulation+"   "+notation.PieceCount(&at))
	row("title", p.Title)
	row("authors", problem.JoinNames(p.Authors))
	row("source", p.Source.String())
	for _, a := range p.Awards {
		row("award", a.String())
	}
	row("reference", p.Reference)
	row("keywords", strings.Join(p.Keywords, ", "))
	row("comments", strings.Join(p.Comments, "\n"))
	if err = showTwins(row, db, p); err != nil {
		return err
	}
	alike, err := db.Alike(p)
	if err != nil {
		return err
	}
	var others []string
	for _, a := range alike {
		if a.ID != p.ID {
			others = append(others, fmt.Sprint(a.ID))
		}
	}
	row("alike", strings.Join(others, ", "))
	row("changed", p.Changed.Format("2006-01-02 15:04")+" (added "+p.Added.Format("2006-01-02")+")")
	return showFindings(row, db, p.ID)
}

// showTwins writes the twins of a problem.
func showTwins(row func(name, text string), db *database.DB, p *problem.Record) error {
	ids, err := db.Twins(cmp.Or(p.Twin.Of, p.ID))
	if err != nil || len(ids) < 2 {
		return err
	}
	for _, id := range ids {
		twin, err := db.Get(id)
		if err != nil {
			return err
		}
		row("twin", fmt.Sprintf("%s   problem %d", twin.Twin, id))
	}
	return nil
}

// showFindings writes what the analysis found.
func showFindings(row func(name, text string), db *database.DB, id int64) error {
	f, err := db.Findings(id)
	if errors.Is(err, database.ErrNotFound) {
		row("verdict", "not analysed")
		return nil
	}
	if err != nil {
		return err
	}
	traits, err := db.Traits(id)
	if err != nil {
		return err
	}
	names := database.NamesOf(traits)
	verdict := f.Verdict
	if !f.Complete {
		verdict += ", a limit ended the analysis"
	}
	row("verdict", fmt.Sprintf("%s (%s, %s)", verdict, f.Program, f.Analysed.Format("2006-01-02")))
	if f.Keys > 0 {
		row("key", strings.TrimSuffix(fmt.Sprintf("1.%s (%s), %s", f.KeySAN, f.KeyType, f.BlockKind), ", "))
	}
	row("play", fmt.Sprintf("%d variations, %d tries, %d set mates, %d duals", f.Variations, f.Tries, f.SetMates, f.Duals))
	for _, kind := range []struct {
		kind, name string
	}{{database.Theme, "themes"}, {database.KeyKind, "kinds of key"}, {database.Flaw, "flaws"},
		{database.Merit, "merits"}, {database.Warning, "warnings"}} {
		row(kind.name, strings.Join(names[kind.kind], ", "))
	}
	return nil
}

func defineDuplicates(flags *pflag.FlagSet) cli.Run {
	asJSON := flags.Bool("json", false, "write one JSON object per group, on one line")
	exact := flags.Bool("exact", false, "omit mirrored, turned and colour-swapped positions")
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("give the FILE of a collection")
		}
		return withCollection(args[0], database.ReadOnly, func(ctx context.Context, db *database.DB) error {
			return std.Write("", func(out *bufio.Writer) error { return duplicates(ctx, db, out, *exact, *asJSON) })
		})
	}
}

// duplicates writes the groups of problems that are alike.
func duplicates(ctx context.Context, db *database.DB, out *bufio.Writer, exact, asJSON bool) error {
	groups, listed := 0, rows{out: out}
	err := db.Doubles(ctx, exact, func(ids []int64) error {
		if groups++; asJSON {
			return text.WriteLine(out, map[string][]int64{"problems": ids})
		}
		if groups > 1 {
			fmt.Fprintln(out)
		}
		for _, id := range ids {
			p, err := db.Get(id)
			if err != nil {
				return err
			}
			f, _ := db.Findings(id) // without, the columns are empty
			listed.write(&p, &f)
			fmt.Fprintf(out, "        %s\n", p.FEN)
		}
		return nil
	})
	if err == nil && groups == 0 && !asJSON {
		fmt.Fprintln(out, "no problem occurs twice")
	}
	return err
}

// writeFields writes what may be asked for, or of what kind a field is and its values.
func writeFields(out io.Writer, name string) error {
	if name == "" {
		for _, f := range query.Fields() {
			fmt.Fprintf(out, "%-24s %s\n", f.Form(), help(f))
		}
		return nil
	}
	f, err := query.FieldOf(name)
	if err != nil {
		return cli.Suggesting(func(string) error { return cli.Usagef("%w", err) })("")
	}
	fmt.Fprintf(out, "%s: %s\n", f.Form(), help(f))
	for _, value := range f.Values {
		fmt.Fprintln(out, "  "+value)
	}
	return nil
}

// help is what a field is, with its other names.
func help(f *query.Field) string {
	if len(f.Also) == 0 {
		return f.Help
	}
	return f.Help + " (or " + strings.Join(f.Also, ", ") + ")"
}
