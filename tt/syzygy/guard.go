package syzygy

import (
	"errors"
	"fmt"
	"runtime/debug"
)

var errUnreadable = errors.New("it cannot be read any more")

// guard runs a function that reads a file. If a mapped file is cut short or its disk fails,
// reading it is a memory fault, which would end the program; guard returns it as an error.
func guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverFault(&err)
	return read()
}

// recoverFault turns a panic into an error. A memory fault, which has an address, is an
// error for users; any other panic is a bug in this package, and no reason to end a game.
func recoverFault(err *error) {
	switch panicked := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		*err = errUnreadable
	default:
		*err = fmt.Errorf("%w: %v", errInternal, panicked)
	}
}

// errInternal marks an error that the verification of a table should have found; tests
// check that it never appears.
var errInternal = errors.New("it made the reader fail")
