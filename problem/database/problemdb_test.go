package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
)

// fresh returns an empty collection in a file of its own.
func fresh(t testing.TB) *DB {
	t.Helper()
	db := must.Get(Create(filepath.Join(t.TempDir(), "problems.db")))(t)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// add adds a problem that must be taken.
func add(t testing.TB, db *DB, p *problem.Record) int64 {
	t.Helper()
	id := must.Get(db.Add(p, RefuseImages))(t)
	return id
}

// rich is a problem with all there is.
func rich() *problem.Record {
	return &problem.Record{
		FEN: "8/8/8/8/8/k2K4/7Q/8 w - - 0 1", Stipulation: "#2", Reference: "yacpdb 4711", Title: "Der Abend",
		Authors: []string{"Loyd, Sam", "Żak O'Brien"}, Source: problem.Source{Name: "Tidskrift för Schack", Issue: "7-8",
			Number: "1234", Year: 1901, Month: 7, Day: 14},
		Awards:   []problem.Award{{Text: "2nd Prize", Tourney: "Informal 1901"}, {Text: "1st HM"}},
		Keywords: []string{"Grimshaw", "Model mates"}, Comments: []string{"one\nand two", "'; DROP TABLE problem; --"},
		Twin: problem.Twin{Label: "a"},
	}
}

func TestAProblemComesBackAsItWasAdded(t *testing.T) {
	db := fresh(t)
	p := rich()
	p.Solutions = 2
	id := add(t, db, p)
	got := must.Get(db.Get(id))(t)
	if got.ID != id || !reflect.DeepEqual(got, *p) {
		t.Errorf("got  %+v\nwant %+v", got, *p)
	}
	if got.FEN != "8/8/8/8/8/k2K4/7Q/8 w - -" || time.Since(got.Added) > time.Minute {
		t.Errorf("FEN %q, added %v", got.FEN, got.Added)
	}
	b := add(t, db, &problem.Record{FEN: "8/8/8/8/8/k2K4/8/7Q w - -", Stipulation: "#2",
		Twin: problem.Twin{Of: id, Label: "b", Change: "wQh2-->h1"}})
	if ids, err := db.Twins(id); err != nil || !reflect.DeepEqual(ids, []int64{id, b}) {
		t.Errorf("twins %v, %v", ids, err)
	}
	must.Do(t, db.Batch(func(t *Tx) error { return t.Delete(id) }))
	if heir, err := db.Get(b); err != nil || heir.Twin.Of != 0 {
		t.Errorf("the twin of a deleted problem: %+v, %v", heir.Twin, err)
	}
	if _, err := db.Get(id); !errors.Is(err, ErrNotFound) {
		t.Errorf("a deleted problem: %v", err)
	}
	if err := db.Batch(func(t *Tx) error { return t.Delete(id) }); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	if err := db.Check(context.Background()); err != nil {
		t.Error(err)
	}
	for _, table := range []string{"problem_author", "award", "problem_trait"} {
		if n := number(t, db, "SELECT count(*) FROM "+table); n != 0 {
			t.Errorf("%s keeps %d rows of a deleted problem", table, n)
		}
	}
}

// number asks for a number.
func number(t testing.TB, db *DB, text string, args ...any) (n int) {
	t.Helper()
	rows := must.Get(db.Query(context.Background(), text, args...))(t)
	defer rows.Close()
	for rows.Next() {
		must.Do(t, rows.Scan(&n))
	}
	must.Do(t, rows.Err())
	return n
}

func TestUpdateReplacesAllFieldsAndTheirWords(t *testing.T) {
	db := fresh(t)
	p := rich()
	id := add(t, db, p)
	must.Get(db.StoreReport(id, problem.StoredReport{Text: reportOf(p, `"verdict":"sound"`)}))(t)
	p.Authors, p.Title, p.Keywords, p.Comments, p.Awards = []string{"Shinkman"}, "Morning", []string{"Novotny"}, nil, nil
	must.Do(t, db.Batch(func(t *Tx) error { return t.Update(p) }))
	got, err := db.Get(id)
	if err != nil || !reflect.DeepEqual(got, *p) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, *p)
	}
	for text, want := range map[string]int{"morning": 1, "Abend": 0, "shinkman": 1, "zak": 0, "novotny": 1, "tidskrift": 1, "for": 1} {
		if n := number(t, db, "SELECT count(*) FROM problem_text WHERE problem_text MATCH ?", `"`+text+`"`); n != want {
			t.Errorf("%s is found %d times, not %d", text, n, want)
		}
	}
	if _, err := db.Findings(id); err != nil {
		t.Errorf("the report of an unchanged position: %v", err)
	}
	p.Stipulation = "#3"
	must.Do(t, db.Batch(func(t *Tx) error { return t.Update(p) }))
	if _, err := db.Report(id); !errors.Is(err, ErrNotFound) {
		t.Errorf("the report of another stipulation: %v", err)
	}
	other := add(t, db, &problem.Record{FEN: "8/8/8/8/8/k2K4/8/7Q w - -", Stipulation: "#2"})
	p.FEN, p.Stipulation = "8/8/8/8/8/k2K4/8/7Q w - -", "#2"
	if exists, ok := errors.AsType[*ExistsError](db.Batch(func(t *Tx) error { return t.Update(p) })); !ok || exists.Alike[0].ID != other {
		t.Errorf("updated into a double: %v", exists)
	}
	p.ID = 99
	if err := db.Batch(func(t *Tx) error { return t.Update(p) }); !errors.Is(err, ErrNotFound) {
		t.Errorf("updated what is not there: %v", err)
	}
}

