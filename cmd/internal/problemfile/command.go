// Package problemfile is the subcommand problems: what its parts do with collections of
// problems.
package problemfile

import (
	"flag"
	"strings"

	"alfiere/internal/cli"
)

// Command returns the row of the subcommand problems, whose parts work on the file of a
// collection.
func Command(defineCrew defineCrew) cli.Command {
	return cli.Command{Name: "problems",
		Args:    "import|export|find|show|edit|analyse|duplicates|fields|judge|statistics [flags] FILE …",
		Summary: "Manage a collection of problems: import, find, edit, analyse, count and export.",
		Parts: []cli.Command{
			{Name: "import", Args: "[--doubles skip|merge|add] [--moves N] [--json] FILE [PROBLEMS…|-]", Define: defineImport,
				Summary: "Add problems to the collection FILE from files of FEN, EPD, Popeye, Olive, PGN and JSON; create it " +
					"if it is missing.",
				Example: "problems.db problems.olv more.epd"},
			{Name: "export", Args: "[--form FORM] [--out FILE|--folder FOLDER] FILE [QUERY…]", Define: defineExport,
				Summary: "Write the problems that match a query: for other programs, as a table or as diagrams.",
				Example: "--out sheet.html problems.db 'author:loyd limit 10'"},
			{Name: "find", Args: "[--json] [--sort FIELDS] [--limit N] [--offset N] FILE [QUERY…]", Define: defineFind,
				Summary: "List or count the problems that match a query.",
				Example: "--sort 'year desc' problems.db '#2 theme:grimshaw tries >= 3'"},
			{Name: "show", Args: "[--json|--report] FILE NUMBER…", Define: defineShow,
				Summary: "Show the problems with these numbers and all their data.",
				Example: "problems.db 17"},
			{Name: "edit", Args: "[--title TEXT] [--authors NAMES] … [--rename-author OLD=NEW] [--delete] FILE " +
				"NUMBER…|--where QUERY FILE", Define: defineEdit,
				Summary: "Change the given fields of the problems with these numbers, or delete the problems.",
				Example: "--authors 'Sam Loyd' --source 'Chess Monthly, 1859' problems.db 17"},
			{Name: "analyse",
				Args:   "[--query QUERY] [--limit SECONDS] [--nodes N] [--force] [--json] [--threads N|--broker URL] FILE",
				Define: func(flags *flag.FlagSet) cli.Run { return defineAnalyse(flags, defineCrew(flags)) },
				Summary: "Analyse the problems that have no report yet, or an older one, and report which verdicts " +
					"have changed.",
				Example: "--threads 2 --limit 60 problems.db"},
			{Name: "duplicates", Args: "[--exact] [--json] FILE", Define: defineDuplicates,
				Summary: "List problems that occur several times, also mirrored, turned or with colours swapped.",
				Example: "problems.db"},
			{Name: "fields", Args: "[NAME]", Define: defineFields,
				Summary: "List the fields that a query can use, or the values of one field.",
				Example: "theme"},
			{Name: "judge", Args: "[--format html|csv] [--anonymous] [--collection DB] [--out FILE] FILE", Define: defineJudge,
				Summary: "Write the entries of a tourney as a sheet for the judge: diagrams, solutions, keys, flaws, changed " +
					"mates, economy and anticipations.",
				Example: "--anonymous --collection problems.db --out sheet.html more.epd"},
			{Name: "statistics", Args: "[--top N] [--json] [--plot FILE] FILE [QUERY…]", Define: defineStatistics,
				Summary: "Count the problems by stipulations, verdicts, men, decades, keys and themes, and show themes by decade.",
				Example: "--top 10 problems.db sound"},
		}}
}

func defineFind(flags *flag.FlagSet) cli.Run {
	var f find
	flags.BoolVar(&f.json, "json", false, "write one JSON object per line")
	flags.StringVar(&f.sort, "sort", "", "sort by `fields`, as \"year desc, author\"; the same as sort by in the query")
	flags.IntVar(&f.limit, "limit", 0, "list at most `N` problems; the same as limit in the query")
	flags.IntVar(&f.offset, "offset", 0, "leave out the first `N`; the same as offset in the query")
	return func(args []string, std cli.Streams) error {
		path, text, err := fileAndQuery(args)
		if err != nil {
			return err
		}
		return f.run(path, text, std)
	}
}

func defineFields(*flag.FlagSet) cli.Run {
	return func(args []string, std cli.Streams) error { return writeFields(std.Out, strings.Join(args, " ")) }
}

func defineStatistics(flags *flag.FlagSet) cli.Run {
	var s statistics
	flags.IntVar(&s.top, "top", 12, "show the `N` most frequent of each table")
	flags.BoolVar(&s.json, "json", false, "write one object with all tables")
	flags.StringVar(&s.plot, "plot", "", "draw themes by decade into a `file`, .svg or .png")
	return func(args []string, std cli.Streams) error {
		path, text, err := fileAndQuery(args)
		if err != nil {
			return err
		}
		return s.run(path, text, std)
	}
}

// fileAndQuery are the arguments of those that search.
func fileAndQuery(args []string) (path, text string, err error) {
	if len(args) == 0 {
		return "", "", cli.Usagef("give the FILE of a collection")
	}
	return args[0], strings.Join(args[1:], " "), nil
}
