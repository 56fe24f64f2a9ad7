package text

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/theme"
)

// manolescuFEN is a two-mover (Manolescu 1956) with a Zagoruiko.
const manolescuFEN = "8/8/K4P2/1R1P2Br/p1k3N1/r7/3Q4/b7 w - - 0 1"

// TestThemesHaveTheLettersOfTheTable: whatever letter follows a move, the legend gives it to a move to the same square.
func TestThemesHaveTheLettersOfTheTable(t *testing.T) {
	lettered := 0
	move := regexp.MustCompile(`(?:1\.\.\.|2\.)([^ ,;\]]+) ([a-zA-Z])\b`)
	item := regexp.MustCompile(`(?:^|, )([A-Za-z]) (?:1\.\.\.|2\.)`)
	for _, fen := range []string{shireFEN, kissFEN, manolescuFEN} {
		d := &Document{Report: report(t, fen, full(2))}
		d.Recognise()
		head, themes, _ := strings.Cut(writtenWith(t, d, Full(English())), "\nThemes\n")
		_, head, _ = strings.Cut(head, "\n  defences: ")
		head, _, _ = strings.Cut(head, "\n\n")
		head = strings.Join(strings.Fields(strings.ReplaceAll(head, "\n  mates: ", ", ")), " ")
		names := map[string]string{}
		items := item.FindAllStringSubmatchIndex(head, -1)
		for i, at := range items {
			end := len(head)
			if i+1 < len(items) {
				end = items[i+1][0]
			}
			names[head[at[2]:at[3]]] = head[at[1]:end]
		}
		for _, m := range move.FindAllStringSubmatch(themes, -1) {
			lettered++
			squares := regexp.MustCompile(`[a-h][1-8]`).FindAllString(m[1], -1)
			if !strings.Contains(names[m[2]], squares[len(squares)-1]) {
				t.Errorf("%s: %q has the letter %s of %q", fen, m[1], m[2], names[m[2]])
			}
		}
	}
	if lettered < 50 {
		t.Errorf("%d letters: a poor test", lettered)
	}
	d := &Document{Report: report(t, manolescuFEN, full(2))}
	d.Recognise()
	want := "Zagoruiko:\n    set play: 1...Bc3 a 2.Ne3# A, 1...Rc3 b 2.Ne5# B\n" +
		"    1.Nf2? 1...Bc3 a 2.Qd3# C, 1...Rc3 b 2.Qf4# D\n    1.Be3! 1...Bc3 a 2.Qe2# E, 1...Rc3 b 2.Qd4# F\n"
	if got := writtenWith(t, d, Full(English())); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestThemesNameTheirPhases: each on a line of its own, with the marks of keys and tries.
func TestThemesNameTheirPhases(t *testing.T) {
	d := &Document{Report: report(t, shireFEN, full(2))}
	d.Recognise()
	got := writtenWith(t, d, Options{Themes: true})
	for _, want := range []string{
		"\n  transferred mates:\n    set play: 1...Ne5 2.Nd6#\n    1.Nxd3! 1...Bxe3 2.Nd6#\n",
		"\n  Hannelius:\n    1.Nh3? [2.Qf4#], 1...Bxe3!\n    1.Ng6? [2.Nd6#], 1...Bb4!\n    1.Nxd3! 1...Bxe3 2.Nd6#, 1...Bb4 2.Qf4#\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestMatesThatThemesTellAreToldOnce, and without themes they are told nevertheless.
func TestMatesThatThemesTellAreToldOnce(t *testing.T) {
	themed := 0
	for _, d := range corpus(t) {
		if len(d.Report.Keys) != 1 || d.Report.Keys[0].Duals() > 0 {
			continue // of duals no theme tells
		}
		for _, name := range []string{"model mate", "ideal mate"} {
			if !slices.ContainsFunc(d.Themes, func(f theme.Found) bool { return f.Theme.Name == name }) {
				continue
			}
			themed++
			if got := writtenWith(t, d, Full(English())); strings.Count(got, "\n  "+name) != 1 {
				t.Errorf("%s: %s is not listed once:\n%s", d.Title, name, got)
			}
			if got := writtenWith(t, d, Options{Judgement: true}); strings.Count(got, "\n  "+name) == 0 {
				t.Errorf("%s: no %s without themes", d.Title, name)
			}
		}
	}
	if themed < 5 {
		t.Errorf("%d problems: a poor test", themed)
	}
	d := &Document{Report: report(t, cumpeFEN, full(2))}
	if got := writtenWith(t, d, Options{Judgement: true}); !strings.Contains(got, "\nMates\n  model mate: 1.Kd6! 1...Nf3~ (e1,d2,d4,h4,e5,g5) 2.Qxh2#, 1...Bg1 2.Qxf3#, 1...Bxg3+ 2.Nxg3#\n") {
		t.Errorf("%s", got)
	}
}
