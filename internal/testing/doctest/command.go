// Package doctest runs the command lines of README.md, CONTRIBUTING.md and docs/*.md, for the tests of the programs.
// It replaces large numbers by small ones, other machines by this one, and other engines by Alfiere.
package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"

	"alfiere/internal/cli"
)

// Root is the folder of the repository, seen from the tests of a program.
const Root = "../.."

// Pages returns the texts of the pages by their paths below Root.
func Pages(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob(Root + "/docs/*.md")
	if err != nil || len(names) < 20 {
		t.Fatalf("the pages are %q, %v", names, err)
	}
	pages := map[string]string{}
	for _, name := range append(names, Root+"/README.md", Root+"/CONTRIBUTING.md") {
		text := must.Get(os.ReadFile(name))(t)
		pages[strings.TrimPrefix(filepath.ToSlash(name), Root+"/")] = string(text)
	}
	return pages
}

// Command is a command line of a page.
type Command struct {
	Page, Line string
	Inline     bool   // between backquotes
	Shown      string // what the page shows of its output, without indentation
}

const programs = "alfiere(?:-lab)?|xboard|cutechess-cli"

var (
	continued = regexp.MustCompile(`\\\n *`)
	// A command is indented, perhaps after a prompt, or it is inline code.
	commandLine = regexp.MustCompile("(?m)^ {4}((?:[a-z]*\\$ +)?)((?:[A-Z0-9]+=\\S+ )*\\(?(?:(?:" + programs +
		"|go (?:run|build|test)|printf|curl|head) .*|alfiere))\n((?: {4}.*\n|\n(?: {4}))*)|" +
		"`((?:alfiere(?:-lab)?|\\.ci/[a-z]+)(?: [^`\n]*)?|(?:" + programs +
		"|go (?:run|build|test|doc|list)|echo|source|man|tar|xattr) [^`\n]+)`")
	prompt = regexp.MustCompile(`(?m)^ {4}[a-z]*\$ `)
)

// Commands returns the command lines of the pages, those of a page in order.
func Commands(t *testing.T) (commands []Command) {
	t.Helper()
	for name, text := range Pages(t) {
		text = continued.ReplaceAllString(text, " ")
		for at := 0; ; {
			found := commandLine.FindStringSubmatchIndex(text[at:])
			if found == nil {
				break
			}
			part := func(n int) string {
				if found[2*n] < 0 {
					return ""
				}
				return text[at+found[2*n] : at+found[2*n+1]]
			}
			line := strings.ReplaceAll(part(2)+part(4), `\|`, "|")
			line, _, _ = strings.Cut(strings.Join(strings.Fields(line), " "), " # ")
			c := Command{Page: name, Line: line, Inline: part(4) != ""}
			if part(1) != "" { // what follows a prompt is the output, until the next
				c.Shown = part(3)
				if next := prompt.FindStringIndex(c.Shown); next != nil {
					c.Shown = c.Shown[:next[0]]
				}
				c.Shown = strings.TrimSpace(strings.ReplaceAll("\n"+c.Shown, "\n    ", "\n"))
			}
			commands = append(commands, c)
			shown := part(3)
			at += found[1] - len(shown)
		}
	}
	slices.SortStableFunc(commands, func(a, b Command) int { return strings.Compare(a.Page, b.Page) })
	return commands
}

// subcommand is what a line calls of a program: words without dash, as far as they can be names.
var subcommand = regexp.MustCompile(`(?:^|\| |<\()(alfiere(?:-lab)?)((?: [a-z-]+)*)(.*)`)

// CheckRetired fails if a program has a subcommand or flag that the table of retired names lists. leaves are the flags
// of its subcommands.
func CheckRetired(t *testing.T, leaves map[string][]string) {
	t.Helper()
	for path, flags := range leaves {
		if instead, ok := cli.Retired(path); ok {
			t.Errorf("%s is retired: %s", path, instead)
		}
		for _, flag := range flags {
			if instead, ok := cli.Retired(path + " --" + flag); ok {
				t.Errorf("%s --%s is retired: %s", path, flag, instead)
			}
		}
	}
}

// CheckFlags looks for the subcommands of a program and their flags in a table of its leaves.
func CheckFlags(t *testing.T, program string, leaves map[string][]string) {
	t.Helper()
	groups := map[string]bool{"": true, "--help": true, "--version": true, "completion": true}
	for path := range leaves {
		group, _, _ := strings.Cut(path, " ")
		groups[group] = true
	}
	lines := 0
	commands := Commands(t)
	checkTables(t, append(settings(t), commands...))
	for _, c := range commands {
		found := subcommand.FindStringSubmatch(c.Line)
		if found == nil || found[1] != program {
			continue
		}
		lines++
		words := strings.Fields(found[2])
		var flags []string
		known := false
		for n := min(2, len(words)); n > 0 && !known; n-- {
			flags, known = leaves[strings.Join(words[:n], " ")]
		}
		if !known && len(words) > 0 && !groups[words[0]] {
			t.Errorf("%s: there is no %s %s", c.Page, program, words[0])
		}
		rest, _, _ := strings.Cut(found[2]+found[3], " -- ") // flags of another program follow
		for _, word := range regexp.MustCompile(`(?:^|[ \[])--([a-z0-9-]+)`).FindAllStringSubmatch(rest, -1) {
			if known && word[1] != "help" && !slices.Contains(flags, word[1]) {
				t.Errorf("%s: %s: there is no flag --%s", c.Page, c.Line, word[1])
			}
		}
	}
	if lines < 50 {
		t.Errorf("only %d command lines are found", lines)
	}
}

// checkTables finds entries that no line of the pages needs any more.
func checkTables(t *testing.T, commands []Command) {
	t.Helper()
	for _, n := range notRun {
		if !slices.ContainsFunc(commands, func(c Command) bool { return strings.HasPrefix(c.Line, n.prefix) }) {
			t.Errorf("no page has a line %s", n.prefix)
		}
	}
	for _, r := range replacements() {
		if !slices.ContainsFunc(commands, func(c Command) bool { return r.pattern.MatchString(c.Line) }) {
			t.Errorf("no page has a line like %s", r.pattern)
		}
	}
}
