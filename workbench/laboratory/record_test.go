package laboratory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/problem/text"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
)

// folderOf opens a folder with files.
func folderOf(t *testing.T, files map[string]string) *Folder {
	t.Helper()
	path := filepath.Join(t.TempDir(), "it's a lab")
	must.Do(t, os.Mkdir(path, 0o700))
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(path, name), []byte(text), 0o600))
	}
	l := must.Get(Open(path, Commands{Course: func([]string, []arena.Game) any { return nil }}))(t)
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// shellWords returns the words that a shell reads from a line.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("/bin/sh", "-c", `printf '%s\0' `+line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// Whatever a word holds, a shell reads the quoted word as it was.
func TestQuotedWordsAreReadByAShellAsTheyWere(t *testing.T) {
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip("there is no shell")
	}
	r := rand.New(rand.NewPCG(46, 3))
	const signs = "aZ09 '\"\\$`!#&*()[]{}<>|;?~%^=-+:,./\t\nàχ♞"
	words := []string{"", "-", "--", "'", "''", "consult='mpar mbxp'", "$(exit 1)", "a'b\"c", "~", "x\\"}
	for range 300 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteRune([]rune(signs)[r.IntN(len([]rune(signs)))])
		}
		words = append(words, b.String())
	}
	quoted := make([]string, len(words))
	for i := range words {
		quoted[i] = Quote(words[i])
	}
	if got := shellWords(t, strings.Join(quoted, " ")); !slices.Equal(got, words) {
		t.Errorf("%q became %q", words, got)
	}
	if !strings.HasPrefix(Quote("=ls"), "'") { // a path in zsh
		t.Error("=ls is not quoted")
	}
	if Quote("--pgn=match-1.pgn") != "--pgn=match-1.pgn" {
		t.Error("plain words are quoted")
	}
}

// powerShellWords returns the words that PowerShell reads from a line: it takes all of ' ‘ ’ ‚ ‛ for single quotes, and
// two of them in a quoted word for one.
func powerShellWords(line string) (words []string) {
	const quotes = "'‘’‚‛"
	signs, word, quoted, open := []rune(line+" "), "", false, false
	for i := 0; i < len(signs); i++ {
		switch isQuote := strings.ContainsRune(quotes, signs[i]); {
		case isQuote && open && strings.ContainsRune(quotes, signs[i+1]):
			word += string(signs[i])
			i++
		case isQuote:
			open, quoted = !open, true
		case signs[i] == ' ' && !open:
			if word != "" || quoted {
				words = append(words, word)
			}
			word, quoted = "", false
		default:
			word += string(signs[i])
		}
	}
	return words
}

func TestQuotedWordsAreReadByPowerShellAsTheyWere(t *testing.T) {
	words := []string{"", "-", "--games", "it's", "‘a’ ‚b‛", "--%", "$(exit)", "@x", "a;b",
		"--each=cmd=./x -y", "C:\\x y\\z", "&", "#", "30"}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quoteForPowerShell(word)
		if word != "30" && word != "--games" && quoted[i][0] != '\'' {
			t.Errorf("%s is not quoted", word)
		}
	}
	if got := powerShellWords(strings.Join(quoted, " ")); !slices.Equal(got, words) {
		t.Errorf("%q became %q", words, got)
	}
}

// Only files of the run that is shown appear beside it, whatever the other ones are.
func TestFilesOfAnOlderRunAreLeftOut(t *testing.T) {
	begun := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	games := func(n int) string {
		list := strings.TrimSuffix(strings.Repeat("{},", n), ",")
		return `{"engines":[{"name":"Ann"},{"name":"Ben"}],"games":[` + list + `]}`
	}
	pgn := strings.Repeat("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n", 3)
	record := func(files string) string {
		return `{"command":"x","state":"done","begun":"` + begun.Format(time.RFC3339) + `"` + files + `}`
	}
	own := `,"files":{"a.pgn":"pgn","a.json":"figures","a.svg":"plot","a.state":"state"}`
	for _, test := range []struct {
		name    string
		files   map[string]string
		old     []string // changed before the run
		older   string
		figures string
	}{
		{"a new run beside old figures", map[string]string{"a.job": record(own), "a.pgn": pgn, "a.figures.json": `{"x":1}`,
			"a.svg": "<svg/>", "a.txt": "t"}, []string{"a.pgn", "a.figures.json", "a.svg", "a.txt"}, "a.figures.json a.svg a.txt", ""},
		{"its own figures", map[string]string{"a.job": record(own), "a.pgn": pgn, "a.json": games(3),
			"a.figures.json": `{"x":1}`}, []string{"a.figures.json"}, "a.figures.json", games(3)},
		{"figures of fewer games", map[string]string{"a.pgn": pgn, "a.json": games(2)}, nil, "a.json", ""},
		{"figures of others", map[string]string{"a.pgn": pgn, "a.json": strings.Replace(games(3), "Ben", "Bob", 1)}, nil,
			"a.json", ""},
		{"no record", map[string]string{"a.json": `{"new":1}`, "a.figures.json": `{"old":1}`}, []string{"a.figures.json"}, "",
			`{"new":1}`},
		{"a state that is continued", map[string]string{"a.job": record(own), "a.state": `{}`}, []string{"a.state"}, "", ""},
		{"a record of version 2.0", map[string]string{"a.job": record(""), "a.state": `{}`, "a.pgn": pgn, "a.svg": "<svg/>"},
			[]string{"a.state", "a.pgn", "a.svg"}, "a.svg", ""},
	} {
		l := folderOf(t, test.files)
		l.commands.Course = func([]string, []arena.Game) any { return 1 }
		for file := range test.files {
			changed := begun.Add(time.Minute)
			if slices.Contains(test.old, file) {
				changed = begun.Add(-time.Minute)
			}
			must.Do(t, os.Chtimes(l.path(file), changed, changed))
		}
		w := l.read(t.Context(), must.Get(l.find("a"))(t), text.English())
		if got := strings.Join(w.Older, " "); got != test.older || string(w.Figures) != test.figures ||
			(w.Tournament != nil) != (test.files["a.pgn"] != "") || len(w.Faults) > 0 ||
			strings.Contains(test.older, "svg") && w.SVG != nil {
			t.Errorf("%s: %q are left out, not %q; the figures are %s; %q", test.name, got, test.older, w.Figures,
				w.Faults)
		}
	}
}

