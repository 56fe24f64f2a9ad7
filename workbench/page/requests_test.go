package page_test

import (
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

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
	for name, most := range map[string]struct{ requests, bytes int }{"problem": {52, 109_000}, "play": {60, 120_000}} {
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
		tab.Eval(`[...document.styleSheets].filter(({disabled}) => !disabled).map(({href}) => /(\w+)\.css$/.exec(href)[1])`, &worn)
		if got, want := strings.Join(worn, " "), "base layout board "+name; got != want {
			t.Errorf("%s wears %s, not %s", name, got, want)
		}
	}
}
