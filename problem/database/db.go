// Package database keeps a collection of chess problems in one file: an SQLite database
// with diagrams, who composed them and where they appeared, and what the analysis found.
//
// Create and Open give a DB; Batch changes it, Get, Each and the other readers read it. A
// problem is a value of plain types. Its board is also stored as text of 64 letters, from
// a8 to h1, so that GLOB finds patterns, and by a key that all mirrored and rotated
// boards share, with or without swapped colours. The schema is described in docs/problems-database.md.
//
// A change that was reported as done stays in the file, whatever happens to the process or
// the machine. An unfinished change is undone when the file is next opened. Several processes may use
// one file: readers do not wait, writers wait for each other.
package database

import (
	"compress/flate"
	"context"
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the driver of this name

	"alfiere/internal/message"
	"alfiere/problem"
)

// DB is an open collection. Its methods may be called by several goroutines.
type DB struct {
	path      string
	reader    *sql.DB
	readStmts statements

	mutex   sync.Mutex // held by who writes
	writer  *sql.Conn  // nil if the collection is read-only
	pool    *sql.DB    // of the writer
	stmts   statements
	authors map[string]int64 // ids of names that were stored
	sources map[string]int64
	traits  map[Trait]int64
	press   *flate.Writer // nil until it is needed
}

// Mode says what a collection is opened for.
type Mode int

// The modes.
const (
	ReadWrite Mode = iota
	ReadOnly
	frozen // ReadOnly, in a place where nothing can be written and nobody else writes
)

// waiting is how long a writer waits for another one, in milliseconds.
const waiting = 10000

