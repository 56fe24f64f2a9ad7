package xboard

import (
	"slices"
	"strings"
	"testing"
)

// TestProblemsThatAreSentAtOnceAreAllAnswered sends positions and requests without waiting, in each form in which a
// board can be sent. The answers come in order.
func TestProblemsThatAreSentAtOnceAreAllAnswered(t *testing.T) {
	problems := []struct {
		fen, edit string
		want      string
	}{
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#\nKc8\nPb6\nRa1\nc\nKa8\nBb8\nPa7\nPb7\n.", "telluser mate in 2: sound 1.Ra6"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "#\nKg1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.", "telluser mate in 2: short solution 1.Ra8#"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "#\nKe1\nRh1\nc\nKe8\n.", "telluser mate in 2: no solution"},
	}
	for _, form := range []string{"setboard", "edit", "setup"} {
		t.Run(form, func(t *testing.T) {
			session := begin(t, "protover 2", "new", "force")
			var want []string
			for i := range 12 {
				p := problems[i%len(problems)]
				if form == "edit" {
					session.Send("edit\n" + p.edit)
				} else {
					session.Send(form + " " + p.fen)
				}
				session.Send("mate 2")
				want = append(want, p.want)
			}
			var got []string
			for _, line := range session.Rest() {
				if strings.HasPrefix(line, "telluser") {
					got = append(got, line)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("the answers are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}
