package database

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/text"
)

// quarter turns a board by 90 degrees, plainly.
func quarter(rows [8]string) (turned [8]string) {
	for r := range 8 {
		for f := range 8 {
			turned[r] += string(rows[7-f][r])
		}
	}
	return turned
}

// mirror swaps left and right.
func mirror(rows [8]string) (mirrored [8]string) {
	for r, row := range rows {
		for _, man := range row {
			mirrored[r] = string(man) + mirrored[r]
		}
	}
	return mirrored
}

func TestAllImagesHaveOneKeyAndOthersHaveNot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 200 {
		var rows [8]string
		for r := range rows {
			for range 8 {
				man := byte('.')
				if random.IntN(4) == 0 {
					man = menLetters[random.IntN(len(menLetters))]
				}
				rows[r] += string(man)
			}
		}
		var first []byte
		for i := range 16 {
			text, side := strings.Join(rows[:], ""), "w"
			if i&8 != 0 {
				side = "b"
				text = strings.Map(func(r rune) rune {
					if strings.ToUpper(string(r)) == string(r) {
						return []rune(strings.ToLower(string(r)))[0]
					}
					return []rune(strings.ToUpper(string(r)))[0]
				}, text)
			}
			p := problem.Record{FEN: placement(text) + " " + side + " - -", Stipulation: "#2"}
			if board := p.Board(); string(board[:]) != text {
				t.Fatalf("the board of %s is %s", p.FEN, board)
			}
			got := symmetryKey(&p)
			if first == nil {
				first = got
			}
			if !bytes.Equal(got, first) {
				t.Fatalf("image %d of %s has another key", i, p.FEN)
			}
			if rows = quarter(rows); i%4 == 3 {
				rows = mirror(rows)
			}
			other := p
			other.FEN = strings.Replace(p.FEN, " "+side+" ", map[string]string{"w": " b ", "b": " w "}[side], 1)
			if bytes.Equal(symmetryKey(&other), first) {
				t.Fatalf("%s has the key of the other side", other.FEN)
			}
		}
		if seen[string(first)] {
			t.Fatal("two boards have one key")
		}
		seen[string(first)] = true
	}
}

