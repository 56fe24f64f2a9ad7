package problemfile

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/problem/text"
)

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
		if j.Form == "" {
			j.Form = cmp.Or(strings.TrimPrefix(filepath.Ext(out), "."), "html")
		}
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
