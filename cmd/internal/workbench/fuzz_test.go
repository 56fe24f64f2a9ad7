package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/workbench/api"
	"alfiere/workbench/collection"
	"alfiere/workbench/server"
)

// fuzzer asks the methods that only a server has what nobody asks who means well.
type fuzzer struct {
	*rand.Rand
	t       *testing.T
	methods []api.Method
	url     string
	client  *http.Client
}

// fitting are values that fit a field, by its name: what the fuzzer finds its way in with.
var fitting = map[string][]any{
	"query":       {"", "#2", "sound", "count", "count by theme", "count by author offset 2", "count offset 9", "sort by author, year desc limit 3", `author:"l*"`, "anywhere:?R?", "like:*/*/??Q*/???k*/*/*/*/*", "theme:grim", "not not #2 or (#3 year > 1)", "limit 9999999 offset 9999999"},
	"sort":        {"", "year", "author desc, year", "year limit 1", "tries"},
	"id":          {2, 2, 3, 7, 20, 99, 0, -1, int64(1) << 62},
	"revision":    {"", "0123456789abcdef", "'; DROP TABLE problem; --"},
	"fields":      {map[string]any{"title": "<b>"}, map[string]any{"fen": "8/8/8/8/8/k2K4/7Q/8 w - -", "stipulation": "#2"}, map[string]any{"authors": []string{"", "a", "a"}, "source": map[string]any{"year": -5}}, map[string]any{"fen": ""}},
	"report":      {map[string]any{"program": "x", "text": map[string]any{"version": 1}}, map[string]any{"text": "{"}},
	"name":        {"", "games", "figures", "link", "folder", "../figures", "games\x00", "C:\\games"},
	"game":        {0, 1, 20, 21, -1},
	"from":        {0, 1, 20, 1000, -1},
	"once":        {true, true, true, false},
	"text":        {"8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\n", "---\nalgebraic:\n  white: [Kd3, Qh2]\n  black: [Ka3]\nstipulation: \"#2\"\n", "BeginProblem\nPieces\nWhite Kd3 Qh2\nBlack Ka3\nStipulation #2\nEndProblem\n", "&a [*a, *a]", "[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n*", `{"problem":1,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2"}`},
	"doubles":     {"", "skip", "merge", "add"},
	"moves":       {0, 2, 32, 33},
	"format":      {"fen", "epd", "popeye", "olive", "pgn", "json", "latex", "svg", "csv", "html", "png", ""},
	"language":    {"", "en", "it", "xx"},
	"by":          {[]string{"theme", "author"}, []string{"year"}, []string{"title"}, []string{}},
	"top":         {0, 1, 1000, 1001},
	"limit":       {0, 1, 30, 200, 201, -1},
	"offset":      {0, 1, 1 << 40, -1},
	"cursor":      {0, 1, 5, -1, 1 << 40},
	"seconds":     {0.001, 0.01, 601, -1},
	"position":    {"8/8/8/8/8/k2K4/7Q/8 w - -", "KKKK/////"},
	"stipulation": {"#2", "#99"},
}

// odd are values that fit nowhere, or hardly, as JSON.
var odd = []string{`null`, `true`, `{}`, `[]`, `-0`, `1e308`, `1e999`, `99999999999999999999`, `0.1`, `"\ud800"`, `"\u0000"`, "\"\xff\xfe\"", `"\u202e\ufffe"`,
	`[[[[[[[[]]]]]]]]`, strings.Repeat("[", 20_000), strings.Repeat(`{"a":`, 20_000), `"` + strings.Repeat("é", 5000) + `"`, `"` + strings.Repeat("%", 5000) + `"`,
	`{"fen":{"fen":{}}}`, `{"title":"a","title":["b"]}`, `[null,1,"x",{}]`}

// body is a request of a method: some of its fields, which mostly fit.
func (f *fuzzer) body(m *api.Method) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	put := func(name string, value []byte) {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", name, value)
	}
	for _, name := range m.Fields {
		values := fitting[name]
		switch n := f.IntN(20); {
		case n < 13 && len(values) > 0:
			text, err := json.Marshal(values[f.IntN(len(values))])
			if err != nil {
				f.t.Fatal(err)
			}
			put(name, text)
		case n == 13:
			put(name, []byte(odd[f.IntN(len(odd))]))
		}
	}
	if f.IntN(25) == 0 {
		put([]string{"unknown", "ID", "__proto__", "quer\u0443"}[f.IntN(4)], []byte("1"))
	}
	b.WriteByte('}')
	text := b.Bytes()
	if f.IntN(20) == 0 {
		text[f.IntN(len(text))] = byte(f.Uint32())
	}
	return text
}

