package page_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

// frames runs a test on the frame around two pages of testdata, in phone and desktop size.
func frames(t *testing.T, hash string, test func(t *testing.T, tab *webtest.Tab)) {
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := webtest.Open(t, webtest.Serve(t, withTestPages(t))+hash, size.width, size.height)
			tab.Wait("document.documentElement.dataset.ready")
			test(t, tab)
		})
	}
}

// said returns the value of a string expression.
func said(tab *webtest.Tab, expression string) (text string) {
	tab.Eval(expression, &text)
	return text
}

// goTo selects a page in the navigation; on a phone it opens the menu first.
func goTo(tab *webtest.Tab, name string) {
	var narrow bool
	if tab.Eval("getComputedStyle(document.querySelector('.bar nav')).display === 'none'", &narrow); narrow {
		tab.Click(".bar .menu")
	}
	tab.Click(".bar nav a[href^='#" + name + "']")
	tab.Wait("document.querySelector('main > div').className === 'page-" + name + "' && document.documentElement.dataset.ready === '" + name + "'")
}

func TestTheAddressHoldsWhatIsSeen(t *testing.T) {
	t.Parallel()
	frames(t, "#problem?position=8/8/8/8/8/8/8/K6k+w&stipulation=%232", func(t *testing.T, tab *webtest.Tab) {
		if got := tab.Text("main p"); got != `{"position":"8/8/8/8/8/8/8/K6k w","stipulation":"#2","page":"problem"}` {
			t.Errorf("the page received %s", got)
		}
		tab.Eval(`app.go({tab: "phases", stipulation: ""})`, nil)
		tab.Eval(`app.go({tab: "notes"}, {replace: true})`, nil)
		if got := said(tab, "location.hash"); got != "#problem?position=8/8/8/8/8/8/8/K6k+w&tab=notes" {
			t.Errorf("the address is %s", got)
		}
		tab.Eval("log.length = 0", nil)
		goTo(tab, "play")
		tab.Eval("history.back()", nil)
		tab.Wait("log.length === 4")
		tab.Eval("history.back()", nil)
		tab.Wait("log.length === 5")
		var log []string
		tab.Eval("log", &log)
		want := []string{"problem close", `play open {"page":"play"}`, "play close",
			`problem open {"position":"8/8/8/8/8/8/8/K6k w","tab":"notes","page":"problem"}`,
			`problem update {"position":"8/8/8/8/8/8/8/K6k w","stipulation":"#2","page":"problem"}`}
		if !slices.Equal(log, want) {
			t.Errorf("the pages saw %q,\nwanted %q", log, want)
		}
		if got := said(tab, "[...document.querySelectorAll('nav a')].map((a) => a.textContent).join(' ')"); got != "Problem Play" {
			t.Errorf("the navigation has %s", got)
		}
	})
}

// TestAPageThatIsOvertakenIsNotSeen opens pages faster than they can be drawn.
func TestAPageThatIsOvertakenIsNotSeen(t *testing.T) {
	tab := webtest.Open(t, webtest.Serve(t, withTestPages(t)), 1440, 900)
	tab.Wait("document.documentElement.dataset.ready")
	tab.Eval(`(async () => {
		for (const page of ["play", "problem", "play"]) {
			app.go({page});
			await new Promise((resolve) => setTimeout(resolve, 8));
		}
	})()`, nil)
	tab.Wait("document.documentElement.dataset.ready === 'play'")
	tab.Eval("new Promise((resolve) => setTimeout(resolve, 100))", nil)
	if got := said(tab, "[...document.querySelectorAll('h1')].map((h) => h.textContent).join(' ')"); got != "Play" {
		t.Errorf("seen are the pages %s", got)
	}
}

