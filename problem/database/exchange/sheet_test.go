package exchange

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

// analysed is a collection of problems with reports, and the documents that these were written of.
func analysed(t testing.TB) (*database.DB, []*text.Document) {
	t.Helper()
	db := fresh(t)
	var documents []*text.Document
	for i, content := range []string{
		"8/8/8/8/8/k2K4/7Q/8 w - - #2", "6k1/8/8/8/8/8/5R2/K3R3 w - - #2", "3k4/r2P4/b1Q2K2/1B6/8/8/8/8 w - - #2",
		"8/8/8/8/8/1k6/8/K1QR4 b - - #1", "7k/8/6K1/8/8/8/8/R7 w - - #3", "8/8/8/8/8/1K6/8/k6R b - - #2",
		"k7/8/2K5/8/8/8/8/1Q6 w - - #3", "8/1P6/k1K5/8/8/8/8/8 w - - #3", "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR w KQ - #2",
		"8/8/8/3pP3/2k5/8/1Q6/K2R4 w - d6 #2", "8/3P4/k1K5/8/8/8/8/8 w - - #4",
		"8/2B5/8/8/4R3/6N1/4P1k1/4K2R w K - #2", // the last move was with king or rook
	} {
		fen, stipulation, _ := strings.Cut(content, "#")
		at := must.First(problem.Composed.ParseFEN(strings.TrimSpace(fen)))(t)
		moves := int(stipulation[0] - '0')
		o := text.Options{SetPlay: true, Tries: true, Themes: true, AllDefences: i%2 == 0}
		ask := o.Analysis(text.WithThemes(problem.Options{Moves: moves}))
		report := must.Get(problem.Analyse(context.Background(), problem.Conform(at), ask))(t)
		d := &text.Document{Report: report}
		d.Recognise()
		var line bytes.Buffer
		must.Do(t, text.WriteJSON(&line, d, o))
		p := &problem.Record{FEN: at.EPD(), Stipulation: fmt.Sprintf("#%d", moves),
			Authors: []string{fmt.Sprintf("Author %d", i), "Żak"}}
		must.Do(t, add(db, p))
		must.Do(t, storeReport(db, p.ID, line.Bytes()))
		documents = append(documents, d)
	}
	return db, documents
}

func TestTheSolutionOfAReportIsThatOfTheAnalysis(t *testing.T) {
	db, documents := analysed(t)
	for i, p := range all(t, db) {
		stored := must.Get(db.Report(p.ID))(t)
		report, themes, err := format.Solved(&p, stored.Text)
		must.Do(t, err)
		for _, o := range []text.Options{{}, {SetPlay: true, Tries: true, Themes: true}, {AllDefences: i%2 == 0}} {
			want := documents[i].Report
			report.Elapsed, report.Nodes, want.Elapsed, want.Warnings = 0, want.Nodes, 0, nil // sheets have no warnings
			var got, original bytes.Buffer
			if text.Write(&got, &text.Document{Report: report, Themes: themes}, o) != nil || text.Write(&original, documents[i], o) != nil {
				t.Fatal("nothing is written")
			}
			if got.String() != original.String() {
				t.Errorf("%s %s\n%s\nbecame\n%s", p.FEN, p.Stipulation, &original, &got)
			}
		}
	}
}

func TestReportsOfOtherPositionsHaveNoSolution(t *testing.T) {
	p := &problem.Record{FEN: "8/8/8/8/8/k2K4/7Q/8 w - -", Stipulation: "#2"}
	deep := strings.Repeat(`{"move":"d3c4","play":[{"move":"h2a2","variations":[{"defence":"a3a4","mates":[],"play":[`, 3000)
	for _, text := range []string{
		"", "null", "[]", `{"version":2,"verdict":"none","keys":[]}`,
		`{"version":1,"verdict":"good"}`, `{"version":1,"verdict":"sound","keys":[{"move":"a1a2"}]}`, `{"version":1,"verdict":"sound","keys":[{"move":"d3c4","threats":["a3a4"]}]}`,
		`{"version":1,"verdict":"sound","keys":[{"move":"d3c4","variations":[{"defence":"0000"}]}]}`, `{"version":1,"verdict":"short","short_mates":[{"move":"h2h3","play":[{"move":"h9"}]}]}`,
		`{"version":1,"verdict":"sound","themes":[{"name":"Grimshaw","lines":[["d3c4","a3a4","a1a1"]]}]}`,
		`{"version":1,"verdict":"sound","set":[{"defence":"a3a4","mates":["x"]}]}`, `{"version":1,"verdict":"sound","keys":[` + deep,
	} {
		if r, _, err := format.Solved(p, []byte(text)); !errors.Is(err, format.ErrPlay) {
			t.Errorf("%.80s: %+v, %v", text, r, err)
		}
	}
	if r, _, err := format.Solved(p, []byte(`{"version":1,"verdict":"none","keys":[]}`)); err != nil || r.Verdict != problem.NoSolution {
		t.Errorf("%+v, %v", r, err)
	}
}

