package collection

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// TestFaultsOfTheCollectionComeInTheLanguageOfTheRequest and with their place.
func TestFaultsOfTheCollectionComeInTheLanguageOfTheRequest(t *testing.T) {
	d := newDesk(t)
	d.fill(1)
	service := must.Get(api.New(1, 0, Methods(d.db)...))(t)
	golden.Cases(t, "testdata/requests.cases", func(args ...string) string {
		answer, err := service.Do(t.Context(), args[0], []byte(args[1]), func(string, any) {})
		if fault, is := errors.AsType[*api.Fault](err); is {
			answer = fault
		}
		return string(must.Get(json.Marshal(answer))(t))
	})
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
	service := must.Get(api.New(1, 0, Methods(d.db)...))(t)
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
					said[i] = data.([]reported)[0].Error
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

func TestAQueryThatCountsCannotBeListed(t *testing.T) {
	if _, err := (asking{"it"}).listing("sound count"); err == nil || err.Error() != "questa ricerca conta i problemi e non può elencarli; togliere «count»" {
		t.Error(err)
	}
	if _, err := (asking{"xx"}).parse("sound"); err == nil {
		t.Error("there is no such language")
	}
}

// FuzzFaultsOfQueries looks for faults whose message and values do not match.
func FuzzFaultsOfQueries(f *testing.F) {
	for _, line := range []string{"theme:grimshow", "position:8/8", "like:\"8/8/8/8/8/8/8/8 x\"", "anywhere:K/KR", "limit 0", "(((", "year 1960..1950", "sound = 1", "[%d"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		_, err := query.Parse(line)
		if err == nil {
			return
		}
		reason := err.(*query.Error).Reason
		for _, l := range []text.Language{text.English(), text.Italian()} {
			if text := l.Error(reason); text == "" || strings.Contains(text, "%!") && !strings.Contains(line, "%!") {
				t.Errorf("%q: %s", line, text)
			}
		}
	})
}

// readText sends a text to "read" and returns its problems.
func readText(t *testing.T, text, language string) (answer api.ReadAnswer, fault *api.Fault) {
	t.Helper()
	service := must.Get(api.New(1, 1))(t)
	service.Reader = ReadProblems
	body, err := json.Marshal(api.ReadQuery{Text: text, Language: language})
	must.Do(t, err)
	got, err := service.Do(t.Context(), "read", body, func(string, any) {})
	if err != nil && !errors.As(err, &fault) {
		t.Fatal(err)
	}
	if read, ok := got.(*api.ReadAnswer); ok {
		answer = *read
	}
	return answer, fault
}

// TestThePageReadsWhatTheCollectionReads reads Cumpe's problem in all supported forms.
func TestThePageReadsWhatTheCollectionReads(t *testing.T) {
	const board = "8/8/8/3K4/8/5nP1/5Q1b/5N1k"
	for name, text := range map[string]string{
		"FEN": board + " w - - 0 1 #2", "EPD": board + " w - - dm 2;", "board": board + " #2", "prefix": "Forsyth " + board + " #2",
		"list": "White Kd5 Qf2 Nf1 Pg3\nBlack Kh1 Bh2 Nf3\n#2", "short list": "wKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3 #2",
		"Popeye": "beginproblem\nstipulation #2\npieces white kd5 qf2 sf1 pg3\n  black kh1 bh2 sf3\nendproblem\n",
		"Olive":  "---\nalgebraic:\n  white: [Kd5, Qf2, Sf1, Pg3]\n  black: [Kh1, Bh2, Sf3]\nstipulation: '#2'\n",
		"link":   "https://lichess.org/editor/" + board + "_w_-_-_0_1 #2",
		"JSON":   `{"problem":1,"fen":"` + board + ` w - -","stipulation":"#2"}`,
		"PGN":    "[White \"?\"]\n[SetUp \"1\"]\n[FEN \"" + board + " w - - 0 1\"]\n[Stipulation \"#2\"]\n\n*\n",
	} {
		answer, fault := readText(t, text, "")
		if fault != nil || len(answer.Problems) != 1 || len(answer.Faults) != 0 ||
			answer.Problems[0].Position != board+" w - - 0 1" || answer.Problems[0].Stipulation != "#2" {
			t.Errorf("%s: %+v, %+v", name, answer, fault)
		}
	}
}

