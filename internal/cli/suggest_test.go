package cli

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWhatWasMeantIsFound(t *testing.T) {
	words := strings.Fields("mate perft bench eval hash suite match book completion play pgn tree tune annotate annex")
	for word, want := range map[string]string{
		"pgnn": "pgn", "pgn": "pgn", "PGN": "pgn", "png": "pgn", "bok": "book", "blok": "book", "anotate": "annotate", "annotat": "annotate", "ann": "annotate annex",
		"comp": "completion", "macth": "match", "mat": "mate match", "x": "", "": "", "games.pgn": "", "zzzz": "", "tee": "tree",
	} {
		if got := strings.Join(nearest(word, words), " "); got != want {
			t.Errorf("%s: %q", word, got)
		}
	}
	if got := nearest("m", strings.Fields("a b c d e")); got != nil {
		t.Errorf("too many are named: %q", got)
	}
	for want, words := range map[string][]string{"": nil, "; did you mean a?": {"a"}, "; did you mean a, b or c?": {"a", "b", "c"}} {
		if got := didYouMean(words); got != want {
			t.Errorf("%q: %q", words, got)
		}
	}
}

// slowTypingErrors is the definition, tried out letter by letter.
func slowTypingErrors(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	if a[0] == b[0] {
		return slowTypingErrors(a[1:], b[1:])
	}
	least := 1 + min(slowTypingErrors(a[1:], b), slowTypingErrors(a, b[1:]), slowTypingErrors(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, 1+slowTypingErrors(a[2:], b[2:]))
	}
	return least
}

func TestTypingErrorsAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, r.IntN(7))
		for i := range letters {
			letters[i] = "abc"[r.IntN(3)]
		}
		return string(letters)
	}
	for range 5000 {
		a, b := word(), word()
		if got, want := typingErrors(a, b), slowTypingErrors(a, b); got != want || typingErrors(b, a) != want {
			t.Fatalf("%q and %q: %d, not %d", a, b, got, want)
		}
	}
}