func FuzzSolved(f *testing.F) {
	db, _ := analysed(f)
	for _, p := range all(f, db) {
		r := must.Get(db.Report(p.ID))(f)
		f.Add(p.FEN, string(r.Text))
	}
	f.Fuzz(func(t *testing.T, fen, content string) {
		p := &problem.Record{FEN: fen, Stipulation: "#3"}
		report, themes, err := format.Solved(p, []byte(content))
		if err != nil {
			return
		}
		o := text.Options{SetPlay: true, Tries: true, Themes: true, SolutionOnly: true}
		if err := text.WriteHTML(&bytes.Buffer{}, &text.Document{Report: report, Themes: themes}, movegen.Bitboard(0), o); err != nil {
			t.Error(err)
		}
	})
}

func TestSheetsHaveTheSolutionsWhereTheyAreWanted(t *testing.T) {
	db, _ := analysed(t)
	if err := add(db, &problem.Record{FEN: "8/8/8/8/8/k2K4/7R/8 w - -", Stipulation: "#2",
		Authors: []string{"Nobody"}}); err != nil {
		t.Fatal(err)
	}
	made := func(form string, sheet Sheet) string {
		f := must.Get(FindFormat(form))(t)
		var out bytes.Buffer
		e, err := NewExporter(db, &out, f, text.English())
		must.Do(t, err)
		e.Sheet = sheet
		if err = query.Find(context.Background(), db, &query.Query{}, e.Write); err != nil {
			t.Fatal(err)
		}
		if written, err := e.Close(); err != nil || written != 13 {
			t.Fatalf("%d, %v", written, err)
		}
		return out.String()
	}
	// The first problem has the key Kc4. Its diagram comes before that of problem 13.
	for form, key := range map[string]string{"html": "<b>1.Kc4!</b>", "latex": `\textbf{1.Kc4!}`} {
		end := made(form, Sheet{})
		below := made(form, Sheet{Solutions: below})
		none := made(form, Sheet{Solutions: nowhere})
		full := made(form, Sheet{AllPlay: true})
		last, solutions := strings.Index(end, "Nobody"), strings.Index(end, "Solutions")
		if at := strings.Index(end, key); last < 0 || solutions < last || at < solutions || strings.Count(end, "Nobody") != 1 || strings.Count(end, "Author 3") != 2 {
			t.Errorf("%s, at the end: the key at %d, the heading at %d, the last diagram at %d", form, at, solutions, last)
		}
		if at := strings.Index(below, key); at < 0 || at > strings.Index(below, "Author 1") || strings.Contains(below, "Solutions") {
			t.Errorf("%s, below: the key at %d", form, at)
		}
		if strings.Contains(none, key) || strings.Contains(none, "Solutions") || !strings.Contains(none, "Nobody") {
			t.Errorf("%s, none:\n%s", form, none)
		}
		if strings.Contains(end, "Tries") || !strings.Contains(full, "Tries") || !strings.Contains(full, "Set play") {
			t.Errorf("%s: tries where none are wanted, or not where they are", form)
		}
	}
}

// stamps are the times of a line of JSON that an import makes anew.
var stamps = regexp.MustCompile(`,"added":"[^"]*","changed":"[^"]*"`)

func TestACollectionWithReportsIsTheSameAfterJSON(t *testing.T) {
	db, _ := analysed(t)
	r := rand.New(rand.NewPCG(19, 3))
	for range 60 {
		p := randomProblem(r)
		p.Twin = problem.Twin{Label: "a"}
		if add(db, p) == nil {
			addTwins(t, r, db, p)
		}
	}
	form := must.Get(FindFormat("json"))(t)
	text := exported(t, db, form)
	other := imported(t, text)
	if again := exported(t, other, form); stamps.ReplaceAllString(again, "") != stamps.ReplaceAllString(text, "") {
		t.Errorf("exported again it is another text:\n%s", firstDifference(stamps.ReplaceAllString(text, ""), stamps.ReplaceAllString(again, "")))
	}
	reports := 0
	for i, p := range all(t, db) {
		q := all(t, other)[i]
		was, err := db.Findings(p.ID)
		is, alsoErr := other.Findings(q.ID)
		if (err == nil) != (alsoErr == nil) || !reflect.DeepEqual(was, is) {
			t.Errorf("problem %d: %+v, %v became %+v, %v", p.ID, was, err, is, alsoErr)
		}
		if err == nil {
			reports++
		}
		before, err := db.Traits(p.ID)
		after, alsoErr := other.Traits(q.ID)
		if err != nil || alsoErr != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("problem %d: %v became %v", p.ID, before, after)
		}
	}
	if reports != 12 {
		t.Errorf("%d reports", reports)
	}
}

