package cli

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// isBrokenPipe reports whether a write failed because the reader has closed the pipe.
func isBrokenPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA) ||
		errors.Is(err, windows.ERROR_PIPE_NOT_CONNECTED)
}

// patience is how long rename waits for programs that have the file open. Those that look at new files, such as
// virus scanners and the workbench, soon close them.
const patience = 2 * time.Second

// rename puts a file in the place of another. The system refuses while any program has that file open.
func rename(from, to string) error {
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		err := os.Rename(from, to)
		inUse := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
		if !inUse || time.Now().After(end) {
			return err
		}
	}
}