// The list has the latest experiments; every other one is shown by its name.
func TestExperimentsBeyondTheListAreFound(t *testing.T) {
	files := map[string]string{}
	for i := range maxExperiments + 3 {
		files[fmt.Sprintf("e%d.txt", i)] = "x"
	}
	l := folderOf(t, files)
	answer := must.Get(l.list(t.Context(), nil, nil))(t).(map[string]any)
	if n := len(answer["experiments"].([]experimentFiles)); n != maxExperiments || answer["count"] != maxExperiments+3 {
		t.Errorf("%d of %v are listed", n, answer["count"])
	}
	for file := range files {
		if e, err := l.find(strings.TrimSuffix(file, ".txt")); err != nil || e.Name+".txt" != file {
			t.Fatalf("%s: %+v, %v", file, e, err)
		}
	}
}

// Records of version 2.0 have settings in place of a command.
func TestExperimentsOfVersion2AreShownWithTheirCommand(t *testing.T) {
	job := func(state string) string {
		return `{"experiment":"tournament","settings":{"player":["consult='mpar mbxp' nodes=60","nodes=60"],"games":["6"],"openings":["own.epd"]},` +
			`"state":"` + state + `","begun":"2026-11-01T12:00:00Z"}`
	}
	l := folderOf(t, map[string]string{"a.job": job("done"), "b.job": job("running"), "b.pgn": "", "b.svg": "<svg/>", "c.job": job("waiting"),
		"d.job": `{"experiment":"order","settings":{"store":["lab"],"nodes":["60"]},"suites":["suite.epd","other one.epd"],"state":"failed","message":"no"}`,
		"e.job": "{", "f.job": `{"experiment":"x","command":"cd . && y","state":"running"}`})
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"a.job", "b.job", "b.pgn", "b.svg", "c.job", "d.job", "f.job"} {
		must.Do(t, os.Chtimes(l.path(name), old, old))
	}
	list, err := l.experiments("")
	if err != nil || len(list) != 6 {
		t.Fatalf("%+v, %v", list, err)
	}
	states, commands := map[string]string{}, map[string]string{}
	for _, e := range list {
		if e.Job != nil {
			states[e.Name], commands[e.Name] = e.Job.State, e.Job.Command
		}
		if e.Live != (e.Name == "e") { // whose record cannot be read, and which has just changed
			t.Errorf("%s: live %t", e.Name, e.Live)
		}
	}
	if want := map[string]string{"a": Done, "b": Stopped, "c": Stopped, "d": Failed, "f": Stopped}; fmt.Sprint(states) != fmt.Sprint(want) {
		t.Errorf("%v, not %v", states, want)
	}
	in := []string{"cd", l.root.Name(), "&&", "alfiere-lab", "experiment"}
	for name, want := range map[string][]string{
		"b": append(slices.Clone(in), "tournament", "--games=6", "--openings=own.epd", "--player=consult='mpar mbxp' nodes=60", "--player=nodes=60",
			"--resume", "--pgn", "b.pgn", "--figures", "b.json", "--plot", "b.svg"),
		"d": append(slices.Clone(in), "order", "--nodes=60", "--store=lab.db", "--figures", "d.json", "--plot", "d.svg", "--", "suite.epd", "other one.epd"),
	} {
		if got := shellWords(t, strings.Replace(commands[name], " && ", " '&&' ", 1)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	if n := l.Former(); n != 3 {
		t.Errorf("%d can no longer be resumed from the page", n)
	}
}

func TestARecordIsReadAsItWasWritten(t *testing.T) {
	l := folderOf(t, nil)
	want := Record{Experiment: "tournament", Command: "cd . && x <y>", State: Running,
		Begun: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC), Files: map[string]string{"match.pgn": "pgn"},
		Progress: Progress{Done: 3, Whole: 6, Text: "3 of 6", Rate: 1.5, Left: 2}}
	must.Do(t, want.Write(RecordPath(l.path("match.pgn"))))
	e, err := l.find("match")
	if err != nil || !e.Live || e.Job == nil || !reflect.DeepEqual(*e.Job, want) {
		t.Errorf("%+v, %v", e.Job, err)
	}
	for file, want := range map[string]string{"a/match.pgn": "a/match.job", "x.figures.json": "x.job", "x.json": "x.job",
		"match.pgn.gz": "", "/dev/null": "", "": "", "x.exe": ""} {
		if got := RecordPath(file); got != want {
			t.Errorf("%q: %q, not %q", file, got, want)
		}
	}
}

