package page_test

import (
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

// TestAServerThatGoesAway stops the server during a game and starts another one in its place. The
// page reports that the server is away, sends later what is done in the meantime, and loses nothing.
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
		p.says(".away-said[role=alert]", "Alfiere is not responding") // other announcements do not replace it
		server = webtest.Begin(t, strings.Trim(strings.TrimPrefix(server.URL, "http:"), "/"), page.Files())
		tab.Eval(`document.querySelector(".away button").click()`, nil) // it may just have gone
		p.on("document.querySelector('.away[hidden]')")
	}
	enter := func(move string) {
		t.Helper()
		tab.Type(".typed", move)
		tab.Press("Enter")
	}
	enter("e4")
	p.moves("2")

	// The line stays a moment, so that a finger on its way to it hits nothing below.
	var hit string
	tab.Eval(`(() => {
		const say = (now) => document.dispatchEvent(new CustomEvent("away", {detail: now}));
		say(() => {});
		const {left, top} = document.querySelector(".away").getBoundingClientRect();
		say(null);
		return document.elementFromPoint(left + 5, top + 5).textContent;
	})()`, &hit)
	if hit != "Alfiere is responding again." {
		t.Errorf("where the line was: %q", hit)
	}
	p.on("document.querySelector('.away[hidden]')")

	// A move made while the server is away is played when it is back.
	away()
	enter("Nf3")
	p.says(".away", "Alfiere is not responding")
	tab.Shot("away-phone")
	back()
	p.moves("4")

	// An interrupted search restarts.
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

	// A page that was not loaded yet opens when the server is back.
	away()
	p.says(".away", "Alfiere is not responding")
	tab.Click(".bar .menu")
	tab.Click(".bar nav a[href^='#problem']")
	back()
	p.on("document.documentElement.dataset.ready === 'problem'")
	d := &desk{tab, t, "phone"}
	d.read(cumpe)
	d.wants("Sound: one key, 1.Kd6!")

	// An edit made while the server is away is analysed when it is back.
	away()
	d.Click(`chess-tray button[data-brush="P"]`)
	d.square("g2")
	back()
	d.Wait(`document.querySelectorAll("#strip .chip").length > 0`)

	// A part that was not loaded yet appears when the server is back.
	away()
	p.click("#tab-notes")
	back()
	p.says("#panel .notes", "Statistics")
	tab.Back()
	p.on("document.documentElement.dataset.ready === 'play'")
	p.moves("1")
	p.says(".play-says", "Alfiere is thinking")
	tab.Navigate("about:blank") // the last server stops before the tab closes
	tab.Errors()                // the browser reports every failed request
}
