package workbench

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/cmd/internal/tournament"
	"alfiere/workbench/api"
	"alfiere/workbench/laboratory"
)

// suite is one on which experiments are quick.
const suite = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";\n" +
	"3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id \"BK.02\";\n" +
	"2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - bm f5; id \"BK.03\";\n" +
	"rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - bm e6; id \"BK.04\";\n"

// goesOn reports whether a test may wait on: until shortly before its time limit, as nobody knows how busy a machine is.
func goesOn(t *testing.T) bool {
	end, limited := t.Deadline()
	return !limited || time.Until(end) > 10*time.Second
}

// States of experiments, what a folder holds besides them, and how many there are at most.
const (
	waiting, running, done, stopped = "waiting", "running", "done", "stopped"

	lockName = ".alfiere-lab.lock"
	maxJobs  = 32
)

// watched is an experiment as laboratory/watch shows it; laboratory/list shows a part of it.
type watched struct {
	Name  string
	Parts []string
	Live  bool
	Job   *struct {
		State, Settings, Message, Text string
		Ahead                          int
		Done, Whole                    int64
		Rate                           float64
		Elsewhere                      bool
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

// labTable is a laboratory in a folder of its own.
type labTable struct {
	t       *testing.T
	path    string
	folder  *laboratory.Folder
	service *api.Service
}

// newLabTable opens one with so many cores, and places for experiments.
func newLabTable(t *testing.T, path string, cores int) *labTable {
	t.Helper()
	if path == "" {
		path = t.TempDir()
		if err := os.WriteFile(filepath.Join(path, "suite.epd"), []byte(suite), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := openLaboratory(path)
	if err != nil {
		t.Fatal(err)
	}
	service, err := api.New(cores, 8, folder.Methods()...)
	if err != nil {
		t.Fatal(err)
	}
	folder.Connect(service, cores)
	t.Cleanup(func() { _ = folder.Close() })
	return &labTable{t, path, folder, service}
}

// ask asks for something; the answer is read into answer by way of JSON.
func (l *labTable) ask(method string, body, answer any) *api.Fault {
	l.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		l.t.Fatal(err)
	}
	got, err := l.service.Do(l.t.Context(), "laboratory/"+method, text, func(string, any) {})
	if err != nil {
		var fault *api.Fault
		if !errors.As(err, &fault) {
			l.t.Fatal(err)
		}
		return fault
	}
	if answer != nil {
		if text, err = json.Marshal(got); err == nil {
			err = json.Unmarshal(text, answer)
		}
		if err != nil {
			l.t.Fatal(err)
		}
	}
	return nil
}

// must is ask for what is not refused.
func (l *labTable) must(method string, body, answer any) {
	l.t.Helper()
	if fault := l.ask(method, body, answer); fault != nil {
		l.t.Fatalf("%s: %+v", method, fault)
	}
}

// until looks at an experiment until it is as wanted.
func (l *labTable) until(name, what string, wanted func(*watched) bool) *watched {
	l.t.Helper()
	for {
		var w watched
		l.must("watch", object{"name": name, "once": true}, &w)
		if wanted(&w) {
			return &w
		}
		if !goesOn(l.t) {
			l.t.Fatalf("%s: not %s: %+v", name, what, w.Job)
		}
		time.Sleep(50 * time.Millisecond) // to look costs as much as some games
	}
}

// ended waits for the end of an experiment.
func (l *labTable) ended(name, state string) *watched {
	l.t.Helper()
	w := l.until(name, "at an end", func(w *watched) bool { return w.Job.State != running && w.Job.State != waiting })
	if w.Job.State != state {
		l.t.Fatalf("%s: %+v", name, w.Job)
	}
	return w
}

// match is the body by which a tournament begins.
func match(name, games string) object {
	return object{"experiment": "tournament", "name": name, "settings": map[string][]string{
		"player": {"consult=noise2 criterion=optimistic nodes=60", "nodes=60"}, "games": {games}}}
}

func TestATournamentBegunByThePage(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 1)
	l.must("start", match("noise", "6"), nil)
	w := l.ended("noise", done)
	if w.Tournament == nil || w.Tournament.Games != 6 || !strings.Contains(w.Text, "Elo") || len(w.SVG) == 0 || len(w.Figures) == 0 || len(w.Faults) > 0 {
		t.Errorf("%+v", w)
	}
	if got := w.Job.Settings; got != `tournament --games 6 --player "consult=noise2 criterion=optimistic nodes=60" --player nodes=60` {
		t.Error(got)
	}
	if fault := l.ask("start", match("noise", "6"), nil); fault == nil || fault.Code != api.Conflict {
		t.Errorf("begun twice: %+v", fault)
	}
	if fault := l.ask("stop", object{"name": "noise"}, nil); fault == nil || fault.Code != api.NotFound {
		t.Errorf("stopped at its end: %+v", fault)
	}
}

// What was stopped goes on, also by a program that begins anew, with the games that are there.
func TestWhatWasStoppedGoesOn(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 1)
	l.must("start", match("long", "30"), nil)
	w := l.until("long", "some games", func(w *watched) bool { return w.Tournament != nil && w.Tournament.Games >= 3 && w.Job.Done >= 3 })
	if w.Job.State != running || w.Job.Whole != 30 || w.Job.Rate <= 0 || !w.Live || !strings.HasPrefix(w.Job.Text, "3 of 30 games") && w.Job.Done == 3 {
		t.Errorf("%+v", w.Job)
	}
	l.must("stop", object{"name": "long"}, nil)
	l.ended("long", stopped)
	before, err := os.ReadFile(filepath.Join(l.path, "long.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	var listed struct{ Experiments []watched }
	again := newLabTable(t, l.path, 1)
	again.must("list", object{}, &listed)
	if len(listed.Experiments) != 1 || listed.Experiments[0].Job.State != stopped {
		t.Errorf("%+v", listed)
	}
	again.must("resume", object{"name": "long"}, nil)
	again.until("long", "at work", func(w *watched) bool { return w.Job.State == running && w.Job.Done > 0 })
	if err := again.folder.Close(); err != nil { // as when the program ends
		t.Fatal(err)
	}
	third := newLabTable(t, l.path, 1)
	third.must("resume", object{"name": "long"}, nil)
	third.ended("long", done)
	after, err := os.ReadFile(filepath.Join(l.path, "long.pgn"))
	if err != nil || !strings.HasPrefix(string(after), string(before)) || strings.Count(string(after), "[Result ") != 30 {
		t.Errorf("%v: %d games are there, and %d were", err, strings.Count(string(after), "[Result "), strings.Count(string(before), "[Result "))
	}
}

// All experiments on a store of proposals, which is made; each leaves table, figures, picture.
func TestExperimentsOnAStore(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 2)
	common := map[string][]string{"store": {"lab"}, "nodes": {"60"}, "hash": {"1"}}
	for _, test := range []struct {
		name     string
		settings map[string][]string
	}{
		{"order", nil},
		{"union", map[string][]string{"council": {"mpar mbxp", "noise2"}}},
		{"criteria", map[string][]string{"council": {"mpar mbxp"}, "criteria": {"majority,optimistic"}}},
		{"search-sets", map[string][]string{"among": {"mpar mbxp mbkc"}, "sizes": {"2"}, "criteria": {"union"}}},
		{"genetic", map[string][]string{"council": {"mpar mbxp"}, "generations": {"3"}, "runs": {"2"}, "floor": {"0"}, "population": {"4"}}},
	} {
		settings := map[string][]string{}
		for _, some := range []map[string][]string{common, test.settings} {
			for key, values := range some {
				settings[key] = values
			}
		}
		l.must("start", object{"experiment": test.name, "name": test.name + "-1", "settings": settings, "suites": []string{"suite.epd"}}, nil)
		w := l.ended(test.name+"-1", done)
		if !strings.Contains(w.Text, "4 positions") || len(w.SVG) == 0 || len(w.Figures) == 0 || len(w.Faults) > 0 || (len(w.Curves) == 4) != (test.name == "genetic") {
			t.Errorf("%s: %+v", test.name, w)
		}
	}
	var holds struct {
		Engine     string
		Conditions []struct {
			Engine       string
			Facts, Seats int
			Suites       []struct {
				Suite               string
				Positions, Complete int
			}
		}
	}
	l.must("store", object{"name": "lab"}, &holds)
	if len(holds.Conditions) != 1 || holds.Conditions[0].Engine != holds.Engine || holds.Conditions[0].Facts < 40 || holds.Conditions[0].Suites[0].Positions != 4 {
		t.Errorf("%+v", holds)
	}
	l.must("start", object{"experiment": "divide", "name": "divide-1", "settings": map[string][]string{"nodes": {"40"}, "sizes": {"2"}, "games": {"2"}}}, nil)
	if w := l.ended("divide-1", done); !strings.Contains(w.Text, "council") || len(w.SVG) == 0 || len(w.Figures) == 0 {
		t.Errorf("%+v", w)
	}
	var listed struct{ Experiments []watched }
	if l.must("list", object{}, &listed); len(listed.Experiments) != 7 { // with the store
		t.Errorf("%+v", listed)
	}
}

// What is told to have ended has all its files: who looks on again and again, while experiments
// end, never sees less.
func TestWhatHasEndedIsWhole(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 2)
	settings := map[string][]string{"store": {"lab"}, "nodes": {"20"}, "hash": {"1"}, "council": {"noise2"}}
	for i := range 12 {
		name := fmt.Sprint("union-", i)
		l.must("start", object{"experiment": "union", "name": name, "settings": settings, "suites": []string{"suite.epd"}}, nil)
		var looking sync.WaitGroup
		for range 4 {
			looking.Go(func() {
				for goesOn(t) {
					answer, err := l.service.Do(t.Context(), "laboratory/watch", fmt.Appendf(nil, `{"name": %q, "once": true}`, name), func(string, any) {})
					if err != nil {
						t.Error(err)
						return
					}
					w := watchedOf(t, answer)
					switch {
					case w.Job.State == done && (!strings.Contains(w.Text, "4 positions") || len(w.Figures) == 0):
						t.Errorf("%s is done, and has %v only", name, w.Parts)
						return
					case w.Job.State != running && w.Job.State != waiting:
						return
					}
				}
				t.Errorf("%s does not end", name)
			})
		}
		looking.Wait()
	}
}

func TestWhatThePageMayNotBegin(t *testing.T) {
	l := newLabTable(t, "", 1)
	outside := filepath.Join(filepath.Dir(l.path), "outside.epd")
	for _, name := range []string{outside, filepath.Join(l.path, "no.db"), filepath.Join(l.path, "there.json")} {
		if err := os.WriteFile(name, []byte(suite), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(l.path, "link.epd")); err != nil {
		t.Fatal(err)
	}
	settings := func(pairs ...string) map[string][]string {
		s := map[string][]string{"player": {"nodes=10", "nodes=20"}}
		for i := 0; i < len(pairs); i += 2 {
			if s[pairs[i]] = []string{pairs[i+1]}; pairs[i] == "player" {
				s["player"] = append(s["player"], "nodes=10")
			}
		}
		return s
	}
	for _, test := range []struct {
		body        object
		field, says string
	}{
		{object{"settings": settings("player", "cmd=/bin/sh nodes=1")}, "player", "other engines"},
		{object{"settings": settings("player", "consult=uci:/bin/sh nodes=1")}, "player", "uci"},
		{object{"settings": settings("player", "option.HashFile=/etc/passwd nodes=1")}, "player", "HashFile"},
		{object{"settings": settings("player", "hash=65000 nodes=1")}, "player", "MB"},
		{object{"settings": settings("each", "cmd=/bin/sh")}, "player", "other engines"},
		{object{"settings": settings("openings", "../outside.epd")}, "openings", "no file"},
		{object{"settings": settings("openings", outside)}, "openings", "no file"},
		{object{"settings": settings("openings", "link.epd")}, "openings", "no file"},
		{object{"settings": settings("pgn", "x.pgn")}, "pgn", "cannot be set"},
		{object{"settings": settings("resume", "true")}, "resume", "cannot be set"},
		{object{"settings": settings("broker", "nats://127.0.0.1:1")}, "broker", "no parameter"},
		{object{"settings": settings("games", "x")}, "games", "whole number"},
		{object{"settings": settings("games", "0")}, "games", "above 0"},
		{object{"settings": settings("sprt", "x")}, "sprt", "x"},
		{object{"settings": settings(), "suites": []string{"suite.epd"}}, "suites", "no suites"},
		{object{"settings": settings(), "name": "../x"}, "name", "letters"},
		{object{"settings": settings(), "name": ""}, "name", "letters"},
		{object{"settings": settings(), "name": "-x"}, "name", "letters"},
		{object{"settings": settings(), "name": strings.Repeat("x", 61)}, "name", "letters"},
		{object{"settings": settings(), "name": "THERE"}, "name", "already exists"},
		{object{"experiment": "tournament --x"}, "experiment", "no experiment"},
		{object{"experiment": "divide", "settings": map[string][]string{"criterion": {"optimistic cmd=/bin/sh"}}}, "", "other engines"},
		{object{"experiment": "order", "suites": []string{"suite.epd"}}, "store", "proposals"},
		{object{"experiment": "order", "settings": map[string][]string{"store": {"lab"}}}, "", "SUITE"},
		{object{"experiment": "order", "settings": map[string][]string{"store": {"no.db"}}, "suites": []string{"suite.epd"}}, "store", "not a proposal store"},
		{object{"experiment": "order", "settings": map[string][]string{"store": {"../lab"}}, "suites": []string{"suite.epd"}}, "store", "letters"},
		{object{"experiment": "order", "settings": map[string][]string{"store": {"lab"}}, "suites": []string{"no.db"}}, "suites", "no file"},
		{object{"experiment": "union", "settings": map[string][]string{"store": {"lab"}, "council": {"uci:/bin/sh"}}, "suites": []string{"suite.epd"}}, "council", "own searches"},
	} {
		body := object{"experiment": "tournament", "name": "x"}
		for key, value := range test.body {
			body[key] = value
		}
		fault := l.ask("start", body, nil)
		if fault == nil || fault.Field != test.field || !strings.Contains(fault.Message, test.says) || strings.Contains(fault.Message, l.path) {
			t.Errorf("%v: %+v", body, fault)
		}
	}
	for _, name := range []string{"", ".epd", "suite.epd", "x", "x.db", "x.txt", "../x.epd", "link.epd", "a/b.epd", "x.epd\x00", `C:\x.epd`} {
		if fault := l.ask("add", object{"name": name, "data": []byte("x")}, nil); fault == nil {
			t.Errorf("%q is added", name)
		}
	}
	for _, method := range []string{"resume", "stop", "store"} {
		for _, name := range []string{"", "x", "../outside", "no", "there"} {
			if fault := l.ask(method, object{"name": name}, nil); fault == nil {
				t.Errorf("%s %q is not refused", method, name)
			}
		}
	}
	entries, err := os.ReadDir(l.path)
	if err != nil || len(entries) != 5 || entries[0].Name() != lockName {
		t.Errorf("%v: the folder has %v", err, entries)
	}
}

// Experiments beyond the cores wait, and are told how many are before them; and a request
// that needs a core waits for a task at most, not for the experiment.
func TestExperimentsWaitForAPlaceAndGiveWay(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 1)
	for _, name := range []string{"one", "two", "three"} {
		l.must("start", match(name, "100000"), nil)
	}
	l.until("one", "at work", func(w *watched) bool { return w.Job.State == running && w.Job.Done > 0 })
	if w := l.until("three", "waiting", func(w *watched) bool { return w.Job.Ahead == 1 }); w.Job.State != waiting {
		t.Errorf("%+v", w.Job)
	}
	if _, err := l.service.Do(t.Context(), "problem", []byte(`{"position":"8/8/8/8/8/k2K4/7Q/8 w - - dm 2;"}`), func(string, any) {}); err != nil {
		t.Error(err)
	}
	if w := l.until("one", "", func(*watched) bool { return true }); w.Job.State != running {
		t.Errorf("%+v", w.Job)
	}
	l.must("stop", object{"name": "two"}, nil) // which has not begun
	l.ended("two", stopped)
	l.until("three", "first", func(w *watched) bool { return w.Job.Ahead == 0 })
	l.must("stop", object{"name": "one"}, nil)
	l.until("three", "at work", func(w *watched) bool { return w.Job.State == running })
	refused := 0
	for i := range maxJobs + 3 {
		switch fault := l.ask("start", match(fmt.Sprint("more", i), "100000"), nil); {
		case fault == nil:
		case fault.Code == api.Busy:
			refused++
		default:
			t.Fatal(fault)
		}
	}
	if refused != 4 {
		t.Errorf("%d were refused", refused)
	}
}

// Whoever adds a flag that names a file must say whether the page asks for it.
func TestFormsHaveTheFlagsOfTheCommandLine(t *testing.T) {
	l := newLabTable(t, "", 1)
	type parameter struct {
		Name, Kind string
		Many       bool
		Example    []string
	}
	type offered struct {
		Name   string
		Fields []parameter
		Suites bool
	}
	var offer struct {
		Experiments []offered
		Suites      []string
	}
	l.must("experiments", object{}, &offer)
	rows := experiments(nil)
	if len(offer.Experiments) != len(rows) || !slices.Equal(offer.Suites, []string{"suite.epd"}) {
		t.Errorf("%+v", offer)
	}
	inputs := []string{"store", "openings"}
	hidden := []string{"pgn", "figures", "plot", "state", "games-in", "resume", "json", "create"}
	for i := range rows {
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		rows[i].Define(flags)
		flags.VisitAll(func(f *flag.Flag) {
			at := slices.IndexFunc(offer.Experiments[i].Fields, func(p parameter) bool { return p.Name == f.Name })
			if (at < 0) != slices.Contains(hidden, f.Name) {
				t.Errorf("%s --%s: in the form %t", rows[i].Name, f.Name, at >= 0)
			}
			if at < 0 {
				return
			}
			kind := offer.Experiments[i].Fields[at].Kind
			if (kind == "file" || kind == "store") != slices.Contains(inputs, f.Name) {
				t.Errorf("%s --%s is a %s", rows[i].Name, f.Name, kind)
			}
		})
	}
	tournament := offer.Experiments[slices.IndexFunc(offer.Experiments, func(o offered) bool { return o.Name == "tournament" })]
	player := tournament.Fields[slices.IndexFunc(tournament.Fields, func(p parameter) bool { return p.Name == "player" })]
	if !player.Many || !slices.Equal(player.Example, []string{"consult=noise2 criterion=optimistic nodes=200", "nodes=200"}) || tournament.Suites {
		t.Errorf("%+v", player)
	}
}
