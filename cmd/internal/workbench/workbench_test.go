package workbench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/api"
	"alfiere/workbench/server"
)

// watched is an experiment as laboratory/watch shows it; laboratory/list shows a part of it.
type watched struct {
	Name  string
	Parts []string
	Live  bool
	Job   *struct {
		Experiment, State, Command, Message, Text string

		Done, Whole int64
		Rate, Left  float64
	}
	Tournament *tournament.Course
	Curves     []tournament.Curve
	Figures    json.RawMessage
	Text       string
	SVG        []byte
	Faults     []string
}

// watchedOf reads an answer of laboratory/watch.
func watchedOf(t testing.TB, answer any) (w *watched) {
	t.Helper()
	text, err := json.Marshal(answer)
	if err == nil {
		err = json.Unmarshal(text, &w)
	}
	if err != nil {
		t.Error(err)
	}
	return w
}

// games is a PGN of so many games between two.
func games(n int) string {
	var b strings.Builder
	for i := range n {
		white, black, result := "Ann", "Ben <b>", "1-0"
		if i%2 == 1 {
			white, black, result = black, white, "1/2-1/2"
		}
		b.WriteString("[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 " + result + "\n\n")
	}
	return b.String()
}

// showLaboratory serves a folder of files.
func showLaboratory(t *testing.T, files map[string]string) (*api.Service, string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	laboratory := must.Get(openLaboratory(folder))(t)
	t.Cleanup(func() { _ = laboratory.Close() })
	service := must.Get(api.New(1, 8, laboratory.Methods()...))(t)
	return service, folder
}

// look asks for an experiment as it is.
func look(t *testing.T, service *api.Service, name string) (*watched, error) {
	t.Helper()
	body := must.Get(json.Marshal(object{"name": name, "once": true}))(t)
	answer, err := service.Do(t.Context(), "laboratory/watch", body, func(string, any) {})
	if err != nil {
		return nil, err
	}
	return watchedOf(t, answer), nil
}

func TestExperimentsAreShown(t *testing.T) {
	service, folder := showLaboratory(t, map[string]string{
		"match.pgn": games(7), "match.json": `{"event":"<i>x"}`, "match.svg": "<svg/>", "match.txt": "a \xff report",
		"breeding.json":         `{"curve":{"best":[1,2],"best_ever":[1,2],"mean":[0.5,1],"most":[3,4]}}`,
		"breeding.figures.json": `{"council":"mpar"}`,
		"broken.json":           `{"x":`, "broken.pgn": "no games", "secret.db": "x", "passwords": "x", ".hidden": "x",
	})
	outside := filepath.Join(filepath.Dir(folder), "outside.txt")
	must.Do(t, os.WriteFile(outside, []byte("secret"), 0o600))
	must.Do(t, errors.Join(os.Symlink(outside, filepath.Join(folder, "link.txt")),
		os.Mkdir(filepath.Join(folder, "folder.pgn"), 0o700)))
	answer := must.Get(service.Do(t.Context(), "laboratory/list", nil, func(string, any) {}))(t)
	var names []string
	var listed struct{ Experiments []watched }
	if text, err := json.Marshal(answer); err != nil || json.Unmarshal(text, &listed) != nil {
		t.Fatal(err)
	}
	for _, e := range listed.Experiments {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"breeding", "broken", "match"}) {
		t.Errorf("listed are %q", names)
	}
	for _, name := range []string{"../outside", "outside", "link", "folder", "secret", "passwords", "", ".", "match.pgn", "/etc/passwd", "match\x00"} {
		var fault *api.Fault
		if got, err := look(t, service, name); !errors.As(err, &fault) || fault.Code != api.NotFound {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
	}
	w, err := look(t, service, "match")
	if err != nil || w.Tournament == nil || w.Tournament.Games != 7 || len(w.Tournament.Table) != 3 || w.Tournament.Table[1][1] != "Ann" || len(w.Tournament.Curves[0].Points) == 0 ||
		string(w.SVG) != "<svg/>" || w.Text != "a � report" || len(w.Figures) == 0 || len(w.Faults) > 0 {
		t.Errorf("%v: %+v", err, w)
	}
	if w, err = look(t, service, "breeding"); err != nil || len(w.Curves) != 4 || len(w.Curves[3].Points) != 2 ||
		!strings.Contains(string(w.Figures), "mpar") {
		t.Errorf("%v: %+v", err, w)
	}
	if w, err = look(t, service, "broken"); err != nil || len(w.Faults) != 2 {
		t.Errorf("%v: %+v", err, w)
	}
}

