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
		if c := a.find(name); c == nil || c.name != name {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestTheTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	p := movegen.StartPosition()
	for _, c := range commandTable() {
		key := strings.ToLower(c.name)
		if seen[key] || c.help == "" || c.run == nil {
			t.Errorf("%s stands twice, or is not complete", c.name)
		}
		seen[key] = true
		if _, err := notation.ParseMove(&p, c.name, notation.English); err == nil {
			t.Errorf("%s is a move, too", c.name)
		}
	}
}

func TestThePageDescribesEveryCommand(t *testing.T) {
	page, err := os.ReadFile("../../docs/console.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commandTable() {
		if !strings.Contains(string(page), "`"+strings.TrimRight(c.name+" "+strings.ReplaceAll(c.args, "|", `\|`), " ")+"`") {
			t.Errorf("%s %s is missing", c.name, c.args)
		}
	}
}
