package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"alfiere/internal/cli"
)

// checkWidth reports lines of help that a terminal of 80 columns breaks. Examples stay whole, to be copied.
func checkWidth(t *testing.T, name, help string) {
	t.Helper()
	help, _, _ = strings.Cut(help, "\nExample:\n")
	help, _, _ = strings.Cut(help, "\nEsempio:\n")
	for line := range strings.SplitSeq(help, "\n") {
		if utf8.RuneCountInString(line) >= 80 {
			t.Errorf("%s: %d columns:\n%s", name, utf8.RuneCountInString(line), line)
		}
	}
}

func TestHelpFitsEveryTerminal(t *testing.T) {
	calls := []string{"--help", "mate --language it --help"}
	for _, c := range subcommands() {
		calls = append(calls, c.Name()+" --help")
	}
	for path := range cli.Leaves(newProgram()) {
		calls = append(calls, path+" --help")
	}
	for _, line := range calls {
		status, out, err := runCommand(strings.Fields(line)...)
		if status != cli.ExitGood {
			t.Errorf("%s: status %d, %s", line, status, err)
		}
		checkWidth(t, line, out)
	}
}