// Every game of a tournament can be listed and read, however many there are, also one with errors.
func TestEveryGameOfATournamentIsFound(t *testing.T) {
	var b strings.Builder
	const whole = 2*maxGames + 7
	for i := range whole {
		tags := fmt.Sprintf("[White \"Ann %d\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n", i+1)
		switch i {
		case 1:
			tags += "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 1\"]\n\n1... O-O 2. Ke2"
		case 2:
			tags += "\n1. e4 Qh9"
		case 3:
			tags += "[FEN \"nonsense\"]\n\n1. e4"
		case 4:
			tags += "\n"
		default:
			tags += "\n1. e4 e5 (1... c5) 2. Nf3"
		}
		b.WriteString(tags + " 1-0\n\n")
	}
	l := folderOf(t, map[string]string{"match.pgn": b.String(), "text.txt": "x"})
	ask := func(q gamesQuery) (a gamesAnswer, fault *api.Fault) {
		answer, err := l.games(t.Context(), &q, func(string, any) {})
		if errors.As(err, &fault) {
			return a, fault
		}
		text, wrong := json.Marshal(answer)
		if err = errors.Join(err, wrong, json.Unmarshal(text, &a)); err != nil {
			t.Fatal(err)
		}
		return a, nil
	}
	for from := 1; from <= whole; from += maxGames {
		a, fault := ask(gamesQuery{Name: "match", From: from})
		if fault != nil || a.Count != whole || len(a.Games) != min(maxGames, whole-from+1) {
			t.Fatalf("from %d: %d of %d games, %v", from, len(a.Games), a.Count, fault)
		}
		for i, g := range a.Games {
			if g.Number != from+i || g.White != fmt.Sprint("Ann ", from+i) || g.Black != "Ben" || g.Result != "1-0" {
				t.Errorf("%+v", g)
			}
		}
	}
	for game, want := range map[int]string{1: " e2e4 e7e5 g1f3", 2: "4k2r/8/8/8/8/8/8/4K3 b k - 0 1 e8g8 e1e2", 3: " e2e4", 5: "", whole: " e2e4 e7e5 g1f3"} {
		a, fault := ask(gamesQuery{Name: "match", Game: game})
		if got := strings.Join(append([]string{a.Start}, a.Moves...), " "); fault != nil || got != want || a.Games[0].Number != game {
			t.Errorf("game %d: %q, not %q; %v", game, got, want, fault)
		}
	}
	if _, fault := ask(gamesQuery{Name: "match", Game: 4}); fault != nil {
		t.Errorf("a game that begins nowhere: %v", fault)
	}
	for field, q := range map[string]gamesQuery{"game": {Name: "match", Game: whole + 1}, "name": {Name: "text"}} {
		if _, fault := ask(q); fault == nil || fault.Code != api.NotFound || fault.Field != field {
			t.Errorf("%+v: %+v", q, fault)
		}
	}
	for _, name := range []string{"", "../x", "none"} {
		if _, fault := ask(gamesQuery{Name: name}); fault == nil {
			t.Errorf("%q is found", name)
		}
	}
}

// Counting a large tournament takes half a gigabyte, so several watching tabs do it one after another.
// A client that disconnects while waiting leaves the queue.
func TestFilesOfTheLaboratoryAreReadOneAfterTheOther(t *testing.T) {
	l := must.Get(Open(t.TempDir(), Commands{}))(t)
	defer l.Close()
	must.Do(t, l.root.WriteFile("a.txt", []byte("so far"), 0o600))
	e := experimentFiles{Name: "a", Parts: []string{"txt"}}
	l.reading <- struct{}{} // another request reads
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if w := l.read(ctx, e, text.English()); w.Text != "" {
		t.Error("it is read while another reads")
	}
	<-l.reading
	for range 2 {
		if w := l.read(t.Context(), e, text.English()); w.Text != "so far" {
			t.Errorf("%+v", w)
		}
	}
}
