package session

import (
	"strings"
	"testing"
)

func TestALoggedLineIsPlainText(t *testing.T) {
	var text strings.Builder
	print := logger(&text)
	print("2026-01-02 03:04:05.006", `< position startpos "x" é`)
	print("2026-01-02 03:04:05.007", "> bestmove e2e4")
	if want := "2026-01-02 03:04:05.006 < position startpos \"x\" é\n2026-01-02 03:04:05.007 > bestmove e2e4\n"; text.String() != want {
		t.Errorf("%q", text.String())
	}
}
