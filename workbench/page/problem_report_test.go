package page_test

import (
	"slices"
	"testing"
)

// TestTabsOfAProblemAgree compares the notation of lines, the number of tries and the headings.
func TestTabsOfAProblemAgree(t *testing.T) {
	t.Parallel()
	d := &desk{open(t, linkOf("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1", "n=2", "tab=themes"), 1440, 900), t, "report"}
	d.wants("1.Qd1!")
	d.WaitText("#panel", "changed mates")
	var headings, lines []string
	d.Eval(`[...document.querySelectorAll("#panel h3")].map((h) => h.textContent)`, &headings)
	if want := []string{"unguard", "mutate", "changed mates"}; !slices.Equal(headings, want) {
		t.Errorf("themes are %q, want %q", headings, want)
	}
	d.Eval(`[...document.querySelectorAll("#panel li button")].map((b) => b.textContent)`, &lines)
	if want := []string{"1.Qd1! Ne7~ (f5,g6,c8,g8) 2.Qd5#", "1.Qd1! Nc6 2.Qd5#", "1…f3 2.Qe3#", "1.Qd1! f3 2.gxf3#", "1…f3 2.Qe3#", "1.Qd1! f3 2.gxf3#",
		"1.Bb2? Nd5 2.Qd4#", "1.Qd1! Nd5 2.Qxd5#", "1.Bb2? Nc6 2.Qe2#", "1.Qd1! Nc6 2.Qd5#", "1.Bb2? f3 2.Qd4#", "1.Qd1! f3 2.gxf3#"}; !slices.Equal(lines, want) {
		t.Errorf("the lines are %q, want %q", lines, want)
	}
	d.Click("#panel .theme:nth-of-type(2) li button") // a line of the set play
	d.board("8/4n3/4K3/8/4k3/4Qp2/6P1/2B5")
	d.Press("Escape")
	d.Axe("Themes")
	for _, tab := range []string{"solution", "phases", "themes", "notes"} {
		d.Click("#tab-" + tab)
		var levels []int
		d.Eval(`[...document.querySelectorAll(":is(h1, h2, h3, h4):not([role=presentation])")].map((h) => Number(h.tagName[1]))`, &levels)
		for i, level := range levels {
			if i > 0 && level > levels[i-1]+1 || i == 0 && level != 1 {
				t.Errorf("%s: the levels of the headings are %v", tab, levels)
			}
		}
	}
	d.WaitText("#panel", "Tries: 14 (Solution shows 6, Phases 1).")
	d.Click("#tab-phases")
	d.WaitText("#panel", "Omitted: 13 of 14 tries.")
	d.Click("#tab-solution")
	var tries int
	if d.Eval(`document.querySelectorAll("#panel .item.try").length`, &tries); tries != 6 {
		t.Errorf("the solution shows %d tries", tries)
	}
	d.Click(".switches button[lang=it]")
	d.Click("#tab-notes")
	d.WaitText("#panel", "Tentativi: 14 (Soluzione ne mostra 6, Fasi 1).")
}
