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
	"time"
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
		if err := disk.Write(name, text); err != nil {
			t.Fatal(err)
		}
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
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	err = Replace(link, writing("new"))
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
	if err := Replace(os.DevNull, writing("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatal("a file has taken the place of the device")
	}
	for _, name := range []string{"x.gz"} {
		path := filepath.Join(t.TempDir(), name)
		if err := Replace(path, writing("1. e4 *")); err != nil {
			t.Fatal(err)
		}
		in, err := Streams{}.Open(context.Background(), path, "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if raw := textOf(t, path); err != nil || string(text) != "1. e4 *" || raw == string(text) || in.read.Load() != int64(len(raw)) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
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
		if err := std.Write(name, func(w *bufio.Writer) error { return writing("to " + name)(w) }); err != nil {
			t.Error(err)
		}
	}
	if out.String() != "to " || textOf(t, path) != "to "+path {
		t.Errorf("%q and %q are written", &out, textOf(t, path))
	}
	if err := (Streams{Out: fullDisk{}}).Write("", func(w *bufio.Writer) error { return writing("x")(w) }); err == nil {
		t.Error("an output that takes nothing is good")
	}
}

// On Windows no file is replaced while a program has it open, not even one that only reads.
func TestAFileThatIsReadForAMomentIsReplaced(t *testing.T) {
	path := newFile(t, "old")
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
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
