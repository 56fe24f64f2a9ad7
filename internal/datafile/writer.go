package datafile

import (
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"strings"
)

// Plain returns the name that a file has without compression: "games.pgn" for
// "games.pgn.gz" and "games.pgn.zst".
func Plain(name string) string {
	switch extension := filepath.Ext(name); strings.ToLower(extension) {
	case ".gz", ".zst":
		return strings.TrimSuffix(name, extension)
	}
	return name
}

// errZstandard is returned where a name asks for a compression that is not written.
var errZstandard = errors.New("files in Zstandard are not written; end the name with .gz, or pipe through zstd")

// NewWriter returns a writer to w that compresses if the name ends with .gz. Close writes
// what is left and does not close w. The error is errZstandard.
func NewWriter(w io.Writer, name string) (io.WriteCloser, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return nil, errZstandard
	}
	return plainWriter{w}, nil
}

// plainWriter is a writer that needs no end.
type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }
