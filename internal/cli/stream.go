package cli

import (
	"io"
	"os"
	"sync"

	"alfiere/internal/datafile"
)

// Streams are the standard streams, so that tests can replace them.
type Streams struct {
	In  io.Reader
	Out io.Writer // the dispatcher reports a failed write to it
	Err io.Writer
	Job *Job // follows the command; may be nil

	Zstandard datafile.Decompressor // of input files; nil if Open refuses Zstandard
}

// Standard returns the streams of the process.
func Standard() Streams { return Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr} }

// checkedWriter remembers the first error of a writer, so that callers need not check each write.
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
