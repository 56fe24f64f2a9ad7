package proposals

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// openAndCheck opens a store and reads all of it.
func openAndCheck(ctx context.Context, path string) error {
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(s.Check(ctx, signature, nil), s.Close())
}

// filled returns the path of a closed store with facts.
func filled(t testing.TB) (path string, facts []Fact) {
	t.Helper()
	s, facts := newStore(t), searched(t)
	must.Do(t, s.Put(t.Context(), signature, facts))
	must.Do(t, s.Close())
	return s.Path(), facts
}

// TestWhatIsNoStoreIsRefusedAndLeftAlone opens files that are not stores, or are damaged.
func TestWhatIsNoStoreIsRefusedAndLeftAlone(t *testing.T) {
	good, _ := filled(t)
	whole := must.Get(os.ReadFile(good))(t)
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	db := must.Get(sql.Open("sqlite", foreign))(t)
	must.Get(db.Exec("CREATE TABLE other (x); PRAGMA user_version = 1"))(t)
	db.Close()
	another := must.Get(os.ReadFile(foreign))(t)
	newer := bytes.Clone(whole)
	newer[63]++ // of user_version
	noise := bytes.Clone(whole)
	for i := 4096; i < len(noise); i++ {
		noise[i] ^= byte(movegen.Mix(uint64(i)))
	}
	for name, test := range map[string]struct {
		bytes []byte
		want  string
		is    error
	}{
		"empty":             {nil, "not a store", errNoStore},
		"a text":            {[]byte(strings.Repeat("words ", 1000)), "not a store", errNoStore},
		"another database":  {another, "different kind of database", errNoStore},
		"a newer schema":    {newer, "newer program", errNewer},
		"half of it":        {whole[:len(whole)/2/4096*4096], "the store is damaged", errDamaged},
		"a page and a half": {whole[:6144], "the store is damaged", errDamaged},
		"other bytes":       {noise, "the store is damaged", errDamaged},
	} {
		path := filepath.Join(t.TempDir(), "lab.db")
		must.Do(t, os.WriteFile(path, test.bytes, 0o666))
		err := openAndCheck(t.Context(), path)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%s: %v", name, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, test.bytes) {
			t.Errorf("%s: the file has changed, %v", name, err)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(t.TempDir(), "absent.db")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "absent.db: there is no such store") {
		t.Errorf("no file: %v", err)
	}
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, errNoStore) {
		t.Errorf("a folder: %v", err)
	}
}

func TestCreateReplacesNothing(t *testing.T) {
	path := writeFile(t, "lab.db", "mine")
	if _, err := Create(t.Context(), path); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("over a file: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "mine" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if _, err := Create(t.Context(), filepath.Join(t.TempDir(), "no", "such", "folder")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	for range 2 {
		s := must.Get(OpenOrCreate(t.Context(), fresh))(t)
		s.Close()
	}
	if names, err := os.ReadDir(filepath.Dir(fresh)); err != nil || len(names) != 1 {
		t.Errorf("beside the new store: %v, %v", names, err)
	}
}

