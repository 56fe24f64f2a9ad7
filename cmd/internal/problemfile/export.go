package problemfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
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
		"end (default), below (each diagram) or none", func(text string) (err error) {
		e.sheet.Solutions, err = exchange.ParseSolutions(text)
		return err
	})
	cli.Complete(flags, "solutions", "end", "below", "none")
	flags.BoolVar(&e.sheet.AllPlay, "all-play", false, "add set play, tries and themes to the solutions")
	return withQuery(e.run)
}

func (e *exporting) run(path, content string, std cli.Streams) error {
	if e.out != "" && e.folder != "" {
		return cli.Usagef("one of --out and --folder")
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
		return cli.Usagef("a query that counts has no problems to write")
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
	name := e.form
	if name == "" {
		name = strings.TrimPrefix(filepath.Ext(datafile.Plain(e.out)), ".")
	}
	if name == "" {
		name = "json"
	}
	form, err := exchange.FindFormat(name)
	if err != nil && name == "pdf" {
		return form, errPDF("form")
	}
	if err != nil {
		return form, cli.Usagef("--form: %w", err)
	}
	return form, nil
}

// write writes all problems into one file. What the form cannot hold is told.
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