// send sends a request, some not to their end, and returns the status; 0 if it went away.
func (f *fuzzer) send() int {
	m := &f.methods[f.IntN(len(f.methods))]
	patience := time.Second // of a stream that would not end
	if f.IntN(10) == 0 {
		patience = time.Duration(f.IntN(3000)) * time.Microsecond
	} else if m.Name == "laboratory/watch" || m.Name == "collection/analyse" {
		patience = 30 * time.Millisecond
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	return f.post(ctx, m.Name, f.body(m), nil)
}

// post sends a body and reads the answer.
func (f *fuzzer) post(ctx context.Context, name string, body []byte, answer any) int {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, f.url+"api/v1/"+name, bytes.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if answer == nil && f.IntN(2) == 0 {
		r.Header.Set("Accept", "text/event-stream")
	}
	got, err := f.client.Do(r)
	if err != nil {
		return 0
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err == nil && answer != nil && got.StatusCode == http.StatusOK {
		if err := json.Unmarshal(text, answer); err != nil {
			f.t.Errorf("%s: %v", name, err)
		}
	}
	if bytes.Contains(text, []byte(`"code":"internal"`)) || bytes.Contains(text, []byte("root:x")) {
		f.t.Errorf("%s %.1000q: %.1000s", name, body, text)
	}
	return got.StatusCode
}

// count adds one to the number in a problem's title, unless somebody else was quicker, and
// reports whether it was confirmed. Nobody else knows the revision of this problem.
func (f *fuzzer) count() bool {
	var now struct {
		Revision string
		Problem  struct{ Title string }
	}
	if f.post(f.t.Context(), "collection/show", []byte(`{"id":1}`), &now) != http.StatusOK {
		f.t.Error("the problem that is counted in is gone")
		return false
	}
	var n int
	_, _ = fmt.Sscan(now.Problem.Title, &n)
	body := fmt.Appendf(nil, `{"id":1,"revision":%q,"fields":{"title":"%d"}}`, now.Revision, n+1)
	return f.post(f.t.Context(), "collection/edit", body, &now) == http.StatusOK
}

type object = map[string]any

// newCollection returns a collection of n problems, with texts that must come back as they are.
func newCollection(t *testing.T, n int) *database.DB {
	t.Helper()
	db, err := database.Create(filepath.Join(t.TempDir(), "problems.db"))
	must.Do(t, err)
	t.Cleanup(func() { _ = db.Close() })
	hostile := []string{`<script>alert(1)</script>`, `'; DROP TABLE problem; --`, `%_\" OR 1=1`, "../../etc/passwd", "𝔘ñí©ode\u202e"}
	rows := []string{"R7", "1R6", "2R5", "3R4", "4R3", "5R2", "6R1", "7R", "2R2R2", "3RR3"}
	err = db.Batch(func(tx *database.Tx) error {
		for i := 0; n > 0; i++ {
			_, err := tx.Add(&problem.Record{
				FEN:         fmt.Sprintf("k7/8/1K6/8/8/%s/%s/8 w - -", rows[i%10], strings.ReplaceAll(rows[i/10], "R", "Q")),
				Stipulation: []string{"#1", "#2", "#3"}[i%3], Title: hostile[i%len(hostile)],
				Authors: []string{hostile[(i+1)%len(hostile)]}, Keywords: []string{hostile[(i+2)%len(hostile)]},
				Source: problem.Source{Name: "The Problemist", Year: 1900 + i%60},
			}, database.AddDoubles)
			if err == nil { // with the other king in check it is none
				n--
			}
		}
		return nil
	})
	must.Do(t, err)
	return db
}

// openFuzzed serves a collection and a laboratory of some entries.
func openFuzzed(t *testing.T) (methods []api.Method, db *database.DB, url string) {
	db = newCollection(t, 40)
	_, folder := showLaboratory(t, map[string]string{"games.pgn": games(20), "games.txt": "so far\xff", "figures.json": `{"curve":{}}`, "figures.svg": "<svg/>", "broken.json": "{"})
	if err := os.Symlink("/etc/passwd", filepath.Join(folder, "link.txt")); err != nil {
		t.Log(err)
	}
	must.Do(t, os.Mkdir(filepath.Join(folder, "folder.pgn"), 0o700))
	laboratory := must.Get(openLaboratory(folder))(t)
	t.Cleanup(func() { _ = laboratory.Close() })
	methods = append(collection.Methods(db), laboratory.Methods()...)
	service, err := api.New(2, 64, methods...)
	must.Do(t, err)
	service.Longest = 200 * time.Millisecond
	tell := func(text string) {
		if strings.Contains(text, "panic") {
			t.Error(text)
		}
	}
	server, err := server.Listen(server.Settings{Listen: "127.0.0.1:0", Tell: tell}, service, fstest.MapFS{"index.html": {}})
	must.Do(t, err)
	ctx, stop := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(ctx) })
	t.Cleanup(func() {
		stop()
		serving.Wait()
	})
	return methods, db, server.URL()
}

