package notation

import (
	"testing"

	"alfiere/movegen"
)

func TestStartposIsAFENWhereverPeopleGiveOne(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"startpos"}, movegen.StartFEN},
		{[]string{" startpos\n"}, movegen.StartFEN},
		{[]string{"startpos", "w"}, "startpos w"},
		{[]string{"Startpos"}, "Startpos"},
		{[]string{"8/8/8/8/8/8/8/8", "w", "-", "-"}, "8/8/8/8/8/8/8/8 w - -"},
	} {
		if got := FENArgument(test.args...); got != test.want {
			t.Errorf("%q: %q, want %q", test.args, got, test.want)
		}
	}
}
