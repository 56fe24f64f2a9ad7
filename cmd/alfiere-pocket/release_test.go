package main

import (
	"bytes"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/server"
)

// release returns the files of the page, two of which are its own: they have its name.
func release(t *testing.T, name string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	must.Do(t, add(files, os.DirFS(pocket(t))))
	delete(files, server.PocketList)
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return path.Ext(name) == packedForm })
	files[indexName] = bytes.Replace(files[indexName], []byte("</head>"), []byte(`<meta name="release" content="`+name+`"></head>`), 1)
	files["js/board.js"] = append(bytes.Clone(files["js/board.js"]), "// "+name+"\n"...)
	keeper := must.Get(fs.ReadFile(static, path.Join("static", keeperName)))(t)
	files[keeperName] = keeper
	must.Do(t, seal(files))
	return files
}

// host serves files that may be exchanged for others.
type host struct {
	files atomic.Pointer[map[string][]byte]
	asked atomic.Int64 // how often the program was
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = indexName
	}
	if name == "alfiere.wasm" {
		h.asked.Add(1)
	}
	text, has := (*h.files.Load())[name]
	if !has || r.Method != http.MethodGet {
		http.NotFound(w, r)
		return
	}
	if path.Ext(name) == ".js" {
		w.Header().Set("Content-Type", "text/javascript")
	}
	_, _ = w.Write(text)
}

const (
	// renewed asks for a new release and is what became of it: "installed" waits for its turn, "redundant" failed.
	renewed = `navigator.serviceWorker.getRegistration().then(async (held) => {
		await held.update();
		const worker = held.installing ?? held.waiting;
		while (worker?.state === "installing") {
			await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
		}
		return worker?.state ?? "none";
	})`
	shownRelease = `document.querySelector("meta[name=release]")?.content`
)

func TestANewReleaseReplacesTheOldOneWholeOrNotAtAll(t *testing.T) {
	h := &host{}
	serve := func(files map[string][]byte) { h.files.Store(&files) }
	first, second := release(t, "first"), release(t, "second")
	serve(first)
	server := httptest.NewServer(h)
	defer server.Close()
	tab := webtest.Open(t, server.URL+"/", 390, 844)
	shows := func(name string) {
		t.Helper()
		tab.Wait(shownRelease + ` === "` + name + `" && document.documentElement.dataset.ready`)
	}
	shows("first")
	tab.Eval("navigator.serviceWorker.ready.then(() => null)", nil)
	becomes := func(want string) {
		t.Helper()
		var got string
		if tab.Eval(renewed, &got); got != want {
			t.Fatalf("the new release is %q, not %q", got, want)
		}
	}

	// A file of the second one is missing, then it is still that of the first.
	broken := release(t, "second")
	delete(broken, "js/board.js")
	serve(broken)
	becomes("redundant")
	broken = maps.Clone(broken)
	broken["js/board.js"] = first["js/board.js"]
	serve(broken)
	becomes("redundant")
	tab.Reload()
	shows("first")
	var side string
	tab.Eval(withEngine+`(await call("position", {text: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -"})).side)`, &side)
	if side != "w" {
		t.Errorf("the first release answers %q when the second has failed", side)
	}

	asked := h.asked.Load()
	serve(second)
	becomes("installed")
	if h.asked.Load() != asked {
		t.Error("the program is loaded again although it is the same")
	}
	// The page takes what waits, and shows itself again; or at a later opening, if the one before
	// was so slow in going that it still counted as another page.
	for begun, next := time.Now(), time.Duration(0); time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) >= next {
			next += 15 * time.Second
			tab.Reload()
		}
		if tab.Is(shownRelease + ` === "second"`) {
			break
		}
	}
	shows("second")
	var caches []string
	tab.Eval(`(async () => { while ((await caches.keys()).length > 1) await new Promise((next) => setTimeout(next, 20)); return caches.keys(); })()`, &caches)
	if len(caches) != 1 {
		t.Errorf("kept are %q", caches)
	}

	// What only pages with a server need is not kept, and comes from the release alone.
	const online = `caches.match("js/collection.js").then(async (kept) => [kept ? "kept" : "left", await fetch("js/collection.js").then((answer) => answer.status, () => 0)].join(" "))`
	asks := func(want string) {
		t.Helper()
		var got string
		if tab.Eval(online, &got); got != want {
			t.Errorf("a module of the collection is %q, not %q", got, want)
		}
	}
	asks("left 200")
	other := maps.Clone(second)
	other["js/collection.js"] = []byte("// of another release\n")
	serve(other)
	asks("left 0")

	server.Close()
	tab.Reload()
	shows("second")
	asks("left 0")
	tab.Errors() // what failed on purpose, and the server that was asked for
}
