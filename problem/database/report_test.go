package database

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"alfiere/problem"
	"alfiere/problem/text"
)

// reportOf returns the JSON of a report with these fields.
func reportOf(p *problem.Record, fields string) []byte {
	return []byte(`{"version":1,"fen":"` + p.FEN + ` 0 1","stipulation":"` + p.Stipulation + `",` + fields + `}`)
}

// documented returns the example of docs/problem-json.md, on one line.
func documented(t *testing.T) []byte {
	text, err := os.ReadFile("../../docs/problem.example.json")
	if err != nil {
		t.Fatal(err)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, text); err != nil {
		t.Fatal(err)
	}
	return line.Bytes()
}

func TestAReportIsKeptAsItIsAndDrawnOut(t *testing.T) {
	db := fresh(t)
	p := &problem.Record{FEN: "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", Stipulation: "#2", Keywords: []string{"Two rooks"}}
	id := add(t, db, p)
	text := documented(t)
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	sent := problem.StoredReport{Text: text, Program: "Alfiere 1.1", Analysed: at, Milliseconds: 1500}
	if before, err := db.StoreReport(id, sent); before != "" || err != nil {
		t.Fatal(before, err)
	}
	got, err := db.Report(id)
	if err != nil || !reflect.DeepEqual(got, sent) {
		t.Errorf("the report is %+v, %v", got, err)
	}
	f, err := db.Findings(id)
	want := Findings{Verdict: "cooked", Complete: true, BlockKind: "check", KeyType: "check", KeyMove: "e1g1", KeySAN: "Rg1+",
		Keys: 2, Variations: 2, Tries: 2, Unprovided: 3, Flaws: 4, Phases: 1, Mates: 1, Flights: 2, Doubly: 2,
		Program: "Alfiere 1.1", Analysed: at, Milliseconds: 1500, Nodes: 1000}
	if err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("the findings are\n%+v, %v, not\n%+v", f, err, want)
	}
	list, counts, err := db.Traits(id)
	if err != nil {
		t.Fatal(err)
	}
	found := map[Trait]int{}
	for i, trait := range list {
		found[trait] = counts[i]
	}
	for trait, n := range map[Trait]int{{Keyword, "two rooks"}: 1, {KeyKind, "check"}: 1, {KeyKind, "block"}: 1, {KeyKind, "rook"}: 2,
		{KeyKind, "takes flight"}: 2, {Flaw, "takes flights"}: 2, {Picture, "model"}: 3, {Change, "added"}: 2, {Change, "changed"}: 1, {Theme, "Grimshaw"}: 0} {
		if found[trait] != n {
			t.Errorf("%v: %d, not %d", trait, found[trait], n)
		}
	}
	before, err := db.StoreReport(id, problem.StoredReport{
		Text: reportOf(p, `"verdict":"sound","themes":[{"name":"Grimshaw"}]`)})
	if before != "cooked" || err != nil {
		t.Errorf("the verdict before was %q, %v", before, err)
	}
	if list, _, err = db.Traits(id); err != nil || !reflect.DeepEqual(list, []Trait{{Keyword, "two rooks"}, {Theme, "Grimshaw"}}) {
		t.Errorf("after another report the traits are %v, %v", list, err)
	}
}

func TestWhatIsNoReportIsRefused(t *testing.T) {
	db := fresh(t)
	p := &problem.Record{FEN: "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", Stipulation: "#2"}
	id := add(t, db, p)
	three, moved := *p, *p
	three.Stipulation, moved.FEN = "#3", "6k1/8/8/8/8/8/5R2/K4R2 w - -"
	for name, text := range map[string][]byte{
		"no JSON": []byte("<report/>"), "nothing": nil, "a list": []byte("[]"), "no version": []byte("{}"),
		"an error":            []byte(`{"version":1,"line":4,"error":"bad"}`),
		"another verdict":     reportOf(p, `"verdict":"good"`),
		"another stipulation": reportOf(&three, `"verdict":"sound"`),
		"another position":    reportOf(&moved, `"verdict":"sound"`),
	} {
		if _, err := db.StoreReport(id, problem.StoredReport{Text: text}); !errors.Is(err, ErrReport) {
			t.Errorf("%s: %v", name, err)
		}
	}
	missing := problem.StoredReport{Text: reportOf(p, `"verdict":"sound"`)}
	if _, err := db.StoreReport(id+1, missing); !errors.Is(err, ErrNotFound) {
		t.Errorf("of a problem that is not there: %v", err)
	}
	if _, err := db.Findings(id); !errors.Is(err, ErrNotFound) {
		t.Errorf("a report is there: %v", err)
	}
}

func TestKindsOfKeys(t *testing.T) {
	for _, test := range []struct{ fen, move, san, want string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "O-O", "king castling"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1f1", "Kf1", "king"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6", "pawn capture en passant"},
		{"4k3/8/3n4/4P3/8/8/8/4K3 w - -", "e5d6", "exd6", "pawn capture"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8n", "a8=N", "pawn promotion underpromotion"},
		{"1r2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", "axb8=Q", "pawn capture promotion"},
		{"4k3/8/8/8/8/8/P7/4K3 w - -", "a2a4", "a4", "pawn double step"},
		{"4k3/8/8/8/8/8/P7/4K3 w - -", "zz", "", ""},
		{"4k3/8/8/8/8/8/P7/4K3 w - -", "a3a4", "", ""},
	} {
		board := (&problem.Record{FEN: test.fen}).Board()
		key := text.PhaseForm{Move: test.move, SAN: test.san}
		if got := strings.Join(kinds(&key, &board), " "); got != test.want {
			t.Errorf("%s in %s: %q, not %q", test.move, test.fen, got, test.want)
		}
	}
	known := KeyKinds()
	for _, kind := range judged {
		if !strings.Contains(strings.Join(known, ","), kind) {
			t.Errorf("KeyKinds lacks %q", kind)
		}
	}
}
