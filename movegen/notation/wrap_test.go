package notation

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWordsGoOnTheLineWhileTheyFit(t *testing.T) {
	w := Wrapper{Width: 10}
	for _, word := range strings.Fields("the quick brown fox jumps over the incomprehensible dog ♔♕♖♗ ♘♙♚♛♜♝") {
		w.Word(word)
	}
	w.Stay("(stays)")
	w.NewLine()
	w.Word("end")
	want := "the quick\nbrown fox\njumps over\nthe\nincomprehensible\ndog ♔♕♖♗\n♘♙♚♛♜♝ (stays)\nend"
	if string(w.Text) != want {
		t.Errorf("got\n%s\nwant\n%s", w.Text, want)
	}
	var unlimited Wrapper
	for range 100 {
		unlimited.Word("word")
	}
	if len(unlimited.Text) != 499 || strings.Contains(string(unlimited.Text), "\n") {
		t.Errorf("without a width: %q", unlimited.Text)
	}
}

// TestWrappingLosesNoWordAndBreaksNoLineTooEarly: every line holds as many of the next
// words as fit.
func TestWrappingLosesNoWordAndBreaksNoLineTooEarly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range 500 {
		w := Wrapper{Width: 1 + rng.IntN(30)}
		var words []string
		for range rng.IntN(40) {
			words = append(words, strings.Repeat("é", 1+rng.IntN(12)))
			w.Word(words[len(words)-1])
		}
		if got := strings.Fields(string(w.Text)); strings.Join(got, " ") != strings.Join(words, " ") {
			t.Fatalf("%q became %q", words, got)
		}
		lines := strings.Split(string(w.Text), "\n")
		for i, line := range lines {
			length := utf8.RuneCountInString(line)
			if length > w.Width && strings.Contains(line, " ") {
				t.Fatalf("width %d: %q is too long", w.Width, line)
			}
			if i > 0 {
				first, _, _ := strings.Cut(line, " ")
				if before := utf8.RuneCountInString(lines[i-1]); before+1+utf8.RuneCountInString(first) <= w.Width {
					t.Fatalf("width %d: %q had room for %q", w.Width, lines[i-1], first)
				}
			}
		}
	}
}
