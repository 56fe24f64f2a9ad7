package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyTerminalsAreTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0) // a character device, as a terminal is
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	closed, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
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
