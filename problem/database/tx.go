package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"alfiere/internal/message"
)

// Tx is a change of several steps: all of it is stored, or nothing.
type Tx struct{ db *DB }

// Batch calls do with a change and stores it if do returns nil; else nothing is changed, and the error is do's. Other
// writers wait. Other errors wrap ErrReadOnly, errFull, ErrBusy or are the system's.
func (db *DB) Batch(do func(*Tx) error) (err error) {
	if db.writer == nil {
		return message.Errorf("%s: %w", db.path, ErrReadOnly)
	}
	db.mutex.Lock()
	defer db.mutex.Unlock()
	ctx := context.Background()
	if _, err = db.writer.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return db.explain(err)
	}
	done := false
	defer func() { // also when do panics
		if done {
			return
		}
		db.forget()
		if _, undo := db.writer.ExecContext(ctx, "ROLLBACK"); undo != nil && err == nil {
			err = db.explain(undo)
		}
	}()
	if err = do(&Tx{db}); err != nil {
		if _, theirs := errors.AsType[*sqlite.Error](err); theirs {
			return db.explain(err)
		}
		return err
	}
	if _, err = db.writer.ExecContext(ctx, "COMMIT"); err != nil {
		return db.explain(err)
	}
	done = true
	return nil
}

// statements are statements that are prepared once.
type statements struct {
	mutex sync.Mutex
	known map[string]*sql.Stmt
}

// get returns the statement, which is prepared on the connection or its pool if it is not known.
func (s *statements) get(on interface {
	PrepareContext(ctx context.Context, text string) (*sql.Stmt, error)
}, text string) (*sql.Stmt, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if stmt := s.known[text]; stmt != nil {
		return stmt, nil
	}
	stmt, err := on.PrepareContext(context.Background(), text)
	if err == nil {
		s.known[text] = stmt
	}
	return stmt, err
}

func (s *statements) close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var errs []error
	for _, stmt := range s.known {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}

// prepared returns the statement on the connection that writes.
func (t *Tx) prepared(text string) (*sql.Stmt, error) { return t.db.stmts.get(t.db.writer, text) }

// exec carries out a statement.
func (t *Tx) exec(text string, args ...any) (sql.Result, error) {
	stmt, err := t.prepared(text)
	if err != nil {
		return nil, err
	}
	return stmt.Exec(args...)
}

// query asks for rows.
func (t *Tx) query(text string, args ...any) (*sql.Rows, error) {
	stmt, err := t.prepared(text)
	if err != nil {
		return nil, err
	}
	return stmt.Query(args...)
}

// row asks for a single row.
func (t *Tx) row(text string, args ...any) scanner {
	stmt, err := t.prepared(text)
	if err != nil {
		return failed{err}
	}
	return stmt.QueryRow(args...)
}

// scanner is a row that is asked for.
type scanner interface{ Scan(into ...any) error }

// failed is a row that could not be asked for.
type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }

// insert adds a row of a table to some columns, as in "author (name, key)", and returns its id.
func (t *Tx) insert(into string, values ...any) (id int64, err error) {
	result, err := t.exec("INSERT INTO "+into+" VALUES ("+marks(len(values))+")", values...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// marks are the places of values in a statement.
func marks(n int) string { return "?" + strings.Repeat(", ?", n-1) }

// named is a row of a table by its name: the statement that finds it, and what else it has if it is entered.
type named struct{ find, into, name, value string }

// intern returns the id of a row, which is entered if it is not there.
func intern[K comparable](t *Tx, known map[K]int64, key K, row named) (int64, error) {
	if id, ok := known[key]; ok {
		return id, nil
	}
	var id int64
	err := t.row(row.find, row.name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = t.insert(row.into, row.name, row.value)
	}
	if err == nil && len(known) < maxKnown {
		known[key] = id
	}
	return id, err
}

// maxKnown bounds the memory for names.
const maxKnown = 100000

// now is the time as it is stored.
func now() time.Time { return time.Unix(time.Now().Unix(), 0).UTC() }

// What can be wrong with a file or a call; errors.Is finds them. An absent file is
// fs.ErrNotExist, one that Create finds is fs.ErrExist.
var (
	errForeign = errors.New("the file is not a problem collection")
	errNewer   = errors.New("the collection was written by a newer version of this program")
	errOlder   = errors.New("the collection was written by an older version of this program; " +
		"make the file writable once, so that it can be updated")
	ErrReadOnly = errors.New("the collection is read-only")
	errFull     = errors.New("the disk is full; this step was not stored")
	ErrBusy     = errors.New("another process is writing to the collection")
	errCorrupt  = errors.New("the collection file is damaged")
	ErrNotFound = errors.New("there is no such problem")
	ErrReport   = errors.New("invalid analysis report")
)

// ExistsError reports that the collection already has the problem or an image of it.
type ExistsError struct {
	Alike []Alike // not empty
}

// Error names the first one.
func (e *ExistsError) Error() string {
	first := e.Alike[0]
	if first.Exact {
		return fmt.Sprintf("problem %d is the same", first.ID)
	}
	return fmt.Sprintf("problem %d is the same, mirrored, rotated or with colours swapped", first.ID)
}

// explain gives an error of the database a reason that callers can test, and the file.
func (db *DB) explain(err error) error {
	if err == nil {
		return nil
	}
	return explain(db.path, err)
}

func explain(path string, err error) error {
	fault, ok := errors.AsType[*sqlite.Error](err)
	if !ok || errors.Is(err, context.Canceled) {
		return message.Errorf("%s: %w", path, err)
	}
	reason := error(nil)
	switch fault.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		reason = ErrBusy
	case sqlite3.SQLITE_READONLY:
		reason = ErrReadOnly
	case sqlite3.SQLITE_CORRUPT:
		reason = errCorrupt
	case sqlite3.SQLITE_FULL:
		reason = errFull
	case sqlite3.SQLITE_IOERR:
		if strings.Contains(fault.Error(), syscall.ENOSPC.Error()) {
			reason = errFull
		}
	case sqlite3.SQLITE_NOTADB:
		reason = errForeign
	case sqlite3.SQLITE_CANTOPEN:
		reason = fs.ErrPermission
	}
	if reason == nil {
		return message.Errorf("%s: %w", path, err)
	}
	return message.Errorf("%s: %w (%v)", path, reason, err)
}
