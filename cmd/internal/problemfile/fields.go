package problemfile

import (
	"fmt"
	"io"
	"strings"

	"alfiere/internal/cli"
	"alfiere/problem/database/query"
)

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