func TestKeysOfTheFrame(t *testing.T) {
	t.Parallel()
	frames(t, "", func(t *testing.T, tab *webtest.Tab) {
		tab.Press("Tab")
		if got := said(tab, "document.activeElement.id"); got != "skip" {
			t.Errorf("first the focus is on %q", got)
		}
		tab.Press("Enter")
		if got := said(tab, "document.activeElement.id"); got != "main" {
			t.Errorf("skipping leads to %q", got)
		}
		tab.Press("/")
		if got := said(tab, "document.activeElement.tagName + document.activeElement.value"); got != "INPUT" {
			t.Errorf("/ leads to %q", got)
		}
		tab.Press("?")
		if got := said(tab, "document.activeElement.value"); got != "?" {
			t.Errorf("in a field ? writes %q", got)
		}
		tab.Eval("document.activeElement.blur()", nil)
		tab.Press("?")
		tab.WaitText("dialog.keys", "mark the square")
		tab.Wait(`document.querySelector("dialog.keys").innerText.includes(matchMedia("(pointer: coarse)").matches ? "long tap" : "right button")`)
		tab.WaitText("dialog.keys", "any other move of this man")
		tab.Wait(`[...document.querySelectorAll("dialog.keys dt span")].map((dt) => dt.textContent).join() === "Problem,Play"`)
		tab.Shot("keys-" + t.Name())
		tab.Axe("help")
		tab.Media("prefers-color-scheme", "dark")
		tab.Axe("help, dark")
		tab.Press("Escape")
		tab.Wait("!document.querySelector('dialog')")
	})
}

func TestTheFrameHasNoSeriousFault(t *testing.T) {
	t.Parallel()
	frames(t, "", func(t *testing.T, tab *webtest.Tab) {
		for _, theme := range []string{"light", "dark"} {
			tab.Media("prefers-color-scheme", theme)
			tab.Axe(theme)
		}
	})
	boards(t, func(b *table) {
		for _, theme := range []string{"light", "dark"} {
			b.tab.Media("prefers-color-scheme", theme)
			b.tab.Axe("board, " + theme)
		}
	})
}

// TestAServerThatDoesNotAnswer checks what the reader sees, and that a retry is possible.
func TestAServerThatDoesNotAnswer(t *testing.T) {
	tab := webtest.Open(t, webtest.Serve(t, withTestPages(t)), 390, 844)
	tab.Wait("document.documentElement.dataset.ready")
	var fault struct{ Code, Message string }
	tab.Eval(`app.engine.call("no/such/method").catch(({code, message}) => ({Code: code, Message: message}))`, &fault)
	if fault.Code != "not found" || fault.Message == "" {
		t.Errorf("the fault is %+v", fault)
	}
	tab.Eval(`app.engine.call("about", {nonsense: 1}).catch(({code, message}) => ({Code: code, Message: message}))`, &fault)
	if fault.Code != "bad request" {
		t.Errorf("the fault is %+v", fault)
	}
	tab.Errors() // the browser logs refusals to its console
	tab.Eval(`(() => { const stop = new AbortController(); stop.abort(); return app.engine.call("about", {}, {signal: stop.signal}); })().catch(({code, message}) => ({Code: code, Message: message}))`, &fault)
	if fault.Code != "cancelled" {
		t.Errorf("a call that is aborted ends with %+v", fault)
	}
}

// TestAServerThatGoesAway stops the server during a game and starts another one in its place. The
// page reports that the server is away, sends later what is done in the meantime, and loses nothing.
func TestAServerThatGoesAway(t *testing.T) {
	t.Parallel()
	server := webtest.Begin(t, "127.0.0.1:0", page.Files())
	tab := webtest.Open(t, server.URL+"#play?nodes=1000000000&side=white", 390, 844)
	p := &player{t, tab}
	p.says(".play-verdict", "Your move")
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

func TestMain(m *testing.M) { os.Exit(webtest.Run(m)) }

// sizes are the window sizes of a phone and a desktop.
var sizes = map[string]struct{ width, height int }{"phone": {390, 844}, "desk": {1440, 900}}

// withTestPages returns the files of the page together with those of testdata.
func withTestPages(t *testing.T) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	for _, files := range []fs.FS{page.Sources(), os.DirFS("testdata")} {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			all[path.Clean(name)] = &fstest.MapFile{Data: text}
			return err
		})
		must.Do(t, err)
	}
	return must.Get(page.Bundled(all))(t)
}

// open opens the workbench on its own server, at the part of the address after "#".
func open(t *testing.T, hash string, width, height int) *webtest.Tab {
	t.Helper()
	tab := webtest.Open(t, webtest.Serve(t, page.Files())+hash, width, height)
	tab.Wait("document.documentElement.dataset.ready")
	return tab
}

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
