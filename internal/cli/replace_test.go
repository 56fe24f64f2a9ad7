package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
)

func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestFilesAreReplacedWhole(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "game.pgn")
	disk := Disk{MaxSize: 7000}
	for _, text := range []string{"first", "", strings.Repeat("longer ", 1000)} {
		must.Do(t, disk.Write(name, text))
		if got, err := disk.Read(name); err != nil || got != text {
			t.Errorf("read %q, %v", got, err)
		}
	}
	fault := errors.New("torn")
	err := Replace(name, func(w io.Writer) error { return errors.Join(writing("half")(w), fault) })
	if !errors.Is(err, fault) || !strings.HasPrefix(textOf(t, name), "longer") {
		t.Errorf("%v; the file is %.20q", err, textOf(t, name))
	}
	if _, err := disk.Open(name + "r"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file is opened: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("besides the file there are %v, %v", entries, err)
	}
}

func TestALinkStaysOneAndAFileKeepsItsMode(t *testing.T) {
	path := newFile(t, "old")
	link := filepath.Join(t.TempDir(), "near")
	if err := os.Symlink(path, link); err != nil {
		t.Skipf("there are no links here: %v", err)
	}
	before := must.Get(os.Stat(path))(t)
	err := Replace(link, writing("new"))
	if info, infoErr := os.Lstat(link); err != nil || infoErr != nil || info.Mode()&os.ModeSymlink == 0 || textOf(t, path) != "new" {
		t.Errorf("%v, %v, %v, %q", err, infoErr, info, textOf(t, path))
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != before.Mode() {
		t.Errorf("%v, %v", info, err)
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	large := newFile(t, "large")
	for _, c := range []struct{ name, path, want string }{
		{"a folder", folder, folder + ": not a regular file"},
		{"a device", os.DevNull, os.DevNull + ": not a regular file"},
		{"a large file", large, large + ": larger than 4 bytes"},
	} {
		if _, err := (Disk{MaxSize: 4}).Read(c.path); err == nil || err.Error() != c.want {
			t.Errorf("reading %s: %v", c.name, err)
		}
	}
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"a folder", folder, ErrNotRegular},
		{"a file in a missing folder", filepath.Join(folder, "missing", "game"), fs.ErrNotExist},
	} {
		if err := Replace(c.path, writing("x")); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.path+":") {
			t.Errorf("writing %s: %v", c.name, err)
		}
	}
	if _, err := (Disk{}).Read(filepath.Join(folder, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading a missing file: %v", err)
	}
}

func TestDevicesAreWrittenToAndNamesCompress(t *testing.T) {
	must.Do(t, Replace(os.DevNull, writing("x")))
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatal("a file has taken the place of the device")
	}
	for _, name := range []string{"x.gz"} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, Replace(path, writing("1. e4 *")))
		in := must.Get(Streams{}.Open(context.Background(), path, ""))(t)
		text, err := io.ReadAll(in)
		if raw := textOf(t, path); err != nil || string(text) != "1. e4 *" || raw == string(text) || in.read.Load() != int64(len(raw)) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		must.Do(t, in.Close())
	}
	var out bytes.Buffer
	if err := (Streams{Out: &out}).Write("/dev/stdout", func(w *bufio.Writer) error { return writing("y")(w) }); err != nil || out.String() != "y" {
		t.Errorf("%v, %q", err, &out)
	}
}

func TestOutputGoesToTheFileThatIsNamed(t *testing.T) {
	var out bytes.Buffer
	std := Streams{Out: &out}
	path := newFile(t, "old")
	for _, name := range []string{"", path} {
		must.Do(t, std.Write(name, func(w *bufio.Writer) error { return writing("to " + name)(w) }))
	}
	if out.String() != "to " || textOf(t, path) != "to "+path {
		t.Errorf("%q and %q are written", &out, textOf(t, path))
	}
	if err := (Streams{Out: &broken.Writer{}}).Write("",
		func(w *bufio.Writer) error { return writing("x")(w) }); err == nil {
		t.Error("an output that takes nothing is good")
	}
}

