package doctest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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
		c.Flags().VisitAll(func(f *pflag.Flag) {
			check(name+" --"+f.Name, f.Usage)
			if strings.Contains(f.Usage, "\n") { // the help is wrapped when it is printed
				t.Errorf("%s --%s: a line break in %q", name, f.Name, f.Usage)
			}
		})
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
		row := regexp.MustCompile("(?m)^- `" + program.Name() + " " + name + `\b.*$`).FindString(index)
		if row == "" || part != "" && !regexp.MustCompile(`[ |`+"`"+`]`+part+`\b`).MatchString(row) && name != "pgn" {
			t.Errorf("docs/README.md does not list %s %s", program.Name(), path)
		}
	}
}

// Flags returns the names of the flags of each subcommand of a program.
func Flags(program *cobra.Command) map[string][]string {
	leaves := map[string][]string{}
	for path, c := range cli.Leaves(program) {
		leaves[path] = nil
		c.Flags().VisitAll(func(f *pflag.Flag) { leaves[path] = append(leaves[path], f.Name) })
	}
	return leaves
}

// Unwrapped returns a text with a blank in place of all white space between two words.
func Unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// CheckHelpPages asks for the help of every subcommand in each way, and for that of more lines: it names usage, flags
// and an example, and fits a terminal.
func CheckHelpPages(t *testing.T, program *cobra.Command, run func(args ...string) (status int, out, err string),
	more ...string) {
	t.Helper()
	help := func(line string) string {
		status, out, err := run(strings.Fields(line)...)
		if status != cli.ExitGood || err != "" || isTooWide(out) {
			t.Errorf("%s: status %d, %s%s", line, status, out, err)
		}
		return out
	}
	for path, c := range cli.Leaves(program) {
		for _, line := range []string{path + " --help", path + " -h", "help " + path, path + " x --help"} {
			out := help(line)
			if !strings.HasPrefix(Unwrapped(out), Unwrapped("usage: "+c.UseLine()+" "+c.Short)) ||
				!strings.HasSuffix(out, "\nExample:\n  "+c.Example+"\n") {
				t.Errorf("%s: no usage, or no example:\n%s", line, out)
			}
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if !regexp.MustCompile(`(?m)^ +--` + f.Name + `( |\[|$)`).MatchString(out) {
					t.Errorf("%s does not name --%s:\n%s", line, f.Name, out)
				}
				if value, _ := pflag.UnquoteUsage(f); strings.ContainsAny(value, " \n") {
					t.Errorf("%s --%s takes %q", path, f.Name, value)
				}
			})
		}
	}
	for _, line := range more {
		help(line)
	}
}

// isTooWide reports whether a terminal of 80 columns breaks a line of help before the example, which stays whole as
// does a word that is longer.
func isTooWide(help string) bool {
	help, _, _ = strings.Cut(help, "\nExample:\n")
	help, _, _ = strings.Cut(help, "\nEsempio:\n")
	return slices.ContainsFunc(strings.Split(help, "\n"), func(line string) bool {
		return utf8.RuneCountInString(line) >= 80 && strings.Contains(strings.TrimSpace(line), " ")
	})
}
