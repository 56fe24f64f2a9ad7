package cli

import (
	"bytes"
	"io"
	"testing"
	"time"
)

func TestAPanelIsWrittenOverAndTakenAway(t *testing.T) {
	var out bytes.Buffer
	p := &panel{w: &out, size: func() (int, int) { return 5, 4 }}
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
	var none *panel
	none.Show(func() []string { t.Error("nobody looks"); return nil })
	none.Clear()
	t.Setenv("TERM", "xterm")
	if NewPanel(Streams{Out: io.Discard}) != nil || NewPanel(Streams{Out: openTerminal(t)}) == nil {
		t.Error("a terminal has a panel, nothing else has")
	}
}