// On Windows no file is replaced while a program has it open, not even one that only reads.
func TestAFileThatIsReadForAMomentIsReplaced(t *testing.T) {
	path := newFile(t, "old")
	reader := must.Get(os.Open(path))(t)
	time.AfterFunc(50*time.Millisecond, func() { reader.Close() })
	if err := Replace(path, writing("new")); err != nil || textOf(t, path) != "new" {
		t.Errorf("%v, %q", err, textOf(t, path))
	}
}

func TestAPipeThatNobodyReadsIsBroken(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	reader.Close()
	if _, err := writer.WriteString("x"); !isBrokenPipe(err) {
		t.Error(err)
	}
}

func TestFolders(t *testing.T) {
	root := t.TempDir()
	in := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for name, test := range map[string]struct {
		environment map[string]string
		want        folders
	}{
		"a home":                     {map[string]string{"HOME": root}, folders{in(".local", "share", "x"), in(".local", "state", "x")}},
		"named folders":              {map[string]string{"HOME": "/nowhere", "XDG_DATA_HOME": in("d"), "XDG_STATE_HOME": in("s")}, folders{in("d", "x"), in("s", "x")}},
		"relative ones do not count": {map[string]string{"HOME": root, "XDG_DATA_HOME": "d", "XDG_STATE_HOME": "."}, folders{in(".local", "share", "x"), in(".local", "state", "x")}},
		"Windows":                    {map[string]string{"LocalAppData": root}, folders{in("x"), in("x")}},
		"no home":                    {nil, folders{}},
		"a home that is none":        {map[string]string{"HOME": "."}, folders{}},
	} {
		if got := foldersOf("x", func(name string) string { return test.environment[name] }); got != test.want {
			t.Errorf("%s: %+v, not %+v", name, got, test.want)
		}
	}
}

func TestANewFileReplacesNone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "is", "made")
	for _, want := range []string{"a.pgn", "a-2.pgn", "a-3.pgn"} {
		path, err := KeepNew([]string{"", folder}, "a.pgn", want)
		if err != nil || path != filepath.Join(folder, want) {
			t.Fatalf("%q, error %v", path, err)
		}
	}
	for _, name := range []string{"a.pgn", "a-2.pgn", "a-3.pgn"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); string(text) != name {
			t.Errorf("%s holds %q, error %v", name, text, err)
		}
	}
}

func TestANewFileGoesWhereItCan(t *testing.T) {
	root := t.TempDir()
	taken := filepath.Join(root, "file")
	must.Do(t, os.WriteFile(taken, nil, 0o600))
	if path, err := KeepNew([]string{taken, filepath.Join(taken, "below"), root}, "a.pgn", "text"); err != nil || path != filepath.Join(root, "a.pgn") {
		t.Errorf("%q, error %v", path, err)
	}
	for _, folders := range [][]string{nil, {""}, {taken}} {
		if path, err := KeepNew(folders, "a.pgn", "text"); err == nil || path != "" {
			t.Errorf("%q: %q, no error", folders, path)
		}
	}
}

// newFile makes a file of its own with the text.
func newFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	must.Do(t, errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, 0o640)))
	return path
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
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
		in := must.Get(std.OpenOnly(context.Background(), test.args, ""))(t)
		text, err := io.ReadAll(in)
		if err != nil || string(text) != test.text || in.Name != test.name || in.Size != test.size || in.Bar() != test.bar {
			t.Errorf("%q: %q, %q, %d bytes, %q, %v", test.args, in.Name, text, in.Size, in.Bar(), err)
		}
		must.Do(t, in.Close())
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
	file := must.Get(os.OpenFile(path, os.O_APPEND|os.O_RDWR, 0))(t)
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
	in := must.Get(Streams{In: reader, Out: io.Discard}.Open(ctx, "-", ""))(t)
	must.Get(writer.WriteString("some"))(t)
	some := make([]byte, 4)
	if _, err := io.ReadFull(in, some); err != nil || string(some) != "some" {
		t.Errorf("%q, %v", some, err)
	}
	go cancel()
	if n, err := in.Read(some); n != 0 || !errors.Is(err, ErrInterrupted) {
		t.Error(n, err)
	}
}

func TestContextReadersReadAllAndGiveUpWhenAsked(t *testing.T) {
	text := strings.Repeat("All that comes is read. ", 10000)
	source := iotest.HalfReader(strings.NewReader(text))
	must.Do(t, iotest.TestReader(NewContextReader(context.Background(), source), []byte(text)))
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
