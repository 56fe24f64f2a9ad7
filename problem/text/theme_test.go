package text

import (
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// TestAThemeThatOccursTwiceHasOneParagraph writes a theme twice, and another one.
func TestAThemeThatOccursTwiceHasOneParagraph(t *testing.T) {
	d := &Document{Report: report(t, golden[0].fen, golden[0].options)}
	key := d.Report.Keys[0].Move
	twice, once := &theme.Theme{Name: "twice"}, &theme.Theme{Name: "once"}
	lines := [][]movegen.Move{{key}}
	d.Themes = []theme.Found{{Theme: twice, Lines: lines}, {Theme: twice, Lines: lines}, {Theme: once, Lines: lines}}
	var full, compact strings.Builder
	if err := Write(&full, d, Options{Themes: true}); err != nil {
		t.Fatal(err)
	}
	if err := Write(&compact, d, Options{Themes: true, Compact: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Count(full.String(), "twice:\n    1.") != 1 || strings.Count(full.String(), "twice") != 1 ||
		!strings.Contains(full.String(), "once: 1.") {
		t.Errorf("%s", full.String())
	}
	if !strings.Contains(compact.String(), "twice, once") {
		t.Errorf("%s", compact.String())
	}
}

// TestRandomMovesOfThemesAreFolded writes the themes of Kiss's problem with a rook that goes to five squares.
func TestRandomMovesOfThemesAreFolded(t *testing.T) {
	p, _, err := movegen.Rules{Composed: true}.ParseFEN("8/bN1B1n2/r1p5/1pp1BPpK/1P2k1N1/3R3P/2Pp1QR1/3br3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := problem.Analyse(t.Context(), p, theme.Options(2))
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{Report: r}
	d.Recognise()
	var out strings.Builder
	if err := Write(&out, d, Options{Themes: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		" 1...Ra6~ (a1,a2,a3,a4,a5) 2.Qxc6#", "\n    1.Qxc5! 1...Re2 2.Nf6#, 1...Be2 2.Re3#\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "Ra3 2.Qxc6#") {
		t.Errorf("not folded:\n%s", out.String())
	}
}

// TestEveryThemeHasAnItalianName: names that begin with a capital are those of persons and
// places, and some terms are the same everywhere.
func TestEveryThemeHasAnItalianName(t *testing.T) {
	shared := map[string]bool{"pickaninny": true, "albino": true, "allumwandlung": true, "switchback": true, "rundlauf": true,
		"platzwechsel": true, "excelsior": true, "en passant": true, "le Grand": true,
		"pseudo le Grand": true, "mutate": true}
	for _, th := range theme.Themes() {
		if Italian().Text(th.Name) == th.Name && !shared[th.Name] && th.Name[0] >= 'a' {
			t.Errorf("%q has no Italian name", th.Name)
		}
	}
}
