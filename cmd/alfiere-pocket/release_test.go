package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
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
	files["bundle/problem.js"] = append(bytes.Clone(files["bundle/problem.js"]), "// "+name+"\n"...)
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
	delete(broken, "bundle/problem.js")
	serve(broken)
	becomes("redundant")
	broken = maps.Clone(broken)
	broken["bundle/problem.js"] = first["bundle/problem.js"]
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
	// closed so slowly that it still counted as another page.
	for looks := range 1200 {
		if looks%300 == 0 {
			tab.Reload()
		}
		time.Sleep(50 * time.Millisecond)
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
	const online = `caches.match("bundle/collection.js").then(async (kept) => [kept ? "kept" : "left", await fetch("bundle/collection.js").then((answer) => answer.status, () => 0)].join(" "))`
	asks := func(want string) {
		t.Helper()
		var got string
		if tab.Eval(online, &got); got != want {
			t.Errorf("a module of the collection is %q, not %q", got, want)
		}
	}
	asks("left 200")
	other := maps.Clone(second)
	other["bundle/collection.js"] = []byte("// of another release\n")
	serve(other)
	asks("left 0")

	server.Close()
	tab.Reload()
	shows("second")
	asks("left 0")
	tab.Errors() // what failed on purpose, and the server that was asked for
}

// unchanged is a change of memory that is none.
func unchanged(*image) error { return nil }

// program returns a WebAssembly program with nothing but pieces of memory, by their addresses.
func program(addresses []int, pieces [][]byte) []byte {
	section := binary.AppendUvarint(nil, uint64(len(pieces)))
	for i, piece := range pieces {
		section = append(appendSigned(append(section, 0, 0x41), int64(addresses[i])), 0x0b)
		section = append(binary.AppendUvarint(section, uint64(len(piece))), piece...)
	}
	text := append([]byte(preamble), 1, 2, 'a', 'b', customSection, 1, 'x', dataSection)
	return append(binary.AppendUvarint(text, uint64(len(section))), section...)
}

func TestMemoryInOnePieceIsWhatThePiecesWere(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		at := random.IntN(1 << random.IntN(20))
		var want []byte
		var addresses []int
		var pieces [][]byte
		first := at
		for range 1 + random.IntN(5) {
			piece := make([]byte, 1+random.IntN(80))
			for i := range piece {
				piece[i] = byte(random.Uint32())
			}
			want = append(append(want, make([]byte, at-first-len(want))...), piece...)
			place := random.IntN(len(pieces) + 1) // in any order
			addresses, pieces = slices.Insert(addresses, place, at), slices.Insert(pieces, place, piece)
			at += len(piece) + random.IntN(100)
		}
		packed := must.Get(repack(program(addresses, pieces), unchanged))(t)
		one := program([]int{first}, [][]byte{want})
		if one = slices.Delete(one, 12, 15); !bytes.Equal(packed, one) { // names of tools go
			t.Fatalf("%v %x:\n%x", addresses, pieces, packed)
		}
	}
}

func TestWhatIsNoProgramOfGoIsRefused(t *testing.T) {
	whole := program([]int{100, 70}, [][]byte{{1, 2}, {3}})
	must.Get(repack(whole, unchanged))(t)
	for _, damaged := range [][]byte{
		nil, []byte("asm"), whole[:len(whole)-1], program(nil, nil),
		program([]int{70, 70}, [][]byte{{1}, {2}}), program([]int{-5}, [][]byte{{1}}), program([]int{1 << 30}, [][]byte{{1}}),
	} {
		if _, err := repack(damaged, unchanged); !errors.Is(err, errModule) {
			t.Errorf("%x: %v", damaged, err)
		}
	}
	if _, err := repack(whole, dropTraceback); !errors.Is(err, errTables) {
		t.Errorf("memory without tables: %v", err)
	}
}

func TestWhatIsWrittenAsANumberIsRead(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8193, 1 << 40, -1 << 62, 1<<63 - 1, -1 << 63} {
		r := reader{appendSigned(nil, n)}
		if got := r.signed(); got != n || len(r.rest) > 0 {
			t.Errorf("%d: %d, %x", n, got, r.rest)
		}
	}
}

// The other tests run the program; this one looks at what is left of the tables.
func TestOnlyTracebacksLoseTheirTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(pocket(t), "alfiere.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	looked := false
	_, err = repack(text, func(memory *image) error {
		looked = true
		f, err := findFunctions(memory)
		if err != nil {
			return err
		}
		for _, name := range []string{"runtime.", "reflect.Value.Len"} {
			if !bytes.Contains(f.names, []byte("\x00"+name+"\x00")) {
				t.Errorf("the name %s is gone", name)
			}
		}
		for what, table := range map[string][]byte{"units": f.units, "files": f.files} {
			if slices.Max(table) > 0 {
				t.Errorf("%s are left", what)
			}
		}
		for _, name := range bytes.Split(f.names, []byte{0}) {
			if len(name) > 0 && !bytes.Equal(name, []byte("runtime.")) && !bytes.HasPrefix(name, []byte("reflect.")) {
				t.Errorf("the name %s is left", name)
			}
		}
		for i := range f.count {
			if entry := f.entry(i); entry == nil || number(entry, entryFrame) >= uint64(len(f.steps)) {
				t.Errorf("function %d has no frame", i)
			}
		}
		for i := 0; i < len(f.buckets); i += bucketLength {
			code := number(f.entries, 0) + uint64(i/bucketLength)*bucketCode>>16 // the number of the function
			first := number(f.buckets, uint64(i))
			if begins := number(f.entries, 8*first); begins > code || code-begins >= 2*bucketStep {
				t.Fatalf("function %d is looked for from %d on", code, begins)
			}
		}
		return nil
	})
	if err != nil || !looked {
		t.Fatal(err, looked)
	}
}
