package datafile

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

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
		if err := iotest.TestReader(NewTextReader(iotest.OneByteReader(strings.NewReader(text))), []byte(text)); err != nil {
			t.Error(err)
		}
	}
	broken := errors.New("the disk is gone")
	got, err := io.ReadAll(NewTextReader(io.MultiReader(strings.NewReader("4k3/8"), iotest.ErrReader(broken))))
	if string(got) != "4k3/8" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
}