func TestWhatChangesIsReported(t *testing.T) {
	service, folder := showLaboratory(t, map[string]string{"match.pgn": games(2)})
	ctx, cancel := context.WithCancel(t.Context())
	var heard []int
	_, err := service.Do(ctx, "laboratory/watch", []byte(`{"name":"match"}`), func(kind string, data any) {
		heard = append(heard, watchedOf(t, data).Tournament.Games)
		if len(heard) == 2 {
			cancel()
			return
		}
		must.Do(t, os.WriteFile(filepath.Join(folder, "match.pgn"), []byte(games(5)), 0o600))
	})
	var fault *api.Fault
	if !errors.As(err, &fault) || fault.Code != api.Cancelled || !slices.Equal(heard, []int{2, 5}) {
		t.Errorf("heard %v, then %v", heard, err)
	}
}

// labMethods are those of the laboratory.
func labMethods(service *api.Service) []api.Method {
	return slices.DeleteFunc(service.Methods(), func(m api.Method) bool { return !strings.HasPrefix(m.Name, "laboratory/") })
}

// The methods that every service has are asked for in package api.
func TestEveryMethodOfTheServerIsDocumentedWithItsFields(t *testing.T) {
	methods, _, end, err := openMethods(filepath.Join(t.TempDir(), "problems.db"), t.TempDir())
	must.Do(t, err)
	defer end()
	if len(methods) < 10 {
		t.Errorf("there are only %d methods", len(methods))
	}
	for _, m := range methods {
		webtest.Documented(t, m.Name, m.Fields, m.Heavy)
	}
}

func TestFaultsOfTheLaboratoryComeInTheLanguageOfTheRequest(t *testing.T) {
	service, _ := showLaboratory(t, map[string]string{"there.pgn": "1. e9 *", "text.txt": "so far"})
	for _, test := range []struct{ method, body, english, italian string }{
		{"store", `"name": "there"`, "the store does not exist", "l'archivio non esiste"},
		{"watch", `"name": "nowhere"`, "the experiment does not exist", "l'esperimento non esiste"},
		{"games", `"name": "nowhere"`, "the experiment does not exist", "l'esperimento non esiste"},
		{"games", `"name": "text"`, "the experiment has no games", "l'esperimento non ha partite"},
		{"games", `"name": "there", "game": 7`, "there is no game 7", "non c'è una partita 7"},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := service.Do(t.Context(), "laboratory/"+test.method, []byte(`{`+test.body+`, "language": "`+language+`"}`), func(string, any) {})
			if fault, is := errors.AsType[*api.Fault](err); !is || fault.Message != want {
				t.Errorf("%s, %q: %v, want %q", test.method, language, err, want)
			}
		}
	}
}

func TestEveryMethodOfTheServerHasALanguage(t *testing.T) {
	methods, _, end, err := openMethods(filepath.Join(t.TempDir(), "problems.db"), t.TempDir())
	must.Do(t, err)
	defer end()
	for _, m := range methods {
		if !slices.Contains(m.Fields, "language") {
			t.Errorf("%s has no field language: %q", m.Name, m.Fields)
		}
	}
}

