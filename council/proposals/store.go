package proposals

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// applicationID marks an SQLite file as a store of proposals: "ALab".
const applicationID = 0x414c6162

// schemaVersion is the version of the schema of files.
const schemaVersion = 1

// schema makes the tables of a new file.
//
// A move is stored as movegen.Move: from, to, promotion and kind in 16 bits. Lists of moves have
// two bytes for each, the lower one first; for iterations see appendIterations. The root moves of a
// question are in ascending order; the list is empty if all were searched. Facts are in the order
// of their questions, so that those of a seat are read in one pass.
const schema = `
CREATE TABLE engine (
	id        INTEGER PRIMARY KEY,
	signature TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE condition (
	id        INTEGER PRIMARY KEY,
	engine    INTEGER NOT NULL REFERENCES engine,
	nodes     INTEGER NOT NULL, -- of each search
	megabytes INTEGER NOT NULL, -- of its table
	UNIQUE (engine, nodes, megabytes)
) STRICT;
CREATE TABLE seat (
	id        INTEGER PRIMARY KEY,
	knowledge INTEGER NOT NULL, -- a bit for each kind
	noise     INTEGER NOT NULL, -- centipawns
	seed      INTEGER NOT NULL, -- 64 bits, those from 2^63 on are negative
	UNIQUE (knowledge, noise, seed)
) STRICT;
CREATE TABLE position (
	id     INTEGER PRIMARY KEY,
	fields TEXT NOT NULL UNIQUE -- the first four of its FEN
) STRICT;
CREATE TABLE fact (
	condition  INTEGER NOT NULL REFERENCES condition,
	seat       INTEGER NOT NULL REFERENCES seat,
	position   INTEGER NOT NULL REFERENCES position,
	moves      BLOB NOT NULL,    -- the only ones searched at the root
	move       INTEGER NOT NULL,
	value      INTEGER NOT NULL, -- centipawns, from the side to move
	depth      INTEGER NOT NULL, -- the last iteration that was begun
	root_moves INTEGER NOT NULL, -- searched in it
	nodes      INTEGER NOT NULL, -- that were searched
	micros     INTEGER NOT NULL, -- what it took when it was searched
	static     INTEGER NOT NULL, -- value of the position to the seat
	end_static INTEGER NOT NULL, -- of the end of the line, from the side to move in the position
	line       BLOB NOT NULL,
	iterations BLOB NOT NULL,
	PRIMARY KEY (condition, seat, position, moves)
) STRICT, WITHOUT ROWID;
`

// Store keeps facts in a file. Stored facts are never changed or removed. Facts that Put has reported as
// stored survive a crash of the process, and a power failure if the disk keeps what it has confirmed. Any
// number of goroutines, and of processes on the same machine, may use the file.
//
// The file is an SQLite database in WAL mode. While it is open, two more files belong to it, FILE-wal and
// FILE-shm, until SQLite removes them.
type Store struct {
	db       *sql.DB
	path     string
	readOnly bool

	writing sync.Mutex // one Put at a time
}

// Errors of files.
var (
	errNoStore = errors.New("not a store of proposals")
	errDamaged = errors.New("the store is damaged") // it holds data that was never stored
	errNewer   = errors.New("the store was written by a newer program; use that program to read it")
	// errReadOnly is wrapped by errors of writing to a read-only file.
	errReadOnly = errors.New("it is read-only: the file or its folder is write-protected")
)

// Create makes a new store and opens it. It does not touch an existing file: the error wraps fs.ErrExist.
func Create(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, storeError(path, fs.ErrExist)
	}
	// The file gets its name when it is complete, so that there is never an incomplete store.
	folder, err := os.MkdirTemp(filepath.Dir(path), ".new-store-")
	if err != nil {
		return nil, storeError(path, err)
	}
	defer os.RemoveAll(folder)
	made := filepath.Join(folder, "store")
	if err := initialise(ctx, made); err != nil {
		return nil, storeError(path, err)
	}
	if err := os.Link(made, path); err != nil {
		if _, exists := os.Lstat(path); exists == nil {
			return nil, storeError(path, fs.ErrExist)
		}
		if err := os.Rename(made, path); err != nil { // for file systems without links
			return nil, storeError(path, err)
		}
	}
	return Open(ctx, path)
}

