package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/wire"
)

// shownSession finds a command line behind a prompt, and what the page shows of its output.
var shownSession = regexp.MustCompile(`(?m)^    \$ alfiere (.*)\n((?:    .*\n)+)`)

// varying are the parts of outputs that differ from run to run.
var varying = regexp.MustCompile(`seconds [0-9.]+ nps [0-9]+`)

// TestThePagesShowWhatTheProgramPrints runs the commands of pages that anybody can repeat.
func TestThePagesShowWhatTheProgramPrints(t *testing.T) {
	for _, name := range []string{"README.md", "docs/tools.md", "docs/endgame-tables.md"} {
		page, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		found := shownSession.FindAllStringSubmatch(string(page), -1)
		if len(found) == 0 {
			t.Errorf("%s shows no session", name)
		}
		for _, parts := range found {
			words, err := wire.SplitWords(strings.ReplaceAll(parts[1], "/tables", "../../tt/syzygy/testdata"))
			if err != nil {
				t.Fatal(err)
			}
			status, out, stderr := runCommand(words...)
			want := strings.ReplaceAll("\n"+parts[2], "\n    ", "\n")[1:]
			if got := varying.ReplaceAllString(out, "T"); status != cli.ExitGood || !strings.HasPrefix(got, varying.ReplaceAllString(want, "T")) {
				t.Errorf("%s: alfiere %s: status %d\n%s%s", name, parts[1], status, out, stderr)
			}
		}
	}
}

// TestTheDiagramOfTheReadmeIsWrittenByItsCommand compares the picture with what the command below it writes.
func TestTheDiagramOfTheReadmeIsWrittenByItsCommand(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^    alfiere (board .*)$`).FindSubmatch(page)
	picture, err := os.ReadFile("../../docs/pictures/novotny.svg")
	if found == nil || err != nil {
		t.Fatalf("no command or no picture: %v", err)
	}
	words, err := wire.SplitWords(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	if status, out, stderr := runCommand(words...); status != cli.ExitGood || out != string(picture) {
		t.Errorf("status %d: %s is another picture; write it again by the command: %s", status, "docs/pictures/novotny.svg", stderr)
	}
}