// TestReadingNamesTwinsAuthorsAndPlaces also checks the places of unreadable entries.
func TestReadingNamesTwinsAuthorsAndPlaces(t *testing.T) {
	const text = "begin\nauthor J. Cumpe\norigin Bohemia, 1908\nstip #2 piec white kd5 qf2 sf1 pg3 black kh1 bh2 sf3\n" +
		"twin move d5 d6\nnext stip #2\npiec white kd5 qd5 black kh1\nnext stip #2 piec white Ka1a2 black Ka8\nend\n"
	answer, fault := readText(t, text, "it")
	if fault != nil || len(answer.Problems) != 3 || len(answer.Faults) != 1 {
		t.Fatalf("%+v, %+v", answer, fault)
	}
	a, b, illegal, bad := answer.Problems[0], answer.Problems[1], answer.Problems[2], answer.Faults[0]
	if a.Twin != "a" || b.Twin != "b" || b.Change != "wKd5-->d6" || strings.Join(b.Authors, "") != "J. Cumpe" || b.Source != "Bohemia, 1908" {
		t.Errorf("%+v\n%+v", a, b)
	}
	if bad.Line != 7 || bad.Column != 16 || bad.Message != "la casa è occupata (d5)" || strings.Join(bad.Squares, "") != "d5" {
		t.Errorf("%+v", bad)
	}
	if illegal.Line != 6 && illegal.Line != 8 || !strings.HasPrefix(illegal.Position, "k7/8/8/8/8/8/K7/K7") || illegal.Stipulation != "#2" {
		t.Errorf("%+v", illegal)
	}
	_, fault = readText(t, "# nothing\n\nWhite Kd5\nBlack Kh1 Qd5", "")
	if fault == nil || fault.Line != 4 || fault.Column != 11 || *fault.Offset != 31 || fault.Message != "the square is occupied (d5)" {
		t.Errorf("%+v", fault)
	}
	const line = `{"problem":1,"fen":"6k1/8/8/8/8/8/8/K1RR4 w - -","stipulation":"#2","solutions":2,` +
		`"authors":["A B","C D"],"source":{"name":"Paper","year":1901},"awards":[{"text":"1st Prize","tourney":"Cup"}]}`
	if answer, fault = readText(t, line, ""); fault != nil {
		t.Fatalf("%+v", fault)
	}
	if p := answer.Problems[0]; strings.Join(p.Authors, " & ") != "A B & C D" || p.Source != "Paper, 1901" ||
		strings.Join(p.Awards, "; ") != "1st Prize, Cup" || p.Solutions != 2 {
		t.Errorf("%+v", p)
	}
	if _, fault = readText(t, " \n", "it"); fault == nil || fault.Message != "il testo non contiene una posizione" {
		t.Errorf("%+v", fault)
	}
	if answer, fault = readText(t, strings.Repeat("6k1/8/8/8/8/8/8/K1RR4 #2\n", 60), ""); fault != nil || len(answer.Problems) != 50 || !answer.More {
		t.Errorf("%d problems, %+v", len(answer.Problems), fault)
	}
}

// TestAnEditOfThePageIsOfTheWholeDiagram checks that the answer has the number of its twins.
func TestAnEditOfThePageIsOfTheWholeDiagram(t *testing.T) {
	d := newDesk(t)
	d.must("import", taking{Text: "begin\nauthor Loyd\nstip #2 piec white kd5 qf2 sf1 pg3 black kh1 bh2 sf3\ntwin move d5 d6\nend\n"}, nil)
	var b shown
	d.must("show", showing{ID: 2}, &b)
	var edited shown
	d.must("edit", map[string]any{"id": 2, "revision": b.Revision, "fields": map[string]any{"title": "Two", "authors": []string{"X Y"}}}, &edited)
	var a shown
	d.must("show", showing{ID: 1}, &a)
	if edited.TwinsChanged != 2 || a.Problem.Title != "Two" || len(a.Problem.Authors) != 1 || a.Problem.Authors[0] != "X Y" {
		t.Errorf("%d twins changed, %+v", edited.TwinsChanged, a.Problem)
	}
	d.must("edit", map[string]any{"id": 1, "revision": a.Revision, "fields": map[string]any{"fen": "8/8/4K3/8/8/5nP1/5Q1b/5N1k w - -"}}, &edited)
	if edited.TwinsChanged != 2 || len(edited.Twins) != 2 || edited.Twins[1].Change != "wKe6-->d6" {
		t.Errorf("%d twins changed, %+v", edited.TwinsChanged, edited.Twins)
	}
}

