package arena

import (
	"errors"
	"testing"
)

func TestRulesAreReadAndWritten(t *testing.T) {
	var r Resign
	if err := r.Set("600/4"); err != nil || r != (Resign{600, 4}) || r.String() != "600/4" {
		t.Errorf("%+v, error %v", r, err)
	}
	var d draw
	if err := d.Set("10/8/0"); err != nil || d != (draw{10, 8, 0}) || d.String() != "10/8/0" {
		t.Errorf("%+v, error %v", d, err)
	}
	if (&Resign{}).String() != "" || (&draw{}).String() != "" || (*Resign)(nil).String() != "" || (*draw)(nil).String() != "" {
		t.Error("no rule has a text")
	}
	for _, text := range []string{"", "600", "600/0", "-1/4", "x/4", "600/4/1", "99999/4"} {
		if err := r.Set(text); err == nil || r != (Resign{600, 4}) {
			t.Errorf("%q: %+v, error %v", text, r, err)
		}
	}
	for _, text := range []string{"10/8", "10/0/40", "10/8/-1", "10/8/x"} {
		if err := d.Set(text); err == nil || d != (draw{10, 8, 0}) {
			t.Errorf("%q: %+v, error %v", text, d, err)
		}
	}
}

func TestATestIsReadFromTwoNumbersOrFour(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,10":          {Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05},
		"-5,5,0.1,0.02": {Elo0: -5, Elo1: 5, Alpha: 0.1, Beta: 0.02},
	} {
		for _, logistic := range []bool{false, true} {
			want.Logistic = logistic
			if got, err := ParseSPRT(text, logistic); err != nil || *got != want {
				t.Errorf("%s: %+v, error %v", text, got, err)
			}
		}
	}
	if got, err := ParseSPRT("", false); got != nil || err != nil {
		t.Errorf("no test: %+v, error %v", got, err)
	}
	for _, text := range []string{"5", "1,2,3", "a,b", "0,10,x,0.05"} {
		if _, err := ParseSPRT(text, false); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if _, err := ParseSPRT("5,0", false); !errors.Is(err, errSPRT) {
		t.Errorf("a test that makes no sense: error %v", err)
	}
}

func TestAVariantIsNormalOrFischerandom(t *testing.T) {
	for name, want := range map[string]bool{"normal": false, "fischerandom": true} {
		if got, err := ParseVariant(name); err != nil || got != want {
			t.Errorf("%s: %v, error %v", name, got, err)
		}
	}
	if _, err := ParseVariant("atomic"); err == nil {
		t.Error("atomic chess is played")
	}
}
