package page_test

import (
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
)

func TestLanguageAndThemeAreRemembered(t *testing.T) {
	t.Parallel()
	frames(t, "", func(t *testing.T, tab *webtest.Tab) {
		tab.Click("button[lang=it]")
		tab.WaitText("main h1", "Problema")
		tab.Click("[aria-label=Aspetto]")
		tab.Click("dialog [value=dark]")
		tab.Wait("document.documentElement.dataset.theme === 'dark'")
		tab.Reload()
		tab.WaitText("main h1", "Problema")
		got := said(tab, `[document.documentElement.lang, document.documentElement.dataset.theme, document.title,
			getComputedStyle(document.body).colorScheme, document.querySelector("button[lang=it]").getAttribute("aria-pressed")].join("; ")`)
		if got != "it; dark; Problema – Alfiere; dark; true" {
			t.Errorf("after loading anew: %s", got)
		}
	})
}

// TestTheLookIsChosenOnce chooses a board, the men and the sound on each page with a board, by keyboard. The boards and
// the tray have them at once and after a reload; the other page has its own board.
func TestTheLookIsChosenOnce(t *testing.T) {
	t.Parallel()
	for size, window := range sizes {
		tab := open(t, "", window.width, window.height)
		outline := func() string {
			return said(tab, `document.querySelector("main chess-board [data-man=K] path").getAttribute("d")`)
		}
		board := func() string { return said(tab, `document.querySelector("main chess-board").dataset.board`) }
		first := outline()
		for page, before := range map[string]string{"problem": "paper", "play": "wood"} {
			tab.Eval(`void (location.hash = "`+page+`")`, nil)
			tab.Wait(`document.documentElement.dataset.ready === "` + page + `"`)
			if got := board(); got != before {
				t.Errorf("at first the board of %s is %s", page, got)
			}
			tab.Eval(`document.querySelector("[aria-label=Appearance]").focus()`, nil)
			tab.Press("Enter")
			tab.Wait(`document.querySelector("dialog.look")`)
			tab.Eval(`document.querySelector("dialog [name=`+before+`]:checked").focus()`, nil)
			tab.Press(map[string]string{"paper": "ArrowLeft", "wood": "ArrowDown"}[before])
			tab.Shot("look-" + size + "-" + page)
			tab.Axe("look")
			tab.Press("Escape")
			tab.Wait(`!document.querySelector("dialog") && document.activeElement.ariaLabel === "Appearance"`)
			if got := board(); got != "green" {
				t.Errorf("the board of %s is %s", page, got)
			}
		}
		tab.Press("Enter")
		tab.Wait(`document.querySelector("dialog.look")`)
		tab.Eval(`document.querySelector("dialog [value=diagram]").focus()`, nil)
		tab.Press("ArrowRight", "Tab", " ", "Escape")
		tab.Wait(`!document.querySelector("dialog")`)
		tab.Eval(`void (location.hash = "problem")`, nil)
		tab.Wait(`document.documentElement.dataset.ready === "problem"`)
		for range 2 {
			if now := outline(); now == first || board() != "green" ||
				now != said(tab, `document.querySelector('chess-tray [data-brush="K"] path').getAttribute("d")`) {
				t.Errorf("the board is %s, the king %s", board(), now)
			}
			tab.Reload()
			tab.Wait(`document.documentElement.dataset.ready`)
		}
		tab.Eval(`void (window.knocks = 0, AudioBufferSourceNode.prototype.start = () => window.knocks++)`, nil)
		tab.Eval(`void ((board) => board.men = [["e4", "K"]])(document.querySelector("main chess-board"))`, nil)
		tab.Eval(`void ((board) => board.men = [["e5", "K"]])(document.querySelector("main chess-board"))`, nil)
		tab.Wait(`knocks === 2`)
		tab.Eval(`void (document.querySelector("main chess-board").men = [["e5", "K"], ["e6", "P"]])`, nil)
		tab.Wait(`knocks === 2`)
	}
}

// TestPagesAreChosenByKeyboard goes to a page and changes the language by keyboard. The focus stays where it was, or
// returns to the button of the menu, which Escape closes.
func TestPagesAreChosenByKeyboard(t *testing.T) {
	t.Parallel()
	frames(t, "", func(t *testing.T, tab *webtest.Tab) {
		focus := func(selector string) {
			t.Helper()
			tab.Wait(`document.activeElement.matches("` + selector + `")`)
		}
		link := "nav a[aria-current]"
		if strings.HasSuffix(t.Name(), "phone") {
			link = ".bar .menu"
			tab.Press("Tab", "Tab", "Enter", "Tab", "Escape")
			focus(link + "[aria-expanded=false]")
			tab.Press("Enter", "Tab", "Tab", "Enter")
		} else {
			tab.Press("Tab", "Tab", "Tab", "Enter")
		}
		tab.Wait(`document.documentElement.dataset.ready === "play"`)
		focus(link)
		tab.Press("Tab", "Tab", "Enter")
		tab.Wait(`document.documentElement.lang === "it" && document.documentElement.dataset.ready`)
		focus("button[lang=it]")
	})
}

// TestTheLineOfTheServerStaysUnderThePointer lets the server go away and come back while the pointer is on the line. What
// is below does not move, and the line stays until the pointer has left it.
func TestTheLineOfTheServerStaysUnderThePointer(t *testing.T) {
	frames(t, "", func(t *testing.T, tab *webtest.Tab) {
		var top, after float64
		const where = `(scrollTo(0, 1e6), document.querySelector("main p").getBoundingClientRect().top)`
		tab.Eval(`void (document.querySelector("main > div").style.minHeight = "3000px")`, nil)
		tab.Eval(`(() => {
			const later = window.setTimeout;
			window.turns = 0;
			window.setTimeout = (act, time, ...rest) => later(() => { window.turns++; act(...rest); }, time === 1500 ? 1 : time);
			window.server = (now) => document.dispatchEvent(new CustomEvent("away", {detail: now}));
			server(() => {});
		})()`, nil)
		tab.Click(".away span")
		tab.Eval(where, &top)
		tab.Eval(`(window.turns = 0, server(null))`, nil)
		tab.Wait("turns > 20")
		if text := tab.Text(".away:not([hidden])"); text != "Alfiere is responding again." {
			t.Errorf("under the pointer: %q", text)
		}
		tab.Click("main h1")
		tab.Wait(`document.querySelector(".away[hidden]")`)
		if tab.Eval(where, &after); after != top {
			t.Errorf("what was at %.0f is now at %.0f", top, after)
		}
		tab.Eval("server(() => {})", nil)
		tab.Eval(`document.querySelector(".away button").focus()`, nil)
		tab.Eval("server(null)", nil)
		if got := said(tab, "document.activeElement.id"); got != "main" {
			t.Errorf("after the line the focus is on %q", got)
		}
		tab.Wait(`document.querySelector(".away[hidden]")`)
	})
}
