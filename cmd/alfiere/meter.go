package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// meter shows how a long job goes on, on a line that is written again and again. It is
// silent where nobody watches.
type meter struct {
	w    io.Writer // nil: nobody does
	next time.Time // when the line may be written again
	text bool      // the line is not empty
}

// newMeter returns a meter on standard error, if that is a terminal.
func newMeter(std streams) *meter {
	if !isTerminal(std.err) {
		return &meter{}
	}
	return &meter{w: std.err}
}

// show writes the line, unless the last one is too young.
func (m *meter) show(format string, values ...any) {
	if m.w == nil || time.Now().Before(m.next) {
		return
	}
	m.next = time.Now().Add(progressInterval)
	m.text = true
	fmt.Fprintf(m.w, eraseLine+format, values...)
}

// clear takes the line away.
func (m *meter) clear() {
	if m.text {
		fmt.Fprint(m.w, eraseLine)
		m.text, m.next = false, time.Time{}
	}
}

// barWidth is the length of a bar in characters.
const barWidth = 24

// bar draws how much of a whole is done; what has no known size has no bar.
func bar(done, whole int64) string {
	if whole <= 0 {
		return ""
	}
	filled := int(min(done, whole) * barWidth / whole)
	return fmt.Sprintf("[%s%s] %3d %% ", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), min(done, whole)*100/whole)
}
