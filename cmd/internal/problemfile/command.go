// Package problemfile is the subcommand problems: what its parts do with collections of problems.
package problemfile

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/problem/database"
)

// Command returns the row of the subcommand problems, whose parts work on the file of a collection.
func Command(defineQueue defineQueue) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "problems " +
		"import|export|find|show|edit|analyse|duplicates|fields|judge|statistics [flags] FILE …",
		Short: "Manage a collection of problems: import, find, edit, analyse, count and export."},
		cli.With(&cobra.Command{Use: "import [--doubles skip|merge|add] [--moves N] [--json] FILE [PROBLEMS…|-]",
			Short: "Add problems to the collection FILE from files of FEN, EPD, Popeye, Olive, PGN and " +
				"JSON; create it " +
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
		cli.With(&cobra.Command{Use: "edit [--title TEXT] [--authors NAMES] … [--rename-author OLD=NEW] " +
			"[--delete] FILE " +
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
			Short: "Write the entries of a tourney as a sheet for the judge: diagrams, solutions, keys, " +
				"flaws, changed " +
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