// OpenOrCreate is Open, or Create if there is no such file.
func OpenOrCreate(ctx context.Context, path string) (*Store, error) {
	s, err := Open(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		if s, err = Create(ctx, path); errors.Is(err, fs.ErrExist) { // another process was faster
			return Open(ctx, path)
		}
	}
	return s, err
}

// initialise makes the file of an empty store.
func initialise(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", address(path, "rwc"))
	if err != nil {
		return err
	}
	const pragmas = "PRAGMA journal_mode = WAL; PRAGMA application_id = %d; PRAGMA user_version = %d;"
	_, err = db.ExecContext(ctx, fmt.Sprintf(pragmas, applicationID, schemaVersion)+schema)
	return errors.Join(err, db.Close())
}

// Open opens a store. The error wraps fs.ErrNotExist, errNoStore, errNewer or is that of the system; the file is then
// unchanged.
func Open(ctx context.Context, path string) (*Store, error) {
	s := &Store{path: path}
	if err := s.look(); err != nil {
		return nil, storeError(path, err)
	}
	mode := "rw"
	if s.readOnly {
		mode = "ro"
		if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
			mode += "&immutable=1" // otherwise SQLite needs files next to it
		}
	}
	var err error
	if s.db, err = sql.Open("sqlite", address(path, mode)); err == nil {
		err = s.begin(ctx)
	}
	if err != nil {
		if s.db != nil {
			s.db.Close()
		}
		return nil, storeError(path, err)
	}
	return s, nil
}

// header is the beginning of every SQLite file.
const header = "SQLite format 3\x00"

// IsStore reports whether a file is marked as a store of proposals, without opening it as one.
func IsStore(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, applicationAt+4)
	if _, err := io.ReadFull(file, start); err != nil {
		return false
	}
	return string(start[:len(header)]) == header && binary.BigEndian.Uint32(start[applicationAt:]) == applicationID
}

// applicationAt is the offset of the application_id in an SQLite file.
const applicationAt = 68

// look checks the file before SQLite opens it: SQLite treats an empty file as an empty database, and
// waits for the writer of a pipe.
func (s *Store) look() error {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no such store: %w", fs.ErrNotExist)
	} else if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: it is not a regular file", errNoStore)
	}
	file, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		s.readOnly = true
		if file, err = os.Open(s.path); err != nil {
			return err
		}
	}
	defer file.Close()
	start := make([]byte, len(header))
	if _, err := io.ReadFull(file, start); err != nil || string(start) != header {
		return errNoStore
	}
	return nil
}

// begin makes sure that the file is a store.
func (s *Store) begin(ctx context.Context) error {
	var application, version int
	if err := s.db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&application); err != nil {
		return err
	}
	if application != applicationID {
		return fmt.Errorf("%w: it is a different kind of database", errNoStore)
	}
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > schemaVersion {
		return fmt.Errorf("%w (schema version %d; this program knows up to %d)", errNewer, version, schemaVersion)
	}
	return nil
}

// address returns the driver's name for a file.
func address(path, mode string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	path = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file://" + path + "?mode=" +
		mode + "&_txlock=immediate&_pragma=busy_timeout(60000)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
}

// Path returns the name of the file.
func (s *Store) Path() string { return s.path }

// Close closes the file.
func (s *Store) Close() error {
	return storeError(s.path, s.db.Close())
}

// storeError adds the path of the store to an error, if there is one.
func storeError(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, is := errors.AsType[*fs.PathError](err); is {
		return err // which names the file already
	}
	if fault, is := errors.AsType[*sqlite.Error](err); is && !errors.Is(err, errDamaged) {
		if code := fault.Code() & 0xff; code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB {
			err = fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	return fmt.Errorf("%s: %w", path, err)
}
