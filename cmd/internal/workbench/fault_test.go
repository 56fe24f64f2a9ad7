package workbench

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"alfiere/workbench/api"
)

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
