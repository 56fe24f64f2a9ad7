package problemfile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

// exporting writes problems of a collection.
type exporting struct {
	form, out, folder, language string
	sheet                       exchange.Sheet
	std                         cli.Streams
}

func defineExport(flags *pflag.FlagSet) cli.Run {
	var e exporting
	var forms, names []string
	for _, f := range exchange.Formats() {
		names = append(names, f.Name)
		forms = append(forms, f.Name+" ("+f.Usage+")")
	}
	flags.StringVar(&e.form, "form", "",
		"`form`: "+strings.Join(forms, ", ")+" (default: by the extension of --out, or json)")
	cli.Complete(flags, "form", names...)
	cli.OutVar(flags, &e.out)
	flags.StringVar(&e.folder, "folder", "", "`folder` for one file per problem, named by its number")
	flags.StringVar(&e.language, "language", "english", "`language` of sheets and the captions of diagrams")
	cli.Complete(flags, "language", "english", "italian")
	flags.Func("solutions", "`where` to print the solutions of analysed problems in sheets (HTML, LaTeX): "+
		"end (default), below (each diagram) or none, which also leaves them out of Olive and PGN",
		func(text string) (err error) {
			e.sheet.Solutions, err = exchange.ParseSolutions(text)
			return err
		})
	cli.Complete(flags, "solutions", "end", "below", "none")
	flags.BoolVar(&e.sheet.AllPlay, "all-play", false, "add set play, tries and themes to the solutions")
	return withQuery(e.run)
}

func (e *exporting) run(path, content string, std cli.Streams) error {
	if e.out != "" && e.folder != "" {
		return cli.Usagef("--out and --folder exclude each other")
	}
	e.std = std
	form, err := e.format()
	if err != nil {
		return err
	}
	language, err := text.ParseLanguage(e.language)
	if err != nil {
		return cli.Usagef("--language: %w", err)
	}
	q, err := parseQuery(content)
	if err != nil {
		return err
	}
	if q.Count {
		return cli.Usagef("a query that counts selects no problems to write")
	}
	return withCollection(path, database.ReadOnly, func(ctx context.Context, db *database.DB) error {
		open := func(w io.Writer) (*exchange.Exporter, error) {
			x, err := exchange.NewExporter(db, w, form, language)
			if err == nil {
				x.Sheet = e.sheet
			}
			return x, err
		}
		if e.folder != "" {
			return e.files(ctx, db, q, form.Extension, open)
		}
		return e.std.Write(e.out, func(w *bufio.Writer) error {
			x, err := open(w)
			if err != nil {
				return err
			}
			return e.write(ctx, db, q, x)
		})
	})
}

// errPDF returns the error for a form that 3.0 removed.
func errPDF(flag string) error {
	return cli.Usagef("--%s pdf was removed in 3.0: write html and print it to PDF in a browser", flag)
}

// format is the form that is asked for.
func (e *exporting) format() (exchange.Format, error) {
	name := cmp.Or(e.form, strings.TrimPrefix(filepath.Ext(datafile.Plain(e.out)), "."), "json")
	form, err := exchange.FindFormat(name)
	if err != nil && name == "pdf" {
		return form, errPDF("form")
	}
	if err != nil {
		return form, cli.Usagef("--form: %w", err)
	}
	return form, nil
}

// write writes all problems into one file. What the form cannot hold is reported.
func (e *exporting) write(ctx context.Context, db *database.DB, q *query.Query, x *exchange.Exporter) error {
	left := 0
	err := query.Find(ctx, db, q, func(p *problem.Record) error {
		err := x.Write(p)
		if errors.Is(err, format.ErrNoMate) || errors.Is(err, format.ErrTooLong) {
			left++
			fmt.Fprintln(e.std.Err, err)
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	written, err := x.Close()
	if err == nil && left > 0 {
		err = fmt.Errorf("%d problems were written, %d were not", written, left)
	}
	return err
}

// files writes each problem into a file of its own. No file is replaced.
func (e *exporting) files(ctx context.Context, db *database.DB, q *query.Query, extension string,
	open func(io.Writer) (*exchange.Exporter, error)) error {
	if err := os.MkdirAll(e.folder, 0o755); err != nil {
		return err
	}
	return query.Find(ctx, db, q, func(p *problem.Record) error {
		path := filepath.Join(e.folder, fmt.Sprintf("%06d.%s", p.ID, extension))
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		x, err := open(file)
		if err == nil {
			err = x.Write(p)
		}
		if err == nil {
			_, err = x.Close()
		}
		if err = errors.Join(err, file.Close()); err != nil {
			_ = os.Remove(path) // it is ours, and not whole
		}
		return err
	})
}

func defineJudge(flags *pflag.FlagSet) cli.Run {
	var j exchange.Judging
	var out, language, collection string
	flags.StringVar(&j.Form, "format", "",
		"`form` of the sheet: html or csv (default: by the extension of --out, or html)")
	cli.Complete(flags, "format", "html", "csv")
	flags.BoolVar(&j.Anonymous, "anonymous", false, "leave out authors and sources")
	flags.StringVar(&collection, "collection", "", "`file` of the collection to search for anticipations")
	flags.StringVar(&language, "language", "english", "`language` of the sheet")
	cli.Complete(flags, "language", "english", "italian")
	j.Limit = time.Minute
	cli.SecondsVar(flags, &j.Limit, "limit", "limit each entry to this number of `seconds`")
	cli.OutVar(flags, &out)
	return func(args []string, std cli.Streams) (err error) {
		if len(args) != 1 {
			return cli.Usagef("give one FILE of entries, or -")
		}
		if j.Language, err = text.ParseLanguage(language); err != nil {
			return cli.Usagef("--language: %w", err)
		}
		j.Form = cmp.Or(j.Form, strings.TrimPrefix(filepath.Ext(out), "."), "html")
		if j.Form == "pdf" {
			return errPDF("format")
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		if collection != "" {
			if j.DB, err = database.Open(collection, database.ReadOnly); err != nil {
				return err
			}
			defer j.DB.Close()
		}
		in, err := std.Open(ctx, args[0], "")
		if err != nil {
			return err
		}
		defer in.Close()
		j.Tell = func(e *exchange.Event) {
			fmt.Fprintf(std.Err, "%s: %s\n", placeOf(in.Name, e), notation.Printable(e.Reason(text.English())))
		}
		written, left := 0, 0
		err = std.Write(out, func(w *bufio.Writer) (err error) {
			written, left, err = j.Write(ctx, w, in)
			remark(std, in.Name, j.Recoded)
			if err == nil && written == 0 { // so that no file is made
				err = fmt.Errorf("%s: no problem found; errors: %d", in.Name, left)
			}
			return err
		})
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return err
		case left > 0:
			return fmt.Errorf("%d entries were judged, %d were left out", written, left)
		}
		return nil
	}
}
