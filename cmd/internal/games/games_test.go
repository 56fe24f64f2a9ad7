package games

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/movegen/notation"
	"alfiere/search"
	"alfiere/search/analysis"
)

const twoGames = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4 d5) e5 {good} 1-0\n\n" +
	"[White \"Bob\"]\n[Black \"Cy\"]\n[Site \"Rome\"]\n\n1. Nf3 Ke6 *\n"

// level is an engine for which every position is level.
type level struct{}

func (level) NewGame() {}

func (level) Search(context.Context, search.Request, func(search.Info)) search.Result {
	return search.Result{Depth: 3}
}

// job is a call of one of the methods.
type job func(*files) error

func check(f *files) error   { return f.Check() }
func list(f *files) error    { return f.List() }
func convert(f *files) error { return f.Convert(false) }
func plain(f *files) error   { return f.Convert(true) }
func final(f *files) error   { return f.Positions(finalPosition) }
func all(f *files) error     { return f.Positions(allPositions) }
func second(f *files) error  { return f.Positions(2) }
func annotated(f *files) error {
	return f.Annotate(&analysis.Annotator{Engine: level{}}, "nobody", false)
}

// do does a job with text as standard input.
func do(text string, f files, j job) (out, faults string, err error) {
	var stdout, stderr bytes.Buffer
	f.Std = cli.Streams{In: strings.NewReader(text), Out: &stdout, Err: &stderr}
	err = j(&f)
	return stdout.String(), stderr.String(), err
}

func TestGamesAreGoneThroughWhateverTheirFaults(t *testing.T) {
	for _, test := range []struct {
		name  string
		job   job
		to    notation.PieceLetters
		want  []string // parts of the output
		lines int      // of it; 0 does not count
	}{
		{"check", check, "", []string{"games 2, with errors 1, half-moves 3, in variations 2\n"}, 1},
		{"list", list, "", []string{"     1  ????.??.??  1-0        1  C20  Ann - Bob  (?)\n", "Bob - Cy  (?, Rome)\n"}, 2},
		{"convert", convert, notation.Italian, []string{"(1. d4 d5)", "good}", "1. Nf3 Ke6 *", "[Site \"Rome\"]"}, 0},
		{"final positions", final, "", []string{`id "Ann - Bob, ?, game 1, half-move 2";`, `game 2, half-move 1";`}, 2},
		{"all positions", all, "", []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "}, 5},
		{"positions after two half-moves", second, "", []string{"game 1, half-move 2"}, 1},
		{"annotate", annotated, "", []string{"1. e4 {[%eval 0.00,3]}", "good}", "1. Nf3 Ke6 *", "[Annotator \"nobody\"]"}, 0},
	} {
		out, faults, err := do(twoGames, files{To: test.to}, test.job)
		if !errors.Is(err, errFaultyGames) || err.Error() != "games with errors: 1 of 2" ||
			!strings.HasPrefix(faults, `stdin:11:8: game 2: "Ke6": not a legal move`) {
			t.Errorf("%s: %v, %q", test.name, err, faults)
		}
		for _, part := range test.want {
			if !strings.Contains(out, part) {
				t.Errorf("%s: %q is missing in\n%s", test.name, part, out)
			}
		}
		if test.lines > 0 && strings.Count(out, "\n") != test.lines {
			t.Errorf("%s: not %d lines:\n%s", test.name, test.lines, out)
		}
	}
	if out, _, _ := do(twoGames, files{}, plain); strings.Contains(out, "good") || strings.Contains(out, "d5") || !strings.Contains(out, "1. e4 e5 1-0") {
		t.Errorf("plain games are\n%s", out)
	}
}

func TestGamesThatAreJudgedStayAsTheyAre(t *testing.T) {
	const judged = "[White \"a\"]\n\n1. e4 {[%eval 1.00]} *\n\n[White \"b\"]\n\n1. d4 *\n"
	out, _, err := do(judged, files{}, func(f *files) error {
		return f.Annotate(&analysis.Annotator{Engine: level{}}, "nobody", true)
	})
	if err != nil || !strings.Contains(out, "1. e4 {[%eval 1.00]}") || !strings.Contains(out, "1. d4 {[%eval 0.00,3]}") || strings.Count(out, "nobody") != 1 {
		t.Errorf("%v, %s", err, out)
	}
}

func TestAFileIsReplacedWhenAllHasGoneWell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	must.Do(t, os.WriteFile(path, []byte(twoGames), 0o600))
	out, faults, err := do("", files{Names: []string{path, path}, Output: path}, plain)
	text, readError := os.ReadFile(path)
	if out != "" || !strings.HasPrefix(faults, path+":11:8: ") || err == nil ||
		err.Error() != "games with errors: 2 of 4" || readError != nil ||
		strings.Count(string(text), "1. e4 e5 1-0") != 2 {
		t.Errorf("%q, %q, %v, %v, %s", out, faults, err, readError, text)
	}
	if _, _, err := do("", files{Names: []string{path, path + "x"}, Output: path}, convert); err == nil || !strings.Contains(err.Error(), path+"x") {
		t.Errorf("a missing file: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, text) {
		t.Errorf("the file has become %s, %v", after, err)
	}
}

// Text that is in no game is reported with its place, unless the output keeps it, and fails a check.
func TestTextOutsideOfGamesIsReported(t *testing.T) {
	const text = "Games of Ann:\n\n" + "1. e4 e5 1-0 (a short one)\n\n{a comment} 1 d4 d5 0-1\n\nThe end.\n"
	const places = "stdin:1:1: this text is in no game: \"Games of Ann:\"\n" +
		"stdin:3:14: this text is in no game: \"(a short one)\"\nstdin:7:1: this text is in no game: \"The end.\"\n"
	out, faults, err := do(text, files{}, check)
	if !errors.Is(err, errStrayText) || faults != places || out != "games 2, with errors 0, half-moves 4, in variations 0\n" {
		t.Errorf("check: %q, %q, %v", out, faults, err)
	}
	for name, j := range map[string]job{"list": list, "convert": convert} {
		if _, faults, err := do(text, files{}, j); err != nil || faults != places {
			t.Errorf("%s: %q, %v", name, faults, err)
		}
	}
	_, faults, err = do("Games:\n1. e4 Ke2 *\n", files{}, check)
	if !errors.Is(err, errStrayText) || !errors.Is(err, errFaultyGames) || strings.Count(faults, "\n") != 2 {
		t.Errorf("both: %q, %v", faults, err)
	}
}

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
	f := must.Get(parse("--from", "it", "--to", "de"))(t)
	out, faults, err := do(game, f, convert)
	if err != nil || faults != "" || !strings.Contains(out, "1. Sf3 Sf6 2. Tg1 Tg8") {
		t.Errorf("%v, %s%s", err, faults, out)
	}
	if out, faults, _ := do(game, files{To: notation.German}, convert); !strings.HasPrefix(faults, "stdin:3:4: ") || strings.Contains(out, "Sf3") {
		t.Errorf("read as English: %s%s", faults, out)
	}
}
