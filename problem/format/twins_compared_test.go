package format

import (
	"encoding/json"
	"strings"
	"testing"

	"alfiere/problem/text"
)

// comparedTwins are two twins between which mates are changed, transferred, added and removed, and a problem without
// twins.
const comparedTwins = `BeginProblem
Pieces White Kc6 Pc5 Pf2 Qc1 Bd1 Black Kb4 Pf3
Stipulation #2
Twin Add Black Rd4
NextProblem
Stipulation #2
Pieces White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3
EndProblem
`

func TestTwinsAreComparedAfterTheLast(t *testing.T) {
	answers := func(form Form) (texts []string) {
		s := Solver{Form: form, Twins: true}
		s.Complete(false, func(string) bool { return false })
		if err := s.SolveAll(t.Context(), "stdin", strings.NewReader(comparedTwins), func(a *Answer) error {
			texts = append(texts, string(a.Text))
			return a.Fault
		}); err != nil || len(texts) != 3 {
			t.Fatalf("%v, %d answers", err, len(texts))
		}
		return texts
	}
	const want = `
Changes between the twins
  a)  1.Qc2!
  b) +bRd4  1.Qb2+!
  a) – b)
    changed: 1...Ka5 2.Qa4# → 2.Qb5#/Qb6#
    transferred: 1...Ka3 2.Qb3# → 1...Kc4 2.Qb3#
    added: 1...Kc4 2.Qb3#
    removed: 1...Ka3 2.Qb3#
`
	for i, got := range answers(Text) {
		if strings.HasSuffix(got, want) != (i == 1) || strings.Contains(got, "the twins") != (i == 1) {
			t.Errorf("answer %d ends otherwise:\n%s", i, got)
		}
	}
	for i, got := range answers(JSON) {
		lines := strings.Split(strings.TrimSpace(got), "\n")
		if i != 1 {
			if len(lines) != 1 {
				t.Errorf("answer %d: %q", i, lines)
			}
			continue
		}
		var form text.TwinsForm
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &form); err != nil || len(lines) != 2 {
			t.Fatalf("%v: %q", err, lines)
		}
		var kinds []string
		for _, c := range form.TwinChanges {
			if c.Twins != [2]string{"a", "b"} || c.FromSAN != "Qc2" || c.ToSAN != "Qb2+" {
				t.Errorf("%+v", c)
			}
			kinds = append(kinds, c.Kind+" "+c.DefenceSAN+" "+strings.Join(c.MatesSAN, "/")+" "+strings.Join(c.ChangedMatesSAN, "/"))
		}
		if got, want := strings.Join(kinds, "; "),
			"removed Ka3 Qb3# ; changed Ka5 Qa4# Qb5#/Qb6#; added Kc4  Qb3#; transferred Ka3 Qb3# Qb3#"; got != want ||
			len(form.Twins) != 2 || form.Twins[1].KeysSAN[0] != "Qb2+" || form.Twins[1].TwinChange != "+bRd4" {
			t.Errorf("%s; %+v", got, form)
		}
	}
}
