package cli

import (
	"bytes"
	"io"
	"os"
	"testing"
)

func TestALineOfProgressIsWrittenOverAndTakenAway(t *testing.T) {
	var out bytes.Buffer
	p := &Progress{w: &out}
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

func TestOnlyATerminalHasALineOfProgress(t *testing.T) {
	if p := NewProgress(Streams{Err: io.Discard}); p != nil {
		t.Error("there is a line where nobody looks")
	}
	var none *Progress
	none.Show("nothing")
	none.Clear()
	terminal := openTerminal(t)
	for _, test := range []struct {
		std           Streams
		beside, alone bool
	}{
		{Streams{Out: terminal, Err: terminal}, false, true},
		{Streams{Out: io.Discard, Err: terminal}, true, true},
		{Streams{Out: terminal, Err: (*os.File)(nil)}, false, false},
	} {
		if got := NewProgressBesideOutput(test.std) != nil; got != test.beside {
			t.Errorf("beside the output of %v: %v", test.std, got)
		}
		if got := NewProgress(test.std) != nil; got != test.alone {
			t.Errorf("%v: %v", test.std, got)
		}
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
