package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/cmd/internal/tournament"
	"alfiere/workbench/api"
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
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	laboratory, err := openLaboratory(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = laboratory.Close() })
	service, err := api.New(1, 8, laboratory.Methods()...)
	if err != nil {
		t.Fatal(err)
	}
	return service, folder
}

// look asks for an experiment as it is.
func look(t *testing.T, service *api.Service, name string) (*watched, error) {
	t.Helper()
	body, err := json.Marshal(object{"name": name, "once": true})
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(outside, filepath.Join(folder, "link.txt")), os.Mkdir(filepath.Join(folder, "folder.pgn"), 0o700)); err != nil {
		t.Fatal(err)
	}
	answer, err := service.Do(t.Context(), "laboratory/list", nil, func(string, any) {})
	if err != nil {
		t.Fatal(err)
	}
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

func TestWhatChangesIsTold(t *testing.T) {
	service, folder := showLaboratory(t, map[string]string{"match.pgn": games(2)})
	ctx, cancel := context.WithCancel(t.Context())
	var heard []int
	_, err := service.Do(ctx, "laboratory/watch", []byte(`{"name":"match"}`), func(kind string, data any) {
		heard = append(heard, watchedOf(t, data).Tournament.Games)
		if len(heard) == 2 {
			cancel()
			return
		}
		if err := os.WriteFile(filepath.Join(folder, "match.pgn"), []byte(games(5)), 0o600); err != nil {
			t.Error(err)
		}
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
