package main

import (
	"alfiere/internal/cli"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func runCommand(args ...string) (status int, out, err string) { return runWith("", args...) }

// runWith is runCommand with a text as standard input.
func runWith(input string, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(args, cli.Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// The object is decoded as a script would do it; the members are those of docs/eval.md.
func TestEvalJSONAddsUpToTheScoreOfTheTable(t *testing.T) {
	fen := "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"
	for _, letters := range []string{"mbxkcparn", "mbxkcpar", "mp", "xkcpar", "m", "mn", "n"} {
		status, out, errors := runCommand("eval", fen, "--json", "--knowledge", letters)
		if status != cli.ExitGood || errors != "" || strings.Count(out, "\n") != 1 {
			t.Fatalf("status %d, %q, %q", status, out, errors)
		}
		var object struct {
			FEN, Knowledge  string
			Score, Rounding int
			Letters         map[string]struct{ White, Black, Rest int }
			Pieces          []struct {
				Piece   string
				Letters map[string]int
			}
		}
		if err := json.Unmarshal([]byte(out), &object); err != nil {
			t.Fatal(err)
		}
		sum, rest := object.Rounding, 0
		for _, piece := range object.Pieces {
			for _, centipawns := range piece.Letters {
				sum += centipawns
			}
			if piece.Piece == "rest" {
				rest++
				if got := object.Letters["n"].Rest; got != piece.Letters["n"] {
					t.Errorf("%s: the rest of n is %d and %d", letters, got, piece.Letters["n"])
				}
			}
		}
		_, table, _ := runCommand("eval", "--knowledge", letters, fen)
		learned := strings.Contains(letters, "n")
		if (rest == 1) != learned || strings.Contains(table, "\nrest of n ") != learned {
			t.Errorf("%s: %d pieces are the rest of n, and the table is\n%s", letters, rest, table)
		}
		if sum != object.Score || !strings.Contains(table, fmt.Sprintf("score %+d for white", sum)) {
			t.Errorf("%s: the men add up to %d, the object says %d, the table\n%s", letters, sum, object.Score, table)
		}
		if object.FEN != fen || object.Knowledge != letters {
			t.Errorf("the object is of %q with %q", object.FEN, object.Knowledge)
		}
	}
}
