package exchange

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/text"
)

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
	if _, err := db.Add(&problem.Record{FEN: "8/8/8/8/8/4K2k/Q7/8 w - -", Stipulation: "#2", Authors: []string{"Older"}}, database.AddDoubles); err != nil {
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
	if _, _, err := (&Judging{Form: "doc"}).Write(t.Context(), &bytes.Buffer{}, strings.NewReader(entries)); err == nil {
		t.Error("an unknown form is taken")
	}
}

// TestTheJudgeIsToldOfTheSameMatrix has the problem of the entry with another man, mirrored, in the collection.
func TestTheJudgeIsToldOfTheSameMatrix(t *testing.T) {
	db := fresh(t)
	p := &problem.Record{FEN: "8/8/2P5/8/8/4K2k/Q7/8 w - -", Stipulation: "#2"}
	id, err := db.Add(p, database.AddDoubles)
	if err != nil {
		t.Fatal(err)
	}
	at, err := p.Position()
	if err != nil {
		t.Fatal(err)
	}
	report, err := problem.Analyse(t.Context(), at, text.WithThemes(problem.Options{Moves: 2}))
	if err != nil {
		t.Fatal(err)
	}
	var line, out bytes.Buffer
	if err = text.WriteJSON(&line, &text.Document{Report: report}, text.Full(text.English())); err != nil {
		t.Fatal(err)
	}
	if _, err = db.StoreReport(id, problem.StoredReport{Text: line.Bytes()}); err != nil {
		t.Fatal(err)
	}
	j := Judging{Form: "csv", DB: db, Tell: func(*Event) {}}
	if _, _, err = j.Write(t.Context(), &out, strings.NewReader(entries)); err != nil || !strings.Contains(out.String(), "no. 1 (same matrix)") {
		t.Errorf("%v\n%s", err, &out)
	}
}
