package cli

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progressInterval is the least time between two writings of the line: nobody reads
// faster.
const progressInterval = 200 * time.Millisecond

// eraseLine goes to the beginning of a terminal's line and erases it.
const eraseLine = "\r\x1b[K"

// Progress shows how a long job gets on, on a line of standard error that is written
// again and again. A nil Progress is silent. It is not safe for several goroutines.
type Progress struct {
	w    io.Writer
	next time.Time // when the line may be written again
	text bool      // the line is not empty
}

// NewProgress returns a line on standard error, or nil if that is no terminal.
func NewProgress(std Streams) *Progress {
	if !IsTerminal(std.Err) {
		return nil
	}
	return &Progress{w: std.Err}
}

// NewProgressBesideOutput is NewProgress for a job that writes to standard output while
// it goes on: on a terminal both would mix, so there the line is left out.
func NewProgressBesideOutput(std Streams) *Progress {
	if IsTerminal(std.Out) {
		return nil
	}
	return NewProgress(std)
}

// Show writes the line, unless the last one is too young.
func (p *Progress) Show(format string, values ...any) {
	if p == nil || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(progressInterval)
	p.text = true
	fmt.Fprintf(p.w, eraseLine+format, values...)
}

// Clear takes the line away, so that something else can be written; the next Show writes
// at once.
func (p *Progress) Clear() {
	if p != nil && p.text {
		fmt.Fprint(p.w, eraseLine)
		p.text, p.next = false, time.Time{}
	}
}

// barWidth is the length of a bar in characters.
const barWidth = 24

// Bar draws how much of a whole is done, with a blank behind it; what has no known size
// has no bar.
func Bar(done, whole int64) string {
	if whole <= 0 {
		return ""
	}
	done = min(done, whole)
	filled := int(done * barWidth / whole)
	return fmt.Sprintf("[%s%s] %3d %% ", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), done*100/whole)
}
