package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
)

// Tx is a change of several steps: all of it is stored, or nothing.
type Tx struct{ db *DB }

// Batch calls do with a change and stores it if do returns nil; else nothing is changed, and the error is do's. Other
// writers wait. Other errors wrap ErrReadOnly, errFull, ErrBusy or are the system's.
func (db *DB) Batch(do func(*Tx) error) error { return db.transaction(do) }

func (db *DB) transaction(do func(*Tx) error) (err error) {
	if db.writer == nil {
		return fmt.Errorf("%s: %w", db.path, ErrReadOnly)
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

// prepared returns the statement on the connection that writes.
func (t *Tx) prepared(text string) (*sql.Stmt, error) {
	if stmt := t.db.stmts[text]; stmt != nil {
		return stmt, nil
	}
	stmt, err := t.db.writer.PrepareContext(context.Background(), text)
	if err == nil {
		t.db.stmts[text] = stmt
	}
	return stmt, err
}

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

// intern returns the id of a name in a table, which is entered if it is not there.
func (t *Tx) intern(known map[string]int64, find, enter, name, key string) (int64, error) {
	if id, ok := known[name]; ok {
		return id, nil
	}
	var id int64
	err := t.row(find, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		var result sql.Result
		if result, err = t.exec(enter, name, key); err == nil {
			id, err = result.LastInsertId()
		}
	}
	if err != nil {
		return 0, err
	}
	if len(known) < maxKnown {
		known[name] = id
	}
	return id, nil
}

// maxKnown bounds the memory for names.
const maxKnown = 100000

// now is the time as it is stored.
func now() time.Time { return time.Unix(time.Now().Unix(), 0).UTC() }
