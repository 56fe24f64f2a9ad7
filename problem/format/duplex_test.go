package format

import (
	"strings"
	"testing"

	"alfiere/problem/format/forsyth"
)

// diagramOptions is Cumpe's problem after its key and before, in Popeye's language.
const diagramOptions = `BeginProblem
Stipulation #2
Option PostKeyPlay
Pieces White Kd6 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3
NextProblem
Stipulation #2
Option Duplex
Pieces White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3
EndProblem
`

func TestPostKeyPlayAndDuplexAreSolved(t *testing.T) {
	s := Solver{Form: JSON}
	s.Complete(false, func(string) bool { return false })
	var lines []string
	if err := s.SolveAll(t.Context(), "stdin", strings.NewReader(diagramOptions), func(a *Answer) error {
		lines = append(lines, string(a.Text))
		return a.Fault
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{`"fen":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1"`, `"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"`,
		`"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k b - - 0 1"`}
	verdicts := []string{"sound", "sound", "none"}
	for i, line := range lines {
		if len(lines) != 3 || !strings.Contains(line, want[i]) || !strings.Contains(line, `"verdict":"`+verdicts[i]+`"`) ||
			strings.Contains(line, `"post_key":{"move":"0000","san":"--","type":"block"`) != (i == 0) {
			t.Errorf("%d of %d: %s", i, len(lines), line)
		}
	}
}

func TestPostKeyPlayAndDuplexAreNoRecordsOfACollection(t *testing.T) {
	r := NewReader(strings.NewReader(diagramOptions), forsyth.Conventions{})
	for _, want := range []string{`line 1: expected a supported option, not "PostKeyPlay"`,
		`line 5: expected a supported option, not "Duplex"`, "EOF"} {
		if _, err := r.Read(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
