package games

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/search"
	"alfiere/search/analysis"
)

const backRank = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"

// italian is a game with a blunder, and a second game.
const italian = "[White \"Ann\"]\n[Black \"Bob\"]\n[Site \"?\"]\n[Date \"1999.??.??\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n" +
	"[White \"Cy\"]\n\n1. d4 *\n"

func TestAPositionIsAnalysed(t *testing.T) {
	const lines = `^   \+M1  1\. Ra8#\n( *[+-]\S+  1\. .*\n){2}depth 4, \d+\.\d s, [\d,]+ nodes: White mates in 1 move\n$`
	for _, test := range []struct {
		args, input, want string
	}{
		{"--multipv 3 --depth 4 " + backRank, "", lines},
		{"--nodes 100 startpos", "", `^ *[+-]0\.\d\d  1\. `},
		{"--nodes 100 -", backRank + "\n", `^stdin:1\n   \+M1  1\. Ra8#`},
		{"--depth 2 --to italian " + backRank, "", `1\. Ta8#\n`},
		{"--depth 2", "# a file\n" + backRank + "\n", `^stdin:2\n.*\n.*\n$`},
		{"--depth 2", twoTests, `^back rank\n.*\n.*\n\nno mate\n.*\n.*\n$`},
		{"--depth 2 R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "", `^checkmate: Black is mated\n$`},
		{"--depth 2 7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "", `^stalemate\n$`},
		{"--verbose --depth 3 " + backRank, "", `(?s)depth 1,.*depth 2,.*depth 3,`},
		{"--chess960 --depth 2 --json 1k6/8/8/8/8/8/8/2KR4 w D - 0 1", "", `^\{"fen":"1k6/8/8/8/8/8/8/2KR4 w D - 0 1","final":true,`},
	} {
		_, out, fault := runProgram(test.input, append([]string{"analyse", "--threads", "1", "--hash", "1"}, strings.Fields(test.args)...)...)
		if !regexp.MustCompile(test.want).MatchString(out) {
			t.Errorf("%s: %s%s", test.args, out, fault)
		}
	}
}

func TestAGameIsAnalysed(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	path := newFile(t, "g.pgn", italian)
	picture := filepath.Join(t.TempDir(), "g.svg")
	status, out, fault := runProgram("", "analyse", "--hash", "1", "--depth", "4", "--svg", picture, path)
	for _, part := range []string{"Ann - Bob, 1999, 1-0\n\n", "2. Qh5? ", "Ke7??", "better 2... ", "  1-0 ", "█",
		"\nBlack: 1 blunder, no mistakes, no inaccuracies in 2 moves\n"} {
		if status != cli.ExitGood || !strings.Contains(out, part) {
			t.Errorf("status %d, %q is not in\n%s%s", status, part, out, fault)
		}
	}
	svg, err := os.ReadFile(picture)
	if err != nil || xml.Unmarshal(svg, new(struct{})) != nil || strings.Contains(out, "Cy") {
		t.Errorf("the picture of the first game: %v, %s", err, svg)
	}
	t.Setenv("LC_ALL", "C")
	_, out, fault = runProgram(italian, "analyse", "--hash", "1", "--depth", "1")
	if strings.Contains(out, "█") || !strings.Contains(out, "#") || !strings.Contains(out, "Ann - Bob") || !strings.Contains(out, "\n\nCy - ?, *\n") {
		t.Errorf("both games in ASCII:\n%s%s", out, fault)
	}
	_, out, fault = runProgram(italian, "analyse", "--hash", "1", "--depth", "2", "--json", "--game", "2")
	var game struct {
		Title string
		Moves []struct{ SAN string }
	}
	if err := json.Unmarshal([]byte(out), &game); err != nil || game.Title != "Cy - ?, *" || len(game.Moves) != 1 || game.Moves[0].SAN != "d4" {
		t.Errorf("%v, %s%s", err, out, fault)
	}
}

func TestWhatCannotBeAnalysedIsSaid(t *testing.T) {
	path := newFile(t, "x", italian)
	for _, test := range []struct {
		args, input string
		status      int
		fault       string
	}{
		{"--multipv 0 startpos", "", cli.ExitUsage, "--multipv"},
		{"--hash -1 startpos", "", cli.ExitUsage, "--hash"},
		{"--threads 100000 startpos", "", cli.ExitUsage, "--threads"},
		{"one two", "", cli.ExitUsage, "one FEN or one FILE"},
		{"--svg a.svg startpos", "", cli.ExitUsage, "are for games"},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "", cli.ExitInput, "king"},
		{"", "", cli.ExitInput, `stdin: it is empty; give a position as alfiere analyse "FEN"`},
		{"", "\xff\xfe1\x00.\x00", cli.ExitInput, "stdin: it is text in UTF-16; save it as UTF-8"},
		{"--depth 999 startpos", "", cli.ExitUsage, "--depth must be from 0 to 127"},
		{"", "no chess at all\n", cli.ExitInput, "no game or position found"},
		{"--depth 1", backRank + "\nnonsense\n", cli.ExitInput, "lines with errors, skipped: 1 of 2"},
		{"--game 1", backRank + "\n", cli.ExitInput, "stdin: these are positions"},
		{"--game 3 --depth 1 FILE", "", cli.ExitInput, "there is no game 3; the last one is 2"},
		{"--depth 1", "1. e4 e5 2. Ke3 *\n", cli.ExitInput, "1 of 1 games have errors"},
	} {
		args := strings.Fields(strings.ReplaceAll(test.args, "FILE", path))
		status, out, fault := runProgram(test.input, append([]string{"analyse", "--hash", "1"}, args...)...)
		if status != test.status || !strings.Contains(fault, test.fault) {
			t.Errorf("%s: status %d, %s%s", test.args, status, out, fault)
		}
	}
}

// TestAnInterruptedAnalysisTellsWhatItKnows: of a position the lines so far, of a game the moves that are judged.
func TestAnInterruptedAnalysisTellsWhatItKnows(t *testing.T) {
	engine := must.Get(search.New(1))(t)
	defer engine.Close()
	begin := func(ctx context.Context, input string, limits search.Limits) (*analyse, *bytes.Buffer, func() error) {
		var out bytes.Buffer
		a := &analyse{Analyst: analysis.Analyst{Engine: engine, Limits: limits}, setThreads: engine.SetThreads}
		a.std = cli.Streams{In: strings.NewReader(input), Out: &out, Err: &bytes.Buffer{}}
		return a, &out, func() error { return a.run(ctx, nil) }
	}
	ctx, cancel := context.WithCancel(t.Context())
	a, out, run := begin(ctx, backRank+"\n"+backRank+"\n", search.Limits{Nodes: 1 << 60})
	a.verbose = true
	a.std.Out = onWrite{out, func() {
		if strings.Contains(out.String(), "depth 1,") {
			cancel()
		}
	}}
	if err := run(); !errors.Is(err, cli.ErrInterrupted) || strings.Contains(out.String(), "stdin:2") || !regexp.MustCompile(`  1\. .*\ndepth \d+, .*\n$`).MatchString(out.String()) {
		t.Errorf("a position: %v, %s", err, out)
	}
	ctx, cancel = context.WithCancel(t.Context())
	a, out, run = begin(ctx, italian, search.Limits{Depth: 2})
	a.Engine = &countdown{engine, 3, cancel}
	if err := run(); !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), "2 of 5 half-moves are judged") || !strings.Contains(out.String(), "e5") || strings.Contains(out.String(), "Qh5") {
		t.Errorf("a game: %v, %s", err, out)
	}
}

