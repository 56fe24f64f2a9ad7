package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

// shelf is the list of versions in one tab.
type shelf struct {
	*webtest.Tab
	t *testing.T
}

// keep saves the diagram on the board under a name.
func (s shelf) keep(name string) {
	s.t.Helper()
	s.Front()
	s.Type(".kept input", name)
	s.Press("Enter")
	s.Wait(`document.querySelector(".kept input").value === ""`)
}

// has waits until exactly these versions are shown, newest first.
func (s shelf) has(names ...string) {
	s.t.Helper()
	s.Wait(fmt.Sprintf(`[...document.querySelectorAll(".version b")].map((b) => b.textContent).join() === %q`, strings.Join(names, ",")))
}

// button clicks a button of the version with this name: 1 compares, 2 renames, 3 deletes.
func (s shelf) button(name string, number int) {
	s.t.Helper()
	s.Front()
	var names []string
	s.Eval(`[...document.querySelectorAll(".version b")].map((b) => b.textContent)`, &names)
	at := slices.Index(names, name)
	if at < 0 {
		s.t.Fatalf("there is no version %q among %q", name, names)
	}
	// No mouse: other tabs come to the front at any time.
	s.Eval(fmt.Sprintf(`document.querySelector(".version:nth-child(%d) .tools button:nth-of-type(%d)").click()`, at+1, number), nil)
}

// TestVersionsOfTwoTabsAreKept edits one list in two open tabs of a profile.
func TestVersionsOfTwoTabsAreKept(t *testing.T) {
	t.Parallel()
	first := shelf{open(t, "#problem?position="+strings.ReplaceAll(cumpe, " ", "+")+"&n=2", 1440, 900), t}
	var address string
	first.Eval("location.href", &address)
	second := shelf{first.Beside(address), t}
	for _, tab := range []shelf{first, second} {
		tab.Front()
		tab.WaitText("#verdict", "Kd6") // the verdict moves the list
	}

	second.keep("A")
	second.keep("B")
	first.has("B", "A")
	first.keep("C")
	first.has("C", "B", "A")
	second.has("C", "B", "A")

	first.button("B", 3)
	second.has("C", "A")
	second.keep("D")
	first.has("D", "C", "A")

	// A version deleted in one tab does not come back while the other tab renames it.
	first.button("C", 2)
	first.Eval(`document.querySelector(".version input").value = "C again"`, nil)
	second.Eval(`document.querySelector(".version:nth-child(2) .tools button:last-child").click()`, nil) // the first tab stays in front
	second.has("D", "A")
	first.Wait(`Object.keys(localStorage).filter((key) => key.startsWith("alfiere.versions.")).length === 2`)
	first.Eval(`document.querySelector(".version input").blur()`, nil)
	first.has("D", "A")

	// A used name gets a number, and the page reports it.
	second.keep("D")
	second.has("D (2)", "D", "A")
	second.WaitText(".kept [role=status]", "D (2)")
	second.button("A", 2)
	second.Type(".version input", "D")
	second.Press("Enter")
	second.has("D (2)", "D", "D (3)")
	first.has("D (2)", "D", "D (3)")
	first.Reload()
	first.Wait("document.documentElement.dataset.ready")
	first.has("D (2)", "D", "D (3)")
}

// TestVersionsOfAnEarlierReleaseAreTakenOver imports the earlier format: one list, newest first.
func TestVersionsOfAnEarlierReleaseAreTakenOver(t *testing.T) {
	t.Parallel()
	s := shelf{open(t, "#problem", 1440, 900), t}
	s.Eval(`localStorage.setItem("alfiere.versions", JSON.stringify([{name: "new", fen: "`+cumpe+`", n: 2, verdict: "sound"}, {name: "old", fen: "`+cumpe+`", n: 3, verdict: "short"}]))`, nil)
	for range 2 {
		s.Reload()
		s.Wait("document.documentElement.dataset.ready")
		s.has("new", "old")
	}
	s.keep("")
	s.has("Version 3", "new", "old")
	s.button("new", 3)
	s.keep("")
	s.has("Version 4", "Version 3", "old")
}

// TestAFullBrowserLosesNoVersion checks that a version without room stays until the tab closes, with a message.
func TestAFullBrowserLosesNoVersion(t *testing.T) {
	t.Parallel()
	s := shelf{open(t, "#problem", 1440, 900), t}
	s.keep("stored")
	s.Eval(`void (Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); })`, nil)
	s.keep("here")
	s.has("here", "stored")
	s.WaitText(".kept [role=status]", "until this tab is closed")
	s.button("here", 3)
	s.has("stored")
}

// The browser shows no answered request as cancelled, whether the answer was a result or a fault.
func TestAnsweredRequestsAreNotCancelled(t *testing.T) {
	t.Parallel()
	tab := open(t, "#play?side=both&moves=e2e4", 1440, 900)
	tab.Wait(`document.documentElement.dataset.moves === "1"`)
	tab.Type(".typed", "Ke3")
	tab.Press("Enter")
	tab.WaitText(".play-says", "cannot go to e3")
	tab.Eval(`(async () => {
		const { call } = await import("./js/server.js");
		for (let i = 0; i < 20; i++) {
			await call("game", { moves: ["e2e4"] });
			await call("game", { start: "8" }).catch(({ code }) => (window.refused = code));
		}
	})()`, nil)
	tab.Wait(`window.refused === "bad request"`)
	if cancelled := tab.Cancelled(); len(cancelled) > 0 {
		t.Errorf("%d were cancelled: %q", len(cancelled), cancelled[0])
	}
}

// headers is about what the headers of an answer weigh, in bytes.
const headers = 650

// First loads have no more than they need: of style sheets only their own, of modules only those for what is shown.
func TestFirstLoadsAreLight(t *testing.T) {
	t.Parallel()
	url := webtest.Serve(t, page.Files())
	for name, most := range map[string]struct{ requests, bytes int }{"problem": {15, 90_000}, "play": {15, 100_000}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := webtest.Open(t, url+"#"+name, 1440, 900)
			tab.Wait(`document.documentElement.dataset.ready === "` + name + `"`)
			if name == "problem" {
				tab.Wait(`document.documentElement.dataset.analysed`)
			}
			var bodies []int
			tab.Eval(`["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type)).map(({encodedBodySize}) => encodedBodySize)`, &bodies)
			bytes := 0
			for _, body := range bodies {
				bytes += body + headers
			}
			if len(bodies) > most.requests || bytes > most.bytes || bytes < most.bytes/2 {
				t.Errorf("it takes %d bytes in %d requests, not %d in %d", bytes, len(bodies), most.bytes, most.requests)
			}
			t.Logf("%d bytes in %d requests", bytes, len(bodies))
		})
	}
}

// A page wears its own style sheet, whichever others were open before.
func TestAPageWearsItsOwnStyleSheet(t *testing.T) {
	t.Parallel()
	tab := open(t, "#play?side=both", 1440, 900)
	for _, name := range []string{"play", "problem", "play", "problem"} {
		tab.Eval(`void (location.hash = "#`+name+`")`, nil)
		tab.Wait(`document.documentElement.dataset.ready === "` + name + `"`)
		var worn []string
		tab.Eval(`[...document.styleSheets].filter(({disabled}) => !disabled).map(({href}) => href === null ? "frame" : /(\w+)\.css$/.exec(href)[1])`, &worn)
		if got, want := strings.Join(worn, " "), "frame "+name; got != want {
			t.Errorf("%s wears %s, not %s", name, got, want)
		}
	}
}
