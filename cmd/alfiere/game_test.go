package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/cli"
	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
)

// quick are the arguments of a match that takes no time.
func quick(more ...string) []string {
	return append([]string{"match", "--engine", "name=One option.Hash=1", "--engine", `name="The Other" option.Hash=1`,
		"--nodes", "100", "--max-moves", "5", "--games", "4"}, more...)
}

func TestMatchPrintsItsTableAndKeepsItsGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	status, out, errors := runCommand(quick("--pgn", file, "--sprt", "0,10")...)
	if status != cli.ExitGood || errors != "" || !strings.HasPrefix(out, "One - The Other: 4 games\n  rule     SPRT of normalised Elo [0, 10] (errors 0.05, 0.05), at most 4 games, fixed beforehand\n  points   2.0 of 4 (50.00 %): +0 =4 -0\n") {
		t.Fatalf("status %d, %s\n%s", status, errors, out)
	}
	games, err := os.ReadFile(file)
	if err != nil || bytes.Count(games, []byte("[Termination \"move limit\"]")) != 4 {
		t.Fatalf("error %v, games\n%s", err, games)
	}

	status, recounted, _ := runCommand("match", "--recount", file, "--first", "One", "--sprt", "0,10")
	if status != cli.ExitGood || recounted != out {
		t.Errorf("recounted, status %d:\n%s\nfirst it was:\n%s", status, recounted, out)
	}
	if status, _, errors = runCommand(quick("--pgn", file)...); status != cli.ExitInput || !strings.Contains(errors, "--resume") {
		t.Errorf("the file is overwritten: status %d, %s", status, errors)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, games) {
		t.Errorf("error %v, the file is now\n%s", err, again)
	}
}

func TestATestOfStrengthHas40000Nodes(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{{nil, "nodes=40000"}, {[]string{"--nodes", "90"}, "nodes=90"}, {[]string{"--each", "depth=1"}, "depth=1"}} {
		file := filepath.Join(t.TempDir(), "games.pgn")
		status, _, errors := runCommand(append([]string{"match", "--engine", "name=One option.Hash=1", "--engine", "name=Two option.Hash=1",
			"--sprt", "0,3", "--max-moves", "1", "--games", "2", "--pgn", file}, test.args...)...)
		games, err := os.ReadFile(file)
		if status != cli.ExitGood || err != nil || bytes.Count(games, []byte("Control \""+test.want+"\"]")) != 4 {
			t.Errorf("%q: status %d, %s, %v\n%s", test.args, status, errors, err, games)
		}
	}
}

func TestMatchPlaysChess960AndPonders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	args := quick("--pgn", file, "--variant", "fischerandom", "--shuffle", "1", "--ponder")
	if status, _, errors := runCommand(args...); status != cli.ExitGood {
		t.Fatal(errors)
	}
	games := must.Get(os.ReadFile(file))(t)
	for _, tag := range []string{`[Variant "fischerandom"]`, `[SetUp "1"]`, `[WhiteControl "nodes=100 ponder"]`} {
		if bytes.Count(games, []byte(tag)) != 4 {
			t.Errorf("%s is not in every game of\n%s", tag, games)
		}
	}
	if status, _, errors := runCommand(append(args, "--resume")...); status != cli.ExitGood {
		t.Errorf("the same match: %s", errors)
	}
	if status, _, errors := runCommand(quick("--pgn", file, "--shuffle", "1", "--ponder", "--resume")...); status != cli.ExitInput || !strings.Contains(errors, "Variant") {
		t.Errorf("another match: status %d, %s", status, errors)
	}
}

// TestAMatchOf1xResumes: testdata/upgrade/match.pgn was written by a build of 1.1. With other names it is refused.
func TestAMatchOf1xResumes(t *testing.T) {
	old := must.Get(os.ReadFile(filepath.Join("testdata", "upgrade", "match.pgn")))(t)
	for second, want := range map[string]string{"Two": "", "Three": `Black is "Two", not "Three"`} {
		file := filepath.Join(t.TempDir(), "match.pgn")
		must.Do(t, os.WriteFile(file, old, 0o600))
		status, out, errors := runCommand("match", "--engine", "name=One option.Hash=1", "--engine", "name="+second+" option.Hash=1",
			"--nodes", "100", "--max-moves", "3", "--games", "4", "--pgn", file, "--resume")
		if want != "" {
			if status != cli.ExitInput || !strings.Contains(errors, "does not belong to the match") || !strings.Contains(errors, want) {
				t.Errorf("status %d, %s", status, errors)
			}
			continue
		}
		now, err := os.ReadFile(file)
		if status != cli.ExitGood || !strings.HasPrefix(out, "One - Two: 4 games\n") || err != nil ||
			!strings.HasPrefix(string(now), string(old)) || strings.Count(string(now), "[Result ") != 4 {
			t.Errorf("status %d, %s%s, %v\n%s", status, out, errors, err, now)
		}
	}
}