// TestDamagedFactsAreNamed changes facts by SQL.
func TestDamagedFactsAreNamed(t *testing.T) {
	for name, change := range map[string]string{
		"an illegal move":      "UPDATE fact SET move = 1",
		"half a move":          "UPDATE fact SET line = x'00'",
		"an illegal line":      "UPDATE fact SET line = CAST(line || x'0100' AS BLOB)",
		"an illegal iteration": "UPDATE fact SET iterations = x'010100'",
		"half an iteration":    "UPDATE fact SET iterations = x'01'",
		"an unknown letter":    "UPDATE seat SET knowledge = 512 | knowledge WHERE id = 1",
		"no letter":            "UPDATE seat SET knowledge = 0 WHERE id = 1",
		"another static value": "UPDATE fact SET static = static + 1",
		"another end":          "UPDATE fact SET end_static = end_static + 1",
		"a huge value":         "UPDATE fact SET value = 1 << 40",
		"a negative depth":     "UPDATE fact SET depth = -1",
		"a position":           "UPDATE position SET fields = '8/8/8/8/8/8/8/8 w - -' WHERE id = 3",
		"another position":     "UPDATE position SET fields = 'k7/8/8/8/8/8/8/K7 w - -' WHERE id = 1",
		"lost positions":       "PRAGMA foreign_keys = 0; DELETE FROM position WHERE id = 2",
	} {
		path, _ := filled(t)
		db := must.Get(sql.Open("sqlite", address(path, "rw")))(t)
		if _, err := db.Exec(change); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		db.Close()
		if err := openAndCheck(t.Context(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	path, _ := filled(t)
	if err := openAndCheck(t.Context(), path); err != nil {
		t.Errorf("no damage: %v", err)
	}
}

// TestNewer opens a store of a version that does not exist yet.
func TestNewer(t *testing.T) {
	s := newStore(t)
	if _, err := s.db.Exec("PRAGMA user_version = 2"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), s.Path()); !errors.Is(err, errNewer) {
		t.Errorf("a newer one: %v", err)
	}
}

// TestReadOnly opens a store as read-only: it can be checked but not changed.
func TestReadOnly(t *testing.T) {
	path, facts := filled(t)
	s := must.Get(Open(t.Context(), path))(t)
	defer s.Close()
	s.readOnly = true
	if err := s.Put(t.Context(), signature, facts); !errors.Is(err, errReadOnly) || !strings.Contains(err.Error(), path) {
		t.Errorf("put: %v", err)
	}
	db := must.Get(sql.Open("sqlite", address(path, "ro&immutable=1")))(t)
	defer db.Close()
	protected := &Store{db: db, path: path, readOnly: true}
	if err := protected.Check(t.Context(), signature, nil); err != nil {
		t.Errorf("check: %v", err)
	}
	if _, err := db.Exec("DELETE FROM fact"); err == nil {
		t.Error("a read-only store was written")
	}
}

// TestAFullDisk stores facts until there is no room: exactly the facts that were reported stay.
func TestAFullDisk(t *testing.T) {
	s, facts := newStore(t), searched(t)
	s.db.SetMaxOpenConns(1)
	var pages int
	if err := s.db.QueryRow("PRAGMA max_page_count = 20").Scan(&pages); err != nil || pages != 20 {
		t.Fatal(pages, err)
	}
	stored := 0
	for i := range 10000 {
		more := make([]Fact, len(facts))
		for k := range facts {
			more[k] = facts[k]
			more[k].Nodes = uint64(1_000_000 + i)
		}
		if err := s.Put(t.Context(), signature, more); err != nil {
			if !strings.Contains(err.Error(), "full") || !strings.Contains(err.Error(), s.Path()) {
				t.Fatal(err)
			}
			break
		}
		stored += len(more)
	}
	if stored == 0 || stored == 10000*len(facts) {
		t.Fatalf("%d facts were stored", stored)
	}
	count := 0
	if err := s.Each(t.Context(), "", func(*Record) error { count++; return nil }); err != nil || count != stored {
		t.Errorf("there are %d facts, %d were stored, %v", count, stored, err)
	}
}

// TestTwoAtATime runs two stores on the same file and readers at the same time.
func TestTwoAtATime(t *testing.T) {
	s, facts := newStore(t), searched(t)
	other := must.Get(Open(t.Context(), s.Path()))(t)
	defer other.Close()
	const rounds = 30
	var all sync.WaitGroup
	for _, store := range []*Store{s, other, s, other} {
		all.Go(func() {
			for i := range rounds {
				more := make([]Fact, len(facts))
				for k := range facts {
					more[k] = facts[k]
					more[k].Nodes = uint64(1_000_000 + i)
				}
				if err := store.Put(t.Context(), signature, more); err != nil {
					t.Error(err)
				}
				if _, ok, err := store.Find(t.Context(), signature, &more[0].Question); err != nil || !ok {
					t.Errorf("%v, %v", ok, err)
				}
			}
		})
	}
	all.Wait()
	conditions, err := other.Conditions(t.Context())
	if err != nil || len(conditions) != rounds {
		t.Fatalf("%d conditions, %v", len(conditions), err)
	}
	for _, c := range conditions {
		if c.Facts != len(facts) || c.Positions != len(signed) || c.Restricted != len(signed) || len(c.Seats) != 4 {
			t.Errorf("%+v", c)
		}
	}
}

func TestPutRefusesTheImpossible(t *testing.T) {
	s, facts := newStore(t), searched(t)
	for name, change := range map[string]func(*Fact){
		"no nodes":        func(f *Fact) { f.Nodes = 0 },
		"too many nodes":  func(f *Fact) { f.Nodes = 1 << 63 },
		"no table":        func(f *Fact) { f.Megabytes = 0 },
		"another engine":  func(f *Fact) { f.Seat.Engine = "uci:x" },
		"threads":         func(f *Fact) { f.Seat.Threads = 2 },
		"an illegal move": func(f *Fact) { f.Proposal.Move = movegen.MakeMove(0, 63, movegen.Normal) },
		"no move":         func(f *Fact) { f.Proposal.Move = movegen.NoMove },
		"a move not asked": func(f *Fact) {
			f.Moves = []movegen.Move{f.Position.Moves()[0], f.Position.Moves()[1]}
			f.Proposal.Move = f.Position.Moves()[2]
		},
		"an illegal root":    func(f *Fact) { f.Moves = []movegen.Move{movegen.MakeMove(0, 63, movegen.Normal)} },
		"another line":       func(f *Fact) { f.Proposal.Line = f.Proposal.Line[1:] },
		"an illegal line":    func(f *Fact) { f.Proposal.Line = append(f.Proposal.Line[:1:1], f.Proposal.Move) },
		"a negative time":    func(f *Fact) { f.Proposal.Elapsed = -1 },
		"endgame tables":     func(f *Fact) { f.Proposal.TBHits = 1 },
		"a value beyond all": func(f *Fact) { f.Proposal.Score = 1 << 20 },
	} {
		f := facts[0]
		change(&f)
		if err := s.Put(t.Context(), signature, []Fact{facts[1], f}); err == nil || !strings.Contains(err.Error(), s.Path()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"", "0123", strings.Repeat("G", 16), strings.Repeat("A", 16)} {
		if err := s.Put(t.Context(), text, facts[:1]); err == nil {
			t.Errorf("the signature %q is accepted", text)
		}
	}
	if conditions, err := s.Conditions(t.Context()); err != nil || len(conditions) != 0 {
		t.Errorf("stored was %+v, %v", conditions, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Put(ctx, signature, facts); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
