package datafile

import (
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"strings"
)

// Plain returns the name of a file without compression: "games.pgn" for
// "games.pgn.gz" and "games.pgn.zst".
func Plain(name string) string {
	switch extension := filepath.Ext(name); strings.ToLower(extension) {
	case ".gz", ".zst":
		return strings.TrimSuffix(name, extension)
	}
	return name
}

// errZstandard is returned if a name requires a compression that is not supported for writing.
var errZstandard = errors.New("cannot write Zstandard files; end the name with .gz, or pipe through zstd")

// NewWriter returns a writer to w that compresses if the name ends with .gz. Close writes pending
// data and does not close w. The error is errZstandard.
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