func TestNamesAndAwards(t *testing.T) {
	for name, want := range map[string]string{"Loyd, Sam": "loyd sam", "Sam  LOYD": "loyd sam", "Żak O’Brien": "obrien zak",
		"Зигерман, Й.": "зигерман и", "Groß-Straße": "gross strasse", "e\u0301": "e"} {
		if got := NameKey(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	for _, test := range []struct {
		text, rank string
		place      int
	}{{"2nd Prize", Prize, 2}, {"1st-2nd Prize", Prize, 1}, {"Prize", Prize, 0}, {"3rd HM", Mention, 3}, {"1. ehrende Erwähnung", Mention, 1},
		{"4th Hon. Mention", Mention, 4}, {"Commendation", Commended, 0}, {"5th Comm.", Commended, 5}, {"Special Prize", Prize, 0}, {"cup", "", 0}} {
		if rank, place := ParseAward(test.text); rank != test.rank || place != test.place {
			t.Errorf("%s: %q, %d", test.text, rank, place)
		}
	}
}

// reportOf returns the JSON of a report with these fields.
func reportOf(p *problem.Record, fields string) []byte {
	return []byte(`{"version":1,"fen":"` + p.FEN + ` 0 1","stipulation":"` + p.Stipulation + `",` + fields + `}`)
}

// documented returns the example of docs/problem-json.md, on one line.
func documented(t *testing.T) []byte {
	text := must.Get(os.ReadFile("../../docs/problem.example.json"))(t)
	var line bytes.Buffer
	must.Do(t, json.Compact(&line, text))
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
	found := map[Trait]int{}
	for _, trait := range must.Get(db.Traits(id))(t) {
		found[trait.Trait] = trait.Count
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
	list, err := db.Traits(id)
	if err != nil || !reflect.DeepEqual(list, []countedTrait{{Trait{Keyword, "two rooks"}, 1}, {Trait{Theme, "Grimshaw"}, 1}}) {
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

// downgrade takes out of a file what version 1 lacked.
const downgrade = `ALTER TABLE problem DROP COLUMN solutions; DROP TABLE play; DROP TABLE play_text; DROP INDEX report_matrix;
ALTER TABLE report DROP COLUMN phases; ALTER TABLE report DROP COLUMN mates; ALTER TABLE report DROP COLUMN vacated;
ALTER TABLE report DROP COLUMN flights; ALTER TABLE report DROP COLUMN doubly; ALTER TABLE report DROP COLUMN matrix;
DROP TABLE problem_text;
CREATE VIRTUAL TABLE problem_text USING fts5(title, author, source, award, comments, keywords,
	content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
PRAGMA user_version = 1`

// dump is all that the tables have, and which problems have some words.
func dump(t *testing.T, db *DB) (text string) {
	t.Helper()
	for _, ask := range []string{"SELECT * FROM problem", "SELECT * FROM report", "SELECT * FROM report_text", "SELECT * FROM play",
		"SELECT * FROM play_text", "SELECT * FROM problem_trait", "SELECT * FROM award", "SELECT * FROM problem_author",
		"SELECT rowid FROM problem_text('author: Loyd')", "SELECT rowid FROM problem_text('reference: 4711 OR title: night')",
		"SELECT rowid FROM problem_text('keywords: wheel OR comments: idea')", "SELECT rowid FROM problem_text('source: 12')",
		"SELECT rowid FROM problem_text('award: Prize')"} {
		rows := must.Get(db.Query(context.Background(), ask))(t)
		columns, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			must.Do(t, rows.Scan(values...))
			for i := range values {
				text += fmt.Sprintf("%v|", *values[i].(*any))
			}
			text += "\n"
		}
		rows.Close()
	}
	return text
}

// older makes a collection of version 1 and returns what it had in the new one.
func older(t *testing.T) (path, before string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "older.db")
	db := must.Get(Create(path))(t)
	add(t, db, rich())
	id := add(t, db, &problem.Record{FEN: "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", Stipulation: "#2", Reference: "yacpdb 4711",
		Title: "By night", Authors: []string{"Sam Loyd", "A. N. Other"}, Keywords: []string{"Two rooks", "knight wheel"},
		Comments: []string{"An \"idea\"."}, Source: problem.Source{Name: "Die Schwalbe", Issue: "3", Number: "12"},
		Awards: []problem.Award{{Text: "1st Prize"}}})
	add(t, db, &problem.Record{FEN: "6k1/8/8/8/8/8/5R2/K1R5 w - -", Stipulation: "#2"})
	must.Get(db.StoreReport(id, problem.StoredReport{Text: documented(t)}))(t)
	before = dump(t, db)
	if !strings.Contains(before, "kRe1g1.") {
		t.Fatalf("the report has no moves:\n%s", before)
	}
	must.Do(t, db.Close())
	raw, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = raw.Exec(downgrade)
	}
	must.Do(t, err)
	raw.Close()
	return path, before
}

func TestAnOlderCollectionIsUpdatedWithoutLoss(t *testing.T) {
	for _, mode := range []Mode{ReadOnly, ReadWrite} {
		path, before := older(t)
		db := must.Get(Open(path, mode))(t)
		if after := dump(t, db); after != before {
			t.Errorf("updated it has\n%s, not\n%s", after, before)
		}
		if err := db.Check(context.Background()); err != nil {
			t.Error(err)
		}
		db.Close()
	}
}

func TestAnOlderCollectionThatMayNotBeWrittenStaysAsItIs(t *testing.T) {
	path, _ := older(t)
	must.Do(t, os.Chmod(path, 0o444))
	unchanged(t, path, func() {
		if _, err := Open(path, ReadOnly); !errors.Is(err, errOlder) {
			t.Errorf("the error is %v", err)
		}
	})
}