// countdown interrupts when it has searched some positions.
type countdown struct {
	*search.Engine
	left int
	end  func()
}

func (c *countdown) Search(ctx context.Context, r search.Request, report func(search.Info)) search.Result {
	if c.left--; c.left < 0 {
		c.end()
	}
	return c.Engine.Search(ctx, r, report)
}

func TestAnnotationTellsWhichGameOfHowMany(t *testing.T) {
	for _, test := range []struct {
		name        string
		far         annotating
		ply, plies  int
		done, whole int64
		want        string
	}{
		{"nobody knows how many", annotating{done: 28}, 0, 40, 28000, 0, "game 29, move 1: ["},
		{"half of the first", annotating{total: 2}, 20, 40, 500, 2000, "game 29 of 2, move 11: [############............]  50 %"},
		{"some cost no time", annotating{total: 373, done: 8, kept: 20}, 10, 40, 8250, 353000, "game 29 of 373, move 6: ["},
		{"a game without moves", annotating{total: 1}, 0, 0, 0, 1000, "game 29 of 1, move 1"},
	} {
		done, whole, text := test.far.state(29, test.ply, test.plies)
		if done != test.done || whole != test.whole || !strings.HasPrefix(text, test.want) {
			t.Errorf("%s: %d of %d, %q", test.name, done, whole, text)
		}
	}
	far := annotating{total: 999}
	if _, _, text := far.state(999, 598, 599); len(text)+len(", 47 h 59 min left") >= 80 {
		t.Errorf("%q has no room for the time left", text)
	}
}

