package console

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
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
		if c := a.find(name); c == nil {
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

// TestHelpFitsOnAScreen of 24 lines and 80 columns; so does every section but for what is said of a value.
func TestHelpFitsOnAScreen(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("force", "help")
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

func TestHelpIsBrokenBetweenWords(t *testing.T) {
	const text = "  depth N     search so many half-moves for each move, königlich"
	for width := range 90 {
		got := wrapWords(text, width)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
			t.Fatalf("%d columns: the words are\n%s", width, got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if width > 20 && utf8.RuneCountInString(line) > width {
				t.Errorf("%d columns:\n%s", width, got)
			}
		}
	}
	if got := wrapWords(text, 80); got != text {
		t.Errorf("a line that fits becomes\n%s", got)
	}
}

// TestAnyGameIsTypedInLinesOfAnyLength: the board is that of the moves, however they are
// spread over lines and whether they have numbers or not.
func TestAnyGameIsTypedInLinesOfAnyLength(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		game := movegen.NewGame()
		lines := []string{"force"}
		var line []string
		for range 40 {
			position := game.Position()
			legal := position.Moves()
			if len(legal) == 0 || game.Over() {
				break
			}
			m := legal[random.IntN(len(legal))]
			word := [...]string{notation.UCI(m, false), san(&position, m), (&adapter{}).numbered(&position, m)}[random.IntN(3)]
			if line = append(line, word); random.IntN(3) == 0 {
				lines, line = append(lines, strings.Join(line, " ")), nil
			}
			must.Do(t, game.Play(m))
		}
		lines = append(lines, strings.Join(line, " "))
		s := start(t, scripted(memory{}))
		s.Send(append(lines, "fen")...)
		position := game.Position()
		if got := s.Rest(); got[len(got)-1] != position.FEN() {
			t.Errorf("%q leads to\n%s\nwant %s", lines, strings.Join(got, "\n"), position.FEN())
		}
	}
}

func TestEveryCommandIsInATranscript(t *testing.T) {
	tried := protocoltest.CommandsTried(t)
	for _, c := range commandTable() {
		names := append(strings.Fields(strings.ToLower(c.Also)), strings.ToLower(c.Name))
		if c.Name != "test" && !slices.ContainsFunc(names, func(name string) bool { return tried[name] }) {
			t.Errorf("%s is not tried", c.Name)
		}
	}
}

func TestAnotherProtocolIsHandedItsLine(t *testing.T) {
	for _, name := range []string{"uci", "xboard"} {
		for _, before := range [][]string{nil, {"e4"}, {"easy off", "e4"}} {
			s := start(t, scripted(memory{}))
			s.Send(append(before, name, "e4")...)
			s.Rest()
			if s.Next != name || s.Err != nil {
				t.Errorf("after %q next is %q, error %v", before, s.Next, s.Err)
			}
		}
	}
}

// TestCommandsAreFoundWhateverTheirCase: no command has the form of a move, so that the case need not count.
func TestCommandsAreFoundWhateverTheirCase(t *testing.T) {
	a := &adapter{commands: commandTable()}
	for _, c := range a.commands {
		for _, name := range []string{strings.ToUpper(c.Name), strings.ToLower(c.Name), c.Name} {
			if found := a.find(name); found == nil || found.Name != c.Name {
				t.Errorf("%s is not found", name)
			}
		}
	}
	if a.find("") != nil || a.find("ne") != nil {
		t.Error("a part of a name is a command")
	}
}
