package api

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/problem/text"
	"alfiere/workbench/apitest"
)

// faultSources are the files whose faults come to the page through this package.
var faultSources = []string{
	"workbench/api/service.go", "workbench/api/fault.go", "workbench/api/tree.go",
	"workbench/api/game_read.go", "workbench/api/pgn.go", "workbench/api/convert.go", "workbench/api/council.go",
	"workbench/api/diagram.go", "workbench/api/read.go", "movegen/pgn/error.go", "movegen/pgn/no_game.go", "internal/datafile/kind.go", "movegen/pgn/san.go", "movegen/gametree/error.go",
	"movegen/gametree/board.go", "movegen/gametree/letters.go", "movegen/pgn/convert.go", "council/council.go",
	"council/weights.go", "council/criterion.go", "protocol/limited.go", "internal/wire/words.go", "eval/knowledge.go",
}

// inEnglish are faults of the sources that only a program can meet that asks wrongly, or that
// are made of others.
var inEnglish = []string{
	"JSON: ", "more than one value", "api: two methods are named %q", "there is no method %q", "%s: %w", "%w: %s", "%w: %w", "%d: %v", "council: %w",
	"its parent does not stand before it", "nobody passes in check", "a glyph is from 0 to 255", "nodes: at most %d for a member",
	"to: wanted are ", "from: wanted is one of the forms that can be read", "%q is no square", "the form %q is none of %s",
	"council: word %d, %q: %w", "weights: word %d, %q: %w", "knowledge: no letter; the letters are ", "%w: a pass out of check",
}

func TestFaultsThatUsersCanMeetHaveItalianWords(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	faults, sources := apitest.Said(t, faultSources, map[string]int{"New": 0, "Errorf": 0})
	if len(faults) < 60 {
		t.Errorf("there are only %d", len(faults))
	}
	for _, format := range faults {
		if _, has := phrases[format]; !has && !slices.Contains(inEnglish, format) {
			t.Errorf("%q has no Italian words", format)
		}
	}
	for english, italian := range phrases {
		if got, want := verbs.FindAllString(italian, -1), verbs.FindAllString(english, -1); !slices.Equal(got, want) {
			t.Errorf("%q: the values are %q, and %q in %q", english, want, got, italian)
		}
		for part := range strings.SplitSeq(english, "%") { // of texts that are put together
			part = strings.Replace(part, "knowledge: unknown letter", "unknown letter", 1)
			part = strings.Replace(part, "knowledge: doubled letter", "doubled letter", 1)
			if part = strings.TrimLeft(part, "dqsvg, "); part != "" && !strings.Contains(sources, strings.TrimRight(part, " ")) {
				t.Errorf("%q is said nowhere", english)
			}
		}
	}
}

func TestAMessageIsToldByItsPhrases(t *testing.T) {
	p := Phrases{"%s is there already": "%s c'è già", "line %d": "riga %d", "row %q": "traversa %q", "wrong: %v": "sbagliato: %v", "A: b": "c"}
	for english, want := range map[string]string{
		"x.pgn is there already":              "x.pgn c'è già",
		"line 12: x is there already":         "riga 12: x c'è già",
		"line twelve: unknown":                "line twelve: unknown",
		`row "a: b": wrong: line 3`:           `traversa "a: b": sbagliato: riga 3`,
		"/path/to: line -1":                   "/path/to: riga -1",
		"A: b":                                "c",
		"A: b: c":                             "c: c",
		"is there already":                    "is there already",
		"":                                    "",
		": ":                                  ": ",
		"line 1":                              "riga 1",
		"line 1 ":                             "line 1 ",
		"the server ends":                     "il server termina",
		"généré: the board is wrong: ":        "généré: la scacchiera è sbagliata: ",
		`not a move; expected "x: y"`:         `non è una mossa; è atteso: "x: y"`,
		"%d is there already":                 "%d c'è già",
		"wrong: 100% wrong; expected nothing": "sbagliato: 100% wrong; è atteso: nothing",
	} {
		if got := p.In(text.Italian(), english); got != want {
			t.Errorf("%q: %q, want %q", english, got, want)
		}
		if got := p.In(text.English(), english); got != english {
			t.Errorf("in English %q: %q", english, got)
		}
	}
	_, err := movegen.ParseFEN("8/8/8/8/8/8/8/8 w - -")
	if got := p.Of(text.Italian(), errors.Join(err)); got == err.Error() || strings.Contains(got, "king") {
		t.Errorf("of a position: %q", got)
	}
}

