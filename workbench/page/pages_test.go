package page_test

import (
	"fmt"
	"testing"
)

// firstView is the maximum time until the page can be used, in milliseconds, on a machine that also runs other
// tests; alone it takes less than 300 ms.
const firstView = 8000

// TestPagesHaveNoSeriousFault checks the accessibility of every page that needs no collection and no
// laboratory, in both sizes, languages and themes.
func TestPagesHaveNoSeriousFault(t *testing.T) {
	for size, window := range sizes {
		t.Run(size, func(t *testing.T) {
			tab := open(t, "", window.width, window.height)
			var painted, milliseconds float64
			tab.Eval(`performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`, &painted)
			tab.Eval(`performance.getEntriesByName("ready")[0]?.startTime ?? 0`, &milliseconds)
			t.Logf("something is seen after %.0f ms, the page can be used after %.0f ms", painted, milliseconds)
			if milliseconds > firstView {
				t.Errorf("the first view takes %.0f ms", milliseconds)
			}
			var names []string
			tab.Eval(`[...document.querySelectorAll(".bar nav a")].map((a) => a.hash.slice(1))`, &names)
			for i, name := range names {
				goTo(tab, name)
				for j, theme := range []string{"light", "dark"} {
					language := []string{"en", "it"}[(i+j)%2]
					tab.Click(".switches button[lang=" + language + "]")
					tab.Media("prefers-color-scheme", theme)
					tab.Wait(`document.documentElement.lang === "` + language + `" && document.documentElement.dataset.ready`)
					tab.Shot(fmt.Sprintf("%s-%s-%s-%s", name, size, language, theme))
					tab.Axe(fmt.Sprintf("%s, %s, %s", name, language, theme))
				}
				var wide bool
				if tab.Eval("document.documentElement.scrollWidth > innerWidth", &wide); wide {
					t.Errorf("%s is wider than the window", name)
				}
			}
		})
	}
}
