package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
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

// Exit statuses of every command.
const (
	ExitGood  = 0
	ExitInput = 1   // the input is invalid, or the work failed; standard error says where
	ExitUsage = 2   // the command line is wrong
	ExitPipe  = 141 // the reader of the output closed it: 128 + SIGPIPE, as shells report it
)

// ErrUsage is wrapped by errors in the command line.
var ErrUsage = errors.New("wrong arguments")

// Usagef returns a usage error, formatted as by fmt.Errorf.
func Usagef(format string, values ...any) error {
	return message.Errorf("%w: %w", ErrUsage, message.Errorf(format, values...))
}

// isClosedOutput reports whether standard output is a pipe that its reader has closed, as head does.
func isClosedOutput(err error) bool {
	fault, ok := errors.AsType[*os.PathError](err)
	return ok && fault.Path == os.Stdout.Name() && isBrokenPipe(fault)
}

// uniqueLines returns each line of an error once, without ErrReported. Lines can repeat if, for example, several writes
// to a full disk fail.
func uniqueLines(err error) string {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line != ErrReported.Error() && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// ErrReported is returned if the output already reports the error in the input, so that it is not repeated.
var ErrReported = errors.New("the output shows the error")

// ErrInterrupted is returned, or wrapped, if an interrupt ended the work.
var ErrInterrupted = errors.New("interrupted")

// Job follows a command from within this process. The command must call Streams.Interrupts and use a Progress.
type Job struct {
	// Begin is called when the arguments have been read and are valid. It returns the context of the work; stop is
	// called at the end. A nil Begin means Interrupts.
	Begin func() (ctx context.Context, stop context.CancelFunc)

	// Show receives the progress as numbers and text. A whole of 0 is unknown. It may be called often.
	Show func(done, whole int64, text string)
}

// Interrupts returns the job's context if it has one, or calls the function Interrupts.
func (s Streams) Interrupts() (ctx context.Context, stop context.CancelFunc) {
	if s.Job != nil && s.Job.Begin != nil {
		return s.Job.Begin()
	}
	return Interrupts()
}
