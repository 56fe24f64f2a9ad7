package collection

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"alfiere/workbench/api"
)

func TestFaultsOfTheCollectionComeInTheLanguageOfTheRequest(t *testing.T) {
	d := newDesk(t)
	d.fill(1)
	service, err := api.New(1, 0, Methods(d.db)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ method, body, english, italian string }{
		{"collection/show", `"id": 4711`, "there is no such problem", "non c'è questo problema"},
		{"collection/edit", `"id": 1, "revision": "none"`, "someone else has changed the problem in the meantime; nothing was saved", "nel frattempo qualcun altro ha cambiato il problema; non è stato salvato nulla"},
		{"collection/import", `"text": " "`, "the text contains no problem", "il testo non contiene problemi"},
		{"collection/find", `"query": "sound and"`, "expected a condition, not the end", "qui va una condizione, non la fine"},
		{"pgn/read", `"game": 2`, "there is no game 2", "non c'è una partita 2"},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := service.Do(t.Context(), test.method, []byte(`{`+test.body+`, "language": "`+language+`"}`), func(string, any) {})
			if fault, is := errors.AsType[*api.Fault](err); !is || fault.Message != want { // and no name of a file
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
		`{"stipulation": "h # 2"}`:                `richiesta "h # 2": una richiesta deve essere un testo breve senza spazi, come #2`,
		`{"source": {"year": 1900, "month": 13}}`: "data non valida: anno 1900, mese 13, giorno 0",
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
	service, err := api.New(1, 0, Methods(d.db)...)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][2]string{
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -":   {"the stipulation is missing, such as #2 (in EPD: dm 2;)", "manca la richiesta, per esempio #2 (in EPD: dm 2;)"},
		"8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - #2": {"", "Nero"},
		"8/8/8/3K4 #2":                       {"", ""},
		`{"stipulation": "#2"}`:              {"the problem has no fen", "il problema non ha fen"},
		"[Event \"x\"]\n\n1. e4 *":           {"the game has no FEN tag", "la partita non ha l'etichetta FEN"},
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
