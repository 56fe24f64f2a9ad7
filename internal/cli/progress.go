package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Minimum times between two writes of progress: on a terminal's line, and as separate lines in a file or log.
const (
	progressInterval = 200 * time.Millisecond
	logInterval      = 30 * time.Second
)

// eraseLine moves to the beginning of a terminal's line and erases it.
const eraseLine = "\r\x1b[K"

// Progress shows the progress of a long job on standard error. On a terminal it rewrites one line, which is never wider
// than the terminal; elsewhere it writes a line every half minute. A nil Progress is silent. Progress is not safe for
// concurrent use.
type Progress struct {
	w       io.Writer
	columns func() int // of the terminal; nil if there is none
	started time.Time
	next    time.Time // time of the next permitted write
	text    bool      // the terminal's line is not empty
	before  int64     // part of the whole done before the job began
	job     *Job      // receives the progress, too; may be nil
}

// NewProgress returns the progress of a job that starts now.
func NewProgress(std Streams) *Progress {
	p := &Progress{w: std.Err, started: time.Now(), job: std.Job}
	if IsTerminal(std.Err) && os.Getenv("TERM") != "dumb" {
		p.columns = func() int { return Columns(std.Err) }
	} else {
		p.next = p.started.Add(logInterval)
	}
	return p
}

// NewProgressBesideOutput is NewProgress for a job that writes to standard output while it runs. It is silent if both
// streams are terminals, because their lines would mix.
func NewProgressBesideOutput(std Streams) *Progress {
	if IsTerminal(std.Out) && IsTerminal(std.Err) {
		return nil
	}
	return NewProgress(std)
}

// Show writes the line, unless the last one is too recent.
func (p *Progress) Show(format string, values ...any) { p.ShowPart(0, 0, format, values...) }

// Skip sets the part that was done before the job started. It counts as done but does not affect the speed from which
// the time left is estimated.
func (p *Progress) Skip(done int64) {
	if p != nil {
		p.before = done
	}
}

// ShowPart is Show for a job of known size. It adds the time left, estimated from the speed since the job started. A
// whole of 0 is unknown.
func (p *Progress) ShowPart(done, whole int64, format string, values ...any) {
	p.show("", done, whole, format, values...)
}

// show shows a bar, which the job does not get, and the line after it.
func (p *Progress) show(bar string, done, whole int64, format string, values ...any) {
	if p == nil {
		return
	}
	if p.job != nil {
		p.job.Show(done, whole, fmt.Sprintf(format, values...))
	}
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	text, left := bar+fmt.Sprintf(format, values...), TimeLeft(now.Sub(p.started), done-p.before, whole-p.before)
	if left != "" {
		left = ", " + left
	}
	if p.columns == nil {
		p.next = now.Add(logInterval)
		fmt.Fprintf(p.w, "%s%s\n", text, left)
		return
	}
	p.next, p.text = now.Add(progressInterval), true
	room := p.columns() - 1 // a full line would begin the next one on some terminals
	fmt.Fprint(p.w, eraseLine+cut(cut(text, max(room-len(left), 0))+left, room))
}

// ShowBar is ShowPart with a bar before the line.
func (p *Progress) ShowBar(done, whole int64, format string, values ...any) {
	p.show(Bar(done, whole), done, whole, format, values...)
}

// Clear takes the terminal's line away, so that something else can be written; the next Show writes at once.
func (p *Progress) Clear() {
	if p != nil && p.text {
		fmt.Fprint(p.w, eraseLine)
		p.text, p.next = false, time.Time{}
	}
}

// cut returns the first characters of a text.
func cut(text string, characters int) string {
	for i := range text {
		if characters--; characters < 0 {
			return text[:i]
		}
	}
	return text
}

// TimeLeft returns the time for the rest of a whole, such as "3 min left", empty if not yet known.
func TimeLeft(elapsed time.Duration, done, whole int64) string {
	if done <= 0 || done >= whole || elapsed < time.Second {
		return ""
	}
	seconds := elapsed.Seconds() * (float64(whole)/float64(done) - 1)
	switch minutes := int64(seconds/60 + 0.5); {
	case seconds > 99*24*3600:
		return "months left"
	case seconds < 99.5:
		return fmt.Sprintf("%.0f s left", seconds)
	case minutes < 100:
		return fmt.Sprintf("%d min left", minutes)
	case minutes < 48*60:
		return fmt.Sprintf("%d h %02d min left", minutes/60, minutes%60)
	default:
		return fmt.Sprintf("%d days left", (minutes+12*60)/(24*60))
	}
}

// barWidth is the length of a bar in characters.
const barWidth = 24

// Bar returns a progress bar followed by a blank, or "" if the size of the whole is unknown.
func Bar(done, whole int64) string {
	if whole <= 0 {
		return ""
	}
	done = min(done, whole)
	filled := int(done * barWidth / whole)
	return fmt.Sprintf("[%s%s] %3d %% ", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), done*100/whole)
}

// Panel rewrites some lines at the end of a terminal, for example during a search. A nil Panel is silent. A Panel is
// not safe for concurrent use.
type Panel struct {
	w     io.Writer
	size  func() (columns, rows int)
	next  time.Time // when it may be written again
	shown int       // lines
}

// NewPanel returns a panel on standard output, or nil if that is not a terminal with escape sequences.
func NewPanel(std Streams) *Panel {
	if !IsTerminal(std.Out) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Panel{w: std.Out, size: func() (int, int) { return TerminalSize(std.Out) }}
}

// Show replaces the lines with those that make returns, unless the last ones are too recent. It cuts off what does not
// fit the terminal.
func (p *Panel) Show(make func() []string) {
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
func (p *Panel) Clear() {
	if p != nil && p.shown > 0 {
		fmt.Fprint(p.w, p.top()+"\x1b[J")
		p.shown, p.next = 0, time.Time{}
	}
}

// top returns the escape sequence that moves to the beginning of the first line.
func (p *Panel) top() string {
	if p.shown > 1 {
		return fmt.Sprintf("\r\x1b[%dA", p.shown-1)
	}
	return "\r"
}
