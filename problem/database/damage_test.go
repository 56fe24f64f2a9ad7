package database

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// filled makes a collection of n problems, closes it and returns its path.
func filled(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "problems.db")
	db, err := Create(path)
	must.Do(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	err = db.Batch(func(tx *Tx) error {
		for i := range n {
			if _, err := tx.Add(some(r, fmt.Sprint("no ", i)), AddDoubles); err != nil {
				return err
			}
		}
		return nil
	})
	must.Do(t, err)
	must.Do(t, db.Close())
	return path
}

// altered sets something in the file by SQL.
func altered(t *testing.T, path, text string) {
	t.Helper()
	db := must.Get(Open(path, ReadWrite))(t)
	must.Get(db.writer.ExecContext(context.Background(), text))(t)
	db.Close()
}

// unchanged checks that a call leaves the file as it is.
func unchanged(t *testing.T, path string, do func()) {
	t.Helper()
	before := must.Get(os.ReadFile(path))(t)
	do()
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed, %v", err)
	}
}

func TestSchemasOfOtherVersionsAndPrograms(t *testing.T) {
	newer, foreign := filled(t, 3), filled(t, 3)
	altered(t, newer, fmt.Sprintf("PRAGMA user_version = %d", schemaVersion+1))
	altered(t, foreign, "PRAGMA application_id = 77")
	for path, want := range map[string]error{newer: errNewer, foreign: errForeign} {
		unchanged(t, path, func() {
			for _, mode := range []Mode{ReadOnly, ReadWrite} {
				if _, err := Open(path, mode); !errors.Is(err, want) {
					t.Errorf("the error is %v, not %v", err, want)
				}
			}
			if _, err := OpenOrCreate(path); !errors.Is(err, want) {
				t.Errorf("the error is %v, not %v", err, want)
			}
		})
	}
}

func TestACollectionThatMayOnlyBeRead(t *testing.T) {
	path := filled(t, 3)
	must.Do(t, os.Chmod(path, 0o444))
	unchanged(t, path, func() {
		if _, err := Open(path, ReadWrite); !errors.Is(err, ErrReadOnly) {
			t.Errorf("opened for writing: %v", err)
		}
		db := must.Get(Open(path, ReadOnly))(t)
		defer db.Close()
		if n, err := db.Count(); n != 3 || err != nil {
			t.Errorf("%d problems, %v", n, err)
		}
		if _, err := db.Add(rich(), AddDoubles); !errors.Is(err, ErrReadOnly) {
			t.Errorf("added: %v", err)
		}
		rows, err := db.Query(context.Background(), "DELETE FROM problem RETURNING id")
		if err == nil {
			rows.Next()
			err = rows.Err()
			rows.Close()
		}
		if err == nil {
			t.Error("a query deletes")
		}
	})
}

// openUnwritable is what Open comes to on a medium that can only be read.
func TestAPlaceWhereNothingCanBeWritten(t *testing.T) {
	path := filled(t, 3)
	unchanged(t, path, func() {
		if _, err := openUnwritable(path, ReadWrite); !errors.Is(err, ErrReadOnly) {
			t.Errorf("opened for writing: %v", err)
		}
		db := must.Get(openUnwritable(path, ReadOnly))(t)
		defer db.Close()
		if n, err := db.Count(); n != 3 || err != nil {
			t.Errorf("%d problems, %v", n, err)
		}
	})
	must.Do(t, os.WriteFile(path+"-wal", []byte("changes"), 0o666))
	if _, err := openUnwritable(path, ReadOnly); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "-wal") {
		t.Errorf("with changes beside it: %v", err)
	}
}

func TestAFullDiskIsReportedAndNothingIsLost(t *testing.T) {
	db, err := Open(filled(t, 300), ReadWrite)
	must.Do(t, err)
	defer db.Close()
	limit := func(pages int) {
		must.Get(db.writer.ExecContext(context.Background(), fmt.Sprintf("PRAGMA max_page_count = %d", pages)))(t)
	}
	limit(1) // as many as there are
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		if _, err = db.Add(some(r, "more"), AddDoubles); err != nil {
			break
		}
	}
	if !errors.Is(err, errFull) {
		t.Fatalf("the error is %v", err)
	}
	stored, _ := db.Count()
	if err := db.Batch(func(tx *Tx) error {
		for range 1000 {
			if _, err := tx.Add(some(r, "batch"), AddDoubles); err != nil {
				return err
			}
		}
		return nil
	}); !errors.Is(err, errFull) {
		t.Errorf("the error is %v", err)
	}
	if n, err := db.Count(); n != stored || n < 300 || err != nil {
		t.Errorf("%d problems, and there were %d, %v", n, stored, err)
	}
	if err := db.Check(context.Background()); err != nil {
		t.Error(err)
	}
	limit(1 << 30)
	add(t, db, rich())
}

func TestDamagedFilesGiveErrors(t *testing.T) {
	path := filled(t, 400)
	whole := must.Get(os.ReadFile(path))(t)
	r := rand.New(rand.NewPCG(7, 8))
	reported := 0
	for i := range 40 {
		broken := bytes.Clone(whole)
		if i%2 == 0 {
			broken = broken[:100+r.IntN(len(broken)-100)]
		} else {
			for range 400 {
				broken[200+r.IntN(len(broken)-200)] ^= byte(1 + r.IntN(255))
			}
		}
		other := filepath.Join(t.TempDir(), "broken.db")
		must.Do(t, os.WriteFile(other, broken, 0o666))
		db, err := Open(other, ReadWrite)
		if err != nil {
			reported++
			continue
		}
		failed := db.Check(context.Background())
		var read error
		for id := int64(1); id <= 40 && read == nil; id++ {
			if _, read = db.Get(id); errors.Is(read, ErrNotFound) {
				read = nil
			}
		}
		db.Add(rich(), AddDoubles)
		if failed != nil {
			reported++
		}
		if read != nil && failed == nil {
			t.Errorf("a sound file cannot be read: %v", read)
		}
		db.Close()
	}
	if reported < 35 {
		t.Errorf("of 40 damaged files %d were reported", reported)
	}
}
