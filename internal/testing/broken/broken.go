// Package broken has readers and writers that fail, for tests.
package broken

import (
	"errors"
	"io"
	"strings"
	"testing/iotest"
)

// Err is the error of the readers and writers.
var Err = errors.New("broken")

// Writer takes as many bytes as it has room for, and then fails.
type Writer struct{ Room int }

// Write fails if there is no room for the text.
func (w *Writer) Write(text []byte) (int, error) {
	if w.Room -= len(text); w.Room < 0 {
		return 0, Err
	}
	return len(text), nil
}

// Reader returns a reader of a text that fails after it.
func Reader(text string) io.Reader {
	return io.MultiReader(strings.NewReader(text), iotest.ErrReader(Err))
}
