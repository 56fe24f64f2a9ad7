package main

import (
	"alfiere/internal/cli"
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// jsonProblem is what the tests read of an answer.
type jsonProblem struct {
	Line    int
	Error   string
	FEN     string
	Verdict string
	Keys    []struct {
		Move, Type string
		Threats    []string
		Variations []jsonVariation
		Duals      int
	}
	Short []string
	Set   []jsonVariation
	Tries []struct {
		Move                 string
		Threats, Refutations []string
	}
	Warnings []struct{ Name string }
}

type jsonVariation struct {
	Defence string
	Mates   []string
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

// solved is a problem of ../shared/data/mates with its verified solution.
type solved struct {
	FEN    string
	Keys   []string
	Short  []string
	Status string
	Detail map[string]struct {
		Type       string
		Threats    []string
		Variations map[string][]string
		Effective  []string `json:"effective_defences"`
		Duals      int
	}
	Set   map[string][]string
	Tries []struct {
		Move                 string
		Threats, Refutations []string
	}
}

// readSolved reads every step-th problem of a file.
func readSolved(t *testing.T, name string, step int) (problems []solved) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "mates", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no data: ../shared is not there")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		var p solved
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if n%step == 0 {
			problems = append(problems, p)
		}
	}
	return problems
}

// playOf makes the order of lists that have none the same.
func playOf(variations []jsonVariation) string {
	var lines []string
	for _, v := range variations {
		lines = append(lines, v.Defence+":"+asSet(v.Mates))
	}
	return asSet(lines)
}

func asSet(names []string) string {
	return strings.Join(slices.Sorted(slices.Values(names)), " ")
}

func asVariations(byDefence map[string][]string) (list []jsonVariation) {
	for defence, mates := range byDefence {
		list = append(list, jsonVariation{defence, mates})
	}
	return list
}

// TestJSONAgreesWithTheVerifiedSolutions holds the answers against all that the data
// know: a sample, or with ALFIERE_LONG everything.
func TestJSONAgreesWithTheVerifiedSolutions(t *testing.T) {
	for _, file := range []struct {
		name  string
		moves int
		step  int
		args  []string
	}{
		{"open.jsonl", 2, 4, nil},
		{"m3_open.jsonl", 3, 12, []string{"--tries=0"}},
		{"m4_open.jsonl", 4, 28, []string{"--tries=0"}},
	} {
		if os.Getenv("ALFIERE_LONG") == "1" {
			file.step = 1
		}
		problems := readSolved(t, file.name, file.step)
		var input strings.Builder
		for _, p := range problems {
			fmt.Fprintln(&input, p.FEN)
		}
		answers, status := mateJSON(t, input.String(), append(file.args, fmt.Sprint(file.moves))...)
		if len(answers) != len(problems) || status != cli.ExitGood {
			t.Fatalf("%s: status %d, %d answers for %d problems", file.name, status, len(answers), len(problems))
		}
		for i := range problems {
			if difference := differs(&answers[i], &problems[i]); difference != "" {
				t.Errorf("%s %s: %s", file.name, problems[i].FEN, difference)
			}
		}
	}
}

// several counts the defences with more than one mate, which are the duals of the data:
// promotions that differ in name only and separated threats count there, too.
func several(variations []jsonVariation) (n int) {
	for _, v := range variations {
		if len(v.Mates) > 1 {
			n++
		}
	}
	return n
}

// differs says in which field an answer is not as the data have it.
func differs(got *jsonProblem, want *solved) string {
	var keys []string
	for _, k := range got.Keys {
		keys = append(keys, k.Move)
	}
	if got.Verdict != want.Status || asSet(keys) != asSet(want.Keys) || asSet(got.Short) != asSet(want.Short) {
		return fmt.Sprintf("%s, keys %v, short %v", got.Verdict, keys, got.Short)
	}
	for _, k := range got.Keys {
		detail, ok := want.Detail[k.Move]
		if !ok {
			continue
		}
		var defences []string
		for _, v := range k.Variations {
			defences = append(defences, v.Defence)
		}
		switch {
		case k.Type != detail.Type:
			return "type " + k.Type
		case detail.Effective != nil && asSet(defences) != asSet(detail.Effective):
			return "defences " + asSet(defences)
		case detail.Variations == nil:
		case asSet(k.Threats) != asSet(detail.Threats):
			return "threats " + asSet(k.Threats)
		case playOf(k.Variations) != playOf(asVariations(detail.Variations)):
			return "variations " + playOf(k.Variations)
		case several(k.Variations) != detail.Duals || k.Duals > detail.Duals:
			return fmt.Sprintf("duals %d, defences with several mates %d", k.Duals, several(k.Variations))
		}
	}
	if want.Set != nil && playOf(got.Set) != playOf(asVariations(want.Set)) {
		return "set " + playOf(got.Set)
	}
	if want.Tries == nil {
		return ""
	}
	var gotTries, wantTries []string
	for _, try := range got.Tries {
		gotTries = append(gotTries, fmt.Sprint(try.Move, asSet(try.Threats), "!", asSet(try.Refutations)))
	}
	for _, try := range want.Tries {
		wantTries = append(wantTries, fmt.Sprint(try.Move, asSet(try.Threats), "!", asSet(try.Refutations)))
	}
	if asSet(gotTries) != asSet(wantTries) {
		return "tries " + asSet(gotTries)
	}
	return ""
}

// TestAnswersComeInTheOrderOfTheInput mixes problems that take long with such that do
// not, and with faults, and solves many at a time.
func TestAnswersComeInTheOrderOfTheInput(t *testing.T) {
	lines := []string{
		cumpe + " dm 3;", "no problem", twoRooks, "k6R/8/8/8/8/8/8/K7 w - -", cumpe, "# a comment", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm x;", twoRooks,
	}
	want := []string{"short", "line 2", "cooked", "illegal", "sound", "line 7", "cooked"}
	for range 5 {
		answers, status := mateJSON(t, strings.Join(lines, "\n"), "2", "--threads", "8", "-")
		var got []string
		for _, a := range answers {
			if a.Error != "" {
				a.Verdict = fmt.Sprint("line ", a.Line)
			}
			got = append(got, a.Verdict)
		}
		if !slices.Equal(got, want) || status != cli.ExitInput {
			t.Fatalf("status %d, %q, want %q", status, got, want)
		}
	}
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
