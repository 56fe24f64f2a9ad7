package main

import (
	"alfiere/internal/cli"
	"bytes"
	"encoding/json"
	"strconv"
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

func TestEvalTableAddsUpToTheScore(t *testing.T) {
	for _, args := range [][]string{
		{"eval"},
		{"eval", "--knowledge", "pm"},
		{"eval", "--knowledge", "xkcpar", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"},
		{"eval", "8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8", "w", "-", "-", "10", "40"},
	} {
		status, out, errors := runCommand(args...)
		if status != cli.ExitGood || errors != "" {
			t.Fatalf("%q: status %d, %s", args, status, errors)
		}
		if sum, score := sumOfTable(t, out); sum != score {
			t.Errorf("%q: the men add up to %d, the score is %d\n%s", args, sum, score, out)
		}
	}
}

// sumOfTable adds up the cells of the men as a reader would: those of upper-case
// letters less those of lower-case ones. It returns the score for White beside it.
func sumOfTable(t *testing.T, text string) (sum, score int) {
	t.Helper()
	_, table, found := strings.Cut(text, "\nnow  ") // behind the table of the parts
	if !found {
		t.Fatalf("no table of centipawns in\n%s", text)
	}
	for _, line := range strings.Split(table, "\n") {
		fields := strings.Fields(line)
		switch {
		case len(fields) > 1 && fields[0] == "score":
			score = number(t, fields[1])
		case len(fields) == 2 && fields[0] == "rounding":
			sum += number(t, fields[1])
		case len(fields) == 11 && len(fields[0]) == 1 && strings.Contains("PNBRQK", fields[0]):
			sum += sumOfNumbers(t, fields[2:10])
		case len(fields) == 11 && len(fields[0]) == 1 && strings.Contains("pnbrqk", fields[0]):
			sum -= sumOfNumbers(t, fields[2:10])
		case len(fields) == 10 && fields[0] == "white":
			sum += sumOfNumbers(t, fields[1:9])
		case len(fields) == 10 && fields[0] == "black":
			sum -= sumOfNumbers(t, fields[1:9])
		}
	}
	return sum, score
}

// The object is decoded as a script would do it; the members are those of docs/eval.md.
func TestEvalJSONAddsUpToTheScoreOfTheTable(t *testing.T) {
	fen := "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"
	for _, letters := range []string{"mbxkcpar", "mp", "xkcpar", "m"} {
		status, out, errors := runCommand("eval", fen, "--json", "--knowledge", letters)
		if status != cli.ExitGood || errors != "" || strings.Count(out, "\n") != 1 {
			t.Fatalf("status %d, %q, %q", status, out, errors)
		}
		var object struct {
			FEN, Knowledge  string
			Score, Rounding int
			Pieces          []struct{ Letters map[string]int }
		}
		if err := json.Unmarshal([]byte(out), &object); err != nil {
			t.Fatal(err)
		}
		sum := object.Rounding
		for _, piece := range object.Pieces {
			for _, centipawns := range piece.Letters {
				sum += centipawns
			}
		}
		_, table, _ := runCommand("eval", "--knowledge", letters, fen)
		if _, score := sumOfTable(t, table); sum != score || object.Score != score {
			t.Errorf("%s: the men add up to %d, the object says %d, the table %d", letters, sum, object.Score, score)
		}
		if object.FEN != fen || object.Knowledge != letters {
			t.Errorf("the object is of %q with %q", object.FEN, object.Knowledge)
		}
	}
}

func sumOfNumbers(t *testing.T, fields []string) (sum int) {
	t.Helper()
	for _, f := range fields {
		sum += number(t, f)
	}
	return sum
}

func number(t *testing.T, field string) int {
	t.Helper()
	n, err := strconv.Atoi(field)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEvalRefusesBadInput(t *testing.T) {
	for _, test := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"an unknown letter is wrong usage", []string{"--knowledge", "mz"}, cli.ExitUsage, `unknown letter 'z'`},
		{"a doubled letter is wrong usage", []string{"--knowledge", "mm"}, cli.ExitUsage, `doubled letter 'm'`},
		{"no letter is wrong usage", []string{"--knowledge", ""}, cli.ExitUsage, `no letter`},
		{"bad letters give no object either", []string{"--json", "--knowledge", "pq"}, cli.ExitUsage, `unknown letter 'q'`},
		{"a faulty position gives no object", []string{"--json", "8/8/8/8/8/8/8/8 w - - 0 1"}, cli.ExitInput, "FEN"},
		{"a faulty position is faulty input", []string{"8/8/8/8/8/8/8/8 w - - 0 1"}, cli.ExitInput, "FEN"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, out, errors := runCommand(append([]string{"eval"}, test.args...)...)
			if status != test.status || !strings.Contains(errors, test.says) || out != "" {
				t.Errorf("status %d, want %d; standard error %q, standard output %q", status, test.status, errors, out)
			}
		})
	}
}
