package cli

import (
	"errors"
	"fmt"
)

// Exit statuses of every command.
const (
	ExitGood  = 0
	ExitInput = 1 // the input was at fault, or the work failed; standard error says where
	ExitUsage = 2 // the command line was wrong
)

// ErrUsage is wrapped by errors of the command line.
var ErrUsage = errors.New("wrong arguments")

// Usagef returns an error of the command line. Its verbs are those of fmt.Errorf.
func Usagef(format string, values ...any) error {
	return fmt.Errorf("%w: %w", ErrUsage, fmt.Errorf(format, values...))
}

// ErrInterrupted is returned, or wrapped with what is left of the work, where an
// interrupt has ended it.
var ErrInterrupted = errors.New("interrupted")
