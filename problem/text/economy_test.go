package text

import (
	"errors"
	"strings"
	"testing"

	"alfiere/problem"
)

// TestSuperfluousMenNameTheTriesThatNeedThem: a two-mover (Abdurahmanović 1957) whose tries
// promote the pawn that its actual play does not need.
func TestSuperfluousMenNameTheTriesThatNeedThem(t *testing.T) {
	d := &Document{Report: report(t, "5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - 0 1", full(2))}
	d.Recognise()
	o := Full(English())
	if got, want := writtenWith(t, d, o), "\nSuperfluous men in actual play: c7\n  c7: needed for the tries 1.c8=R?, 1.c8=B?, 1.c8=N?\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	o.Compact = true
	if got, want := writtenWith(t, d, o), "\nSuperfluous men in actual play: c7; c7: needed for the tries 1.c8=R?, 1.c8=B?, 1.c8=N?\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	one := &Document{Report: report(t, kissFEN, full(2))}
	one.Recognise()
	if got, want := writtenWith(t, one, Full(English())), "\n  c5: needed for the try 1.bxc5?\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	_, fields := jsonLine(t, d, Full(English()))
	loss := fields["lost_tries"].([]any)
	if len(fields["superfluous"].([]any)) != 1 || len(loss) != 1 || loss[0].(map[string]any)["man"] != "c7" || len(loss[0].(map[string]any)["tries"].([]any)) != 3 {
		t.Errorf("%v", loss)
	}
	if err := o.ParseEconomy("tries"); err != nil {
		t.Fatal(err)
	}
	if got := writtenWith(t, d, o); strings.Contains(got, "Superfluous") {
		t.Errorf("%s", got)
	}
	if _, fields = jsonLine(t, d, o); len(fields["superfluous"].([]any)) != 0 || len(fields["lost_tries"].([]any)) != 0 {
		t.Errorf("%v, %v", fields["superfluous"], fields["lost_tries"])
	}
	d.Report.Economy = &problem.Economy{Superfluous: squares("f8", "c7"), Lost: d.Report.Economy.Lost}
	if got, want := writtenWith(t, d, o), "\nSuperfluous men in actual play and tries: Qf8\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	if err := o.ParseEconomy("actual"); err != nil || o.KeepTries || !errors.Is(o.ParseEconomy("all"), errEconomy) {
		t.Errorf("%v, %+v", err, o)
	}
}
