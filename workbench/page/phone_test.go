package page_test

import (
	"fmt"
	"testing"
)

// TestPhonesOfAllShapes opens the pages with a board on small phones, in landscape, and with large
// letters: board, tray and verdict are visible at once, and nothing is wider than the window.
func TestPhonesOfAllShapes(t *testing.T) {
	t.Parallel()
	for _, phone := range []struct{ width, height, letters int }{{360, 640, 16}, {844, 390, 16}, {667, 375, 16}, {390, 844, 32}} {
		name := fmt.Sprintf("%dx%d, %d", phone.width, phone.height, phone.letters)
		tab := open(t, "#problem?tab=themes", phone.width, phone.height)
		tab.Eval(fmt.Sprintf("void (document.documentElement.style.fontSize = '%dpx')", phone.letters), nil)
		tab.WaitText("#verdict", "Kd6")
		seen := func(page string, parts ...string) {
			t.Helper()
			var wide bool
			if tab.Eval("document.documentElement.scrollWidth > innerWidth", &wide); wide {
				t.Errorf("%s: the page %s is wider than the window", name, page)
			}
			for i, part := range parts {
				end := map[bool]string{true: "top", false: "bottom"}[i == len(parts)-1] // a verdict may continue below
				var is bool
				tab.Eval(fmt.Sprintf(`(({ top, %[2]s: end }) => top >= 0 && end <= innerHeight)(document.querySelector(%[1]q).getBoundingClientRect())`, part, end), &is)
				if !is {
					t.Errorf("%s: of the page %s %s is not seen", name, page, part)
				}
			}
			var small bool
			if tab.Eval("document.querySelector('chess-board .field').getBoundingClientRect().width < Math.min(innerWidth, innerHeight) / 2", &small); small {
				t.Errorf("%s: the board of the page %s is small", name, page)
			}
			tab.Shot("phone-" + page + "-" + name)
		}
		seen("problem", "chess-board .field", "chess-tray", "#verdict")
		tab.Eval(`location.hash = "#play?side=both&moves=e2e4"`, nil)
		tab.WaitText(".play-verdict", "Black to move")
		seen("play", "chess-board .field", ".play-verdict")
	}
}
