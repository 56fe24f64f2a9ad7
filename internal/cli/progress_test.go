package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"alfiere/internal/testing/must"
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
		p := &Progress{w: &out, columns: columns(width), started: time.Now().Add(-10 * time.Second)}
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
	p.started = p.started.Add(-time.Minute)
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

func TestTheTimeLeftIsWrittenAsPeopleDo(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for _, test := range []struct {
		elapsed     time.Duration
		done, whole int64
		want        string
	}{
		{time.Minute, 0, 10, ""}, {time.Minute, 10, 10, ""}, {time.Minute, 3, 0, ""}, {time.Second / 2, 1, 10, ""},
		{10 * time.Second, 1, 2, "10 s left"}, {time.Second, 1, 100, "99 s left"}, {time.Minute, 1, 3, "2 min left"},
		{time.Minute, 1, 100, "99 min left"}, {time.Minute, 1, 126, "2 h 05 min left"},
		{time.Hour, 1, 73, "3 days left"}, {year, 1, 3, "months left"}, {year, 1, 1 << 62, "months left"},
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
		{0, 10, "[........................]   0 % "}, {5, 10, "[############............]  50 % "},
		{12, 10, "[########################] 100 % "}, {5, 0, ""},
	} {
		if got := Bar(test.done, test.whole); got != test.want {
			t.Errorf("%d of %d: %q", test.done, test.whole, got)
		}
	}
}

func TestAPanelIsWrittenOverAndTakenAway(t *testing.T) {
	var out bytes.Buffer
	p := &Panel{w: &out, size: func() (int, int) { return 5, 4 }}
	show := func(lines ...string) {
		p.next = time.Time{}
		p.Show(func() []string { return lines })
	}
	p.Clear() // there is nothing yet
	show("a", "longer")
	p.Show(func() []string { return []string{"too soon"} })
	show("1", "2", "3", "4", "5")
	show("é")
	p.Clear()
	p.Clear()
	p.Show(func() []string { return nil })
	const end = "\x1b[K\x1b[J"
	want := "\ra\x1b[K\nlong" + end + "\r\x1b[1A1\x1b[K\n2\x1b[K\n3" + end + "\r\x1b[2Aé" + end + "\r\x1b[J" + "\r\x1b[J"
	if out.String() != want {
		t.Errorf("it writes\n%q, not\n%q", &out, want)
	}
	var none *Panel
	none.Show(func() []string { t.Error("nobody looks"); return nil })
	none.Clear()
	t.Setenv("TERM", "xterm")
	if NewPanel(Streams{Out: io.Discard}) != nil || NewPanel(Streams{Out: openTerminal(t)}) == nil {
		t.Error("a terminal has a panel, nothing else has")
	}
}

func TestOnlyTerminalsAreTerminals(t *testing.T) {
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "file")))(t)
	defer file.Close()
	null := must.Get(os.OpenFile(os.DevNull, os.O_RDWR, 0))(t) // a character device, as a terminal is
	defer null.Close()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	closed := must.Get(os.Open(os.DevNull))(t)
	closed.Close()
	for i, stream := range []any{file, null, reader, writer, closed, (*os.File)(nil), strings.NewReader(""), nil} {
		if IsTerminal(stream) {
			t.Errorf("stream %d is taken for a terminal", i)
		}
	}
	terminal := openTerminal(t)
	for i, stream := range []any{terminal, &checkedWriter{Writer: terminal}} {
		if !IsTerminal(stream) {
			t.Errorf("terminal %d is none", i)
		}
	}
	std := Streams{In: terminal, Out: io.Discard}
	if std.Terminal().Person {
		t.Error("somebody reads what is written elsewhere")
	}
	if !(Streams{In: terminal, Out: terminal}).Terminal().Person {
		t.Error("nobody is at a terminal")
	}
	if _, err := std.OpenOnly(context.Background(), nil, ""); !errors.Is(err, ErrNoInput) || !errors.Is(err, ErrUsage) {
		t.Errorf("a person is not asked for a file: %v", err)
	}
}

// openTerminal opens a terminal that nobody sits at, if the system has such.
func openTerminal(t *testing.T) *os.File {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { terminal.Close() })
	return terminal
}

func TestWhatATerminalCanDoIsReadFromTheEnvironment(t *testing.T) {
	for _, test := range []struct {
		name        string
		terminal    bool
		environment map[string]string
		want        terminal
	}{
		{"a pipe", false, map[string]string{"TERM": "xterm", "LANG": "C.UTF-8"}, terminal{}},
		{"a terminal", true, map[string]string{"TERM": "xterm", "LANG": "it_IT.UTF-8"}, terminal{Person: true, Color: true, Unicode: true, Editing: true}},
		{"a terminal without a name", true, map[string]string{"LANG": "de_DE.utf8"}, terminal{Person: true, Unicode: true}},
		{"a dumb terminal", true, map[string]string{"TERM": "dumb"}, terminal{Person: true}},
		{"no colours wanted", true, map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, terminal{Person: true, Editing: true}},
		{"another character set", true, map[string]string{"TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"}, terminal{Person: true, Color: true, Editing: true}},
	} {
		got := terminalOf(test.terminal, func(name string) string { return test.environment[name] })
		if got != test.want {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}
