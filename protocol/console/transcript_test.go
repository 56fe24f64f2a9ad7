package console

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/protocol"
)

func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, func(s *protocol.Session, first string) (string, error) {
		return scripted(memory{}).Serve(s, first)
	})
}

// scripted is a console at a pipe whose clock does not advance.
func scripted(files files) Console {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	return Console{Files: files, Now: func() time.Time { return noon }}
}

// memory is files that last as long as the test.
type memory map[string]string

func (m memory) Read(name string) (string, error) {
	text, ok := m[name]
	if !ok {
		return "", fs.ErrNotExist
	}
	return text, nil
}

func (m memory) Open(name string) (io.ReadCloser, error) {
	text, err := m.Read(name)
	return io.NopCloser(strings.NewReader(text)), err
}

var errFull = errors.New("the disk is full")

// Write refuses names in a folder, which does not exist, and the name "full".
func (m memory) Write(name, text string) error {
	if name == "full" {
		return errFull
	}
	if strings.Contains(name, "/") {
		return fs.ErrNotExist
	}
	m[name] = text
	return nil
}
