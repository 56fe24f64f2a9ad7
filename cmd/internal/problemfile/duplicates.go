package problemfile

import (
	"bufio"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/problem/database"
)

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
			return writeJSON(out, map[string][]int64{"problems": ids})
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