// runPGNWith runs a part of pgn with the given standard input.
func runPGNWith(input io.Reader, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(append([]string{"pgn"}, args...), cli.Streams{In: input, Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

func TestAnnotationsDoNotDependOnTheGamesBefore(t *testing.T) {
	const first = "[Event \"1\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n"
	const second = "[Event \"2\"]\n\n1. d4 d5 2. c4 *\n\n"
	annotate := func(games string) string {
		status, out, errors := runPGNWith(strings.NewReader(games), "annotate", "--nodes", "1000")
		if status != cli.ExitGood {
			t.Fatal(errors)
		}
		return out
	}
	if both := annotate(first + second); both != annotate(first)+annotate(second) {
		t.Errorf("together they are annotated as\n%s", both)
	}
}

func TestOnlyNewGamesAreAnnotated(t *testing.T) {
	const games = "[Event \"old\"]\n\n1. e4 {[%eval 9.99]} *\n\n[Event \"new\"]\n\n1. e4 {mine} *\n\n"
	status, out, errors := runPGNWith(strings.NewReader(games), "annotate", "--new", "--depth", "1")
	if status != cli.ExitGood || strings.Count(out, "[%eval ") != 2 || !strings.Contains(out, "{[%eval 9.99]}") || strings.Count(out, "Annotator") != 1 {
		t.Errorf("status %d, %s%s", status, out, errors)
	}
}

// The golden files must not change with every change of the search: the form of what is added is held here.
func TestAnnotationsNameMistakesAndWhatWasBetter(t *testing.T) {
	const game = "[White \"a\"]\n\n1. e4 e5 2. Qh5 Nc6 {natural} 3. Bc4 Nf6 4. Qxf7# 1-0\n\n" +
		"[FEN \"k7/8/1QK5/8/8/8/8/8 b - - 0 1\"]\n\n1/2-1/2\n"
	status, out, message := runPGNWith(strings.NewReader(game), "annotate", "--depth", "5", "--line", "1")
	if status != cli.ExitGood {
		t.Fatal(message)
	}
	evaluation := `\{\[%eval (-?\d+\.\d\d|#-?\d+),\d+\]`
	mistake := regexp.MustCompile(`3\. Bc4 (\$\d )?` + evaluation + `\} (\(3\. \S+ ` + evaluation + `\}\) )?3\.\.\. Nf6 \$4 \{\[%eval #1,\d+\]\} \(3\.\.\. \S+ ` + evaluation + `\}\) 4\. Qxf7# 1-0`)
	flat := strings.ReplaceAll(out, "\n", " ")
	if !mistake.MatchString(flat) || !regexp.MustCompile(`Nc6 (\$\d )?`+evaluation+` natural\}`).MatchString(flat) {
		t.Errorf("the blunder is shown as\n%s", out)
	}
	if strings.Count(out, "[Annotator \""+title()+"\"]") != 1 || !strings.HasSuffix(out, "\n\n1/2-1/2\n\n") {
		t.Errorf("a game without moves has become\n%s", out)
	}
}

func TestFilesThatCannotBeReadEndTheWork(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("[Event \"x\"]\n\n1. e4 *\n\n"), iotest.ErrReader(errors.New("the disk is gone")))
	status, out, message := runPGNWith(broken, "list")
	if status != cli.ExitInput || !strings.Contains(message, "stdin: the disk is gone") || strings.Count(out, "\n") != 1 {
		t.Errorf("status %d, %s%s", status, out, message)
	}
}

func TestAnOutputThatFailsIsReported(t *testing.T) {
	for _, part := range []string{"pgn check", "pgn list", "pgn convert", "pgn epd", "pgn annotate",
		"tree check --from pgn --game 1", "tree show --from pgn --game 1", "tree convert --from pgn --to text --game 1", "tree grow --depth 1 --nodes 0"} {
		var stderr bytes.Buffer
		games := strings.Repeat("[Event \"x\"]\n\n1. e4 *\n\n", 3)
		if status := run(strings.Fields(part),
			cli.Streams{In: strings.NewReader(games), Out: &broken.Writer{}, Err: &stderr}); status != cli.ExitInput ||
			!strings.Contains(stderr.String(), broken.Err.Error()) {
			t.Errorf("%s: status %d, %s", part, status, &stderr)
		}
	}
}

// convertTree runs tree convert.
func convertTree(t *testing.T, text, from, to string, args ...string) string {
	t.Helper()
	var out, errors bytes.Buffer
	args = append([]string{"tree", "convert", "--from", from, "--to", to}, args...)
	if status := run(args, cli.Streams{In: strings.NewReader(text), Out: &out, Err: &errors}); status != cli.ExitGood {
		t.Fatalf("%q: status %d: %s", args, status, &errors)
	}
	return out.String()
}

// A tree grown by the engine holds the same moves whatever form it is written in, and the best one stands first.
func TestGrownTreesAreTheSameInEveryForm(t *testing.T) {
	grow := func(form string) string {
		status, out, errors := runCommand("tree", "grow", "--depth", "3", "--best", "2", "--nodes", "500", "--to", form)
		if status != cli.ExitGood {
			t.Fatalf("%s: %s", form, errors)
		}
		return out
	}
	text := grow("text")
	if again := convertTree(t, grow("table"), "table", "text"); again != text {
		t.Errorf("grown as a table\n%s\nas text\n%s", again, text)
	}
	if plain := convertTree(t, grow("pgn"), "pgn", "pgn"); strings.Count(plain, "[%eval ") != 2+4+8 {
		t.Errorf("not every move has a score:\n%s", plain)
	}
	status, out, _ := runCommand("tree", "grow", "--depth", "1", "--best", "3", "--nodes", "5000", "6k1/5ppp/8/8/8/8/8/K2R4 w - -")
	if first := strings.Index(out, "1. Rd8# +M1"); status != cli.ExitGood || first < 0 || first > strings.LastIndex(out, "\n1. ") {
		t.Errorf("the mate does not stand first:\n%s", out)
	}
}

func TestADamagedHashFileIsReported(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	expect := func(want int, words string, args ...string) {
		t.Helper()
		status, out, errors := runCommand(append([]string{"hash"}, args...)...)
		if status != want || !strings.Contains(out+errors, words) {
			t.Errorf("hash %q: status %d, %s%s", args, status, out, errors)
		}
	}
	expect(cli.ExitGood, "", "make", path, "1")
	file := must.Get(os.OpenFile(path, os.O_WRONLY, 0))(t)
	defer file.Close()
	must.Get(file.WriteAt([]byte("x"), 5000))(t)
	expect(cli.ExitInput, "damaged entries: 1, the first at offset 4984", "check", path)
	must.Do(t, file.Truncate(5000))
	expect(cli.ExitInput, "(offset 5000)", "check", path)
}