// Deeply nested input must use up neither the stack, which would end the program, nor the memory.
func TestNestingWithoutEndHarmsNobody(t *testing.T) {
	d := newDesk(t)
	mega := func(n int, part string) string { return strings.Repeat(part, n/len(part)) }
	chain := func(n, back int) (nodes []object) {
		moves := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
		for i := range n {
			if back == 2 && i >= 4 { // a variation of the one before, and a move more
				nodes = append(nodes, object{"parent": max(i-2, -1), "move": moves[(i/2)%4]})
				continue
			}
			nodes = append(nodes, object{"parent": i - 1, "move": moves[i%4]})
		}
		return nodes
	}
	const game, usual = 900_000, api.UsualBody - 1000
	long := 1 << 20 // of a file; what is nested as deep as this would show
	if effort.Of(1, 0, 0) == 1 {
		long = maxFile - 1000
	}
	for _, test := range []struct {
		method string
		body   object
	}{
		{"pgn/read", object{"text": "1. e4 " + mega(game, "(")}},
		{"pgn/read", object{"text": "1. " + mega(game, "e4 (")}},
		{"pgn/read", object{"text": "1. Nf3 Nf6 2. Ng1 Ng8 " + mega(game, "(1... Nh6 2. Ng1 Ng8 ")}},
		{"pgn/read", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 ")}},
		{"pgn/read", object{"text": "1. e4 " + mega(game, "{")}},
		{"pgn/read", object{"text": mega(game, "[A \"\"]\n\n*\n\n")}},
		{"pgn/write", object{"tree": object{"nodes": chain(game/50, 1)}}},
		{"pgn/write", object{"tree": object{"nodes": chain(game/50, 2)}}},
		{"pgn/annotate", object{"tree": object{"nodes": chain(game/50, 2)}, "nodes": 1}},
		{"tree/convert", object{"text": mega(game, "(")}},
		{"tree/convert", object{"text": "1. " + mega(game, "e4 (")}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "text"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "fen"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "numeric"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "table"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "board"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "show"}},
		{"game", object{"moves": strings.Fields(mega(usual/2, "g1f3 g8f6 f3g1 f6g8 "))}},
		{"collection/find", object{"query": mega(usual, "(")}},
		{"collection/find", object{"query": mega(usual, "not ") + "#2"}},
		{"collection/find", object{"query": mega(usual, "#2 or ") + "#2"}},
		{"collection/find", object{"query": mega(usual, "#2 ") + "#2"}},
		{"collection/find", object{"query": mega(usual, "(#2 or ") + "#2"}},
		{"collection/complete", object{"query": mega(usual, "("), "cursor": 1000}},
		{"collection/complete", object{"query": mega(usual, "not (")}},
		{"collection/import", object{"text": mega(long, "(")}},
		{"collection/import", object{"text": "[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n1. Qh8 " + mega(long, "(1. Qh8 ")}},
		{"collection/import", object{"text": "---\n" + mega(long, "[")}},
		{"collection/import", object{"text": "---\n" + mega(long, "- ")}},
		{"collection/import", object{"text": "---\nstipulation: " + mega(long, "{a: ")}},
		{"collection/import", object{"text": mega(long, `{"a":`)}},
		{"collection/import", object{"text": mega(long, "BeginProblem\n")}},
		{"position", object{"text": mega(usual, "(")}},
	} {
		fault := d.tryWhole(test.method, test.body)
		if fault != nil && fault.Code == api.Internal {
			t.Errorf("%s %.60q: %.200s", test.method, fmt.Sprint(test.body), fault)
		}
	}
	whole(t, d.db.Path())
}

// tryWhole is ask for a method by its full name.
func (d *desk) tryWhole(method string, body any) *api.Fault {
	d.Helper()
	text, err := json.Marshal(body)
	must.Do(d, err)
	_, err = d.service.Do(d.Context(), method, text, func(string, any) {})
	fault, is := errors.AsType[*api.Fault](err)
	if err != nil && (!is || fault.Code == api.NotFound || strings.Contains(fault.Message, "unknown field")) {
		d.Errorf("%s is not asked as it wants to be: %v", method, err)
	}
	return fault
}

// whole checks the file of a collection.
func whole(t *testing.T, path string) {
	t.Helper()
	db := must.Get(database.Open(path, database.ReadOnly))(t)
	defer db.Close()
	rows, err := db.Query(t.Context(), "PRAGMA integrity_check(20)")
	said := must.Get(database.ScanAll(rows, err, func(line *string) []any { return []any{line} }))(t)
	if !slices.Equal(said, []string{"ok"}) {
		t.Error(said)
	}
}
