package workbench

import (
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

// maxShift is the maximum cumulative layout shift of a page while it loads.
const maxShift = 0.01

// Nothing moves while the laboratory loads: cards, a tournament with its picture, an experiment of a link.
func TestTheLaboratoryDoesNotMoveWhileItLoads(t *testing.T) {
	t.Parallel()
	picture := `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#fff"/></svg>`
	service, _ := showLaboratory(t, map[string]string{"match.pgn": games(30), "match.svg": picture, "match.txt": strings.Repeat("line\n", 30),
		"criteria.json": `{"results":[{"council":"x","count":{"best":4}}]}`})
	url := webtest.Serve(t, page.Files(), labMethods(service)...)
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel()
			tab := webtest.Open(t, url+"#laboratory?name=match", size.width, size.height)
			tab.WaitText(".laboratory-bar", "2 experiments")
			tab.Wait(`document.querySelector(".laboratory-picture")?.complete && document.querySelector(".laboratory-part pre")`)
			if sum, what := shifted(tab); sum > maxShift {
				t.Errorf("the page moves by %.3f: %s", sum, what)
			}
		})
	}
}

// shifted returns the layout shift of a page so far, and what has moved.
func shifted(tab *webtest.Tab) (sum float64, what string) {
	var shifts struct {
		Sum  float64
		What string
	}
	tab.Eval(`new Promise((resolve) => {
		const seen = [];
		const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
		observer.observe({ type: "layout-shift", buffered: true });
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
			seen.push(...observer.takeRecords());
			resolve({ sum: seen.reduce((sum, { value }) => sum + value, 0),
				what: seen.flatMap(({ sources }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 80))).join("; ") });
		})));
	})`, &shifts)
	return shifts.Sum, shifts.What
}
