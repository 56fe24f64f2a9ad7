package protocoltest

import (
	"os"
	"testing"
)

// Pipe returns a pipe that takes some lines without a reader, as those between
// processes do: both sides may speak at a time. It is closed when the test ends.
func Pipe(t *testing.T) (reader, writer *os.File) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		reader.Close()
		writer.Close()
	})
	return reader, writer
}
