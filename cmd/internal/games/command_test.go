package games

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/movegen/notation"
)

// parse reads the flags of a command that reads and writes games.
func parse(args ...string) (f files, err error) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	f.FromFlag(flags)
	f.ToFlag(flags)
	return f, flags.Parse(args)
}

func TestALanguageIsNamedByNameCodeOrLetters(t *testing.T) {
	for _, test := range []struct {
		args     []string
		from, to notation.PieceLetters
	}{
		{nil, "", ""},
		{[]string{"--from", "italian"}, notation.Italian, ""},
		{[]string{"--to=de"}, "", notation.German},
		{[]string{"--from", "KQRBSP", "--to", "figurine"}, "KQRBSP", notation.Figurine},
		{[]string{"--from", "it", "--from", "fr"}, notation.French, ""},
	} {
		if f, err := parse(test.args...); err != nil || f.From != test.from || f.To != test.to {
			t.Errorf("%q: from %q to %q, %v", test.args, f.From, f.To, err)
		}
	}
	for _, name := range []string{"from", "to"} {
		for _, wrong := range []string{"klingon", "", "KQRBBP", "KQRBN"} {
			if _, err := parse("--"+name, wrong); err == nil || !strings.Contains(err.Error(), "-"+name) {
				t.Errorf("--%s %q: %v", name, wrong, err)
			}
		}
	}
}

func TestMovesAreReadInOneLanguageAndWrittenInAnother(t *testing.T) {
	const game = "[White \"Ann\"]\n\n1. Cf3 Cf6 2. Tg1 Tg8 *\n"
	f, err := parse("--from", "it", "--to", "de")
	if err != nil {
		t.Fatal(err)
	}
	out, faults, err := do(game, f, convert)
	if err != nil || faults != "" || !strings.Contains(out, "1. Sf3 Sf6 2. Tg1 Tg8") {
		t.Errorf("%v, %s%s", err, faults, out)
	}
	if out, faults, _ := do(game, files{To: notation.German}, convert); !strings.HasPrefix(faults, "stdin:3:4: ") || strings.Contains(out, "Sf3") {
		t.Errorf("read as English: %s%s", faults, out)
	}
}
