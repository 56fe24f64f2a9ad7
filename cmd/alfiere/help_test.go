package main

import (
	"flag"
	"regexp"
	"slices"
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
		calls = append(calls, c.Name+" --help")
	}
	for path := range newProgram().Leaves() {
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

// placeholders are what flags take. A word in back quotes in the text of a flag becomes one, so that a word quoted for
// another reason would be shown as what the flag takes.
var placeholders = strings.Fields(`N NUMBER TEXT FILE FOLDER FOLDERS NAME NAMES LANGUAGE LETTERS SQUARES MOVE MOVES WORDS
	VERDICTS THEMES MEN SECONDS NODES PLIES MEGABYTES FORM GENERATIONS RATING SIDE KEYS RULE BASIS
	PIXELS NAME=ELO SCORE/MOVES SCORE/MOVES/AFTER KEY=VALUE… SEED ELO0,ELO1[,ALPHA,BETA] CLOCK REGEX FACTOR RANGE DATES CODES ENDING ROWS
	FEN RESULT HALF-MOVES NAME=VALUE KEY POSITIONS SHARE EPOCHS CENTIPAWNS GOAL WHEN`)

func TestEveryPlaceholderIsAKindOfValue(t *testing.T) {
	syntax := regexp.MustCompile(`(?m)^  --([a-z0-9-]+)(?:\[=([^]]*)\]| (.*))?$`)
	for path, c := range newProgram().Leaves() {
		_, out, _ := runCommand(append(strings.Fields(path), "--help")...)
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		c.Define(flags)
		for _, found := range syntax.FindAllStringSubmatch(out, -1) {
			value := found[2] + found[3]
			if flags.Lookup(found[1]) != nil && value != "" && !slices.Contains(placeholders, value) {
				t.Errorf("alfiere %s --%s %s", path, found[1], value)
			}
		}
	}
}
