package console

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestHelpIsBrokenBetweenWords(t *testing.T) {
	const text = "  depth N     search so many half-moves for each move, königlich"
	for width := range 90 {
		got := wrapWords(text, width)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
			t.Fatalf("%d columns: the words are\n%s", width, got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if width > 20 && utf8.RuneCountInString(line) > width {
				t.Errorf("%d columns:\n%s", width, got)
			}
		}
	}
	if got := wrapWords(text, 80); got != text {
		t.Errorf("a line that fits becomes\n%s", got)
	}
}
