package problemfile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/problem/database/query"
)

// edits are the flags that set a field of a problem; an empty text empties it. get is the field
// in the form in which it is set.
var edits = []struct {
	name, usage string
	set         func(p *problem.Record, text string)
	get         func(p *problem.Record) string
}{
	{"title", "the `title`", func(p *problem.Record, text string) { p.Title = text },
		func(p *problem.Record) string { return p.Title }},
	{"authors", "the `names`, with & between them",
		func(p *problem.Record, text string) { p.Authors = problem.SplitNames(text) },
		func(p *problem.Record) string { return problem.JoinNames(p.Authors) }},
	{"source", "the `source`, as in \"Name, issue 7, no. 12, 14/7/1901\"",
		func(p *problem.Record, text string) { p.Source = problem.ParseSource(text) },
		func(p *problem.Record) string { return p.Source.String() }},
	{"award", "the `distinction`, as in \"2nd Prize, Tourney\"; several with ; between them",
		func(p *problem.Record, text string) {
			p.Awards = nil
			for _, part := range separated(text, ";") {
				distinction, tourney, _ := strings.Cut(part, ", ")
				p.Awards = append(p.Awards, problem.Award{Text: distinction, Tourney: tourney})
			}
		}, func(p *problem.Record) string {
			var all []string
			for _, a := range p.Awards {
				all = append(all, a.String())
			}
			return strings.Join(all, "; ")
		}},
	{"keywords", "the `words`, with commas between them",
		func(p *problem.Record, text string) { p.Keywords = separated(text, ",") },
		func(p *problem.Record) string { return strings.Join(p.Keywords, ", ") }},
	{"comment", "replace all comments by this `comment`",
		func(p *problem.Record, text string) { p.Comments = []string{text} },
		func(p *problem.Record) string { return strings.Join(p.Comments, " / ") }},
	{"reference", "the `number` in another collection",
		func(p *problem.Record, text string) { p.Reference = text },
		func(p *problem.Record) string { return p.Reference }},
	{"position", "the `FEN`, or its board alone if White is to move; removes the report if the position changes",
		func(p *problem.Record, text string) { p.FEN = withFields(text) }, func(p *problem.Record) string { return p.FEN }},
	{"stipulation", "the `stipulation`, as in #2; removes the report if it changes",
		func(p *problem.Record, text string) { p.Stipulation = text },
		func(p *problem.Record) string { return p.Stipulation }},
}

// withFields adds what a FEN lacks behind the board.
func withFields(fen string) string {
	words := strings.Fields(fen)
	for i, word := range [...]string{"", "w", "-", "-"} {
		if len(words) > 0 && i >= len(words) {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// separated takes a text apart.
func separated(text, separator string) (parts []string) {
	for _, part := range strings.Split(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// editing changes problems, or takes them out.
type editing struct {
	values   map[string]*string // by the names of edits
	old, new string             // an author, and what he is called
	where    string
	remove   bool
}

func defineEdit(flags *pflag.FlagSet) cli.Run {
	e := editing{values: map[string]*string{}}
	for _, row := range edits {
		flags.Func(row.name, row.usage, func(text string) error {
			if e.values[row.name] != nil {
				return errors.New("it is given twice")
			}
			e.values[row.name] = &text
			return nil
		})
	}
	flags.Func("rename-author",
		"`names` as in \"S. Loyd=Sam Loyd\": replace the first name, in any order of its words, by the "+
			"second; co-authors stay. Without problem numbers, change all problems of this author",
		func(text string) (err error) {
			var ok bool
			if e.old, e.new, ok = strings.Cut(text, "="); !ok || database.NameKey(e.old) == "" ||
				strings.TrimSpace(e.new) == "" {
				err = errors.New("expected two names with = between them")
			}
			return err
		})
	flags.StringVar(&e.where, "where", "", "change the problems that match this `query`, instead of numbers")
	flags.BoolVar(&e.remove, "delete", false, "delete the problems from the collection")
	return func(args []string, std cli.Streams) error {
		if (len(e.values) > 0 || e.old != "") == e.remove {
			return cli.Usagef("give the fields to change, or --delete")
		}
		if e.where == "" && e.old != "" && len(args) == 1 {
			e.where = `author = "` + strings.ReplaceAll(e.old, `"`, " ") + `"`
		}
		path, ids, err := "", []int64(nil), error(nil)
		switch {
		case e.where == "":
			path, ids, err = fileAndNumbers(args)
		case len(args) != 1:
			err = cli.Usagef("give the FILE of a collection, and either numbers of problems or --where")
		default:
			path = args[0]
		}
		if err != nil {
			return err
		}
		return e.run(path, ids, std)
	}
}

func (e *editing) run(path string, ids []int64, std cli.Streams) (err error) {
	var q *query.Query
	if e.where != "" {
		if q, err = parseQuery(e.where); err != nil {
			return err
		}
		if q.Count {
			return cli.Usagef("--where: a query that counts selects no problems")
		}
	}
	var reported []string
	err = withCollection(path, database.ReadWrite, func(ctx context.Context, db *database.DB) error {
		if q != nil {
			err := query.FindIDs(ctx, db, q, func(id int64) error {
				ids = append(ids, id)
				return nil
			})
			if err != nil {
				return err
			}
		}
		return db.Batch(func(t *database.Tx) error {
			reported = reported[:0]
			for _, id := range ids {
				text, err := e.edit(t, id)
				if err != nil {
					return fmt.Errorf("nothing was changed: %w", err)
				}
				reported = append(reported, fmt.Sprintf("problem %d: %s\n", id, text))
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		reported = append(reported, "no problem is found\n")
	}
	return std.Write("", func(out *bufio.Writer) error {
		for _, line := range reported {
			out.WriteString(line)
		}
		return nil
	})
}

// edit changes a problem or takes it out, and says what became of it.
func (e *editing) edit(t *database.Tx, id int64) (reported string, err error) {
	if e.remove {
		return "deleted", t.Delete(id)
	}
	p, err := t.Get(id)
	if err != nil {
		return "", err
	}
	before := p
	before.Authors = slices.Clone(p.Authors)
	for _, row := range edits {
		if text := e.values[row.name]; text != nil {
			row.set(&p, *text)
		}
	}
	for i, name := range p.Authors {
		if e.old != "" && database.NameKey(name) == database.NameKey(e.old) {
			p.Authors[i] = strings.TrimSpace(e.new)
		}
	}
	had, err := t.HasReport(id)
	others := 0
	if err == nil {
		others, err = exchange.Update(t, &before, &p)
	}
	if err != nil {
		return "", fmt.Errorf("problem %d: %w", id, err)
	}
	has, err := t.HasReport(id)
	var changes []string
	for _, row := range edits {
		if was, is := row.get(&before), row.get(&p); was != is {
			changes = append(changes, fmt.Sprintf("%s %s (was %s)", row.name, cmp.Or(is, "nothing"), cmp.Or(was, "nothing")))
		}
	}
	if others > 0 {
		changes = append(changes, fmt.Sprintf("%d twins changed", others+1))
	}
	if had && !has {
		changes = append(changes, "its report is gone: analyse it again")
	}
	return notation.Printable(cmp.Or(strings.Join(changes, "; "), "it is so already")), err
}