// What only a server has bears the same as the rest: thousands of odd requests of several at
// once, and streams that end early. Behind them nothing that was confirmed is lost, the
// collection is whole, and no more goroutines and memory are held than before.
func TestWhateverIsAskedOfTheServersOwnMethods(t *testing.T) {
	requests := 600
	switch {
	case os.Getenv("ALFIERE_LONG") != "":
		requests = 10_000
	case testing.Short():
		requests = 300
	}
	methods, db, url := openFuzzed(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var statuses [600]atomic.Int32
	var counted atomic.Int32
	attack := func(requests int) {
		const clients = 6
		transport := &http.Transport{DisableKeepAlives: true}
		var all sync.WaitGroup
		for i := range clients {
			all.Go(func() {
				f := &fuzzer{rand.New(rand.NewPCG(seed, uint64(i))), t, methods, url, &http.Client{Transport: transport}}
				for n := range requests / clients {
					statuses[f.send()].Add(1)
					if n%10 == 0 && f.count() {
						counted.Add(1)
					}
				}
			})
		}
		all.Wait()
	}
	attack(requests / 6) // what is built once, is built
	before := held(0)
	attack(requests)
	after := held(before.goroutines)
	t.Logf("before %+v, behind %+v", before, after)
	if after.goroutines > before.goroutines {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines more:\n%s", after.goroutines-before.goroutines, stacks[:runtime.Stack(stacks, true)])
	}
	if after.bytes > before.bytes+8<<20 {
		t.Errorf("%d bytes are held, before %d", after.bytes, before.bytes)
	}
	for status := range statuses {
		if n := statuses[status].Load(); n > 0 {
			t.Logf("%6d × %d", n, status)
		}
	}
	if int(statuses[200].Load()) < requests/5 || int(statuses[400].Load()) < requests/20 {
		t.Error("the fuzzer reaches too little")
	}
	whole(t, db.Path())
	if p, err := db.Get(1); err != nil || p.Title != fmt.Sprint(counted.Load()) {
		t.Errorf("%d were counted, and %q stands there, %v", counted.Load(), p.Title, err)
	}
}

// holding is what a process holds.
type holding struct {
	goroutines int
	bytes      uint64
}

// held is what is held when there are no more goroutines than wanted, or after some seconds.
func held(goroutines int) holding {
	for end := time.Now().Add(2 * time.Minute); goroutines > 0 && runtime.NumGoroutine() > goroutines && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	runtime.GC()
	runtime.GC() // the second one frees what pools kept
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return holding{runtime.NumGoroutine(), s.HeapAlloc}
}

// whole checks the file of a collection.
func whole(t *testing.T, path string) {
	t.Helper()
	db := must.Get(database.Open(path, database.ReadOnly))(t)
	defer db.Close()
	rows, err := db.Query(t.Context(), "PRAGMA integrity_check(20)")
	said := must.Get(database.ScanAll(rows, err, func(line *string) []any { return []any{line} }))(t)
	if !slices.Equal(said, []string{"ok"}) {
		t.Error(said)
	}
}
