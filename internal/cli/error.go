package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"alfiere/internal/message"
)

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
	return fmt.Errorf("%w: %w", ErrUsage, message.Errorf(format, values...))
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