func TestTheGamesOfRegularFilesAreCountedBeforehand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.pgn")
	must.Do(t, os.WriteFile(file, []byte(twoGames), 0o666))
	ended, end := context.WithCancel(t.Context())
	end()
	for _, test := range []struct {
		name  string
		ctx   context.Context
		files []string
		want  int
	}{
		{"standard input", t.Context(), nil, 0},
		{"two files", t.Context(), []string{file, file}, 4},
		{"a pipe among them", t.Context(), []string{file, "-"}, 0},
		{"a device", t.Context(), []string{file, os.DevNull}, 0},
		{"a folder", t.Context(), []string{t.TempDir()}, 0},
		{"no file", t.Context(), []string{file, "no/such/file"}, 0},
		{"an interrupt", ended, []string{file}, 0},
	} {
		f := files{Names: test.files, Std: cli.Streams{In: strings.NewReader(twoGames), Out: io.Discard, Err: io.Discard}}
		if got := f.total(test.ctx); got != test.want {
			t.Errorf("%s: %d games, want %d", test.name, got, test.want)
		}
	}
}

// runProgram runs a command of this package as the program does.
func runProgram(input string, args ...string) (status int, out, err string) {
	program := cli.Root("alfiere", "", "", AnalyseCommand(), SuiteCommand(), EndgameCommand())
	var stdout, stderr bytes.Buffer
	status = cli.Execute(program, args, cli.Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

func newFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

const twoTests = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n" +
	"6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"no mate\";\n"

func TestASuiteIsCounted(t *testing.T) {
	path := newFile(t, "suite.epd", twoTests)
	for _, args := range [][]string{{"--depth", "3"}, {"--nodes", "1000", "--threads", "2"}, {"--time", "20", "--depth", "2"}, {"--time", "20000ms", "--depth", "2", "--knowledge", "m"}} {
		want := regexp.MustCompile(`^\+ Ra8#    bm Ra8# am -  back rank\n- Ra8#    bm - am Ra8#  no mate\n1 of 2 solved, \d+ nodes, \d+\.\d s\n$`)
		status, out, fault := runProgram("", append(append([]string{"suite", "--verbose"}, args...), path)...)
		if status != cli.ExitGood || !want.MatchString(out) || fault != "" {
			t.Errorf("%q: status %d, %s%s", args, status, out, fault)
		}
	}
	for _, args := range [][]string{{"-"}, {}} {
		status, out, fault := runProgram(twoTests, append([]string{"suite", "--depth", "1"}, args...)...)
		if status != cli.ExitGood || !strings.HasPrefix(out, "1 of 2 solved") {
			t.Errorf("standard input, %q: status %d, %s%s", args, status, out, fault)
		}
	}
	if _, out, _ := runProgram(twoTests, "suite", "--depth", "1", path, "-"); !strings.HasPrefix(out, "2 of 4 solved") {
		t.Errorf("two files: %s", out)
	}
	for _, args := range [][]string{{"--threads", "0"}, {"--depth", "-1"}, {"--knowledge", "mz"}, {"--hash", "-1", "--depth", "1"}} {
		if status, _, fault := runProgram("", append([]string{"suite", path}, args...)...); status != cli.ExitUsage {
			t.Errorf("%q: status %d, %s", args, status, fault)
		}
	}
}

// TestABadLineIsNamedAndTheOthersAreSolved: whatever one line holds, the rest of the file
// counts, and the exit status tells that something was left out.
func TestABadLineIsNamedAndTheOthersAreSolved(t *testing.T) {
	const bare = "k7/8/8/8/8/8/8/K7 w - -"
	for _, test := range []struct{ text, out, fault string }{
		{bare + " id \"x\";\n", "", "FILE:1: neither bm nor am: the solving move is unknown\n" +
			"alfiere suite: lines with errors, skipped: 1 of 1\n"},
		{"", "", "alfiere suite: FILE: it is empty\n"},
		{"PK\x03\x04\x00", "", "alfiere suite: FILE: it is a zip archive; unpack it first\n"},
		{"# nothing\n\n", "", "alfiere suite: no position found\n"},
		{twoTests + "\n" + bare + " bm Qa4;\n", "1 of 2 solved", "FILE:4: epd: bm: \"Qa4\": not a legal move: there is no such queen\nalfiere suite: lines with errors, skipped: 1 of 3\n"},
		{"nonsense\n" + bare + "\n" + twoTests, "1 of 2 solved", "alfiere suite: lines with errors, skipped: 2 of 4\n"},
		{"x\x1b[2J\n", "", "alfiere suite: lines with errors, skipped: 1 of 1\n"},
		{strings.Repeat("x\n", 100), "", "FILE:20: "},
		{strings.Repeat("x\n", 100) + twoTests, "1 of 2 solved", "\nfurther faults are counted only\nalfiere suite: lines with errors, skipped: 100 of 102\n"},
		{"\n[Event \"x\"]\n\n1. e4 *\n", "", "FILE: these are games; alfiere pgn epd writes their positions"},
	} {
		path := newFile(t, "suite.epd", test.text)
		status, out, fault := runProgram("", "suite", "--depth", "2", path)
		fault = strings.ReplaceAll(fault, path, "FILE")
		if status != cli.ExitInput || !strings.HasPrefix(out, test.out) || test.out == "" && out != "" || !strings.Contains(fault, test.fault) || strings.Contains(fault, "\x1b") {
			t.Errorf("%q: status %d, %s%s", test.text, status, out, fault)
		}
		if n := strings.Count(fault, "\n"); n > maxReported+2 {
			t.Errorf("%d lines of faults", n)
		}
	}
}

func TestASuiteIsReportedInJSON(t *testing.T) {
	path := newFile(t, "suite.epd", "\n"+twoTests)
	status, out, fault := runProgram("", "suite", "--json", "--nodes", "1000", path)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != cli.ExitGood || len(lines) != 3 {
		t.Fatalf("status %d, %s%s", status, out, fault)
	}
	var first suiteRecord
	var total struct {
		Positions, Searched, Solved int
		Nodes                       uint64
	}
	must.Do(t, errors.Join(json.Unmarshal([]byte(lines[0]), &first), json.Unmarshal([]byte(lines[2]), &total)))
	if first.Line != 2 || first.File != path || first.ID != "back rank" || !first.Solved || first.Move != "Ra8#" || first.Best != "Ra8#" {
		t.Errorf("the first one is %+v", first)
	}
	if total.Positions != 2 || total.Searched != 2 || total.Solved != 1 || total.Nodes == 0 {
		t.Errorf("in all %+v", total)
	}
}

// onWrite calls a function before each writing.
type onWrite struct {
	io.Writer
	call func()
}

func (w onWrite) Write(text []byte) (int, error) {
	w.call()
	return w.Writer.Write(text)
}

// TestAnInterruptedSuiteTellsWhatItKnows: what was solved before Ctrl-C is reported, and the exit
// status is that of an interrupt.
func TestAnInterruptedSuiteTellsWhatItKnows(t *testing.T) {
	var out, faults bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	s := suite{std: cli.Streams{In: strings.NewReader(strings.Repeat(twoTests, 20)), Out: onWrite{&out, cancel}, Err: &faults}, verbose: true}
	s.Suite = search.Suite{Limits: search.Limits{Depth: 3}, Knowledge: eval.All, Megabytes: 1, Threads: 1}
	err := s.run(ctx, nil)
	want := regexp.MustCompile(`^\+ Ra8# .*\n1 of 1 solved, \d+ nodes, \d+\.\d s; 39 of 40 positions were not searched\n$`)
	if !errors.Is(err, cli.ErrInterrupted) || !want.MatchString(out.String()) {
		t.Errorf("%v, %s%s", err, &out, &faults)
	}
}
