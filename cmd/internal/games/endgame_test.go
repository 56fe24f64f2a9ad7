package games

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/tt/syzygy"
)

func TestEndgameTablesJudgeGames(t *testing.T) {
	const (
		tables = "../../../tt/syzygy/testdata"
		game   = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/4K3/4P3/8 b - - 0 1\"]\n\n1... Kd5 2. Kd2 *\n"
		said   = "2. Kd2 $4 {[%eval 0.00,1] tables:"
	)
	annotate := func(args ...string) (status int, out, err string) {
		program := cli.Root("alfiere", "", "", Command("nobody"))
		var stdout, stderr bytes.Buffer
		args = append([]string{"pgn", "annotate", "--depth", "1", "--hash", "1"}, args...)
		status = cli.Execute(program, args, cli.Streams{In: strings.NewReader(game), Out: &stdout, Err: &stderr})
		return status, stdout.String(), stderr.String()
	}
	if status, out, err := annotate("--syzygy", tables); status != cli.ExitGood || err != "" || !strings.Contains(out, said) {
		t.Errorf("with tables: status %d, %s%s", status, out, err)
	}
	if status, out, err := annotate(); status != cli.ExitGood || err != "" || strings.Contains(out, "tables") {
		t.Errorf("without: status %d, %s%s", status, out, err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if status, out, err := annotate("--syzygy", missing); status != cli.ExitInput || out != "" || !strings.HasPrefix(err, "alfiere pgn: --syzygy: "+missing) {
		t.Errorf("a missing folder: status %d, %s%s", status, out, err)
	}
	// A file that cannot be used is reported once, and the search judges alone.
	damaged := damagedTables(t, tables)
	if status, out, err := annotate("--syzygy", damaged); status != cli.ExitGood || strings.Count(err, "KPvK.rtbw: ") != 1 || strings.Contains(out, "tables") {
		t.Errorf("a damaged file: status %d, %s%s", status, out, err)
	}
}

// damagedTables returns a folder of tables of which one is cut short.
func damagedTables(t *testing.T, from string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	must.Do(t, os.CopyFS(folder, os.DirFS(from)))
	must.Do(t, os.Truncate(filepath.Join(folder, "KPvK.rtbw"), 80))
	return folder
}

// threeMen is a folder with the tables of three men.
const threeMen = "../../../tt/syzygy/testdata"

// reported is an object of endgame --json.
type reported struct {
	FEN   string
	ID    string
	WDL   *int
	DTZ   *int
	Error string
	Moves []struct {
		SAN, UCI string
		WDL, DTZ int
	}
}

// toldIn reads objects, one a line.
func toldIn(t *testing.T, out string) (all []reported) {
	t.Helper()
	for line := range strings.Lines(out) {
		var o reported
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if o.Moves == nil || (o.Error == "") == (o.WDL == nil) {
			t.Errorf("neither value nor error, or no list: %s", line)
		}
		all = append(all, o)
	}
	return all
}

// TestAllProbesAreReported holds the values and distances of the shared list against what the
// command says of the same positions, which come on standard input.
func TestAllProbesAreReported(t *testing.T) {
	const folder = "../../../../shared/data/syzygy"
	file, err := os.Open(filepath.Join(folder, "probes.tsv"))
	if err != nil {
		t.Skipf("the shared tables are not there: %v", err)
	}
	defer file.Close()
	var rows [][]string
	var input strings.Builder
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if row := strings.Split(lines.Text(), "\t"); len(row) == 3 && row[0][0] != '#' {
			rows = append(rows, row)
			input.WriteString(row[0] + "\n")
		}
	}
	status, out, fault := runProgram(input.String(), "endgame", "--path", folder, "--json", "-")
	all := toldIn(t, out)
	if status != cli.ExitGood || fault != "" || len(all) != len(rows) || len(rows) < 1460 {
		t.Fatalf("status %d, %d of %d positions, %s", status, len(all), len(rows), fault)
	}
	for i, o := range all {
		if strconv.Itoa(*o.WDL) != rows[i][1] || o.DTZ == nil || strconv.Itoa(*o.DTZ) != rows[i][2] || o.Error != "" {
			t.Errorf("%s: %+v, not %s", rows[i][0], o, rows[i][1:])
		}
		// The best move keeps the value.
		if len(o.Moves) > 0 && o.Moves[0].WDL != *o.WDL {
			t.Errorf("%s: the best move is %+v, the value %d", rows[i][0], o.Moves[0], *o.WDL)
		}
	}
}

func TestAPositionOfTheTablesIsReported(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "draw\n" +
			"draws  Kc2  Ke2  Kc3  Ke3\n"},
		{"7K/8/8/8/8/8/r7/6k1 w - - 0 1", "Black wins; 20 half-moves (10 moves) to a mate, a capture or a pawn move\n" +
			"loses  Kg7 20  Kg8 20  Kh7 16\n"},
		{"--to italian 8/8/8/8/8/4k3/8/KR6 w - - 70 60", "White wins; 23 half-moves (12 moves) to a mate, a capture or a pawn move\n" +
			"wins           Tb4  23  Ra2  29  Rb2  29\n" +
			"wins too late  Tc1  31  Td1  31  Te1+ 31  Tf1  31  Tg1  31  Th1  31  Tb5  31\n" +
			"               Tb2  33  Tb3+ 33  Tb6  33  Tb7  33  Tb8  33\n"},
	} {
		status, out, fault := runProgram("", append([]string{"endgame", "--path", threeMen}, strings.Fields(test.args)...)...)
		if status != cli.ExitGood || fault != "" || out != test.want {
			t.Errorf("%s: status %d\n%s%s", test.args, status, out, fault)
		}
	}
}

