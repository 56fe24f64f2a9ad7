package page_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

// rounds is a proxy that answers requests in rounds: those that arrive wait until the round is answered.
type rounds struct {
	proxy  *httputil.ReverseProxy
	mu     sync.Mutex
	asked  []string
	answer chan struct{} // closed when the round is answered
}

// ServeHTTP implements http.Handler.
func (r *rounds) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if name := strings.TrimPrefix(q.URL.Path, "/"); strings.Contains(name, "/") {
		r.mu.Lock()
		r.asked = append(r.asked, name)
		answer := r.answer
		r.mu.Unlock()
		<-answer
	}
	r.proxy.ServeHTTP(w, q)
}

// next answers a round once it has what is wanted.
func (r *rounds) next(t *testing.T, tab *webtest.Tab, wanted ...string) {
	t.Helper()
	missing := func() []string {
		r.mu.Lock()
		defer r.mu.Unlock()
		return slices.DeleteFunc(slices.Clone(wanted), func(name string) bool { return slices.Contains(r.asked, name) })
	}
	for i := 0; len(missing()) > 0; i++ {
		if i == 1000 {
			t.Fatalf("the round is without %v; it has %v", missing(), r.asked)
		}
		tab.Eval("new Promise((resolve) => setTimeout(resolve, 20))", nil)
	}
	close(r.answer)
	r.begin()
}

// begin begins a round.
func (r *rounds) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked, r.answer = nil, make(chan struct{})
}

// TestAPageThatIsLoadingShowsIt checks that the first answer alone shows that the page is loading, in the language and
// the theme of the reader, and that a page needs no more than three rounds of requests.
func TestAPageThatIsLoadingShowsIt(t *testing.T) {
	for _, test := range []struct{ size, hash, text, more string }{
		{"desk", "", "Loading…", "api/v1/terms api/v1/position"},
		{"phone", "#problem?position=8/8/8/3K4/8/5nP1/5Q1b/5N1k", "Caricamento…", "api/v1/terms api/v1/position"},
		{"desk", "#play", "Loading…", "api/v1/play api/v1/game"},
	} {
		t.Run(test.size+test.hash, func(t *testing.T) {
			t.Parallel()
			target := must.Get(url.Parse(webtest.Serve(t, page.Files())))(t)
			r := &rounds{proxy: httputil.NewSingleHostReverseProxy(target), answer: make(chan struct{})}
			close(r.answer)
			proxy := httptest.NewServer(r)
			t.Cleanup(proxy.Close)
			tab := webtest.Open(t, proxy.URL+"/", sizes[test.size].width, sizes[test.size].height)
			tab.Wait(`document.documentElement.dataset.ready`)
			tab.Eval(`localStorage.setItem("alfiere.theme", '"dark"')`, nil)
			if strings.HasPrefix(test.text, "C") {
				tab.Eval(`localStorage.setItem("alfiere.language", '"it"')`, nil)
			}
			r.begin()
			t.Cleanup(func() { close(r.answer) })
			tab.Eval(`void (history.replaceState(null, "", "/`+test.hash+`"), location.reload())`, nil)
			tab.Wait(`document.querySelector(".loading") && performance.getEntriesByName("first-contentful-paint").length > 0`)
			var shown struct {
				Text, Role, Theme string
				Board, Fields     int
			}
			tab.Eval(`(() => {
				const said = document.querySelector("main [role=status]");
				return {Text: said.innerText.trim(), Role: document.querySelector("main").ariaBusy, Theme: getComputedStyle(document.body).colorScheme,
					Board: Math.round(document.querySelector("main svg").getBoundingClientRect().width),
					Fields: document.querySelectorAll("main :is(chess-board, button, input, [tabindex])").length};
			})()`, &shown)
			if shown.Text != test.text || shown.Role != "true" || shown.Theme != "dark" || shown.Board < 300 || shown.Fields > 0 {
				t.Errorf("the first answer shows %+v", shown)
			}
			tab.Shot("loading-" + t.Name())
			tab.Axe("loading")
			name := strings.TrimPrefix(strings.Split(test.hash+"#problem", "#")[1], "#")
			name, _, _ = strings.Cut(name, "?")
			r.next(t, tab, "bundle/app.js", "bundle/"+name+".js", "css/"+name+".css", "api/v1/about")
			r.next(t, tab, strings.Fields(test.more)...)
			tab.Wait(`document.documentElement.dataset.ready`)
			tab.Wait(`!document.querySelector(".loading") && !document.querySelector("main").inert && !document.querySelector("main").ariaBusy`)
		})
	}
}

// TestPagesDoNotJump goes from page to page. Nothing that is seen moves.
func TestPagesDoNotJump(t *testing.T) {
	t.Parallel()
	for size, window := range sizes {
		tab := open(t, "#problem", window.width, window.height)
		tab.Eval(`(window.moved = 0, void new PerformanceObserver((list) => list.getEntries().forEach(({value}) => window.moved += value))
			.observe({type: "layout-shift", buffered: true}))`, nil)
		for _, name := range []string{"play", "problem", "play"} {
			tab.Eval(`void (location.hash = "`+name+`")`, nil)
			tab.Wait(`document.documentElement.dataset.ready === "` + name + `"`)
			tab.Eval("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))", nil)
		}
		var moved float64
		if tab.Eval("moved", &moved); moved > 0.001 {
			t.Errorf("%s: the layout shifts by %.4f", size, moved)
		}
	}
}
