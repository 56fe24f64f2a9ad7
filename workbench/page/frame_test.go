package page_test

import (
	"slices"
	"testing"

	"alfiere/internal/testing/webtest"
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
			t.Errorf("the page was told %s", got)
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

func TestLanguageAndThemeAreRemembered(t *testing.T) {
	t.Parallel()
	frames(t, "", func(t *testing.T, tab *webtest.Tab) {
		tab.Click("button[lang=it]")
		tab.WaitText("main h1", "Problema")
		tab.Click(".theme")
		tab.Wait("document.documentElement.dataset.theme === 'light'")
		tab.Click(".theme")
		tab.Wait("document.documentElement.dataset.theme === 'dark'")
		tab.WaitText("#said", "Tema: scuro")
		tab.Reload()
		tab.WaitText("main h1", "Problema")
		got := said(tab, `[document.documentElement.lang, document.documentElement.dataset.theme, document.title,
			getComputedStyle(document.body).colorScheme, document.querySelector("button[lang=it]").getAttribute("aria-pressed")].join("; ")`)
		if got != "it; dark; Problema – Alfiere; dark; true" {
			t.Errorf("after loading anew: %s", got)
		}
	})
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
