package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// panel rewrites some lines at the end of a terminal, for example during a search. A nil panel is silent. A panel is
// not safe for concurrent use.
type panel struct {
	w     io.Writer
	size  func() (columns, rows int)
	next  time.Time // when it may be written again
	shown int       // lines
}

// NewPanel returns a panel on standard output, or nil if that is not a terminal with escape sequences.
func NewPanel(std Streams) *panel {
	if !IsTerminal(std.Out) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &panel{w: std.Out, size: func() (int, int) { return terminalSize(std.Out) }}
}

// Show replaces the lines with those that make returns, unless the last ones are too recent. It cuts off what does not
// fit the terminal.
func (p *panel) Show(make func() []string) {
	if p == nil || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(progressInterval)
	columns, rows := p.size()
	lines := make()
	lines = lines[:min(len(lines), max(rows-1, 1))]
	var text strings.Builder
	text.WriteString(p.top())
	for i, line := range lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(cut(line, columns-1) + "\x1b[K")
	}
	text.WriteString("\x1b[J")
	p.shown = len(lines)
	fmt.Fprint(p.w, text.String())
}

// Clear removes the lines; the next Show writes at once.
func (p *panel) Clear() {
	if p != nil && p.shown > 0 {
		fmt.Fprint(p.w, p.top()+"\x1b[J")
		p.shown, p.next = 0, time.Time{}
	}
}

// top returns the escape sequence that moves to the beginning of the first line.
func (p *panel) top() string {
	if p.shown > 1 {
		return fmt.Sprintf("\r\x1b[%dA", p.shown-1)
	}
	return "\r"
}
