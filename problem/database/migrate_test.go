package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/problem"
)

// downgrade takes out of a file what version 1 lacked.
const downgrade = `DROP TABLE play; DROP TABLE play_text; DROP INDEX report_matrix;
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
		rows, err := db.Query(context.Background(), ask)
		if err != nil {
			t.Fatal(err)
		}
		columns, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
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
	db, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	add(t, db, rich())
	id := add(t, db, &problem.Record{FEN: "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", Stipulation: "#2", Reference: "yacpdb 4711",
		Title: "By night", Authors: []string{"Sam Loyd", "A. N. Other"}, Keywords: []string{"Two rooks", "knight wheel"},
		Comments: []string{"An \"idea\"."}, Source: problem.Source{Name: "Die Schwalbe", Issue: "3", Number: "12"},
		Awards: []problem.Award{{Text: "1st Prize"}}})
	add(t, db, &problem.Record{FEN: "6k1/8/8/8/8/8/5R2/K1R5 w - -", Stipulation: "#2"})
	if _, err := db.StoreReport(id, problem.StoredReport{Text: documented(t)}); err != nil {
		t.Fatal(err)
	}
	before = dump(t, db)
	if !strings.Contains(before, "kRe1g1.") {
		t.Fatalf("the report has no moves:\n%s", before)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = raw.Exec(downgrade)
	}
	if err != nil {
		t.Fatal(err)
	}
	raw.Close()
	return path, before
}

func TestAnOlderCollectionIsUpdatedWithoutLoss(t *testing.T) {
	for _, mode := range []mode{ReadOnly, ReadWrite} {
		path, before := older(t)
		db, err := Open(path, mode)
		if err != nil {
			t.Fatal(err)
		}
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
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	unchanged(t, path, func() {
		if _, err := Open(path, ReadOnly); !errors.Is(err, errOlder) {
			t.Errorf("the error is %v", err)
		}
	})
}
