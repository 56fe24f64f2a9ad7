package main

import (
	"encoding/json"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// jsonProblem is what the tests read of an answer.
type jsonProblem struct {
	Line                int
	Error, Verdict      string
	Keys, Set, Warnings []any
	Tries               []struct{ Move string }
}

// mateJSON runs the subcommand and reads its answers.
func mateJSON(t *testing.T, input string, args ...string) (answers []jsonProblem, status int) {
	t.Helper()
	status, out, _ := runMateWith(input, append([]string{"--json"}, args...)...)
	for line := range strings.Lines(out) {
		var answer jsonProblem
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		answers = append(answers, answer)
	}
	return answers, status
}

func TestJSONHasSetPlayAndTriesUnlessTheyAreTurnedOff(t *testing.T) {
	whole, _ := mateJSON(t, "", "2", cumpe)
	if len(whole) != 1 || len(whole[0].Set) != 9 || len(whole[0].Tries) != 4 {
		t.Errorf("%+v", whole)
	}
	quiet, _ := mateJSON(t, "", "2", cumpe, "--no-checking-tries")
	if len(quiet) != 1 || len(quiet[0].Tries) != 1 || quiet[0].Tries[0].Move != "d5c5" {
		t.Errorf("%+v", quiet)
	}
	less, _ := mateJSON(t, "", "2", cumpe, "--set=false", "--tries=0")
	if len(less) != 1 || less[0].Set != nil || less[0].Tries != nil || len(less[0].Keys) != 1 {
		t.Errorf("%+v", less)
	}
	more, _ := mateJSON(t, "", "2", cumpe, "--tries=2")
	if len(more) != 1 || len(more[0].Tries) <= 4 {
		t.Errorf("%+v", more)
	}
}

func TestABadPositionIsAnAnswerInJSONToo(t *testing.T) {
	illegal, status := mateJSON(t, "", "2", "k6R/8/8/8/8/8/8/K7 w - - 0 1")
	if status != cli.ExitInput || len(illegal) != 1 || illegal[0].Verdict != "illegal" || len(illegal[0].Warnings) != 1 {
		t.Errorf("status %d, %+v", status, illegal)
	}
	bad, status := mateJSON(t, "", "2", "8/8/8/3K4/8/5nP1/5X1b/5N1k w - - 0 1")
	if status != cli.ExitInput || len(bad) != 1 || bad[0].Line != 1 || !strings.Contains(bad[0].Error, `"X"`) {
		t.Errorf("status %d, %+v", status, bad)
	}
}

func TestTriesAloneAreThoseWithOneRefutation(t *testing.T) {
	_, alone, _ := runMateWith("", "2", "--tries", cumpe)
	_, one, _ := runMateWith("", "2", "--tries=1", cumpe)
	_, two, _ := runMateWith("", "2", "--tries=2", cumpe)
	if alone != one || alone == two || !strings.Contains(alone, "1.Kc5? zugzwang\n") {
		t.Errorf("--tries: %s\n--tries=1: %s", alone, one)
	}
}

func TestPopeyesFilesAreSolved(t *testing.T) {
	file := "begin\nauthor J. Cumpe\nstip #2 opti setplay try\npieces white Kd5 Qf2 Sf1 Pg3 black Kh1 Bh2 Sf3\nnext\nstip s#2\nend\n"
	status, out, errors := runMateWith(file, "9", "--compact", "-")
	want := "J. Cumpe; 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1  #2  Sound: one key.\n" +
		"1.Kd6! zugzwang 1...Nf3~ 2.Qxh2# 1...Bg1 2.Qxf3# 1...Bxg3+ 2.Nxg3#\nSet play: 1...Nf3~"
	if status != cli.ExitInput || !strings.HasPrefix(out, want) || !strings.HasPrefix(errors, "stdin:6:6: only direct mates") {
		t.Errorf("status %d, %s%s", status, errors, out)
	}
}

func TestDiagramsAreDrawn(t *testing.T) {
	for flag, want := range map[string][]string{
		"--svg":   {"<svg ", `class="mark"`, "</svg>\n"},
		"--latex": {"\\chessboard[setfen={8/8/8/3K4/8/5nP1/5Q1b/5N1k}", "markfields={d5}"},
	} {
		status, out, errors := runMateWith("", "2", flag, "--mark", "d5", cumpe)
		for _, part := range want {
			if status != cli.ExitGood || !strings.Contains(out, part) {
				t.Errorf("%s: status %d, %s, no %s in\n%s", flag, status, errors, part, out)
			}
		}
	}
	for _, args := range [][]string{{"--svg", "--json"}, {"--mark", "d9"}, {"--threads", "-1"}, {"--play", "-1"}, {"--time", "0"}, {"--time", "x"}, {"--tries=x"}} {
		if status, _, _ := runMateWith("", append(args, "2", cumpe)...); status != cli.ExitUsage {
			t.Errorf("%q: status %d, want usage", args, status)
		}
	}
}

func TestATimeLimitEndsAProblem(t *testing.T) {
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, limit := range []string{"0.05", "50ms"} {
		status, out, errors := runMateWith(start+"\n"+cumpe+" dm 2;", "6", "--time", limit)
		if status != cli.ExitGood || !strings.Contains(out, "Interrupted") || !strings.Contains(out, "1.Kd6!") {
			t.Errorf("--time %s: status %d, %s%s", limit, status, errors, out)
		}
	}
}