func TestAFileOfPositionsIsReported(t *testing.T) {
	const input = "# three men\n8/8/8/8/8/5k2/8/K6q w - - id \"corner\";\nnonsense\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n\nk7/2Q5/8/8/8/8/8/K7 b - - 0 1\n" +
		"k7/2Q5/1r6/1r6/8/8/8/K7 b - - 0 1\n"
	status, out, fault := runProgram(input, "endgame", "--path", threeMen, "-")
	if status != cli.ExitInput || strings.Count(out, "\n\n") != 1 || !strings.HasPrefix(out, "corner\nBlack wins; 12 half-moves (6 moves) ") || !strings.Contains(out, "\n\nstdin:6\nstalemate: a draw\n") {
		t.Errorf("status %d\n%s", status, out)
	}
	for _, part := range []string{"stdin:3: epd: ", "stdin:4: a position with castling rights is in no table\n", "stdin:7: 5 men; the tables here have at most 3\n",
		"alfiere endgame: lines with errors, skipped: 3 of 5\n"} {
		if !strings.Contains(fault, part) {
			t.Errorf("%q is not in %s", part, fault)
		}
	}
	status, out, _ = runProgram(input, "endgame", "--path", threeMen, "--json")
	all := toldIn(t, out)
	if status != cli.ExitInput || len(all) != 4 || all[0].ID != "corner" || *all[0].WDL != -2 || all[1].Error == "" || *all[2].WDL != 0 || len(all[2].Moves) != 0 || all[3].Error != "5 men; the tables here have at most 3" {
		t.Errorf("status %d\n%s", status, out)
	}
}

func TestWhyATableDoesNotAnswer(t *testing.T) {
	damaged := t.TempDir()
	must.Do(t, os.CopyFS(damaged, os.DirFS(threeMen)))
	must.Do(t, os.WriteFile(filepath.Join(damaged, "KQvK.rtbw"), []byte("no table at all"), 0o600))
	const queen = "8/8/4k3/8/8/8/1Q6/K7 w - - 0 1"
	for _, test := range []struct {
		args, input string
		status      int
		faults      []string
	}{
		{queen, "", cli.ExitUsage, []string{"--path is missing"}},
		{"--path TABLES one two", "", cli.ExitUsage, []string{"one FEN or one FILE"}},
		{"--path TABLES 8/8/8/8/8/8/8/8 w - - 0 1", "", cli.ExitInput, []string{"FEN: "}},
		{"--path TABLES startpos", "", cli.ExitInput, []string{"alfiere endgame: a position with castling rights is in no table\n"}},
		{"--path MISSING " + queen, "", cli.ExitInput, []string{"alfiere endgame: ", "MISSING"}},
		{"--path MISSING" + string(os.PathListSeparator) + "TABLES " + queen, "", cli.ExitInput, []string{"MISSING"}},
		{"--path TABLES", italian, cli.ExitInput, []string{"these are games"}},
		{"--path TABLES", "", cli.ExitInput, []string{"stdin: it is empty"}},
		{"--path TABLES", "\x89PNG\r\n\x1a\n\x00", cli.ExitInput, []string{"stdin: it is a picture"}},
		{"--path DAMAGED -", strings.Repeat(queen+"\n", 3), cli.ExitInput, []string{"KQvK.rtbw: ",
			"stdin:2: KQvK.rtbw is not there, or not usable\n", "lines with errors, skipped: 3 of 3"}},
	} {
		replaced := strings.NewReplacer("TABLES", threeMen, "DAMAGED", damaged).Replace(test.args)
		status, out, fault := runProgram(test.input, append([]string{"endgame"}, strings.Fields(replaced)...)...)
		for _, want := range test.faults {
			if status != test.status || !strings.Contains(fault, want) {
				t.Errorf("%s: status %d, %s%s", test.args, status, out, fault)
			}
		}
		if strings.Count(fault, filepath.Join(damaged, "KQvK.rtbw")) > 1 {
			t.Errorf("a fault is reported more than once: %s", fault)
		}
	}
}

