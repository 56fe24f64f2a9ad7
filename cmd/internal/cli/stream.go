package cli

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// Streams are the standard streams, so that tests can replace them.
type Streams struct {
	In  io.Reader
	Out io.Writer // the dispatcher notices if a write to it fails
	Err io.Writer
}

// Standard returns the streams of the process.
func Standard() Streams { return Streams{os.Stdin, os.Stdout, os.Stderr} }

// checkedWriter remembers the first error of a writer, so that nobody else has to look
// for it.
type checkedWriter struct {
	io.Writer
	mutex sync.Mutex
	err   error
}

// Write implements io.Writer.
func (w *checkedWriter) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// failure returns the first error.
func (w *checkedWriter) failure() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

// IsTerminal reports whether a person is at the other end of a stream. A file, a pipe,
// the empty device and what is no file of the system are no terminals.
func IsTerminal(stream any) bool {
	file, ok := fileOf(stream)
	if !ok {
		return false
	}
	connection, err := file.SyscallConn() // unlike Fd it leaves the file as it is
	if err != nil {
		return false
	}
	var is bool
	err = connection.Control(func(descriptor uintptr) { is = term.IsTerminal(int(descriptor)) })
	return err == nil && is
}

// fileOf returns the file that a stream reads or writes.
func fileOf(stream any) (*os.File, bool) {
	switch s := stream.(type) {
	case *os.File:
		return s, s != nil
	case *checkedWriter:
		return fileOf(s.Writer)
	case *Input:
		return fileOf(s.source)
	}
	return nil, false
}
