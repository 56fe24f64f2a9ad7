package laboratory

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// tuneHere runs a tuning of this program, and interrupts it after the given number of pairs; 0 never does.
func tuneHere(t *testing.T, pairs int64, words ...string) (status int, out, err string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stdout, stderr bytes.Buffer
	job := &cli.Job{Begin: func() (context.Context, context.CancelFunc) { return ctx, cancel },
		Show: func(done, _ int64, _ string) {
			if done == pairs {
				cancel()
			}
		}}
	program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
	status = cli.Execute(program, append([]string{"spsa", "--nodes", "60", "--param", "Contempt=50,-100,100,20,.1", "--param",
		"Move Overhead=30,0,500,5"}, words...), cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Job: job})
	return status, stdout.String(), stderr.String()
}

func readState(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestATuningThatIsInterruptedEndsAsWithout(t *testing.T) {
	folder := t.TempDir()
	openings := filepath.Join(folder, "openings.epd")
	if err := os.WriteFile(openings, []byte("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n"+
		"rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq -\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	words := func(name string) []string {
		return []string{"--pairs", "7", "--openings", openings, "--shuffle", "3", "--resign", "300/2", "--draw", "20/4/20",
			"--state", filepath.Join(folder, name)}
	}
	status, whole, err := tuneHere(t, 0, words("whole.json")...)
	if status != cli.ExitGood || err != "" || !regexp.MustCompile(
		`(?s)^Values after 7 of 7 pairs of games:\n\nparameter +start +now +min +max\nContempt +50 .* -100 +100\n`+
			`Move Overhead +30 .*\n\nsetoption name Contempt value -?\d+\nsetoption name Move Overhead value \d+\n\n`+
			`const \(\n\tcontempt = -?\d+\n\tmoveOverhead = \d+\n\)\n$`).MatchString(whole) {
		t.Fatalf("status %d, %s%s", status, whole, err)
	}
	for _, pairs := range []int64{1, 4} {
		status, out, err := tuneHere(t, pairs, words("part.json")...)
		if status != cli.ExitInput || !strings.Contains(err, "after ") || !strings.Contains(out, "of 7 pairs of games:") {
			t.Errorf("status %d, %s%s", status, out, err)
		}
	}
	picture := filepath.Join(folder, "x.svg")
	status, out, err := tuneHere(t, 0, append(words("part.json"), "--svg", picture)...)
	if status != cli.ExitGood || out != whole || readState(t, filepath.Join(folder, "part.json")) !=
		readState(t, filepath.Join(folder, "whole.json")) {
		t.Errorf("status %d, %s%s\nwithout an interruption\n%s", status, out, err, whole)
	}
	if svg := readState(t, picture); !strings.Contains(svg, "Contempt") || !strings.Contains(svg, "Move Overhead") {
		t.Errorf("%s", svg)
	}
}

func TestTuningsThatCannotBeAreRefused(t *testing.T) {
	folder := t.TempDir()
	other, damaged := filepath.Join(folder, "other.json"), filepath.Join(folder, "damaged.json")
	if status, _, err := tuneHere(t, 1, "--pairs", "3", "--state", other); status != cli.ExitInput {
		t.Fatal(status, err)
	}
	text := strings.Replace(readState(t, other), `"done":`, `"done":9`, 1)
	if err := os.WriteFile(damaged, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line   string
		status int
		says   string
	}{
		{"x", cli.ExitUsage, "there are only flags"},
		{"--param Hash", cli.ExitUsage, "expected NAME=START"},
		{"--param Hash=1,1,9", cli.ExitUsage, "expected NAME=START"},
		{"--param Hash=a,1,9,1", cli.ExitUsage, `"a" is not a number`},
		{"--param Hash=0,1,9,1", cli.ExitUsage, "not between 1 and 9"},
		{"--param contempt=0,-1,1,1", cli.ExitUsage, "given twice"},
		{"--param MultiPV=5,1,99999999,1", cli.ExitUsage, "MultiPV"},
		{"--param Nonsense=5,1,9,1", cli.ExitUsage, "Nonsense"},
		{"--pairs 0", cli.ExitUsage, "--pairs"},
		{"--concurrency 0", cli.ExitUsage, "--concurrency"},
		{"--svg x.gif", cli.ExitUsage, ".svg or .png"},
		{"--engine colour=red", cli.ExitUsage, "unknown setting"},
		{"--tc x", cli.ExitUsage, "clock"},
		{"--openings MISSING", cli.ExitInput, "MISSING"},
		{"--state OTHER --pairs 4", cli.ExitInput, "pairs is 3, not 4"},
		{"--state OTHER --pairs 3 --nodes 61", cli.ExitInput, "limits is nodes=60"},
		{"--state DAMAGED --pairs 3", cli.ExitInput, "is damaged"},
		{"--state FOLDER", cli.ExitInput, "not a regular file"},
	} {
		line := strings.NewReplacer("OTHER", other, "DAMAGED", damaged, "FOLDER", folder).Replace(test.line)
		status, out, err := tuneHere(t, 1, strings.Fields(line)...)
		if status != test.status || out != "" || !strings.Contains(err, test.says) {
			t.Errorf("%s: status %d, not %d, %s%s", test.line, status, test.status, out, err)
		}
	}
	program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
	var stderr bytes.Buffer
	if status := cli.Execute(program, []string{"spsa"}, cli.Streams{Err: &stderr}); status != cli.ExitUsage ||
		!strings.Contains(stderr.String(), "--param is needed") {
		t.Errorf("status %d, %s", status, &stderr)
	}
}

func TestOptionsBecomeGoNames(t *testing.T) {
	for option, want := range map[string]string{"Move Overhead": "moveOverhead", "Contempt": "contempt",
		"LMR_base": "lMRBase", "9": "option9", "Range": "optionrange", "null-move depth": "nullMoveDepth"} {
		if got := identifier(option); got != want {
			t.Errorf("%q becomes %q, not %q", option, got, want)
		}
	}
}
