package games

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
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
	for _, part := range []string{"Ann - Bob, 1999, 1-0\n\n", "2. Qh5 ", "Ke7??", "better 2... ", "  1-0 ", "█", "\nBlack: 1 blunder, no mistakes, no inaccuracies in 2 moves\n"} {
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
		{"", "no chess at all\n", cli.ExitInput, "no game and no position found"},
		{"--depth 1", backRank + "\nnonsense\n", cli.ExitInput, "1 of 2 lines was at fault"},
		{"--game 1", backRank + "\n", cli.ExitInput, "stdin: these are positions"},
		{"--game 3 --depth 1 FILE", "", cli.ExitInput, "there is no game 3; the last one is 2"},
		{"--depth 1", "1. e4 e5 2. Ke3 *\n", cli.ExitInput, "1 of 1 games at fault"},
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
	engine, err := search.New(1)
	if err != nil {
		t.Fatal(err)
	}
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