// entries are a sound problem with superfluous men, a cooked one one without a stipulation, one with themes, an illegal one and none.
const entries = `8/8/8/8/8/k2K4/7Q/8 w - - dm 2; author "=Sam Loyd"; source "Night, 1859";
6k1/8/8/8/8/8/5R2/K3R3 w - - dm 2; author "Ann";
8/8/8/8/8/k2K4/7Q/8 w - - ;
3k4/r2P4/b1Q2K2/1B6/8/8/8/8 w - - dm 2;
8/8/8/8/8/8/8/8 w - - dm 2;
garbage
`

func TestASheetForTheJudge(t *testing.T) {
	db := fresh(t)
	if err := add(db, &problem.Record{FEN: "8/8/8/8/8/4K2k/Q7/8 w - -", Stipulation: "#2", Authors: []string{"Older"}}); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"html", "csv"} {
		for _, anonymous := range []bool{false, true} {
			for _, l := range []text.Language{text.English(), text.Italian()} {
				var out bytes.Buffer
				var faults []int
				j := Judging{Form: form, Anonymous: anonymous, DB: db, Language: l, Tell: func(e *Event) { faults = append(faults, e.Line) }}
				written, left, err := j.Write(t.Context(), &out, strings.NewReader(entries))
				if err != nil || written != 3 || left != 3 || !slices.Equal(faults, []int{3, 5, 6}) {
					t.Fatalf("%s: %d written, %d left out, lines %v, %v", form, written, left, faults, err)
				}
				for _, word := range []string{"Sam Loyd", "Night", "Ann"} {
					if strings.Contains(out.String(), word) == anonymous {
						t.Errorf("%s, anonymous %v: %s", form, anonymous, word)
					}
				}
				for _, word := range []string{"several keys", "Older", "same position, mirrored or turned", "none in the collection", "Defences with changed mates"} {
					if !strings.Contains(out.String(), l.Text(word)) {
						t.Errorf("%s: %q is missing", form, l.Text(word))
					}
				}
				if form == "csv" {
					rows, err := csv.NewReader(&out).ReadAll()
					if err != nil || len(rows) != 4 || !anonymous && rows[1][1] != "'=Sam Loyd" {
						t.Errorf("%v, %v", rows, err)
					}
				}
			}
		}
	}
	var out bytes.Buffer
	j := Judging{Form: "html", Tell: func(*Event) {}}
	if written, left, err := j.Write(t.Context(), &out, strings.NewReader("garbage\n")); written != 0 || left != 1 || err != nil || out.Len() > 0 {
		t.Errorf("%d written, %d left out, %v, %q", written, left, err, &out)
	}
	for solutions, want := range map[string]string{"2.1...": "2 intended keys", "3": "an intended key is missing"} {
		entry := "---\nalgebraic: {white: [Kg7, Bb4, Bg4, Ra6, Re2, Ph3], black: [Kf4]}\nstipulation: '#2'\nintended-solutions: " +
			solutions + "\n"
		out.Reset()
		if _, _, err := j.Write(t.Context(), &out, strings.NewReader(entry)); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v, no %q in\n%s", solutions, err, want, &out)
		}
	}
	if _, _, err := (&Judging{Form: "doc"}).Write(t.Context(), &bytes.Buffer{}, strings.NewReader(entries)); err == nil {
		t.Error("an unknown form is taken")
	}
}

// TestTheJudgeNamesTheSameMatrix has the problem of the entry with another man, mirrored, in the collection.
func TestTheJudgeNamesTheSameMatrix(t *testing.T) {
	db := fresh(t)
	p := &problem.Record{FEN: "8/8/2P5/8/8/4K2k/Q7/8 w - -", Stipulation: "#2"}
	must.Do(t, add(db, p))
	at, err := p.Position()
	must.Do(t, err)
	report, err := problem.Analyse(t.Context(), at, text.WithThemes(problem.Options{Moves: 2}))
	must.Do(t, err)
	var line, out bytes.Buffer
	if err = text.WriteJSON(&line, &text.Document{Report: report}, text.Full(text.English())); err != nil {
		t.Fatal(err)
	}
	if err = storeReport(db, p.ID, line.Bytes()); err != nil {
		t.Fatal(err)
	}
	j := Judging{Form: "csv", DB: db, Tell: func(*Event) {}}
	if _, _, err = j.Write(t.Context(), &out, strings.NewReader(entries)); err != nil || !strings.Contains(out.String(), "no. 1 (same matrix)") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// add adds a problem.
func add(db *database.DB, p *problem.Record) error {
	return db.Batch(func(tx *database.Tx) error {
		_, err := tx.Add(p, database.AddDoubles)
		return err
	})
}

func storeReport(db *database.DB, id int64, text []byte) error {
	return db.Batch(func(tx *database.Tx) error {
		_, err := tx.StoreReport(id, problem.StoredReport{Text: text})
		return err
	})
}