// runWeb runs the subcommand with these arguments.
func runWeb(args ...string) (status int, said string) {
	var stderr bytes.Buffer
	program := cli.Root("lab", "", "", Command())
	status = cli.Execute(program, append([]string{"web"}, args...), cli.Streams{In: strings.NewReader(""), Out: &stderr, Err: &stderr})
	return status, stderr.String()
}

func TestListeningBeyondThisMachineIsRefusedWithATunnel(t *testing.T) {
	for listen, tunnel := range map[string]string{
		"0.0.0.0:8000": "8000", ":8000": "8000", "[::]:9": "9", "192.0.2.1:80": "80", "lab.example:8000": "8000",
		"0.0.0.0:0": "8564", "0.0.0.0:": "8564", "0.0.0.0:http": "8564", "0.0.0.0:99999": "8564",
	} {
		status, said := runWeb("--listen", listen)
		if status != cli.ExitUsage || !strings.Contains(said, "ssh -L "+tunnel+":127.0.0.1:"+tunnel+" HOST") ||
			!strings.Contains(said, "http://127.0.0.1:"+tunnel+"/") || !strings.Contains(said, "alfiere-pocket") {
			t.Errorf("%s: status %d, %s", listen, status, said)
		}
	}
	for _, flag := range []string{"--password-file=x", "--cert=x", "--key=x", "--names=x"} {
		if status, said := runWeb(flag); status != cli.ExitUsage || !strings.Contains(said, "was removed in 3.0: web serves this machine only") {
			t.Errorf("%s: status %d, %s", flag, status, said)
		}
	}
	for _, listen := range []string{"127.0.0.1", "8564", "[::1"} {
		if status, said := runWeb("--listen", listen); status != cli.ExitUsage || !strings.Contains(said, "--listen: ") {
			t.Errorf("%s: status %d, %s", listen, status, said)
		}
	}
}

func TestEveryLoopbackAddressIsAccepted(t *testing.T) {
	for _, listen := range []string{"", "127.0.0.1:0", "127.0.0.2:8000", "localhost:8000", "[::1]:8000"} {
		o := options{listen: listen}
		s, err := o.settings(cli.Streams{})
		if err != nil || listen != "" && s.Listen != listen || listen == "" && s.Listen != usualAddress {
			t.Errorf("%q: %+v, %v", listen, s, err)
		}
	}
	o := options{listen: "127.0.0.1:0"}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out bytes.Buffer
	if err := o.serve(ctx, cli.Streams{Out: &out}); err != nil || !strings.HasPrefix(out.String(), "http://127.0.0.1:") {
		t.Errorf("%q, %v", &out, err)
	}
}

func TestAPocketIsServedOnlyAsItWasWritten(t *testing.T) {
	sum := sha256.Sum256([]byte("page"))
	list := `{"version":"1","files":{"index.html":"` + hex.EncodeToString(sum[:16]) + `"}}`
	for _, test := range []struct {
		files map[string]string
		says  string // of the fault; "" if it is served
	}{
		{map[string]string{"index.html": "page", server.PocketList: list, pocketKeeper: "any"}, ""},
		{map[string]string{"index.html": "page", "index.html.gz": "copy", server.PocketList: list}, ""},
		{map[string]string{"index.html": "page"}, "did not write"},
		{map[string]string{"index.html": "page", server.PocketList: "x"}, server.PocketList},
		{map[string]string{"index.html": "pago", server.PocketList: list}, "index.html was changed"},
		{map[string]string{server.PocketList: list}, "missing"},
		{map[string]string{"index.html": "page", "a/secret.txt": "1", server.PocketList: list}, "a/secret.txt"},
	} {
		folder := fstest.MapFS{}
		for name, text := range test.files {
			folder[name] = &fstest.MapFile{Data: []byte(text)}
		}
		switch err := checkPocket(folder); {
		case test.says == "" && err != nil:
			t.Errorf("%v: %v", test.files, err)
		case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
			t.Errorf("%v: %v, not %s", test.files, err, test.says)
		}
	}
}
