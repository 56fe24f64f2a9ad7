package problemtext

import (
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/search/theme"
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
