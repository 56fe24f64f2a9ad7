package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/api"
	"alfiere/workbench/page"
)

// built is the folder that all tests look at; compiling takes a while.
var built struct {
	once   sync.Once
	folder string
	says   string
}

func TestMain(m *testing.M) {
	code := webtest.Run(m)
	_ = os.RemoveAll(built.folder)
	os.Exit(code)
}

// pocket returns the folder that the program writes.
func pocket(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		folder := must.Get(os.MkdirTemp("", "pocket"))(t)
		built.folder = folder
		var out, faults bytes.Buffer
		if code := run([]string{folder}, cli.Streams{Out: &out, Err: &faults}); code != 0 {
			t.Fatalf("status %d: %s", code, faults.String())
		}
		if faults.Len() > 0 {
			t.Errorf("it remarks: %s", faults.String())
		}
		built.says = out.String()
	})
	if built.says == "" {
		t.Fatal("the folder was not built")
	}
	return built.folder
}

// problems are those of the thesis, and what they ask for.
var problems = []api.ProblemQuery{
	{Position: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -", Stipulation: "#2"},
	{Position: "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - -", Stipulation: "#2", Language: "it"},
	{Position: "6k1/8/8/8/8/8/8/K1RR4 w - -", Stipulation: "#2"},
	{Position: "8/8/8/3K4/8/5nP1/5R1b/5N1k w - -", Stipulation: "#2"},
	{Position: "8/8/8/8/8/8/8/8 w - -", Stipulation: "#2"},
}

// native is what the same request is answered here, as a worker tells it.
func native(t *testing.T, name string, body any) (kind string, data any) {
	t.Helper()
	service := must.Get(api.New(1, 1))(t)
	text := must.Get(json.Marshal(body))(t)
	answer, err := service.Do(t.Context(), name, text, func(string, any) {})
	if kind = api.Result; err != nil {
		kind, answer = api.Failed, err
	}
	return kind, timeless(t, answer)
}

// timeless returns a value as JSON has it, without what depends on time.
func timeless(t *testing.T, value any) any {
	t.Helper()
	text := must.Get(json.Marshal(value))(t)
	var read any
	must.Do(t, json.Unmarshal(text, &read))
	if object, is := read.(map[string]any); is {
		for _, name := range []string{"nodes", "seconds", "elapsed_ms", "ms", "time"} {
			delete(object, name)
		}
	}
	return read
}

func TestTheProgramAnswersInNodeAsItDoesHere(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	folder := pocket(t)
	type request struct {
		Name string `json:"name"`
		Body any    `json:"body"`
	}
	requests := []request{{"about", struct{}{}}, {"nothing", struct{}{}}, {"position", api.PositionQuery{Text: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -"}},
		{"evaluate", map[string]string{"position": "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "letters": "n"}}} // by the network
	for _, p := range problems {
		requests = append(requests, request{"problem", p})
	}
	var lines bytes.Buffer
	for _, r := range requests {
		must.Do(t, json.NewEncoder(&lines).Encode(r))
	}
	command := exec.Command(node, filepath.Join("testdata", "node.js"), folder)
	command.Stdin, command.Stderr = &lines, os.Stderr
	out := must.Get(command.Output())(t)
	answers := json.NewDecoder(bytes.NewReader(out))
	for _, r := range requests {
		var got struct {
			Event string
			Data  any
			Ms    float64
		}
		if err := answers.Decode(&got); err != nil {
			t.Fatalf("%v: %v", r, err)
		}
		kind, want := native(t, r.Name, r.Body)
		if data := timeless(t, got.Data); got.Event != kind || !reflect.DeepEqual(data, want) {
			t.Errorf("%v: %s %v\nhere %s %v", r, got.Event, data, kind, want)
		}
		t.Logf("%s: %.0f ms", r.Name, got.Ms)
	}
}

// withEngine begins an expression of JavaScript that calls the page's worker.
const withEngine = `import(new URL("bundle/worker-engine.js", document.baseURI)).then(async ({ call }) => `

func TestThePageSolvesInAWorkerAndWithoutItsServer(t *testing.T) {
	files := http.FileServer(http.Dir(pocket(t)))
	server := httptest.NewServer(http.StripPrefix("/below/this", files))
	defer server.Close()
	tab := webtest.Open(t, server.URL+"/below/this/", 390, 844)
	tab.Wait(`document.documentElement.dataset.ready`)
	solve := func() {
		t.Helper()
		for _, p := range problems {
			var got any
			query, _ := json.Marshal(p)
			tab.Eval(withEngine+"call('problem', "+string(query)+"))", &got)
			if kind, want := native(t, "problem", p); kind != api.Result || !reflect.DeepEqual(timeless(t, got), want) {
				t.Errorf("%v:\n%v\nhere %v", p, got, want)
			}
		}
	}
	solve()

	// Two long problems and a third that waits are given up; all askers hear of it at once, and
	// others are answered as before.
	var codes []string
	tab.Eval(withEngine+`{
		const ends = [], asked = [];
		for (let i = 0; i < 4; i++) {
			ends[i] = new AbortController();
			asked[i] = call("problem", {position: "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", stipulation: "#6"}, {signal: ends[i].signal});
		}
		setTimeout(() => ends.forEach((end) => end.abort()), 300);
		const codes = await Promise.all(asked.map((one) => one.then(() => "result", (fault) => fault.code)));
		return [...codes, (await call("position", {text: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -"})).side];
	})`, &codes)
	if got := strings.Join(codes, " "); got != "cancelled cancelled cancelled cancelled w" {
		t.Errorf("four that were given up, and one position: %s", got)
	}

	// A problem that takes long tells how far it is, and Stop ends it.
	tab.Eval(`void (location.hash = "#problem?position=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-&n=7")`, nil)
	tab.WaitText("#status", "no mate in")
	tab.Click(".working .stop")
	tab.WaitText("#status", "Stopped")
	tab.Eval(`void (location.hash = "#problem?position=8/8/8/3K4/8/5nP1/5Q1b/5N1k+w+-+-&n=2")`, nil)
	tab.Wait(`/Kd6/.test(document.querySelector("#verdict").textContent)`)

	tab.Eval("navigator.serviceWorker.ready.then(() => null)", nil)
	for _, complaint := range tab.Errors() {
		t.Errorf("on a host of files alone the page complained: %s", complaint)
	}
	server.Close()
	tab.Reload()
	tab.Wait(`document.documentElement.dataset.ready`)
	solve()
	tab.Shot("pocket-offline")
	tab.Errors()
}

// who is a JavaScript expression that tells whether the server or the worker answers the page. Only a server gets
// requests.
const who = `alfiereModules["engine.js"].connect().then(() =>
	performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/about")) ? "server" : "worker")`

func TestAServedPageAsksItsServerWhileThereIsOne(t *testing.T) {
	webtest.Need(t)
	folder := os.DirFS(pocket(t))
	var tab *webtest.Tab
	var got string
	if !t.Run("served", func(served *testing.T) { // the server ends with this part
		url := webtest.Serve(served, folder)
		tab = webtest.Open(t, url, 1440, 900)
		tab.Wait(`document.documentElement.dataset.ready`)
		if tab.Eval(who, &got); got != "server" {
			t.Errorf("%s answers", got)
		}
		tab.Eval("navigator.serviceWorker.ready.then(() => null)", nil)
	}) || tab == nil {
		return
	}
	tab.Reload()
	tab.Wait(`document.documentElement.dataset.ready`)
	if tab.Eval(who, &got); got != "worker" {
		t.Errorf("%s answers without a server", got)
	}
	tab.Shot("pocket-desk")
	for _, complaint := range tab.Errors() {
		if !strings.Contains(complaint, "alfiere-pocket.json") { // its server has ended
			t.Errorf("the page complained: %s", complaint)
		}
	}
}

func TestFoldersOfOthersStayAsTheyAre(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "letter.txt"), []byte("mine"), 0o600))
	var faults bytes.Buffer
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{folder}, 1, "is not empty"},
		{[]string{filepath.Join(folder, "letter.txt")}, 1, "letter.txt"},
		{nil, 2, "usage"},
		{[]string{"a", "b"}, 2, "usage"},
		{[]string{"--what"}, 2, "usage"},
		{[]string{"--help"}, 0, "usage"},
	} {
		faults.Reset()
		if code := run(test.args, cli.Streams{Out: &faults, Err: &faults}); code != test.code || !strings.Contains(faults.String(), test.says) {
			t.Errorf("%q: %d, %s", test.args, code, faults.String())
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestANewPageTakesThePlaceOfTheOld(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	long := bytes.Repeat([]byte("long "), 100)
	old := map[string][]byte{indexName: []byte("1"), keeperName: []byte("2"), "js/gone.js": long, "js/same.js": long, "js/short.js": long}
	must.Do(t, write(folder, old))
	must.Do(t, os.WriteFile(filepath.Join(folder, "mine.txt"), nil, 0o600))
	must.Do(t, mayWrite(folder))
	delete(old, "js/gone.js")
	old[indexName], old["js/short.js"] = []byte("5"), []byte("6")
	must.Do(t, write(folder, old))
	for name, want := range map[string]bool{"js/gone.js": false, "js/same.js": true, "mine.txt": true, indexName: true,
		"js/gone.js.gz": false, "js/same.js.gz": true, "js/short.js.gz": false, "js/short.js": true, indexName + ".gz": false} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	packed := must.Get(os.Open(filepath.Join(folder, "js", "same.js.gz")))(t)
	defer packed.Close()
	if unpacked, err := gzip.NewReader(packed); err != nil {
		t.Error(err)
	} else if text, err := io.ReadAll(unpacked); err != nil || !bytes.Equal(text, long) {
		t.Errorf("the copy is %q, %v", text, err)
	}
	want := must.Get(releaseOf(old))(t)
	if r, err := readMark(folder); err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("%v, %v", r, err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, indexName)); err != nil || string(text) != "5" {
		t.Errorf("%s, %v", text, err)
	}
}

func TestModulesOfPagesThatNeedAServer(t *testing.T) {
	files := map[string][]byte{}
	for name, text := range map[string]string{
		"bundle/app.js": `pages = [
  { name: "one", needs: "problem", load: () => import("./one.js") },
  { name: "two", needs: "collection/find", load: () => import("./two.js") },
  { name: "three", needs: "laboratory/list", load: () => import("./three.js") },
];`,
		"bundle/one.js":   "  const d = await import(\"./later.js\");\n",
		"bundle/two.js":   "  (x ? import(\"./three.js\") : import(\"./later.js\"));\n  await Promise.all([import(\"./e.js\"), import(\"./later.js\")]);\n",
		"bundle/three.js": "  /** @type {import(\"./one.js\").One} */\n  const load = () => import(\"./g.js\");\n",
		"bundle/e.js":     "  a = await import(\"./h.js\"), b = () => import(\"./e.js\");\n",
		"bundle/g.js":     "",
		"bundle/h.js":     "",
		"bundle/later.js": "",
		"css/two.css":     "",
	} {
		files[name] = []byte(text)
	}
	names, err := online(files)
	if got, want := strings.Join(names, " "), "bundle/e.js bundle/g.js bundle/h.js bundle/three.js bundle/two.js"; err != nil || got != want {
		t.Errorf("%s, %v; not %s", got, err, want)
	}
}

func TestThePocketKeepsWhatItsPagesNeed(t *testing.T) {
	files := map[string][]byte{}
	must.Do(t, add(files, page.Files()))
	names, err := online(files)
	if err != nil || !slices.Contains(names, "bundle/collection.js") || !slices.Contains(names, "bundle/laboratory.js") {
		t.Fatalf("%v, %v", names, err)
	}
	for name, text := range files {
		for _, other := range names {
			if !slices.Contains(names, name) && name != frameName && strings.Contains(string(text), `import("./`+strings.TrimPrefix(other, "bundle/")+`")`) {
				t.Errorf("%s, which is kept, names %s, which is not", name, other)
			}
		}
	}
}
