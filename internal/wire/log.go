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
//
// Each line is written with one call and not buffered, so that the last line is in the file even if the process
// crashes.
type Log struct {
	open atomic.Bool

	mu    sync.Mutex
	file  *os.File // nil: closed
	fault error    // the first error of writing, until it is asked for
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
	var opened *os.File
	if path != "" {
		if info, err := os.Stat(path); err == nil && info.Mode()&(fs.ModeDir|fs.ModeNamedPipe|fs.ModeSocket) != 0 {
			return fmt.Errorf("%s: %w", path, errLogFile) // opening a pipe could wait for ever
		}
		var err error
		if opened, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
			return err
		}
	}
	l.mu.Lock()
	if l.file != nil {
		_ = l.file.Close() // nothing is buffered
	}
	l.file, l.fault = opened, nil
	l.open.Store(opened != nil)
	l.mu.Unlock()
	l.write(noteMark, note)
	return nil
}

// Close closes the log.
func (l *Log) Close() { _ = l.Open("", "") }

// Fault returns, once, why a line could not be written. Later lines are still written.
func (l *Log) Fault() (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		err = fmt.Errorf("the log: %w", l.fault)
	}
	l.fault = nil
	return err
}

// ReadLines is the function of that name with lines that are logged as they arrive.
func (l *Log) ReadLines(r io.Reader, quit <-chan struct{}) <-chan Line { return readLines(r, quit, l) }

// NewOutput is the function of that name with lines that are logged before they are sent.
func (l *Log) NewOutput(w io.Writer) *Output { return &Output{w: w, log: l} }

// isOpen reports whether lines are written.
func (l *Log) isOpen() bool { return l != nil && l.open.Load() }

func (l *Log) in(line *Line) {
	text := line.Text
	if line.TooLong {
		text = ErrTooLong.Error()
	}
	l.write(inMark, strings.TrimSuffix(text, "\r"))
}

func (l *Log) out(text string) {
	if l.isOpen() {
		for line := range strings.Lines(text) {
			l.write(outMark, strings.TrimSuffix(line, "\n"))
		}
	}
}

// write writes a line. The time is taken when the line gets its turn, so that times do not go back. An error is
// recorded and not returned: the session continues.
func (l *Log) write(mark, text string) {
	if !l.isOpen() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return
	}
	_, err := fmt.Fprintf(l.file, "%s %s %s\n", time.Now().Format(logTime), mark, printable(text))
	if l.fault == nil {
		l.fault = err
	}
}
