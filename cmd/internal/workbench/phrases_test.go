package workbench

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/text"
	"alfiere/workbench/api"
	"alfiere/workbench/apitest"
)

// ownSources are those of which each fault has Italian words; otherSources those of which
// those have that the page's forms can lead to.
var (
	ownSources = []string{
		"cmd/internal/workbench/atwork.go", "cmd/internal/workbench/bulk.go", "cmd/internal/workbench/intake.go",
		"cmd/internal/workbench/problem.go", "cmd/internal/workbench/labfolder.go", "cmd/internal/workbench/experiments.go",
		"cmd/internal/workbench/bench.go", "cmd/internal/workbench/stores.go", "problem/database/problem.go", "cmd/internal/laboratory/sets.go",
		"cmd/internal/laboratory/divide.go", "cmd/internal/laboratory/genetic.go", "cmd/internal/laboratory/tournament.go",
		"cmd/internal/laboratory/council.go",
	}
	otherSources = []string{
		"problem/database/error.go", "problem/database/read.go", "problem/database/exchange/read_json.go", "problem/database/exchange/json_error.go", "problem/database/exchange/read_pgn.go",
		"problem/database/exchange/format.go", "problem/database/exchange/import.go", "cmd/internal/laboratory/bench.go",
		"cmd/internal/laboratory/criteria.go", "cmd/internal/tournament/contestant.go", "cmd/internal/tournament/run.go",
		"cmd/internal/selfplay/player.go", "protocol/client/arena/sprt.go", "protocol/client/arena/text.go", "internal/cli/parse.go",
		"internal/wire/time.go", "council/experiment/breeding_parameters.go", "movegen/pgn/error.go",
	}
)

// speaks are the functions that say what is at fault.
var speaks = map[string]int{"New": 0, "Errorf": 0, "Usagef": 0, "badField": 1}

// inEnglish are faults that only a program can meet that asks wrongly, or that are put
// together of others.
var inEnglish = []string{
	"there is no experiment %q", "%s has no parameter %q", "%s cannot be given here, or not so often", "%s asks for no suites",
	"stopped", "the workbench was ended", "%s: %w", "%w", "position %q: %w", "stipulation %q: %w", "%w: a list may have %d",
	"%w: %d bytes, and %d may be", "%w: year %d, month %d, day %d", "--among: %w", "--council: %w", "--sprt: %w", "--plot: %w", "--player %q: %w",
	"%q: all is said by flags", "--plot: the name of the file must end with .svg", "%s: one position has no halves",
	"%s: %d positions are solved, not %d: this is a fault of the program",
}

func TestFaultsThatUsersCanMeetHaveItalianWords(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	faults, all := apitest.Said(t, ownSources, speaks)
	if len(faults) < 50 {
		t.Errorf("there are only %d", len(faults))
	}
	for _, format := range faults {
		if _, has := phrases[format]; !has && !slices.Contains(inEnglish, format) {
			t.Errorf("%q has no Italian words", format)
		}
	}
	_, others := apitest.Said(t, otherSources, speaks)
	all += others
	for english, italian := range phrases {
		if !strings.Contains(all, english) {
			t.Errorf("%q is said nowhere", english)
		}
		if got, want := verbs.FindAllString(italian, -1), verbs.FindAllString(english, -1); !slices.Equal(got, want) {
			t.Errorf("%q: the values are %q, and %q in %q", english, want, got, italian)
		}
	}
}

func TestFaultsOfTheCollectionComeInTheLanguageOfTheRequest(t *testing.T) {
	d := newDesk(t)
	d.fill(1)
	service, err := api.New(1, 0, collectionMethods(d.db)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ method, body, english, italian string }{
		{"collection/show", `"id": 4711`, "problem 4711: there is no such problem", "problema 4711: non c'è questo problema"},
		{"collection/edit", `"id": 1, "revision": "none"`, "somebody else has changed the problem meanwhile; nothing was stored", "nel frattempo qualcun altro ha cambiato il problema; non è stato salvato nulla"},
		{"collection/import", `"text": " "`, "there is no problem in it", "non vi è alcun problema"},
		{"collection/find", `"query": "sound and"`, "expected a condition, not the end", "qui va una condizione, non la fine"},
		{"pgn/read", `"game": 2`, "there is no game 2", "non c'è una partita 2"},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := service.Do(t.Context(), test.method, []byte(`{`+test.body+`, "language": "`+language+`"}`), func(string, any) {})
			if fault, is := errors.AsType[*api.Fault](err); !is || !strings.HasSuffix(fault.Message, want) { // behind the file
				t.Errorf("%s, %q: %v, want %q", test.method, language, err, want)
			}
		}
	}
	var p shown
	answer, err := service.Do(t.Context(), "collection/show", []byte(`{"id":1}`), nil)
	if text, _ := json.Marshal(answer); err != nil || json.Unmarshal(text, &p) != nil {
		t.Fatal(err)
	}
	for fields, want := range map[string]string{
		`{"stipulation": "h # 2"}`:                `richiesta "h # 2": una richiesta è un testo breve senza spazi, come #2`,
		`{"source": {"year": 1900, "month": 13}}`: "la data è impossibile: anno 1900, mese 13, giorno 0",
		`{"fen": "8/8/8/8/8/8/8/8"}`:              `posizione "8/8/8/8/8/8/8/8": `,
	} {
		_, err := service.Do(t.Context(), "collection/edit", []byte(`{"id":1,"revision":"`+p.Revision+`","language":"it","fields":`+fields+`}`), func(string, any) {})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "king") {
			t.Errorf("%s: %v, want %q", fields, err, want)
		}
	}
}

