package games

import (
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// partOf runs a part of pgn with text as standard input.
func partOf(t *testing.T, name, text string, args ...string) (out, faults string, err error) {
	t.Helper()
	root := cli.Root("alfiere", "", "", Command("nobody"))
	root.SetArgs(append([]string{"pgn", name}, args...))
	var stdout, stderr strings.Builder
	std := cli.Streams{In: strings.NewReader(text), Out: &stdout, Err: &stderr}
	err = root.ExecuteContext(std.Context())
	return stdout.String(), stderr.String(), err
}

func TestOpeningsAreThoseOfTheMovesWhereNoTagTells(t *testing.T) {
	const games = "[White \"Moves\"]\n\n1. Nf3 d6 2. d4 Nf6 3. Nc3 c5 4. e4 cxd4 5. Nxd4 a6 *\n\n" +
		"[White \"Tag\"]\n[ECO \"E60\"]\n[Opening \"Mine\"]\n\n1. e4 c5 *\n\n[White \"None\"]\n[FEN " +
		"\"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb1 *\n"
	out, _, err := partOf(t, "list", games)
	if lines := strings.Split(out, "\n"); err != nil || len(lines) != 4 || !strings.Contains(lines[0], "  B90  Moves") ||
		!strings.Contains(lines[1], "  E60  Tag") || !strings.Contains(lines[2], "       None") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestOpeningsAreWrittenAsTagsAndNothingElseChanges(t *testing.T) {
	const games = "[White \"a\"]\n[Variation \"old\"]\n\n1.e4   c5 {my  own} 2. Nf3 (2. c3) 2... d6 $1 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n" +
		"[ECO \"A00\"]\n\n1. e4 e5 2. f4 *\n\n[White \"fault\"]\n\n1. e4 Ke6 *\n\n"
	const king = "\n\n1. e4 e5 2. f4 *\n\n[White \"fault\"]\n\n1. e4 Ke6 *\n\n"
	const moves = "\n\n1.e4   c5 {my  own} 2. Nf3 (2. c3) 2... d6 $1 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n"
	const sicilian = "[White \"a\"]\n[Variation \"Najdorf Variation\"]\n[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]" + moves
	out, faults, err := partOf(t, "eco", games)
	if err == nil || !strings.Contains(faults, "game 3") || out != sicilian+"[ECO \"C30\"]\n[Opening \"King's Gambit\"]"+king {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	if again, _, _ := partOf(t, "eco", out); again != out {
		t.Errorf("done twice it is\n%s", again)
	}
	if out, _, _ := partOf(t, "eco", games, "--new"); out != sicilian+"[ECO \"A00\"]"+king {
		t.Errorf("of those without only:\n%s", out)
	}
	const remark, named = "[White \"a\"]\n; hm\n[Black \"b\"]", "\n[ECO \"B00\"]\n[Opening \"King's Pawn Game\"]"
	if out, faults, err := partOf(t, "eco", remark+"\n\n1. e4 *\n"); err != nil || faults != "" || out != remark+named+"\n\n1. e4 *\n\n" {
		t.Errorf("%v, %s%s", err, out, faults)
	}
}