// What an asker may have repeated to him at any length costs no time.
func TestLongMessagesAreNotLookedThrough(t *testing.T) {
	long := strings.Repeat("line 1: ", 1<<17)
	if got := (Phrases)(nil).In(text.Italian(), long); got != long {
		t.Error("it is another")
	}
	begun := time.Now()
	for _, joints := range []string{": ", "generation 1: ", "; expected ", "%v: ", `"`} {
		(Phrases)(nil).In(text.Italian(), strings.Repeat(joints, longestMessage/len(joints)))
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
}

func FuzzPhrases(f *testing.F) {
	for english := range phrases {
		f.Add(english + ": x")
	}
	f.Add(`word 1, "a": b": more than 3 members; expected %d`)
	f.Fuzz(func(t *testing.T, message string) {
		if got := phrases.In(text.English(), message); got != message {
			t.Errorf("%q: %q", message, got)
		}
		if got := phrases.In(text.Italian(), message); (got == "") != (message == "") || strings.Count(got, "%!") > strings.Count(message, "%!") {
			t.Errorf("%q: %q", message, got)
		}
	})
}

func TestFaultsComeInTheLanguageOfTheRequest(t *testing.T) {
	long := strings.Repeat("x", 600)
	for _, test := range []struct{ method, body, english, italian string }{
		{"pgn/read", `"text": "1. e4 *", "game": 3`, "there is no game 3", "non c'è una partita 3"},
		{"pgn/read", `"text": ""`, "no game found: it is empty", "nessuna partita trovata: è vuoto"},
		{"tree/convert", `"text": ".RDTACPIFM\n......", "from": "board"`, "placement 6: the board is wrong; expected 64 squares, not 6", "posto 6: la scacchiera è sbagliata; è atteso: 64 case, non 6"},
		{"tree/convert", `"text": "", "letters": "abc"`, `the piece letters are wrong: "abc"; expected ten letters, not 3`, `le lettere dei pezzi sono sbagliate: "abc"; è atteso: dieci lettere, non 3`},
		{"council", `"consult": "balanced9"`, `council: word 1, "balanced9": no such distribution; there are balanced4, balanced5, balanced6, balanced7`,
			`consiglio: parola 1, "balanced9": non c'è questa distribuzione; ci sono balanced4, balanced5, balanced6, balanced7`},
		{"council", `"weights": "x"`, "", ""},
		{"council", `"criterion": "toss"`, "", ""},
		{"evaluate", `"letters": "mq"`, "", ""},
		{"search", `"level": 1, "nodes": 1`, "", ""},
		{"diagram", `"form": "svg", "position": "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -", "title": "` + long + `"`, "more than 500 bytes", "più di 500 byte"},
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
	for language, want := range map[string]string{"en": `not a move: "Qh9"`, "it": `non è una mossa: "Qh9" non è una mossa`} {
		answer, err := s.Do(t.Context(), "pgn/read", []byte(`{"text": "1. e4 Qh9 *", "language": "`+language+`"}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		if faults := answer.(readAnswer).Faults; len(faults) != 1 || !strings.HasPrefix(faults[0].Message, want) {
			t.Errorf("%s: %+v", language, faults)
		}
	}
}

// What befalls requests before their method reads them, and from outside, is told in their
// language, too.
func TestFaultsOfTheServiceComeInTheLanguageOfTheRequest(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	holds := Heavy(Define("hold", "", func(ctx context.Context, _ *Asked, _ Emit) (any, error) {
		begun <- true
		select {
		case <-end:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}))
	own := Define("own", "", func(context.Context, *Asked, Emit) (any, error) {
		return nil, &Fault{Code: Conflict, Message: "7 of ours"}
	})
	own.Words = Phrases{"%d of ours": "%d dei nostri"}
	falls := Define("fall", "", func(context.Context, *Asked, Emit) (any, error) { panic("fallen") })
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
	check(ask(t.Context(), "own"), Conflict, "7 dei nostri")
	check(ask(t.Context(), "fall"), Internal, "un errore del programma, che ne ha annotato il motivo")
	go func() { _, _ = s.Do(context.Background(), "hold", nil, func(string, any) {}) }()
	<-begun
	check(ask(t.Context(), "hold"), Busy, "troppe richieste sono in attesa; riprovare più tardi")
	end <- true
	leave, err := s.Cores().Enter(t.Context(), func(int) {})
	for err != nil { // until the place is free
		time.Sleep(time.Millisecond)
		leave, err = s.Cores().Enter(t.Context(), func(int) {})
	}
	leave()
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-begun
		cancel(ErrEnding)
	}()
	check(ask(ctx, "hold"), Ending, "il server termina")
	s.Longest = time.Millisecond
	go func() { <-begun }()
	check(ask(t.Context(), "hold"), Cancelled, "il tempo per una richiesta è scaduto")
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
