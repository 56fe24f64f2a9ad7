package gametree

import (
	"os"
	"strings"
	"testing"

	"alfiere/movegen"
)

// The page that explains the notations must be true.
func TestTheExamplesOfThePageAreRead(t *testing.T) {
	page, err := os.ReadFile("../../docs/notations.md")
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(string(page)), " ")
	const castling = ".RDTACPIFM f...i..f ........ ........ ........ ........ ........ ........ F...I..F "
	for _, test := range []struct {
		before, text, want string // before: what the page does not repeat
	}{
		{"", "P z 99 52 54", "e2e4"},
		{"", "Pz995254", "e2e4"},
		{castling, "I z R 99 51 31", "e1c1"},
		{castling, "I z R 99 51 71", "e1g1"},
		{castling, "F z T 9 81 82", "h1h2"},
		{".RDTACPIFM ........ ........ ........ .......r R....... ........ p....... ........ ", "p Z d 8 12 11", "a2a1q"},
		{".RDTACPIFM r....... ........ ........ ...mP... ........ ........ ........ R....... ", "P m 4 55 46", "e5d6"},
		{"", ".RDTACPIFM fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF P z 2 52 54 P z 1 42 44 p Z 1 57 55 p Z 1 37 35 p Z 1 47 45",
			"e2e4 d2d4 e7e5 c7c5 d7d5"},
		{"", "P z 2 52 54 p Z 1 57 55 -1 P z 1 62 64 -1 0 -1", "e2e4 e7e5 f2f4"},
	} {
		if !strings.Contains(flat, test.text) {
			t.Errorf("the page does not have %q", test.text)
		}
		tree, _, err := ReadText(strings.NewReader(test.before+test.text), Reading{})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		var moves []string
		for generation := range tree.Generations() {
			for _, n := range generation {
				moves = append(moves, tree.Move(n).String())
			}
		}
		if got := strings.Join(moves, " "); got != test.want {
			t.Errorf("%s: %s, not %s", test.text, got, test.want)
		}
	}
	tree, err := ReadNumeric(strings.NewReader("990546520"), movegen.Rules{})
	if err != nil || !strings.Contains(flat, "990546520") || tree.Move(1).String() != "e2e4" || tree.Announced(1) != 99 {
		t.Errorf("the number of the page: %v", err)
	}
	for _, l := range []Letters{Italian, English, German} {
		if !strings.Contains(flat, "`"+string(l)+"`") && !strings.Contains(flat, string(l)+" fcadiacf") {
			t.Errorf("the page does not have %s", l)
		}
	}
}
