package console

import (
	"os"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// oldCommands are those of GNU Chess 4.
const oldCommands = `Awindow Bwindow xwndw contempt depth hashdepth level time otim bd coords help hint post reverse stars
beep book both easy gamein hash material random rcptr debug Mwpawn Mbpawn Mwknight Mbknight Mwbishop Mbbishop p test
edit set setup list save get xget quit exit white black first force go new remove switch undo`

func TestTheOldCommandsAreThere(t *testing.T) {
	a := &adapter{commands: commandTable()}
	for _, name := range strings.Fields(oldCommands) {
		if c := a.find(name); c == nil || c.Name != name {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestTheTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	p := movegen.StartPosition()
	for _, c := range commandTable() {
		key := strings.ToLower(c.Name)
		if seen[key] || c.Help == "" || c.Run == nil {
			t.Errorf("%s stands twice, or is not complete", c.Name)
		}
		seen[key] = true
		if _, err := notation.ParseMove(&p, c.Name, notation.English); err == nil {
			t.Errorf("%s is a move, too", c.Name)
		}
	}
}

func TestThePageDescribesEveryCommand(t *testing.T) {
	page, err := os.ReadFile("../../docs/console.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commandTable() {
		if !strings.Contains(string(page), "`"+strings.TrimRight(c.Name+" "+strings.ReplaceAll(c.Args, "|", `\|`), " ")+"`") {
			t.Errorf("%s %s is missing", c.Name, c.Args)
		}
	}
}

// TestHelpFitsOnAScreen of 24 lines and 80 columns; so does every section but for what is
// said of a value.
func TestHelpFitsOnAScreen(t *testing.T) {
	s := start(t, scripted(memory{}))
	send(s, "force", "help")
	got := s.Rest()
	if len(got) > 23 {
		t.Errorf("help has %d lines", len(got))
	}
	for _, line := range got {
		if len(line) > 80 {
			t.Errorf("%q is longer than 80 columns", line)
		}
	}
	a := &adapter{commands: commandTable()}
	for _, g := range groups() {
		if len(g.commands) > 22 {
			t.Errorf("the section %s has %d commands", g.name, len(g.commands))
		}
		if a.find(g.name) != nil {
			t.Errorf("the section %s has the name of a command", g.name)
		}
	}
}
