package doctest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
)

// avoidedInHelp are phrases that read like a translation. Use the usual words: "default: english", "if it exists",
// "created if missing", "one JSON object per line".
var avoidedInHelp = regexp.MustCompile(`(?i)\b(is not said|(do|does) not say|says nothing|may be said|are asked|` +
	`asked for|query asks for|and else|turns? (it|them) round|is not there|is there already|if it is there|is none\b|` +
	`who is|is called so|what is|of which|may stand|whatever|goes? on|in the place of|again and again|` +
	`an object a line|a line for each|all there is|this one with|is told|are told|looked for|that (is|are) (read|written))\b`)

// CheckHelp looks for phrases that no help text uses in the summaries and flags of a program's subcommands.
func CheckHelp(t *testing.T, program *cobra.Command) {
	t.Helper()
	texts := 0
	check := func(what, text string) {
		texts++
		if found := avoidedInHelp.FindString(strings.Join(strings.Fields(text), " ")); found != "" {
			t.Errorf("%s: %q in %q", what, found, text)
		}
	}
	for path, c := range cli.Leaves(program) {
		name := program.Name() + " " + path
		check(name, c.Short)
		c.Flags().VisitAll(func(f *pflag.Flag) { check(name+" --"+f.Name, f.Usage) })
	}
	if texts < 50 {
		t.Errorf("only %d help texts are found", texts)
	}
}

// CheckIndex looks for the subcommands of a program, and their parts, in the index of the pages.
func CheckIndex(t *testing.T, program *cobra.Command) {
	t.Helper()
	index := Pages(t)["docs/README.md"]
	for path := range cli.Leaves(program) {
		name, part, _ := strings.Cut(path, " ")
		row := regexp.MustCompile("(?m)^\\| `" + program.Name() + " " + name + `\b.*$`).FindString(index)
		if row == "" || part != "" && !regexp.MustCompile(`[ |`+"`"+`]`+part+`\b`).MatchString(row) && name != "pgn" {
			t.Errorf("docs/README.md does not list %s %s", program.Name(), path)
		}
	}
}
