package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// newFile makes a file of its own with the text.
func newFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, 0o640)); err != nil {
		t.Fatal(err)
	}
	return path
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFilesAndStandardInputAreRead(t *testing.T) {
	path := newFile(t, "of a file")
	std := Streams{In: strings.NewReader("of standard input"), Out: io.Discard}
	for _, test := range []struct {
		args       []string
		name, text string
		size       int64
		bar        string
	}{
		{[]string{path}, path, "of a file", 9, "[########################] 100 % "},
		{[]string{"-"}, "stdin", "of standard input", 0, ""},
		{nil, "stdin", "", 0, ""}, // it has been read
	} {
		in, err := std.OpenOnly(context.Background(), test.args, "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || string(text) != test.text || in.Name != test.name || in.Size != test.size || in.Bar() != test.bar {
			t.Errorf("%q: %q, %q, %d bytes, %q, %v", test.args, in.Name, text, in.Size, in.Bar(), err)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := std.OpenOnly(context.Background(), []string{"a", "b"}, ""); !errors.Is(err, ErrUsage) {
		t.Errorf("two files: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := std.Open(context.Background(), missing, ""); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("a missing file: %v", err)
	}
}

// A shell empties what it writes to, and appending to what is read would never end.
func TestStandardOutputIsNoFileThatIsRead(t *testing.T) {
	path := newFile(t, "text")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, std := range []Streams{{In: file, Out: file}, {In: file, Out: &checkedWriter{Writer: file}}} {
		for _, name := range []string{path, "-"} {
			if _, err := std.Open(context.Background(), name, ""); !errors.Is(err, ErrSameFile) || !strings.HasPrefix(err.Error(), name+": ") {
				t.Errorf("%s: %v", name, err)
			}
			in, err := std.Open(context.Background(), name, path)
			if err != nil {
				t.Errorf("%s, to be replaced: %v", name, err)
				continue
			}
			if name != "-" {
				in.Close()
			}
		}
	}
	if std := (Streams{In: file, Out: io.Discard}); isSameFile(std.In, std.Out) {
		t.Error("what is no file is the same one")
	}
}

func TestAPipeIsReadUntilTheContextEnds(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	ctx, cancel := context.WithCancel(context.Background())
	in, err := Streams{In: reader, Out: io.Discard}.Open(ctx, "-", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.WriteString("some"); err != nil {
		t.Fatal(err)
	}
	some := make([]byte, 4)
	if _, err := io.ReadFull(in, some); err != nil || string(some) != "some" {
		t.Errorf("%q, %v", some, err)
	}
	go cancel()
	if n, err := in.Read(some); n != 0 || !errors.Is(err, ErrInterrupted) {
		t.Error(n, err)
	}
}

func TestContextReadersReadAllAndGiveUpWhenTold(t *testing.T) {
	text := strings.Repeat("All that comes is read. ", 10000)
	source := iotest.HalfReader(strings.NewReader(text))
	if err := iotest.TestReader(NewContextReader(context.Background(), source), []byte(text)); err != nil {
		t.Error(err)
	}
	fault := errors.New("torn")
	if _, err := io.ReadAll(NewContextReader(context.Background(), iotest.ErrReader(fault))); !errors.Is(err, fault) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	defer out.Close()
	r := NewContextReader(ctx, in)
	go cancel()
	if n, err := r.Read(make([]byte, 10)); n != 0 || !errors.Is(err, ErrInterrupted) {
		t.Error(n, err)
	}
}
