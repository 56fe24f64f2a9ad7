package games

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
)

// partOf runs a part of pgn with text as standard input.
func partOf(t *testing.T, name, text string, args ...string) (out, faults string, err error) {
	t.Helper()
	for _, part := range Command("nobody").Parts {
		if part.Name != name {
			continue
		}
		flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
		flags.SetOutput(io.Discard)
		run := part.Define(flags)
		if err := flags.Parse(args); err != nil {
			return "", "", err
		}
		var stdout, stderr strings.Builder
		err = run(flags.Args(), cli.Streams{In: strings.NewReader(text), Out: &stdout, Err: &stderr})
		return stdout.String(), stderr.String(), err
	}
	t.Fatalf("there is no part %s", name)
	return "", "", nil
}

func TestOpeningsAreThoseOfTheMovesWhereNoTagTells(t *testing.T) {
	const games = "[White \"Moves\"]\n\n1. Nf3 d6 2. d4 Nf6 3. Nc3 c5 4. e4 cxd4 5. Nxd4 a6 *\n\n" +
		"[White \"Tag\"]\n[ECO \"E60\"]\n[Opening \"Mine\"]\n\n1. e4 c5 *\n\n[White \"None\"]\n[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb1 *\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--eco", "B9"}, "Moves"},
		{[]string{"--eco", "B"}, "Moves"},
		{[]string{"--eco", "E60-E99"}, "Tag"},
		{[]string{"--opening", "najdorf"}, "Moves"},
		{[]string{"--opening", "mine"}, "Tag"},
		{[]string{"--opening", "sicilian", "--eco", "B90"}, "Moves"},
		{[]string{"--opening", "french"}, ""},
	} {
		out, _, err := partOf(t, "filter", games, test.args...)
		if err != nil || strings.Count(out, "[White ") != strings.Count(test.want, " ")+min(len(test.want), 1) || !strings.Contains(out, test.want) {
			t.Errorf("%q: %v\n%s", test.args, err, out)
		}
	}
	out, _, err := partOf(t, "list", games)
	if lines := strings.Split(out, "\n"); err != nil || len(lines) != 4 || !strings.Contains(lines[0], "  B90  Moves") ||
		!strings.Contains(lines[1], "  E60  Tag") || !strings.Contains(lines[2], "       None") {
		t.Errorf("%v\n%s", err, out)
	}
}
