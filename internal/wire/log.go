package wire

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Log writes input and output to a file, each line with its time, for reports of errors. The zero
// value is closed and costs nothing. Its methods may be called from several goroutines.
type Log struct {
	// Logger makes the function that writes lines with their times to a file; nil writes them plainly.
	// Set it before opening the log.
	Logger func(w io.Writer) func(at, text string)

	file  atomic.Pointer[logFile] // nil: closed
	fault atomic.Pointer[error]   // the first error of writing, until it is asked for
}

// logFile is an open log. Each line is written with one call and not buffered, so that the last
// line is in the file even if the process crashes.
type logFile struct {
	mu    sync.Mutex
	file  *os.File // nil: closed
	print func(at, text string)
	log   *Log
}

// errLogFile is wrapped by the error for a path that cannot be a log.
var errLogFile = errors.New("neither a file nor a device")

// Marks of a line in the log.
const (
	noteMark = "="
	inMark   = "<"
	outMark  = ">"
)

const logTime = "2006-01-02 15:04:05.000"

// Open appends lines to the file at path, which is created if there is none, beginning with note;
// an empty path closes the log. If the file cannot be opened the log stays as it is.
func (l *Log) Open(path, note string) error {
	var opened *logFile
	if path != "" {
		if info, err := os.Stat(path); err == nil && info.Mode()&(fs.ModeDir|fs.ModeNamedPipe|fs.ModeSocket) != 0 {
			return fmt.Errorf("%s: %w", path, errLogFile) // opening a pipe could wait for ever
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		opened = &logFile{file: file, log: l}
		opened.print = func(at, text string) { fmt.Fprintf(opened, "%s %s\n", at, text) }
		if l.Logger != nil {
			opened.print = l.Logger(opened)
		}
		opened.write(noteMark, note)
	}
	l.fault.Store(nil)
	if old := l.file.Swap(opened); old != nil {
		old.close()
	}
	return nil
}

// Close closes the log.
func (l *Log) Close() {
	if old := l.file.Swap(nil); old != nil {
		old.close()
	}
}

// Fault returns, once, why a line could not be written. Later lines are still written.
func (l *Log) Fault() error {
	if fault := l.fault.Swap(nil); fault != nil {
		return fmt.Errorf("the log: %w", *fault)
	}
	return nil
}

// ReadLines is the function of that name with lines that are logged as they arrive.
func (l *Log) ReadLines(r io.Reader, quit <-chan struct{}) <-chan Line { return readLines(r, quit, l) }

// NewOutput is the function of that name with lines that are logged before they are sent.
func (l *Log) NewOutput(w io.Writer) *Output { return &Output{w: w, log: l} }

// isOpen reports whether lines are written.
func (l *Log) isOpen() bool { return l != nil && l.file.Load() != nil }

func (l *Log) in(line *Line) {
	if l == nil {
		return
	}
	if f := l.file.Load(); f != nil {
		text := line.Text
		if line.TooLong {
			text = ErrTooLong.Error()
		}
		f.write(inMark, strings.TrimSuffix(text, "\r"))
	}
}

func (l *Log) out(text string) {
	if l == nil {
		return
	}
	if f := l.file.Load(); f != nil {
		for line := range strings.Lines(text) {
			f.write(outMark, strings.TrimSuffix(line, "\n"))
		}
	}
}

// write writes a line. The time is taken when the line gets its turn, so that times do not go back.
func (f *logFile) write(mark, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file != nil {
		f.print(time.Now().Format(logTime), mark+" "+printable(text))
	}
}

// Write appends to the file. An error is recorded and not returned: the session continues.
func (f *logFile) Write(text []byte) (int, error) {
	if _, err := f.file.Write(text); err != nil {
		f.log.fault.CompareAndSwap(nil, &err)
	}
	return len(text), nil
}

// close waits for a line that is being written. The file's own error is ignored: nothing is buffered.
func (f *logFile) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = f.file.Close()
	f.file = nil
}