// Create makes an empty collection in a file that must not exist or have nothing in it. The
// error wraps fs.ErrExist for a collection, errForeign for another file, or is the system's.
func Create(path string) (*DB, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Size() > 0:
		if err = checkHeader(path); err == nil {
			err = fs.ErrExist
		}
		if !errors.Is(err, errUnfinished) {
			return nil, message.Errorf("%s: %w", path, err)
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err = file.Close(); err != nil {
		return nil, err
	}
	db, err := connect(path, ReadWrite)
	if err != nil {
		return nil, err
	}
	if err = db.found(); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Open opens a collection that Create has made, and brings its schema up to date, also if it is only to be read; for
// many reports that takes some time. The error wraps fs.ErrNotExist, errForeign, errNewer, ErrReadOnly if it is to be
// written and must not be, or is the system's; the file is as it was.
func Open(path string, mode Mode) (*DB, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, message.Errorf("%s: there is no such collection: %w", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, message.Errorf("%s: %w", path, errForeign)
	}
	if err = checkHeader(path); err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	if mode == ReadWrite && info.Mode().Perm()&0o222 == 0 {
		return nil, message.Errorf("%s: %w", path, ErrReadOnly)
	}
	db, err := open(path, mode)
	if errors.Is(err, fs.ErrPermission) {
		return openUnwritable(path, mode)
	}
	return db, err
}

// openUnwritable opens a collection in a place where nothing can be written, such as a medium
// that can only be read: there is no room for what readers share.
func openUnwritable(path string, mode Mode) (*DB, error) {
	if mode == ReadWrite {
		return nil, message.Errorf("%s: %w, because its folder is not writable", path, ErrReadOnly)
	}
	if _, absent := os.Stat(path + "-wal"); !errors.Is(absent, fs.ErrNotExist) {
		return nil, message.Errorf("%s: %w: its -wal file holds changes; open it once in a writable folder",
			path, fs.ErrPermission)
	}
	return open(path, frozen)
}

// open connects to a file whose head is right.
func open(path string, mode Mode) (*DB, error) {
	db, err := connect(path, mode)
	if err != nil {
		return nil, err
	}
	if err = db.migrate(); err == nil {
		return db, nil
	}
	db.Close()
	if mode == ReadOnly && errors.Is(err, errOlder) {
		updated, failed := Open(path, ReadWrite)
		if failed != nil {
			return nil, err
		}
		if failed = updated.Close(); failed != nil {
			return nil, failed
		}
		return open(path, mode)
	}
	return nil, err
}

// OpenOrCreate opens a collection for writing, and creates it if the file does not exist or
// has nothing in it. Errors are those of Open and Create.
func OpenOrCreate(path string) (*DB, error) {
	for {
		db, err := Create(path)
		if !errors.Is(err, fs.ErrExist) {
			return db, err
		}
		db, err = Open(path, ReadWrite)
		if !errors.Is(err, fs.ErrNotExist) {
			return db, err
		}
	}
}

// errUnfinished is the reason of errForeign for a database without tables: whoever created it came no further.
var errUnfinished = message.Errorf("%w: the file is empty", errForeign)

// checkHeader reads the head of the file, before the database may touch it.
func checkHeader(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var head [100]byte
	n, err := io.ReadFull(file, head[:])
	switch {
	case n == 0 && err == io.EOF:
		return errUnfinished
	case err == io.ErrUnexpectedEOF, err == nil && string(head[:16]) != "SQLite format 3\x00":
		return errForeign
	case err != nil:
		return err
	}
	id, pages := binary.BigEndian.Uint32(head[68:]), binary.BigEndian.Uint32(head[28:])
	if id == 0 && pages <= 1 {
		return errUnfinished
	}
	if id != applicationID {
		return errForeign
	}
	return nil
}

// uri is the name of the file as the database reads it.
func uri(path string, mode Mode) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	full = filepath.ToSlash(full)
	if !strings.HasPrefix(full, "/") {
		full = "/" + full // C:/…
	}
	pragmas := []string{fmt.Sprintf("busy_timeout(%d)", waiting), "foreign_keys(1)", "trusted_schema(0)",
		"cell_size_check(1)", "synchronous(FULL)", "cache_size(-32000)"}
	query := url.Values{"_pragma": pragmas, "mode": {"rw"}}
	if mode == frozen {
		query.Set("immutable", "1")
	}
	if mode != ReadWrite {
		query.Set("mode", "ro")
		query["_pragma"] = append(pragmas, "query_only(1)")
	}
	u := url.URL{Scheme: "file", Path: full, RawQuery: query.Encode()}
	return u.String(), nil
}

// connect opens the connections: one that writes, and some that read.
func connect(path string, mode Mode) (*DB, error) {
	db := &DB{path: path, stmts: statements{known: map[string]*sql.Stmt{}},
		readStmts: statements{known: map[string]*sql.Stmt{}}}
	db.forget()
	read, err := uri(path, max(mode, ReadOnly))
	if err != nil {
		return nil, err
	}
	if db.reader, err = sql.Open("sqlite", read); err != nil {
		return nil, explain(path, err)
	}
	// Who reads a list may ask for more about each problem of it: with a bound on the connections
	// all could be taken by lists that wait for one.
	db.reader.SetMaxIdleConns(4)
	if mode != ReadWrite {
		return db, nil
	}
	write, err := uri(path, ReadWrite)
	if err == nil {
		db.pool, err = sql.Open("sqlite", write)
	}
	if err == nil {
		db.writer, err = db.pool.Conn(context.Background())
	}
	if err != nil {
		db.Close()
		return nil, explain(path, err)
	}
	return db, nil
}

// forget drops what is known of the tables of names, which an undone change may have made untrue.
func (db *DB) forget() {
	db.authors, db.sources, db.traits = map[string]int64{}, map[string]int64{}, map[Trait]int64{}
}

// Path is the name of the file.
func (db *DB) Path() string { return db.path }

// Close closes the collection. The error is the system's.
func (db *DB) Close() error {
	db.mutex.Lock()
	defer db.mutex.Unlock()
	errs := []error{db.readStmts.close(), db.reader.Close(), db.stmts.close()}
	if db.writer != nil {
		errs = append(errs, db.writer.Close())
	}
	if db.pool != nil {
		errs = append(errs, db.pool.Close())
	}
	return errors.Join(errs...)
}

// found makes the schema in an empty file, in one step, and only then the journal that
// readers need no lock for: the head of the file says at once whose it is.
func (db *DB) found() error {
	var objects int
	err := db.Batch(func(t *Tx) error {
		if err := t.row("SELECT count(*) FROM sqlite_master").Scan(&objects); err != nil || objects > 0 {
			return err
		}
		for _, sql := range append(migrations[:], fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d",
			applicationID, schemaVersion)) {
			if _, err := db.writer.ExecContext(context.Background(), sql); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && objects > 0 {
		return message.Errorf("%s: %w", db.path, fs.ErrExist)
	}
	if err != nil {
		return err
	}
	_, err = db.writer.ExecContext(context.Background(), "PRAGMA journal_mode = WAL")
	return db.explain(err)
}

// migrate checks the version of an open file and makes what it lacks.
func (db *DB) migrate() error {
	version := 0
	if err := db.reader.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return db.explain(err)
	}
	switch {
	case version > schemaVersion:
		return message.Errorf("%s: %w: its schema has version %d; this program supports %d", db.path, errNewer,
			version, schemaVersion)
	case version <= 0:
		return message.Errorf("%s: %w", db.path, errForeign)
	case version == schemaVersion:
		return nil
	case db.writer == nil:
		return message.Errorf("%s: %w", db.path, errOlder)
	}
	return db.Batch(func(t *Tx) error {
		if err := t.row("PRAGMA user_version").Scan(&version); err != nil { // another process may have been here
			return err
		}
		first := version == 1
		for ; version < schemaVersion; version++ {
			sql := migrations[version] + fmt.Sprintf("; PRAGMA user_version = %d", version+1)
			if _, err := db.writer.ExecContext(context.Background(), sql); err != nil {
				return err
			}
		}
		if first {
			return t.extractAgain()
		}
		return nil
	})
}

// applicationID stands in the header of the file: "AlfP".
const applicationID = 0x416c6650

// Version is the version of the schema that this program writes. A file with an older one is
// brought up to it when it is opened for writing.
const schemaVersion = len(migrations)

// migrations lead from each version to the next one, the first from an empty file.
var migrations = [...]string{schema1, schema2, schema3}

// schema1 is described in docs/problems-database.md.
//
//go:embed schema1.sql
var schema1 string

// schema2 adds the moves of reports, which Tx.extractAgain fills, and the reference to the index of words.
//
//go:embed schema2.sql
var schema2 string

// schema3 adds the number of intended solutions.
//
//go:embed schema3.sql
var schema3 string

// extractAgain fills the columns of schema2 for the reports of an older collection. A report that cannot be read stays
// as it is.
func (t *Tx) extractAgain() error {
	ids, err := scanIDs(t.query("SELECT problem FROM report_text ORDER BY problem"))
	if err != nil {
		return err
	}
	for _, id := range ids {
		var length int
		var body []byte
		if err = t.row("SELECT length, body FROM report_text WHERE problem = ?", id).Scan(&length, &body); err != nil {
			return err
		}
		p, err := t.Get(id)
		if err != nil {
			return err
		}
		content, err := inflate(body, length)
		if err != nil {
			continue
		}
		f, err := newFindings(&p, &problem.StoredReport{Text: content})
		if err != nil {
			continue
		}
		if err = t.putPlay(id, f); err != nil {
			return err
		}
	}
	return nil
}
