package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/cli"
)

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

// The golden files must not change with every change of the search: the form of what is
// added is held here.
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

// failing is a writer that takes nothing.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAnOutputThatFailsIsTold(t *testing.T) {
	for _, part := range []string{"pgn check", "pgn list", "pgn convert", "pgn epd", "pgn annotate",
		"tree check --from pgn --game 1", "tree show --from pgn --game 1", "tree convert --from pgn --to text --game 1", "tree grow --depth 1 --nodes 0"} {
		var stderr bytes.Buffer
		games := strings.Repeat("[Event \"x\"]\n\n1. e4 *\n\n", 3)
		if status := run(strings.Fields(part), cli.Streams{In: strings.NewReader(games), Out: failing{}, Err: &stderr}); status != cli.ExitInput ||
			!strings.Contains(stderr.String(), os.ErrClosed.Error()) {
			t.Errorf("%s: status %d, %s", part, status, &stderr)
		}
	}
}
