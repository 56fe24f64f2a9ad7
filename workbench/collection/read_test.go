package collection

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"alfiere/workbench/api"
)

// readText sends a text to "read" and returns its problems.
func readText(t *testing.T, text, language string) (answer api.ReadAnswer, fault *api.Fault) {
	t.Helper()
	service, err := api.New(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	service.Reader = ReadProblems
	body, err := json.Marshal(api.ReadQuery{Text: text, Language: language})
	if err != nil {
		t.Fatal(err)
	}
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
