package console_test

import (
	"io/fs"
	"testing"
	"time"

	"alfiere/protocol"
	"alfiere/protocol/console"
	"alfiere/protocol/protocoltest"
)

func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, func(s *protocol.Session, first string) (string, error) {
		return scripted(memory{}).Serve(s, first)
	})
}

// scripted is a console at a pipe whose clock stands still.
func scripted(files console.Files) console.Console {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	return console.Console{Files: files, Now: func() time.Time { return noon }}
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

func (m memory) Write(name, text string) error {
	m[name] = text
	return nil
}
