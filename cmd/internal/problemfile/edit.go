package problemfile

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"alfiere/book/problemdb"
	"alfiere/book/problemdb/exchange"
	"alfiere/cmd/internal/cli"
)

// edits are the flags that set a field of a problem; an empty text empties it.
var edits = []struct {
	name, usage string
	set         func(p *problemdb.Problem, text string)
}{
	{"title", "the `title`", func(p *problemdb.Problem, text string) { p.Title = text }},
	{"authors", "the `names`, with & between them", func(p *problemdb.Problem, text string) { p.Authors = exchange.SplitNames(text) }},
	{"source", "the `source`, as in \"Name, issue 7, no. 12, 14/7/1901\"", func(p *problemdb.Problem, text string) { p.Source = exchange.ParseSource(text) }},
	{"award", "the `distinction`, as in \"2nd Prize, Tourney\"; several with ; between them", func(p *problemdb.Problem, text string) {
		p.Awards = nil
		for _, part := range separated(text, ";") {
			distinction, tourney, _ := strings.Cut(part, ", ")
			p.Awards = append(p.Awards, problemdb.Award{Text: distinction, Tourney: tourney})
		}
	}},
	{"keywords", "the `words`, with commas between them", func(p *problemdb.Problem, text string) { p.Keywords = separated(text, ",") }},
	{"comment", "the `comment`, in the place of all", func(p *problemdb.Problem, text string) { p.Comments = []string{text} }},
	{"reference", "the `number` that another collection gives it", func(p *problemdb.Problem, text string) { p.Reference = text }},
	{"position", "the `FEN`; a report of another position goes", func(p *problemdb.Problem, text string) { p.FEN = text }},
	{"stipulation", "the `stipulation`, as in #2; a report of another one goes", func(p *problemdb.Problem, text string) { p.Stipulation = text }},
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

func defineEdit(flags *flag.FlagSet) cli.Run {
	values := map[string]*string{}
	for _, e := range edits {
		flags.Func(e.name, e.usage, func(text string) error {
			values[e.name] = &text
			return nil
		})
	}
	remove := flags.Bool("delete", false, "take the problems out of the collection")
	return func(args []string, std cli.Streams) error {
		path, ids, err := fileAndNumbers(args)
		if err != nil {
			return err
		}
		if (len(values) > 0) == *remove {
			return cli.Usagef("say what is changed, or --delete")
		}
		db, err := problemdb.Open(path, problemdb.ReadWrite)
		if err != nil {
			return err
		}
		err = db.Batch(func(t *problemdb.Tx) error {
			for _, id := range ids {
				if err := edit(t, id, values, *remove); err != nil {
					return fmt.Errorf("nothing was changed: %w", err)
				}
			}
			return nil
		})
		if err = errors.Join(err, db.Close()); err != nil {
			return err
		}
		what := "changed"
		if *remove {
			what = "deleted"
		}
		for _, id := range ids {
			fmt.Fprintf(std.Out, "problem %d %s\n", id, what)
		}
		return nil
	}
}

// edit changes a problem or takes it out.
func edit(t *problemdb.Tx, id int64, values map[string]*string, remove bool) error {
	if remove {
		return t.Delete(id)
	}
	p, err := t.Get(id)
	if err != nil {
		return err
	}
	for _, e := range edits {
		if text := values[e.name]; text != nil {
			e.set(&p, *text)
		}
	}
	if err = t.Update(&p); err != nil {
		return fmt.Errorf("problem %d: %w", id, err)
	}
	return nil
}
