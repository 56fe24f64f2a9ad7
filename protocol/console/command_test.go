package console

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
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

func TestThePageDescribesEveryCommand(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/console.md"))(t)
	for _, c := range commandTable() {
		if !strings.Contains(string(page), "`"+strings.TrimRight(c.Name+" "+strings.ReplaceAll(c.Args, "|", `\|`), " ")+"`") {
			t.Errorf("%s %s is missing", c.Name, c.Args)
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

func TestALineOfMovesIsPlayed(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  []string
		not   []string
	}{
		{[]string{"force", "e4 e5", "2.Nf3 Nc6", "3. Bb5 a6 1/2-1/2", "list"}, []string{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"}, nil},
		{[]string{"force", "1.e4 e5 2.Nf3", "list"}, []string{"1. e4 e5 2. Nf3 *"}, nil},
		{[]string{"force", "1. e4 e5 2. Ke3 Nc6", "list"}, []string{"e1-e3: the piece cannot move there", "1. e4 e5 *"}, []string{"Nc6"}},
		{[]string{"force", "f3 e5 g4 Qh4 h3", "list"}, []string{"h3: the game is over", "1. f3 e5 2. g4 Qh4# 0-1"}, nil},
		{[]string{"e4 e5", "e4"}, []string{"one move at a time", "plays 1... Na6"}, []string{"plays 2"}},
		{[]string{"1. e4"}, []string{"plays 1... Na6"}, nil},
		{[]string{"force", "hello world"}, []string{`"hello world" is neither`}, nil},
		{[]string{"force", "e4 world"}, []string{`"world" is neither`}, nil},
		{[]string{"nf3", "1.nf3"}, []string{`"nf3": write pieces in capitals, as in Nf3`, `"nf3": write pieces in capitals`}, []string{"plays"}},
		{[]string{"force", "e4 e5", "bc4", "qh5", "ke2", "o-o"}, []string{"as in Bc4", "as in Qh5", "as in Ke2"}, []string{"as in O"}},
		{[]string{"force", "a4 a6 a5 a4", "b4", "list"}, []string{"cannot move there", "1. a4 a6 2. a5 *"}, nil},
		{[]string{"bd4"}, []string{"b2-d4"}, []string{"capitals"}}, // no bishop can go there
	} {
		t.Run(strings.Join(test.lines, ","), func(t *testing.T) {
			s := start(t, scripted(memory{}))
			s.Send(test.lines...)
			got := s.Rest()
			mustPrint(t, got, test.want...)
			mustNotPrint(t, got, test.not...)
		})
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

func TestLevelsAreRead(t *testing.T) {
	minutes := func(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }
	for _, c := range []struct {
		text string
		want []protocol.TimeControl // nil if the text is none
	}{
		{"40 5 0", []protocol.TimeControl{{Moves: 40, Base: minutes(5)}}},
		{"5+3", []protocol.TimeControl{{Base: minutes(5), Increment: 3 * time.Second}}},
		{"5 3", []protocol.TimeControl{{Base: minutes(5), Increment: 3 * time.Second}}},
		{"2:30 + 1", []protocol.TimeControl{{Base: minutes(2.5), Increment: time.Second}}},
		{"40", []protocol.TimeControl{{Base: minutes(40)}}},
		{"40 5, 5+3", []protocol.TimeControl{{Moves: 40, Base: minutes(5)}, {Base: minutes(5), Increment: 3 * time.Second}}},
		{"0 2:30 1", []protocol.TimeControl{{Moves: 0, Base: minutes(2.5), Increment: time.Second}}},
		{"0.5 0", []protocol.TimeControl{{Moves: 0, Base: minutes(0.5)}}},
		{"0 0 0.1", []protocol.TimeControl{{Moves: 0, Base: 0, Increment: 100 * time.Millisecond}}},
		{"40 90 , 20 30, 0 15 30", []protocol.TimeControl{{Moves: 40, Base: minutes(90)}, {Moves: 20, Base: minutes(30)}, {Moves: 0, Base: minutes(15), Increment: 30 * time.Second}}},
		{"1 1, 1 1, 1 1, 1 1", slices.Repeat([]protocol.TimeControl{{Moves: 1, Base: minutes(1)}}, 4)},
		{"1 9e300 0", []protocol.TimeControl{{Moves: 1, Base: 2000 * time.Hour}}},
		{"0 90s 500ms", []protocol.TimeControl{{Base: 90 * time.Second, Increment: 500 * time.Millisecond}}}, {"0 -3s 0", nil},
		{"0 1, 40 5", nil}, // a control for the rest of the game must be the last
		{"", nil}, {"5+", nil}, {"+3", nil}, {"5+3+1", nil}, {"40 5+3", nil}, {"40 5 1 1", nil}, {"-1 5", nil}, {"40 -5", nil}, {"40 5:x", nil}, {"40 5 NaN", nil}, {"40 5,", nil},
		{"0 0", nil}, {"x 5", nil}, {"99999999 1 0", nil},
	} {
		if controls, why := parseLevel(c.text); (why == "") != (c.want != nil) || !slices.Equal(controls, c.want) {
			t.Errorf("%q: fault %q, controls %+v", c.text, why, controls)
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
