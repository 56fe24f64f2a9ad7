package datafile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"alfiere/internal/testing/must"
)

// newReader returns a Reader of gzip and Zstandard.
func newReader(source io.Reader) *Reader {
	return NewReaderWith(source, func(source io.Reader) (io.Reader, func(), error) {
		z, err := zstd.NewReader(source, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	})
}

// packed returns text as a file of that name contains it.
func packed(t testing.TB, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, name)
	if errors.Is(err, errZstandard) { // which is read, not written
		w, err = zstd.NewWriter(&b)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	must.Do(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

// longText does not compress well.
func longText() string {
	var b strings.Builder
	for i := range 6000 {
		fmt.Fprintln(&b, i*i%7919, i)
	}
	return b.String()
}

func TestWhatIsWrittenIsReadAgainWhateverItsName(t *testing.T) {
	for _, text := range []string{"", "1", "(", "P*", "1. e4 *\n", longText()} {
		for _, name := range []string{"x.pgn", "x.pgn.gz", "X.GZ", "x.pgn.zst"} {
			data := packed(t, name, text)
			if small := len(data) < len(text); len(text) > 1000 && small != (Plain(name) != name) {
				t.Errorf("%s: %d bytes of %d", name, len(data), len(text))
			}
			twice := append(bytes.Clone(data), data...)
			for _, source := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data))} {
				if got, err := io.ReadAll(newReader(source)); err != nil || string(got) != text {
					t.Fatalf("%s: %d bytes of %d, %v", name, len(got), len(text), err)
				}
			}
			if got, err := io.ReadAll(newReader(bytes.NewReader(twice))); err != nil || string(got) != text+text {
				t.Fatalf("%s: two in sequence: %d bytes, %v", name, len(got), err)
			}
		}
	}
}

func TestDamagedDataAreReportedWithTheirPlace(t *testing.T) {
	text := longText()
	for _, name := range []string{"x.gz", "x.zst"} {
		data := packed(t, name, text)
		for _, length := range []int{5, 9, len(data) / 2, len(data) - 1} {
			got, err := io.ReadAll(newReader(bytes.NewReader(data[:length])))
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("after %d bytes", length)) || !strings.HasPrefix(text, string(got)) {
				t.Errorf("%s: the first %d bytes of %d: %v", name, length, len(data), err)
			}
		}
		data[len(data)/2] ^= 0x55
		r := newReader(bytes.NewReader(data))
		_, err := io.ReadAll(r)
		if _, again := r.Read(make([]byte, 9)); err == nil || again == nil || !strings.Contains(err.Error(), "damaged before byte") {
			t.Errorf("%s: %v and then %v", name, err, again)
		}
	}
	broken := errors.New("the disk is gone")
	for _, name := range []string{"x", "x.gz", "x.zst"} {
		data := packed(t, name, text)
		r := newReader(io.MultiReader(bytes.NewReader(data[:len(data)/2]), iotest.ErrReader(broken)))
		if _, err := io.ReadAll(r); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
		must.Do(t, r.Close())
	}
}

func TestZstandardIsRefused(t *testing.T) {
	if _, err := NewWriter(io.Discard, "x.pgn.zst"); !errors.Is(err, errZstandard) {
		t.Error(err)
	}
	for _, text := range []string{"", "1. e4 *", longText()} {
		r := NewReader(bytes.NewReader(packed(t, "x.zst", text)))
		for range 2 {
			if got, err := io.ReadAll(r); len(got) > 0 || err != ErrZstandard {
				t.Errorf("without a decompressor: %d bytes, %v", len(got), err)
			}
		}
		must.Do(t, r.Close())
	}
}

func TestFilesAreOpenedAndNamesMadePlain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	must.Do(t, os.WriteFile(path, packed(t, "y.gz", "1. e4 *"), 0o600))
	f := must.Get(Open(path))(t)
	text, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil || string(text) != "1. e4 *" {
		t.Errorf("%q, %v", text, err)
	}
	for name, want := range map[string]string{"a.pgn": "a.pgn", "a.pgn.gz": "a.pgn", "b.epd.ZST": "b.epd", "gz": "gz", "": ""} {
		if got := Plain(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, name := range []string{"x", "x.gz", "x.zst"} {
		f.Add(packed(f, name, "1. e4 *"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newReader(bytes.NewReader(data))
		_, _ = io.Copy(io.Discard, io.LimitReader(r, 1<<20))
		must.Do(t, r.Close())
	})
}

func TestATextReaderSaysWhatIsNoText(t *testing.T) {
	for text, want := range map[string]string{
		"": "it is empty", " \r\n\t\n": "it contains only blanks", "8/8\x00\x01": "it is not text",
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR": "it is a picture", "\xff\xfe8\x00/\x00": "it is text in UTF-16; save it as UTF-8",
		"\xfe\xff\x008\x00/": "it is text in UTF-16; save it as UTF-8", "PK\x03\x04\x14\x00": "it is a zip archive; unpack it first",
		"<!DOCTYPE html>\n": "it is a web page",
	} {
		if got, err := io.ReadAll(NewTextReader(strings.NewReader(text))); len(got) != 0 || err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v, want %s", text, got, err, want)
		}
	}
}

func TestATextReaderChangesNoText(t *testing.T) {
	for _, text := range []string{"x", "MZ is no program.\n", "\n" + longText(), "\ufeff8/8\n", strings.Repeat("long ", 400)} {
		must.Do(t, iotest.TestReader(NewTextReader(iotest.OneByteReader(strings.NewReader(text))), []byte(text)))
	}
	broken := errors.New("the disk is gone")
	got, err := io.ReadAll(NewTextReader(io.MultiReader(strings.NewReader("4k3/8"), iotest.ErrReader(broken))))
	if string(got) != "4k3/8" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
}
