package syzygy

import (
	"errors"
	"fmt"
	"runtime/debug"
)

var errUnreadable = errors.New("it cannot be read any more")

// guard runs what reads a file. A file that is mapped, and then cut short or on a disk that
// fails, makes reading memory a fault, which would end the program; here it becomes an error.
func guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverFault(&err)
	return read()
}

// recoverFault makes an error of a panic: of a fault of memory, which has an address, one
// for users; another is a fault of ours, and no reason to end a game.
func recoverFault(err *error) {
	switch panicked := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		*err = errUnreadable
	default:
		*err = fmt.Errorf("%w: %v", errInternal, panicked)
	}
}

// errInternal marks what the verification of a table ought to have found; tests ask that
// it never appears.
var errInternal = errors.New("it made the reader fail")
