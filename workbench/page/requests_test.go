package page_test

import "testing"

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
