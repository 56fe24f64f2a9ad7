package problemfile

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen/notation"
	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/problem/text"
)

// importing takes problems into a collection.
type importing struct {
	importer exchange.Importer
	json     bool

	std      cli.Streams
	progress *cli.Progress
	counts   exchange.Count
	unasked  bool // a problem has an error because nothing says how many moves it has
}

func defineImport(flags *pflag.FlagSet) cli.Run {
	var i importing
	flags.Func("doubles",
		"`what` to do with a problem that the collection already has, also as an image: skip it (default), "+
			"merge its data into the stored problem, or add it", func(text string) error {
			way, err := exchange.ParseDoubles(text)
			i.importer.Doubles = way
			return err
		})
	flags.IntVar(&i.importer.Moves, "moves", 0, "`N` of #N for problems without a stipulation")
	flags.BoolVar(&i.importer.Meant.Home, "home", false,
		"let kings and rooks at home castle and ignore the castling fields")
	flags.BoolVar(&i.importer.Meant.White, "white", false, "let White move and ignore the side to move of the FENs")
	flags.BoolVar(&i.json, "json", false, "write one JSON object per problem, on one line, and one with the totals")
	return func(args []string, std cli.Streams) error {
		if len(args) == 0 {
			return cli.Usagef("give the FILE of a collection, and files of problems")
		}
		if i.importer.Moves < 0 || i.importer.Moves > 32 {
			return cli.Usagef("--moves must be from 1 to 32")
		}
		names := args[1:]
		if len(names) == 0 {
			if cli.IsTerminal(std.In) {
				return cli.ErrNoInput
			}
			names = []string{"-"}
		}
		i.std = std
		return i.run(args[0], names)
	}
}

func (i *importing) run(path string, names []string) (err error) {
	ctx, stop := cli.Interrupts()
	defer stop()
	db, err := database.OpenOrCreate(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	i.importer.DB = db
	i.progress = cli.NewProgressBesideOutput(i.std)
	var wrong []error
	for _, name := range names {
		if failed := i.file(ctx, name); failed != nil {
			wrong = append(wrong, failed)
		}
		if ctx.Err() != nil {
			wrong = []error{context.Cause(ctx)}
			break
		}
	}
	i.progress.Clear()
	if err = i.sum(); err == nil && len(wrong) == 0 && i.counts[exchange.Faulty] > 0 {
		err = fmt.Errorf("problems with errors: %d of %d", i.counts[exchange.Faulty], i.counts.Total())
		if i.unasked {
			err = fmt.Errorf("%w; --moves N is for problems that do not say it", err)
		}
	}
	return errors.Join(append(wrong, err)...)
}

// file takes in one file.
func (i *importing) file(ctx context.Context, name string) error {
	in, err := i.std.Open(ctx, name, "")
	if err != nil {
		return err
	}
	defer in.Close()
	before := i.counts.Total()
	var failed error
	i.importer.Tell = func(e *exchange.Event) {
		i.counts[e.Outcome]++
		i.unasked = i.unasked || errors.Is(e.Err, database.ErrUnasked)
		i.progress.Show("%s%s: %d problems, %d of them new", in.Bar(), in.Name, i.counts.Total(), i.counts[exchange.Added])
		if err := i.tell(in.Name, e); err != nil {
			failed = err
		}
	}
	_, err = i.importer.Import(ctx, in)
	i.progress.Clear()
	remark(i.std, in.Name, i.importer.Recoded)
	switch {
	case failed != nil:
		return failed
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%s: %w", in.Name, err)
	case err == nil && i.counts.Total() == before:
		return fmt.Errorf("%s: there is no problem in it", in.Name)
	}
	return nil
}

// remark reports the first line of a file that is not UTF-8, if there is one.
func remark(std cli.Streams, name string, line int) {
	if line > 0 {
		fmt.Fprintf(std.Err, "%s:%d: %v\n", name, line, datafile.ErrRecoded)
	}
}

// reported is an event as JSON.
type reported struct {
	File string `json:"file"`
	*exchange.Event
	Error string `json:"error,omitempty"`
}

// placeOf returns file, line and, if it is known, column of a problem.
func placeOf(name string, e *exchange.Event) string {
	place := fmt.Sprintf("%s:%d", name, e.Line)
	if e.Column > 0 {
		place += fmt.Sprintf(":%d", e.Column)
	}
	return place
}

// tell writes what became of a problem; of those that were added only JSON tells.
func (i *importing) tell(name string, e *exchange.Event) error {
	place := placeOf(name, e)
	if i.json {
		line := reported{File: name, Event: e}
		if e.Err != nil {
			line.Error = e.Reason(text.English())
		}
		return text.WriteLine(i.std.Out, line)
	}
	same := "the same as"
	if !e.Exact {
		same = "an image of"
	}
	switch e.Outcome {
	case exchange.Faulty:
		i.progress.Clear()
		_, err := fmt.Fprintf(i.std.Err, "%s: %s\n", place, notation.Printable(e.Reason(text.English())))
		return err
	case exchange.Double:
		return i.line("%s: %s problem %d, left out\n", place, same, e.ID)
	case exchange.Merged:
		return i.line("%s: %s problem %d, which knows more now\n", place, same, e.ID)
	}
	return nil
}

// line writes a line.
func (i *importing) line(format string, values ...any) error {
	_, err := io.WriteString(i.std.Out, fmt.Sprintf(format, values...))
	return err
}

// sum writes the numbers.
func (i *importing) sum() error {
	c := i.counts
	if i.json {
		return text.WriteLine(i.std.Out, map[string]int{"added": c[exchange.Added], "doubles": c[exchange.Double],
			"merged": c[exchange.Merged], "faults": c[exchange.Faulty]})
	}
	text := fmt.Sprintf("%d problems added", c[exchange.Added])
	for _, part := range []struct {
		n     int
		words string
	}{{c[exchange.Double], "were there already"}, {c[exchange.Merged], "were merged"}, {c[exchange.Faulty], "at fault"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.words)
		}
	}
	return i.line("%s\n", text)
}
