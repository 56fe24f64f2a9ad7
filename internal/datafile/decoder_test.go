package datafile

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/must"
)

// TestOldLinesBecomeUTF8 and others stay as they are, however long they are and however they come.
func TestOldLinesBecomeUTF8(t *testing.T) {
	long := strings.Repeat("x", 4095) + "ż☃" + strings.Repeat("日本", 5000)
	for text, want := range map[string]struct {
		text string
		line int
	}{
		"": {}, "Żak\nMüller": {"Żak\nMüller", 0}, "a\nM\xfcller \x80\x9f\x85\nŻak\n\xe9": {"a\nMüller €Ÿ…\nŻak\né", 2},
		long: {long, 0}, long + "\n\xfc\n\xfc": {long + "\nü\nü", 2}, "\xc3": {"Ã", 1}, strings.Repeat("\xfc", 9000): {strings.Repeat("ü", 9000), 1},
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
			iotest.DataErrReader(strings.NewReader(text))} {
			d := NewDecoder(r)
			if got := string(must.Get(io.ReadAll(d))(t)); got != want.text || d.Recoded() != want.line {
				t.Errorf("%.40q became %.40q, from line %d", text, got, d.Recoded())
			}
		}
	}
}
