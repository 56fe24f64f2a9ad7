package api

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/message"
)

func TestFaultsComeInTheLanguageOfTheRequest(t *testing.T) {
	long := strings.Repeat("x", 600)
	for _, test := range []struct{ method, body, english, italian string }{
		{"pgn/read", `"text": "1. e4 *", "game": 3`, "there is no game 3", "non c'è una partita 3"},
		{"pgn/read", `"text": ""`, "no game found: it is empty", "nessuna partita trovata: è vuoto"},
		{"tree/convert", `"text": ".RDTACPIFM\n......", "from": "board"`, "placement 6: the board is wrong; expected 64 squares, not 6", "posto 6: la scacchiera è sbagliata; è atteso: 64 case, non 6"},
		{"tree/convert", `"text": "", "letters": "abc"`, `the piece letters are wrong: "abc"; expected ten letters, not 3`, `le lettere dei pezzi sono sbagliate: "abc"; è atteso: dieci lettere, non 3`},
		{"council", `"consult": "balanced9"`, `council: word 1, "balanced9": no such distribution; choose one of balanced4, balanced5, balanced6, balanced7`,
			`consiglio: parola 1, "balanced9": non c'è questa distribuzione; ci sono balanced4, balanced5, balanced6, balanced7`},
		{"council", `"weights": "x"`, "", ""},
		{"council", `"criterion": "toss"`, "", ""},
		{"evaluate", `"letters": "mq"`, "", ""},
		{"search", `"level": 1, "nodes": 1`, "", ""},
		{"diagram", `"form": "svg", "position": "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -", "title": "` + long + `"`, "longer than 500 bytes", "più lungo di 500 byte"},
		{"tree/grow", `"generations": 13`, "", "le generazioni vanno da 1 a 12"},
	} {
		s, err := New(1, 0)
		if err != nil {
			t.Fatal(err)
		}
		told := func(language string) string {
			body := "{" + test.body + `, "language": "` + language + `"}`
			_, err := s.Do(t.Context(), test.method, []byte(body), func(string, any) {})
			if err == nil {
				t.Errorf("%s %s: no fault", test.method, body)
				return ""
			}
			return err.Error()
		}
		english, italian := told(""), told("it")
		if english != told("en") || test.english != "" && english != test.english {
			t.Errorf("%s %s: %q", test.method, test.body, english)
		}
		if italian == english || test.italian != "" && italian != test.italian {
			t.Errorf("%s %s: %q", test.method, test.body, italian)
		}
	}
}

func TestWhatIsWrongWithAGameComesInTheLanguageOfTheRequest(t *testing.T) {
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{"en": `"Qh9": not a move in this notation (character 3)`,
		"it": `"Qh9": non è una mossa in questa notazione (carattere 3)`,
	} {
		answer, err := s.Do(t.Context(), "pgn/read", []byte(`{"text": "1. e4 Qh9 *", "language": "`+language+`"}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		if faults := answer.(readAnswer).Faults; len(faults) != 1 || faults[0].Message != want {
			t.Errorf("%s: %+v", language, faults)
		}
	}
}

// Errors before a method reads its request, and errors from outside, are in the language of the request, too.
func TestFaultsOfTheServiceComeInTheLanguageOfTheRequest(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	holds := Heavy(Define("hold", func(ctx context.Context, _ *Asked, _ Emit) (any, error) {
		begun <- true
		select {
		case <-end:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}))
	own := Define("own", func(context.Context, *Asked, Emit) (any, error) {
		return nil, &Fault{Code: Conflict, Err: message.Errorf("more than %d twins", 7)}
	})
	falls := Define("fall", func(context.Context, *Asked, Emit) (any, error) { panic("fallen") })
	s, err := New(1, 0, holds, own, falls)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(ctx context.Context, method string) *Fault {
		_, err := s.Do(ctx, method, []byte(`{"language":"it"}`), func(string, any) {})
		fault, _ := errors.AsType[*Fault](err)
		if fault == nil {
			t.Fatalf("%s: %v", method, err)
		}
		return fault
	}
	check := func(fault *Fault, code Code, want string) {
		t.Helper()
		if fault.Code != code || fault.Message != want {
			t.Errorf("%s: %q, want %q", fault.Code, fault.Message, want)
		}
	}
	check(ask(t.Context(), "own"), Conflict, "più di 7 gemelli")
	check(ask(t.Context(), "fall"), Internal, "errore interno; i dettagli sono nel registro del programma")
	go func() { _, _ = s.Do(context.Background(), "hold", nil, func(string, any) {}) }()
	<-begun
	check(ask(t.Context(), "hold"), Busy, "troppe richieste in attesa; riprovare più tardi")
	end <- true
	leave, err := s.gate.Enter(t.Context(), func(int) {})
	for err != nil { // until the place is free
		time.Sleep(time.Millisecond)
		leave, err = s.gate.Enter(t.Context(), func(int) {})
	}
	leave()
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-begun
		cancel(ErrEnding)
	}()
	check(ask(ctx, "hold"), Ending, "il server si sta chiudendo")
	s.Longest = time.Millisecond
	go func() { <-begun }()
	check(ask(t.Context(), "hold"), Cancelled, "la richiesta è durata troppo")
}

func TestEveryMethodHasALanguage(t *testing.T) {
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Methods() {
		if !slices.Contains(m.Fields, "language") {
			t.Errorf("%s has no field language: %q", m.Name, m.Fields)
		}
	}
	answer, err := s.Do(t.Context(), "about", []byte(`{"language":"it"}`), nil)
	if text, _ := json.Marshal(answer); err != nil || !strings.Contains(string(text), "methods") {
		t.Errorf("%s, %v", text, err)
	}
}
