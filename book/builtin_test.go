package book

import (
	"bytes"
	"testing"
)

func TestTheBuiltInBookIsSoundAndSmall(t *testing.T) {
	b := Builtin()
	if again := redumped(t, b); !bytes.Equal(again, builtin) {
		t.Error("dumped and compiled again it is another one")
	}
	if s := surveyOf(builtin); s.positions < 500 || len(builtin) > 300<<10 {
		t.Errorf("%d positions in %d bytes", s.positions, len(builtin))
	}
	for line, bad := range map[string]string{
		"":                               "g2g4*",
		"e2e4 e7e5":                      "e1e2*",
		"e2e4 e7e5 g1f3":                 "f7f5*",
		"e2e4 e7e5 g1f3 b8c6 f1c4":       "c6d4*",
		"d2d4 d7d5":                      "e2e4*",
		"e2e4 c7c5":                      "b2b4*",
		"e2e4 e7e5 g1f3 g8f6 f3e5":       "b8c6*",
		"d2d4":                           "e7e5*",
		"e2e4 e7e5 g1f3 b8c6 b1c3 g8f6":  "f3e5*",
		"e2e4 e7e5 g1f3 g8f6 f3e5 d7d6":  "e5f7*",
		"e2e4 d7d5 e4d5 d8d5 b1c3 d5a5":  "b2b4*",
		"e2e4 e7e5 f2f4 e5f4 f1c4 d8h4 ": "g2g3*",
	} {
		if bytes.Contains([]byte(offered(t, b, line)), []byte(bad)) {
			t.Errorf("after %q the book offers %s", line, offered(t, b, line))
		}
	}
	if got := offered(t, b, ""); len(got) < 20 || got[:5] != "e2e4*" {
		t.Errorf("it begins with %s", got)
	}
}
