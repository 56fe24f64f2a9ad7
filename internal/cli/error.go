package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"alfiere/internal/message"
)

// Exit statuses of every command.
const (
	ExitGood  = 0
	ExitInput = 1   // the input is invalid, or the work failed; standard error says where
	ExitUsage = 2   // the command line was wrong
	ExitPipe  = 141 // the output is no longer read: 128 + SIGPIPE, as shells report it for other tools
)

// ErrUsage is wrapped by errors of the command line.
var ErrUsage = errors.New("wrong arguments")

// Usagef returns an error of the command line. Its verbs are those of fmt.Errorf.
func Usagef(format string, values ...any) error {
	return fmt.Errorf("%w: %w", ErrUsage, message.Errorf(format, values...))
}

// isClosedOutput reports whether standard output is a pipe that its reader has closed, as head does.
func isClosedOutput(err error) bool {
	fault, ok := errors.AsType[*os.PathError](err)
	return ok && fault.Path == os.Stdout.Name() && errors.Is(fault, syscall.EPIPE)
}

// uniqueLines returns the lines of an error except ErrReported, each of them once: several writes to a full disk fail
// in the same way.
func uniqueLines(err error) string {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line != ErrReported.Error() && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// ErrReported is returned if the output already has the error in the input, so that it is not repeated.
var ErrReported = errors.New("the output says what is wrong")

// ErrInterrupted is returned, or wrapped with the rest of the work, if an interrupt has ended it.
var ErrInterrupted = errors.New("interrupted")
