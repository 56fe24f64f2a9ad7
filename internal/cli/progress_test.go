package cli

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func columns(n int) func() int { return func() int { return n } }

func TestALineOfProgressIsWrittenOverAndTakenAway(t *testing.T) {
	var out bytes.Buffer
	p := &Progress{w: &out, columns: columns(80)}
	p.Clear() // there is nothing yet
	p.Show("%d games", 1)
	p.Show("%d games", 2) // too soon
	p.Clear()
	p.Clear()
	p.Show("%d games", 3)
	if want := "\r\x1b[K1 games\r\x1b[K\r\x1b[K3 games"; out.String() != want {
		t.Errorf("it writes %q", &out)
	}
}

func TestALineOfProgressFitsTheTerminalAndKeepsTheTimeLeft(t *testing.T) {
	for width := range 100 {
		var out bytes.Buffer
		p := &Progress{w: &out, columns: columns(width), begun: time.Now().Add(-10 * time.Second)}
		p.ShowPart(10, 20, "%s", strings.Repeat("é", 90))
		line := strings.TrimPrefix(out.String(), eraseLine)
		if n := utf8.RuneCountInString(line); !utf8.ValidString(line) || n > max(width-1, 0) || n < min(width-1, 90) {
			t.Errorf("width %d: %d characters, %q", width, n, line)
		}
		if width > 12 && !strings.HasSuffix(line, ", 10 s left") {
			t.Errorf("width %d: %q", width, line)
		}
	}
}

func TestWithoutATerminalALineIsWrittenNowAndThen(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(Streams{Err: &out})
	p.Show("too soon")
	p.next = time.Now()
	p.begun = p.begun.Add(-time.Minute)
	p.ShowPart(1, 3, "%d of 3 games", 1)
	p.Show("too soon")
	p.Clear() // what is written stays
	p.Show("too soon")
	p.next = time.Now()
	p.Show("2 games")
	if want := "1 of 3 games, 2 min left\n2 games\n"; out.String() != want {
		t.Errorf("it writes %q", &out)
	}
}

func TestTheTimeLeftIsToldAsPeopleDo(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for _, test := range []struct {
		elapsed     time.Duration
		done, whole int64
		want        string
	}{
		{time.Minute, 0, 10, ""},
		{time.Minute, 10, 10, ""},
		{time.Minute, 3, 0, ""},
		{time.Second / 2, 1, 10, ""},
		{10 * time.Second, 1, 2, "10 s left"},
		{time.Second, 1, 100, "99 s left"},
		{time.Minute, 1, 3, "2 min left"},
		{time.Minute, 1, 100, "99 min left"},
		{time.Minute, 1, 126, "2 h 05 min left"},
		{time.Hour, 1, 73, "3 days left"},
		{year, 1, 3, "months left"},
		{year, 1, 1 << 62, "months left"},
	} {
		if got := TimeLeft(test.elapsed, test.done, test.whole); got != test.want {
			t.Errorf("%d of %d in %v: %q", test.done, test.whole, test.elapsed, got)
		}
	}
}

func TestOnlyATerminalHasALineOfProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	var none *Progress
	none.Show("nothing")
	none.Clear()
	if p := NewProgress(Streams{Err: io.Discard}); p == nil || p.columns != nil {
		t.Error("a line is written over where nobody looks")
	}
	terminal := openTerminal(t)
	const silent, logged, line = "silent", "logged", "line"
	kind := func(p *Progress) string {
		switch {
		case p == nil:
			return silent
		case p.columns == nil:
			return logged
		}
		return line
	}
	for _, test := range []struct {
		std           Streams
		beside, alone string
	}{
		{Streams{Out: terminal, Err: terminal}, silent, line},
		{Streams{Out: io.Discard, Err: terminal}, line, line},
		{Streams{Out: terminal, Err: (*os.File)(nil)}, logged, logged},
		{Streams{Out: io.Discard, Err: io.Discard}, logged, logged},
	} {
		if got := kind(NewProgressBesideOutput(test.std)); got != test.beside {
			t.Errorf("beside the output of %v: %v", test.std, got)
		}
		if got := kind(NewProgress(test.std)); got != test.alone {
			t.Errorf("%v: %v", test.std, got)
		}
	}
	t.Setenv("TERM", "dumb")
	if got := kind(NewProgress(Streams{Out: terminal, Err: terminal})); got != logged {
		t.Errorf("a terminal that knows no escapes: %v", got)
	}
	if n := Columns(terminal); n != usualColumns {
		t.Errorf("a terminal that does not tell its width has %d columns", n)
	}
}

func TestABarShowsTheShareThatIsDone(t *testing.T) {
	for _, test := range []struct {
		done, whole int64
		want        string
	}{
		{0, 10, "[........................]   0 % "},
		{5, 10, "[############............]  50 % "},
		{12, 10, "[########################] 100 % "},
		{5, 0, ""},
	} {
		if got := Bar(test.done, test.whole); got != test.want {
			t.Errorf("%d of %d: %q", test.done, test.whole, got)
		}
	}
}