func TestAnInterruptEndsAFileOfPositions(t *testing.T) {
	var out bytes.Buffer
	tables := must.Get(syzygy.Open(threeMen))(t)
	defer tables.Close()
	ctx, cancel := context.WithCancel(t.Context())
	e := endgame{tables: tables, std: cli.Streams{In: strings.NewReader(strings.Repeat("8/8/4k3/8/8/8/1Q6/K7 w - - 0 1\n", 20)),
		Out: onWrite{&out, cancel}, Err: &bytes.Buffer{}}, json: true}
	if err := e.run(ctx, nil); !errors.Is(err, cli.ErrInterrupted) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v, %s", err, &out)
	}
}

func TestTablesHelpAnAnalysis(t *testing.T) {
	// A search of one ply does not see that the win is gone.
	const thrown = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/4K3/4P3/8 b - - 0 1\"]\n\n1... Kd5 2. Kd2 *\n"
	args := []string{"analyse", "--depth", "1", "--hash", "1", "--syzygy", threeMen}
	status, out, fault := runProgram(thrown, args...)
	if status != cli.ExitGood || fault != "" || !strings.Contains(out, "2. Kd2?? (+0.00), better 2. Kf4 Ke6 3. Ke4 Kd6") {
		t.Errorf("a game: status %d, %s%s", status, out, fault)
	}
	status, out, fault = runProgram("", append(args, strings.Fields("8/8/8/8/8/4k3/8/KR6 b - - 0 1")...)...)
	if status != cli.ExitGood || fault != "" || !strings.Contains(out, "+200.00  1... ") {
		t.Errorf("a position: status %d, %s%s", status, out, fault)
	}
	status, _, fault = runProgram("", "analyse", "--syzygy", "/nowhere", "startpos")
	if status != cli.ExitInput || !strings.HasPrefix(fault, "alfiere analyse: --syzygy: /nowhere: ") {
		t.Errorf("a missing folder: status %d, %s", status, fault)
	}
}

// partOf runs a part of pgn with text as standard input.
func partOf(t *testing.T, name, text string, args ...string) (out, faults string, err error) {
	t.Helper()
	root := cli.Root("alfiere", "", "", Command("nobody"))
	root.SetArgs(append([]string{"pgn", name}, args...))
	var stdout, stderr strings.Builder
	std := cli.Streams{In: strings.NewReader(text), Out: &stdout, Err: &stderr}
	err = root.ExecuteContext(std.Context())
	return stdout.String(), stderr.String(), err
}

func TestOpeningsAreThoseOfTheMovesWhereNoTagTells(t *testing.T) {
	const games = "[White \"Moves\"]\n\n1. Nf3 d6 2. d4 Nf6 3. Nc3 c5 4. e4 cxd4 5. Nxd4 a6 *\n\n" +
		"[White \"Tag\"]\n[ECO \"E60\"]\n[Opening \"Mine\"]\n\n1. e4 c5 *\n\n[White \"None\"]\n[FEN " +
		"\"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb1 *\n"
	out, _, err := partOf(t, "list", games)
	if lines := strings.Split(out, "\n"); err != nil || len(lines) != 4 || !strings.Contains(lines[0], "  B90  Moves") ||
		!strings.Contains(lines[1], "  E60  Tag") || !strings.Contains(lines[2], "       None") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestOpeningsAreWrittenAsTagsAndNothingElseChanges(t *testing.T) {
	const games = "[White \"a\"]\n[Variation \"old\"]\n\n1.e4   c5 {my  own} 2. Nf3 (2. c3) 2... d6 $1 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n" +
		"[ECO \"A00\"]\n\n1. e4 e5 2. f4 *\n\n[White \"fault\"]\n\n1. e4 Ke6 *\n\n"
	const king = "\n\n1. e4 e5 2. f4 *\n\n[White \"fault\"]\n\n1. e4 Ke6 *\n\n"
	const moves = "\n\n1.e4   c5 {my  own} 2. Nf3 (2. c3) 2... d6 $1 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n"
	const sicilian = "[White \"a\"]\n[Variation \"Najdorf Variation\"]\n[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]" + moves
	out, faults, err := partOf(t, "eco", games)
	if err == nil || !strings.Contains(faults, "game 3") || out != sicilian+"[ECO \"C30\"]\n[Opening \"King's Gambit\"]"+king {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	if again, _, _ := partOf(t, "eco", out); again != out {
		t.Errorf("done twice it is\n%s", again)
	}
	if out, _, _ := partOf(t, "eco", games, "--new"); out != sicilian+"[ECO \"A00\"]"+king {
		t.Errorf("of those without only:\n%s", out)
	}
	const remark, named = "[White \"a\"]\n; hm\n[Black \"b\"]", "\n[ECO \"B00\"]\n[Opening \"King's Pawn Game\"]"
	if out, faults, err := partOf(t, "eco", remark+"\n\n1. e4 *\n"); err != nil || faults != "" || out != remark+named+"\n\n1. e4 *\n\n" {
		t.Errorf("%v, %s%s", err, out, faults)
	}
}
