package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"modernc.org/sqlite"

	"alfiere/internal/message"
)

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

// Primary result codes of SQLite, see https://sqlite.org/rescode.html.
const (
	codeBusy     = 5
	codeLocked   = 6
	codeReadOnly = 8
	codeIO       = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26
)

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
		return fmt.Errorf("%s: %w", path, err)
	}
	reason := error(nil)
	switch fault.Code() & 0xff {
	case codeBusy, codeLocked:
		reason = ErrBusy
	case codeReadOnly:
		reason = ErrReadOnly
	case codeCorrupt:
		reason = errCorrupt
	case codeFull:
		reason = errFull
	case codeIO:
		if strings.Contains(fault.Error(), syscall.ENOSPC.Error()) {
			reason = errFull
		}
	case codeNotADB:
		reason = errForeign
	case codeCantOpen:
		reason = fs.ErrPermission
	}
	if reason == nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return message.Errorf("%s: %w (%v)", path, reason, err)
}