func TestDoublesAndImagesAreRecognised(t *testing.T) {
	db := fresh(t)
	p := &problem.Record{FEN: "8/8/8/8/8/k2K4/7Q/8 w - -", Stipulation: "#2"}
	id := add(t, db, p)
	mirrored := problem.Record{FEN: "8/8/8/8/8/4K2k/Q7/8 w - - 3 7", Stipulation: "#2"}
	swapped := problem.Record{FEN: "8/q7/4k2K/8/8/8/8/8 b - - 0 1", Stipulation: "#2"}
	longer := problem.Record{FEN: p.FEN, Stipulation: "#3"}
	other := problem.Record{FEN: "8/8/8/8/8/k2K4/7Q/8 b - -", Stipulation: "#2"}
	for name, q := range map[string]*problem.Record{"mirrored": &mirrored, "swapped": &swapped} {
		_, err := db.Add(q, RefuseImages)
		if exists, ok := errors.AsType[*ExistsError](err); !ok || exists.Alike[0] != (Alike{ID: id}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := db.Add(&problem.Record{FEN: p.FEN, Stipulation: "#2"}, RefuseImages); err == nil {
		t.Error("the same problem was added")
	}
	add(t, db, &longer)
	add(t, db, &other)
	if _, err := db.Add(&mirrored, AddDoubles); err != nil {
		t.Errorf("an image that is wanted: %v", err)
	}
	double := must.Get(db.Add(&problem.Record{FEN: p.FEN, Stipulation: "#2"}, AddDoubles))(t)
	alike, err := db.Alike(p)
	if want := []Alike{{ID: id, Exact: true}, {ID: double, Exact: true}, {ID: mirrored.ID}}; err != nil || !reflect.DeepEqual(alike, want) {
		t.Errorf("alike: %v, %v, not %v", alike, err, want)
	}
}

func TestWhatIsNoProblemIsRefused(t *testing.T) {
	db := fresh(t)
	const fen = "8/8/8/8/8/k2K4/7Q/8 w - -"
	for _, test := range []struct {
		p    problem.Record
		want error
	}{
		{problem.Record{FEN: fen}, ErrUnasked},
		{problem.Record{FEN: fen, Stipulation: "# 2"}, ErrStipulation},
		{problem.Record{FEN: fen, Stipulation: strings.Repeat("#", 41)}, ErrStipulation},
		{problem.Record{FEN: fen, Stipulation: "#2", Source: problem.Source{Year: 1900, Month: 13}}, ErrDate},
		{problem.Record{FEN: fen, Stipulation: "#2", Source: problem.Source{Day: 3}}, ErrDate},
		{problem.Record{FEN: fen, Stipulation: "#2", Title: strings.Repeat("x", maxText+1)}, ErrTooLong},
		{problem.Record{FEN: fen, Stipulation: "#2", Authors: make([]string, maxList+1)}, ErrTooLong},
	} {
		if _, err := db.Add(&test.p, AddDoubles); !errors.Is(err, test.want) {
			t.Errorf("%.60v: %v, not %v", test.p, err, test.want)
		}
	}
	if _, err := db.Add(&problem.Record{FEN: "8/8/8/8/8/8/8/8 w - -", Stipulation: "#2"}, AddDoubles); !isFEN(err) {
		t.Errorf("an empty board: %v", err)
	}
	if n, err := db.Count(); n != 0 || err != nil {
		t.Errorf("%d problems were added, %v", n, err)
	}
}

func isFEN(err error) bool { _, ok := errors.AsType[*movegen.FENError](err); return ok }

func TestABatchIsAllOrNothing(t *testing.T) {
	db := fresh(t)
	broken := errors.New("broken")
	err := db.Batch(func(tx *Tx) error {
		must.Get(tx.Add(rich(), RefuseImages))(t)
		return broken
	})
	if err != broken {
		t.Errorf("the error is %v", err)
	}
	if n, _ := db.Count(); n != 0 {
		t.Errorf("%d problems of a batch that was undone", n)
	}
	id := add(t, db, rich()) // with the names that were undone
	if p, err := db.Get(id); err != nil || len(p.Authors) != 2 || p.Source.Name == "" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := db.Query(context.Background(), "DELETE FROM problem RETURNING id"); err == nil {
		rows, _ := db.Query(context.Background(), "DELETE FROM problem RETURNING id")
		for rows.Next() {
		}
		if rows.Err() == nil {
			t.Error("a query deletes")
		}
		rows.Close()
	}
}

func TestFilesThatAreNoCollection(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	write := func(name, text string) string {
		must.Do(t, os.WriteFile(file(name), []byte(text), 0o666))
		return file(name)
	}
	if _, err := Open(file("absent"), ReadWrite); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
	if _, err := os.Stat(file("absent")); err == nil {
		t.Error("Open has made a file")
	}
	if _, err := Create(file("no/such/folder")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if _, err := Open(folder, ReadOnly); !errors.Is(err, errForeign) {
		t.Errorf("a folder: %v", err)
	}
	for name, text := range map[string]string{"text": strings.Repeat("no database\n", 50), "short": "x", "empty": "",
		"head": "SQLite format 3\x00" + strings.Repeat("\x01", 4096)} {
		path := write(name, text)
		for _, mode := range []Mode{ReadOnly, ReadWrite} {
			if _, err := Open(path, mode); !errors.Is(err, errForeign) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if name != "empty" {
			if _, err := OpenOrCreate(path); !errors.Is(err, errForeign) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%s: the file was changed", name)
		}
	}
	db, err := OpenOrCreate(file("empty"))
	must.Do(t, err)
	add(t, db, rich())
	must.Do(t, db.Close())
	if _, err := Create(file("empty")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("created over a collection: %v", err)
	}
	if db, err = OpenOrCreate(file("empty")); err != nil {
		t.Fatal(err)
	}
	if n, err := db.Count(); n != 1 || err != nil {
		t.Errorf("%d problems, %v", n, err)
	}
	db.Close()
}

func TestStrangeNamesOfFiles(t *testing.T) {
	for _, name := range []string{"a b?mode=memory&x=1.db", "50%41#1.db", "'; DROP TABLE problem; --.db", "file:x.db", "ä☃.db"} {
		if runtime.GOOS == "windows" {
			name = strings.NewReplacer("?", ";", ":", ";").Replace(name) // which no name may contain there
		}
		path := filepath.Join(t.TempDir(), name)
		db, err := Create(path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		add(t, db, rich())
		db.Close()
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A connection remembers of the text index what others have changed since: a check must not take that for damage.
func TestACheckSeesWhatOthersHaveWritten(t *testing.T) {
	db := fresh(t)
	for i := range 60 {
		p := problem.Record{FEN: fmt.Sprintf("k7/8/1K6/8/8/8/8/%s w - -", []string{"1R6", "2R5", "3R4", "4R3"}[i%4]),
			Stipulation: "#2", Title: fmt.Sprint("title ", i)}
		must.Get(db.Add(&p, AddDoubles))(t)
		if i%10 == 0 {
			if err := db.Check(t.Context()); err != nil {
				t.Fatalf("after %d problems: %v", i+1, err)
			}
		}
	}
}

// Add is Tx.Add alone.
func (db *DB) Add(p *problem.Record, doubles doubles) (id int64, err error) {
	err = db.Batch(func(t *Tx) error {
		id, err = t.Add(p, doubles)
		return err
	})
	return id, err
}

// StoreReport is Tx.StoreReport alone.
func (db *DB) StoreReport(id int64, r problem.StoredReport) (before string, err error) {
	err = db.Batch(func(t *Tx) error {
		before, err = t.StoreReport(id, r)
		return err
	})
	return before, err
}

// Count returns the number of problems. The error is the database's.
func (db *DB) Count() (n int, err error) {
	err = db.reader.QueryRow("SELECT count(*) FROM problem").Scan(&n)
	return n, db.explain(err)
}

// Check looks through the whole file. The error wraps errCorrupt and says what is wrong.
func (db *DB) Check(ctx context.Context) error {
	tx, err := db.reader.BeginTx(ctx, nil)
	if err != nil {
		return db.explain(err)
	}
	defer tx.Rollback()
	// The check believes what the connection remembers of the text index, which others may have
	// changed since; a search sees to that.
	var none int
	err = tx.QueryRowContext(ctx,
		"SELECT count(*) FROM (SELECT 1 FROM problem_text WHERE problem_text MATCH 'x' LIMIT 1)").Scan(&none)
	if err != nil {
		return db.explain(err)
	}
	rows, err := tx.QueryContext(ctx, "PRAGMA integrity_check(20)")
	if err != nil {
		return db.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var said string
		if err = rows.Scan(&said); err != nil {
			return db.explain(err)
		}
		if said != "ok" {
			return fmt.Errorf("%s: %w: %s", db.path, errCorrupt, said)
		}
	}
	return db.explain(rows.Err())
}
