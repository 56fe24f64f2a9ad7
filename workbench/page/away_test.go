package page_test

import (
	"strings"
	"testing"

	"alfiere/workbench/page"
	"alfiere/workbench/webtest"
)

// TestAServerThatGoesAway ends the server while somebody plays, and begins another one in its place:
// the page says that nobody answers, what is done meanwhile is done when somebody does, and nothing
// is lost.
func TestAServerThatGoesAway(t *testing.T) {
	t.Parallel()
	server := webtest.Begin(t, "127.0.0.1:0", page.Files())
	tab := webtest.Open(t, server.URL+"#play?nodes=1000000000&side=white", 390, 844)
	p := &player{t, tab}
	p.says(".play-verdict", "White to move")
	away := func() {
		server.End()
	}
	back := func() {
		t.Helper()
		p.says(".away", "Alfiere is not responding")
		p.says(".away-said[role=alert]", "Alfiere is not responding") // other announcements leave it there
		server = webtest.Begin(t, strings.Trim(strings.TrimPrefix(server.URL, "http:"), "/"), page.Files())
		tab.Click(".away button")
		p.on("document.querySelector('.away[hidden]')")
	}
	enter := func(move string) {
		t.Helper()
		tab.Type(".typed", move)
		tab.Press("Enter")
	}
	enter("e4")
	p.moves("2")

	// A move that nobody hears is played when somebody does.
	away()
	enter("Nf3")
	p.says(".away", "Alfiere is not responding")
	tab.Shot("away-phone")
	back()
	p.moves("4")

	// A search that is broken off begins anew.
	p.click(".do-new")
	tab.Eval(`document.querySelector("#level").value = "0"`, nil)
	p.click(".new-game [type=submit]")
	p.moves("0")
	p.tabTo("think")
	enter("Nc3")
	p.says(".think-status", "depth")
	away()
	p.says(".away", "Alfiere is not responding")
	tab.Eval(`document.querySelector(".think-status").textContent = ""`, nil)
	back()
	p.says(".think-status", "depth")
	p.says(".play-says", "Alfiere is thinking")

	// A page that was not opened yet opens when it can be had.
	away()
	p.says(".away", "Alfiere is not responding")
	tab.Click(".bar .menu")
	tab.Click(".bar nav a[href^='#problem']")
	back()
	p.on("document.documentElement.dataset.ready === 'problem'")
	d := &desk{tab, t, "phone"}
	d.read(cumpe)
	d.wants("Sound: one key, 1.Kd6!")

	// An edit that nobody hears is analysed when somebody does.
	away()
	d.Click(`chess-tray button[data-brush="P"]`)
	d.square("g2")
	back()
	d.Wait(`document.querySelectorAll("#strip .chip").length > 0`)
	tab.Back()
	p.on("document.documentElement.dataset.ready === 'play'")
	p.moves("1")
	p.says(".play-says", "Alfiere is thinking")
	tab.Navigate("about:blank") // the last server ends before the tab does
	tab.Errors()                // the browser tells of every request that nobody took
}
