package workbench

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"alfiere/internal/cli"
	"alfiere/workbench/api"
)

func TestFaultsOfTheLaboratoryComeInTheLanguageOfTheRequest(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "there.pgn"), []byte("1. e9 *"), 0o666); err != nil {
		t.Fatal(err)
	}
	service := newLabTable(t, folder, 1).service
	tournament := func(settings string) string {
		return `"experiment": "tournament", "name": "new", "settings": {` + settings + `}`
	}
	for _, test := range []struct{ method, body, english, italian string }{
		{"start", `"name": "a b"`, "a name may contain only letters, digits, - and _, at most 60 characters", "un nome può contenere solo lettere, cifre, - e _, al più 60 caratteri"},
		{"start", `"name": "there"`, "there.pgn already exists", "there.pgn esiste già"},
		{"add", `"name": "x.txt"`, "names of suites and openings must end with .epd .fen .pgn .bin", "i nomi di raccolte e aperture devono finire con .epd .fen .pgn .bin"},
		{"add", `"name": "there.pgn"`, "there.pgn already exists", "there.pgn esiste già"},
		{"resume", `"name": "there"`, "this experiment was not started from the page", "questo esperimento non è stato avviato dalla pagina"},
		{"stop", `"name": "there"`, "the experiment is not running", "l'esperimento non è in corso"},
		{"store", `"name": "there"`, "the store does not exist", "l'archivio non esiste"},
		{"watch", `"name": "nowhere"`, "the experiment does not exist", "l'esperimento non esiste"},
		{"start", tournament(`"player": ["nodes=10"]`), "--player must be given twice, not 1 times", "--player ci vuole due volte, non 1"},
		{"start", tournament(`"player": ["nodes=10", "nodes=x"]`), `--player "nodes=x": nodes: "x" is no number of nodes`, `--player "nodes=x": nodes: "x" non è un numero di nodi`},
		{"start", tournament(`"games": ["many"]`), `--games "many": must be a whole number`, `--games "many": ci vuole un numero intero`},
		{"start", tournament(`"openings": ["x.pgn"]`), `the folder has no file "x.pgn" with one of the endings .epd .fen .pgn .bin`, `nella cartella non c'è un file "x.pgn" che finisca con .epd .fen .pgn .bin`},
		{"start", tournament(`"player": ["nodes=10", "nodes=20"], "sprt": ["5,0"]`), "--sprt: invalid test: elo0 must be less than elo1, not 5 and 0", "--sprt: test non valido: elo0 deve essere minore di elo1, non 5 e 0"},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := service.Do(t.Context(), "laboratory/"+test.method, []byte(`{`+test.body+`, "language": "`+language+`"}`), func(string, any) {})
			if fault, is := errors.AsType[*api.Fault](err); !is || fault.Message != want {
				t.Errorf("%s, %q: %v, want %q", test.method, language, err, want)
			}
		}
	}
	unlock, err := cli.Lock(filepath.Join(folder, lockName))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unlock() }()
	_, err = service.Do(t.Context(), "laboratory/start", []byte(`{"name": "other", "language": "it"}`), nil)
	if want := "un altro programma sta lavorando in questa cartella: fermarlo lì, o attendere che finisca"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestEveryMethodOfTheServerHasALanguage(t *testing.T) {
	methods, _, end, err := openMethods(filepath.Join(t.TempDir(), "problems.db"), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	for _, m := range methods {
		if !slices.Contains(m.Fields, "language") {
			t.Errorf("%s has no field language: %q", m.Name, m.Fields)
		}
	}
}
