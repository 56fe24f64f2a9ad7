package workbench

import (
	"fmt"
	"strings"
	"testing"

	"alfiere/workbench/page"
	"alfiere/workbench/webtest"
)

// All that the page says of an experiment that is stopped and resumed agrees at once, without waiting
// for the next look at the folder; progress counts all games, also those before the stop.
func TestAStoppedExperimentIsCountedTheSameEverywhere(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 1)
	l.must("start", object{"experiment": "tournament", "name": "match", "settings": object{
		"player": []string{"name=Ann nodes=60", "name=Ben nodes=20"}, "games": []string{"3000"}}}, nil)
	tab := webtest.Open(t, webtest.Serve(t, page.Files(), labMethods(l.service)...)+"#laboratory?name=match", 1440, 900)
	tab.WaitText(".laboratory-bar", "1 experiment, 1 running")
	tab.Eval(`(() => { const set = window.setTimeout; window.setTimeout = (work, ms, ...more) => (ms === 5000 ? 0 : set(work, ms, ...more)); })()`, nil)
	tab.Wait(`document.querySelector(".laboratory-job progress")?.value > 10`)
	tab.Click(".laboratory-job button:not([hidden])")
	tab.WaitText(".laboratory-job .chip", "stopped")
	tab.Wait(`document.querySelector(".laboratory-bar p").innerText === "1 experiment"`)
	tab.WaitText(`[data-name="match"]`, "stopped")
	tab.WaitText(".laboratory-part pre", "Elo")
	var played int
	tab.Eval(`parseInt(document.querySelector(".laboratory-detail [role=status]").innerText)`, &played)
	tab.Click(".laboratory-job button:not([hidden])")
	tab.WaitText(".laboratory-job .chip", "running")
	tab.Wait(`document.querySelector(".laboratory-bar p").innerText === "1 experiment, 1 running"`)
	tab.Wait(fmt.Sprintf(`(({ max, value }) => max === 3000 && value > %d)(document.querySelector(".laboratory-job progress"))`, played))
	tab.Wait(fmt.Sprintf(`parseInt(document.querySelector(".laboratory-job .hint").innerText) > %d && document.querySelector(".laboratory-job .hint").innerText.includes("of 3000")`, played))
	tab.Wait(`!/Elo|\]/.test(document.querySelector(".laboratory-standing").innerText)`)
	l.must("stop", object{"name": "match"}, nil)
	tab.WaitText(".laboratory-job .chip", "stopped")
}

// A match in which one player has won all games has a curve and one Elo, which is explained; pictures
// are no white fields in the dark theme.
func TestALopsidedMatchHasACurve(t *testing.T) {
	t.Parallel()
	won := strings.Repeat("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n", 5)
	service, _ := showLaboratory(t, map[string]string{"match.pgn": won,
		"match.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#fff"/></svg>`})
	tab := webtest.Open(t, webtest.Serve(t, page.Files(), labMethods(service)...)+"#laboratory?name=match", 1440, 900)
	tab.Wait(`document.querySelector(".laboratory-detail .plot .curve")`)
	tab.WaitText(".laboratory-detail", "These games alone do not determine Elo")
	tab.Wait(`!document.querySelector(".laboratory-detail").innerText.includes("∞")`)
	var elo, label string
	tab.Eval(`document.querySelector(".cross tbody td:nth-of-type(2)").innerText`, &elo)
	tab.Eval(`document.querySelector(".plot svg[role=img]").getAttribute("aria-label")`, &label)
	if !strings.HasSuffix(label, "Ann: "+strings.TrimPrefix(elo, "+")) {
		t.Errorf("the table has %s, the curve %q", elo, label)
	}
	const filter = `getComputedStyle(document.querySelector(".laboratory-picture")).filter`
	tab.Media("prefers-color-scheme", "dark")
	tab.Wait(filter + `.includes("invert")`)
	tab.Wait(`getComputedStyle(document.querySelector(".laboratory-picture")).mixBlendMode === "screen"`) // black becomes the page's colour
	tab.Eval(`document.documentElement.dataset.theme = "light"`, nil)
	tab.Wait(filter + ` === "none"`)
	tab.Media("prefers-color-scheme", "light")
	tab.Eval(`document.documentElement.dataset.theme = "dark"`, nil)
	tab.Wait(filter + `.includes("invert")`)
}