func TestAnImportTellsItsFaultsInTheLanguageOfTheRequest(t *testing.T) {
	d := newDesk(t)
	service, err := api.New(1, 0, collectionMethods(d.db)...)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][2]string{
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -":   {"nothing says what is asked for, as #2 would (in EPD: dm 2;)", "nulla dice che cosa è richiesto, come farebbe #2 (in EPD: dm 2;)"},
		"8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - #2": {"", "Nero"},
		"8/8/8/3K4 #2":                       {"", ""},
		`{"stipulation": "#2"}`:              {"a problem without fen", "un problema senza fen"},
		"[Event \"x\"]\n\n1. e4 *":           {"a game without a tag FEN", "una partita senza l'etichetta FEN"},
		`{"fen": "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -", "stipulation": "#2", "source": {"year": 1900, "month": 13}}`: {"", ""},
	} {
		var said [2]string
		for i, language := range []string{"en", "it"} {
			body, _ := json.Marshal(taking{Text: file, asking: asking{language}})
			_, err := service.Do(t.Context(), "collection/import", body, func(kind string, data any) {
				if kind == api.Partial {
					said[i] = data.([]told)[0].Error
				}
			})
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		if said[0] == "" || said[1] == "" || said[0] == said[1] || !strings.Contains(said[0], want[0]) || !strings.Contains(said[1], want[1]) {
			t.Errorf("%s: %q", file, said)
		}
	}
}

func TestFaultsOfTheLaboratoryComeInTheLanguageOfTheRequest(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "there.pgn"), []byte("1. e9 *"), 0o666); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	l := newLabFolder(root)
	defer l.close()
	service, err := api.New(1, 0, l.methods()...)
	if err != nil {
		t.Fatal(err)
	}
	l.open(service, 1)
	tournament := func(settings string) string {
		return `"experiment": "tournament", "name": "new", "settings": {` + settings + `}`
	}
	for _, test := range []struct{ method, body, english, italian string }{
		{"start", `"name": "a b"`, "a name has letters, digits, - and _, at most 60", "un nome ha lettere, cifre, - e _, al più 60"},
		{"start", `"name": "there"`, "there.pgn is there already", "there.pgn c'è già"},
		{"add", `"name": "x.txt"`, "suites and openings end with .epd .fen .pgn .bin", "raccolte e aperture finiscono con .epd .fen .pgn .bin"},
		{"add", `"name": "there.pgn"`, "there.pgn is there already", "there.pgn c'è già"},
		{"resume", `"name": "there"`, "this page has begun no such experiment", "questo esperimento non è stato iniziato da questa pagina"},
		{"stop", `"name": "there"`, "no such experiment is under way", "questo esperimento non è in corso"},
		{"store", `"name": "there"`, "there is no such store", "non c'è questo archivio"},
		{"watch", `"name": "nowhere"`, "there is no such experiment", "non c'è questo esperimento"},
		{"start", tournament(`"player": ["nodes=10"]`), "--player is needed twice, not 1 times", "--player ci vuole due volte, non 1"},
		{"start", tournament(`"player": ["nodes=10", "nodes=x"]`), `--player "nodes=x": nodes: "x" is no number of nodes`, `--player "nodes=x": nodes: "x" non è un numero di nodi`},
		{"start", tournament(`"games": ["many"]`), `--games "many": a whole number is wanted`, `--games "many": ci vuole un numero intero`},
		{"start", tournament(`"openings": ["x.pgn"]`), `there is no file "x.pgn" in the folder, with one of the endings .epd .fen .pgn .bin`, `nella cartella non c'è un file "x.pgn" che finisca con .epd .fen .pgn .bin`},
		{"start", tournament(`"player": ["nodes=10", "nodes=20"], "sprt": ["5,0"]`), "--sprt: not a test: elo0 must be less than elo1, not 5 and 0", "--sprt: non è un test: elo0 deve essere minore di elo1, non 5 e 0"},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := service.Do(t.Context(), "laboratory/"+test.method, []byte(`{`+test.body+`, "language": "`+language+`"}`), func(string, any) {})
			if fault, is := errors.AsType[*api.Fault](err); !is || fault.Message != want {
				t.Errorf("%s, %q: %v, want %q", test.method, language, err, want)
			}
		}
	}
	leave, err := l.lock(lookTries)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = leave() }()
	_, err = service.Do(t.Context(), "laboratory/start", []byte(`{"name": "other", "language": "it"}`), nil)
	if want := "un altro programma sta lavorando in questa cartella: fermarlo lì, o attendere che finisca"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestEveryMethodOfTheServerHasALanguage(t *testing.T) {
	methods, end, err := (&options{collection: filepath.Join(t.TempDir(), "problems.db"), laboratory: t.TempDir()}).methods(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	for _, m := range methods {
		if !slices.Contains(m.Fields, "language") {
			t.Errorf("%s has no field language: %q", m.Name, m.Fields)
		}
	}
	if got := phrases.In(text.Italian(), "it is under way"); got != "è in corso" {
		t.Error(got)
	}
}
