package session

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of the history: the number of lines remembered, and the size in bytes from which the file is rewritten.
const (
	maxHistory     = 500
	maxHistoryFile = 64 << 10
)

// history is the lines typed earlier, the oldest first. It implements term.History.
type history struct {
	lines []string
	file  *os.File // to which they are appended; nil for none
}

// openHistory returns the history in a file, which it creates if it is missing. If that fails, the history
// silently covers only the session.
func openHistory(path string) *history {
	h := &history{}
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return h
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return h
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return h
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		text := make([]byte, min(size, 2*maxHistoryFile))
		n, _ := file.ReadAt(text, size-int64(len(text)))
		for line := range strings.SplitSeq(string(text[:n]), "\n") {
			h.remember(line)
		}
	}
	if size > maxHistoryFile && file.Truncate(0) == nil {
		_, _ = file.WriteString(strings.Join(h.lines, "\n") + "\n")
	}
	h.file = file
	return h
}

// remember keeps a line that is not blank and not a repetition.
func (h *history) remember(line string) bool {
	switch {
	case strings.TrimSpace(line) == "", !utf8.ValidString(line), strings.ContainsFunc(line, unicode.IsControl):
		return false
	case len(h.lines) > 0 && h.lines[len(h.lines)-1] == line:
		return false
	}
	if h.lines = append(h.lines, line); len(h.lines) > maxHistory {
		h.lines = h.lines[1:]
	}
	return true
}

// Add implements term.History.
func (h *history) Add(line string) {
	if h.remember(line) && h.file != nil {
		_, _ = h.file.WriteString(line + "\n")
	}
}

// Len implements term.History.
func (h *history) Len() int { return len(h.lines) }

// At implements term.History: 0 is the newest line.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
