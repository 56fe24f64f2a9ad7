package main

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/cli"
	"alfiere/movegen"
)

const (
	cumpe    = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"
	twoRooks = "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1"
)

// runMateWith runs the subcommand with the given standard input.
func runMateWith(input string, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(append([]string{"mate"}, args...), cli.Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
	return status, milliseconds.ReplaceAllString(stdout.String(), "nodes"), stderr.String()
}

var milliseconds = regexp.MustCompile(`nodes, [0-9.]+ ms`)

func TestMateTakesTheSameProblemInEveryForm(t *testing.T) {
	file := filepath.Join(t.TempDir(), "problems.fen")
	if err := os.WriteFile(file, []byte(cumpe+"\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	stipulated := filepath.Join(t.TempDir(), "stipulated")
	if err := os.WriteFile(stipulated, []byte("8/8/8/3K4/8/5sP1/5Q1b/5S1k mate in 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	forms := []struct {
		name, input string
		args        []string
	}{
		{"a FEN as one argument", "", []string{"2", cumpe}},
		{"a FEN as several arguments", "", append([]string{"2"}, strings.Fields(cumpe)...)},
		{"four fields", "", []string{"2", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -"}},
		{"EPD with the number of moves", "", []string{"5", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm 2;"}},
		{"a file", "", []string{"2", file}},
		{"standard input by name", cumpe, []string{"2", "-"}},
		{"standard input by default", "# Cumpe\n\n" + cumpe + "\n", []string{"2"}},
		{"a board alone", "", []string{"2", "8/8/8/3K4/8/5nP1/5Q1b/5N1k"}},
		{"a board with the stipulation behind it", "", []string{"8/8/8/3K4/8/5nP1/5Q1b/5N1k", "#2"}},
		{"a board with knights as composers write them", "", []string{"#2", "8/8/8/3K4/8/5sP1/5Q1b/5S1k"}},
		{"N in the input alone", cumpe + " #2", nil},
		{"N in a file alone, by its name", "", []string{stipulated}},
		{"White to move by flag", "", []string{"--white", "2", strings.Replace(cumpe, " w ", " b ", 1)}},
	}
	_, want, _ := runMateWith("", "2", cumpe)
	if !strings.Contains(want, "1.Kd6! zugzwang\n") {
		t.Fatalf("not the report of Cumpe's problem:\n%s", want)
	}
	for _, form := range forms {
		if status, out, errors := runMateWith(form.input, form.args...); status != cli.ExitGood || out != want || errors != "" {
			t.Errorf("%s: status %d, %s\n%s", form.name, status, errors, out)
		}
	}
}

func TestMateSaysWhatIsWrong(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.fen")
	_, absent := os.Open("b.epd")
	cases := []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"no arguments and nothing to read", nil, cli.ExitInput, "stdin: no problem found; give a problem as alfiere mate 2 \"FEN\""},
		{"the same in Italian", []string{"--language", "it"}, cli.ExitInput, "stdin: nessun problema trovato; dare un problema come"},
		{"a number after --tries", []string{"2", "--tries", "3", cumpe}, cli.ExitUsage, "write --tries=3"},
		{"two FENs", []string{"2", cumpe, twoRooks}, cli.ExitUsage, "one FEN, not 2"},
		{"no number of moves at all", []string{cumpe}, cli.ExitInput, "the number of moves is missing: give N, or write #N after the position"},
		{"no castling that is known", []string{"2", "--castling", "yes", cumpe}, cli.ExitUsage, "must be fen"},
		{"no number", []string{"two", cumpe}, cli.ExitUsage, `not "two"`},
		{"a stalemate", []string{"=2", cumpe}, cli.ExitUsage, `only direct mates of orthodox chess are solved, not "=2"`},
		{"a gain", []string{"+2", cumpe}, cli.ExitUsage, `solved, not "+2"`},
		{"half a move", []string{"h#2.5", cumpe}, cli.ExitUsage, `solved, not "h#2.5"`},
		{"a move behind the FEN", []string{cumpe + " ~1"}, cli.ExitInput, `solved, not "~1"`},
		{"no moves", []string{"0", cumpe}, cli.ExitUsage, "from 1 to 32"},
		{"too many moves", []string{"33", cumpe}, cli.ExitUsage, "from 1 to 32"},
		{"two files that are missing", []string{"2", "a.epd", "b.epd"}, cli.ExitInput, absent.Error()},
		{"fewer than no tries", []string{"--tries=-1", "2", cumpe}, cli.ExitUsage, "--tries"},
		{"an unknown language", []string{"--language", "klingon", "2", cumpe}, cli.ExitUsage, `"klingon"`},
		{"a missing file", []string{"2", missing}, cli.ExitInput, "missing.fen"},
		{"a folder", []string{"2", filepath.Dir(missing)}, cli.ExitInput, "directory"},
		{"a bad FEN", []string{"2", "8/8/8/3K4/8/5nP1/5X1b/5N1k w - - 0 1"}, cli.ExitInput, `board, column 19: `},
		{"a king to be taken", []string{"2", "k6R/8/8/8/8/8/8/K7 w - -"}, cli.ExitInput, "side not to move is in check"},
		{"a bad number of moves in the EPD", []string{"2", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm 0;"}, cli.ExitInput, `the number of moves must be from 1 to 32, not "dm 0"`},
	}
	for _, c := range cases {
		status, out, errors := runMateWith("", c.args...)
		if status != c.status || !strings.Contains(errors+out, c.says) || out != "" && !strings.Contains(out, "Illegal position.") {
			t.Errorf("%s: status %d, want %d and %q in\n%s%s", c.name, status, c.status, c.says, errors, out)
		}
	}
}

// An illegal position is explained by the report, or by the message where no report is written for people.
func TestMateTellsAnIllegalPositionOnce(t *testing.T) {
	const bare = "8/8/8/8/8/8/8/8 w - - 0 1"
	status, out, errors := runMateWith("", "2", bare)
	if status != cli.ExitInput || !strings.Contains(out, "White has no king") || errors != "" {
		t.Errorf("status %d, %s%s", status, out, errors)
	}
	status, out, errors = runMateWith("", "2", "--only", "sound", bare)
	if status != cli.ExitInput || strings.Contains(out, "no king") || !strings.Contains(errors, "there is no king") {
		t.Errorf("filtered: status %d, %s%s", status, out, errors)
	}
}

func TestAFaultyLineDoesNotKeepTheOthersFromBeingSolved(t *testing.T) {
	lines := []string{
		"# a comment",
		cumpe,
		"",
		"no position at all",
		strings.Repeat("x", 100_000),
		twoRooks + " ; dm 2",
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm two;",
		`8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - id "open;`,
		"6k1/8/8/7K/8/8/8/4R3 w - - dm 1;",
	}
	file := filepath.Join(t.TempDir(), "problems.epd")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errors := runMateWith("", "2", file)
	if status != cli.ExitInput {
		t.Errorf("status %d, want %d", status, cli.ExitInput)
	}
	for _, part := range []string{"1.Kd6!", "1.Rc7!", "White mates in 1 (#1)"} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in\n%s", part, out)
		}
	}
	said := strings.Split(strings.TrimSpace(errors), "\n")
	places := []string{file + ":4:1: ", file + ":5:65537: ", file + ":7:34: ", file + ":8:37: ", "alfiere mate: " + file + ": 4 invalid problems"}
	if len(said) != len(places) {
		t.Fatalf("%d messages, want %d:\n%s", len(said), len(places), errors)
	}
	for i, place := range places {
		if !strings.HasPrefix(said[i], place) {
			t.Errorf("message %q does not begin with %q", said[i], place)
		}
	}
}

// TestMateWritesByDefaultWhatTheLengthAllows covers the parts of the text for each length, and the flags that change
// them.
func TestMateWritesByDefaultWhatTheLengthAllows(t *testing.T) {
	const three, five = "k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", "8/8/8/4k3/8/8/8/KQR5 w - - 0 1"
	set, tries, play := "\nSet play\n", "\nTries\n", "\n  1..."
	statistics, themes := "\nStatistics: ", "\nThemes\n"
	parts := []string{", tries 0, ", set, tries, play, statistics, themes, ": --tries shows them.\n", ": --full shows tries, "}
	for _, c := range []struct {
		args string
		fen  string
		want []string
	}{
		{"2", cumpe, []string{set, tries, play, statistics, themes}},
		{"2 --full", cumpe, []string{set, tries, play, statistics, themes}},
		{"2 --tries", cumpe, []string{set, tries, play, statistics, themes}},
		{"2 --set=false --themes=false --tries=0", cumpe, []string{play, statistics}},
		{"2 --full=false", cumpe, []string{play}},
		{"2 --brief", cumpe, nil},
		{"2 --brief --tries", cumpe, []string{tries}},
		{"3", three, []string{statistics, ": --tries shows them.\n"}},
		{"3 --tries=0", three, []string{statistics}},
		{"3 --brief --tries=0", three, nil},
		{"3 --brief", three, nil},
		{"5 --nodes 2000", five, []string{": --full shows tries, "}},
	} {
		args := append(strings.Fields(c.args), c.fen)
		status, out, errors := runMateWith("", args...)
		for _, part := range parts {
			if (part == set || part == play || part == themes) && c.fen != cumpe { // others may have none
				continue
			}
			if want := slices.Contains(c.want, part); strings.Contains(out, part) != want {
				t.Errorf("mate %s: status %d: %q: %v in\n%s%s", c.args, status, part, !want, out, errors)
			}
		}
	}
	for _, args := range [][]string{{"--brief", "--full"}, {"--brief", "--json"}, {"--brief", "--latex"}} {
		if status, _, _ := runMateWith("", append(args, "2", cumpe)...); status != cli.ExitUsage {
			t.Errorf("%q: status %d", args, status)
		}
	}
}

func TestMateFlagsReachTheReport(t *testing.T) {
	cases := []struct {
		args []string
		says string
	}{
		{[]string{"--brief", "--set", "2", cumpe}, "Set play\n"},
		{[]string{"--brief", "--tries=1", "2", cumpe}, "  but 1...Bg1!\n"},
		{[]string{"--tries=1", "2", cumpe}, "1.Qg2+?\n"},
		{[]string{"--language", "it", "2", cumpe}, "1.Rd6!"},
		{[]string{"--all-defences", "2", twoRooks}, "1...Kf8/Kh8 2.Rd8#"},
		{[]string{"--nodes", "10", "2", cumpe}, "Interrupted"},
	}
	for _, c := range cases {
		plain := ""
		if _, plain, _ = runMateWith("", "2", c.args[len(c.args)-1]); c.args[0] == "--brief" {
			_, plain, _ = runMateWith("", "--brief", "2", cumpe)
		}
		status, out, _ := runMateWith("", c.args...)
		if status != cli.ExitGood || !strings.Contains(out, c.says) {
			t.Errorf("%q: status %d, no %q in\n%s", c.args, status, c.says, out)
		}
		if strings.Contains(plain, c.says) {
			t.Errorf("%q is said without flags too", c.says)
		}
	}
	if _, out, _ := runMateWith("", "--tries=1", "--no-checking-tries", "2", cumpe); strings.Contains(out, "+?") || !strings.Contains(out, "1.Kc5?") {
		t.Errorf("checking tries are not left out, or others are:\n%s", out)
	}
}

func TestMateWarnsOfASurplusOfMen(t *testing.T) {
	status, _, errors := runMateWith("k7/8/1K6/8/PPPPPPP1/PPPPPPP1/8/7R w - - 0 1", "1")
	if status != cli.ExitGood || !strings.HasPrefix(errors, "stdin:1: warning: board: more than 8 pawns") {
		t.Errorf("status %d, %q", status, errors)
	}
}

// TestAnInterruptEndsTheProblemNotItsReport sends the signal again and again, since
// it may come before the analysis has begun; the guard keeps it from the process.
func TestAnInterruptEndsTheProblemNotItsReport(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes of Windows send no signals")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, os.Interrupt)
	defer signal.Stop(guard)
	type result struct {
		status      int
		out, errors string
	}
	done := make(chan result, 1)
	go func() {
		status, out, errors := runMateWith("", "9", movegen.StartFEN)
		done <- result{status, out, errors}
	}()
	deadline := time.After(10 * time.Second)
	for {
		select {
		case r := <-done:
			if r.status != cli.ExitInput || !strings.Contains(r.out, "Undecided.\nInterrupted") || !strings.Contains(r.errors, "interrupted") {
				t.Errorf("status %d, %s%s", r.status, r.errors, r.out)
			}
			return
		case <-time.After(50 * time.Millisecond):
			if err := self.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		case <-deadline:
			t.Fatal("the analysis goes on")
		}
	}
}

func TestWhiteMayMateWhateverTheFieldsSay(t *testing.T) {
	whiteInCheck := "k7/8/8/8/8/8/PP6/K6r b - - 0 1" // no position with Black to move
	if status, _, _ := runMateWith("", "2", whiteInCheck); status != cli.ExitInput {
		t.Errorf("status %d with Black to move, want %d", status, cli.ExitInput)
	}
	for _, args := range [][]string{{"--white", "2", whiteInCheck}, {"--white", "2"}} {
		if status, out, errors := runMateWith(whiteInCheck, args...); status != cli.ExitGood || !strings.Contains(out, "White mates") {
			t.Errorf("status %d with White to move, %s%s", status, errors, out)
		}
	}
}

func TestSeveralFilesAreSolvedOneAfterTheOther(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := write("one.epd", cumpe+" dm 2;\n")
	bad := write("bad.epd", "no position\n"+twoRooks+" #2\n")
	two := write("two.epd", twoRooks+" #2\n")
	missing := filepath.Join(folder, "missing")
	_, absent := os.Open(missing)
	status, out, errors := runMateWith("", "--compact", one, bad, missing, two)
	if status != cli.ExitInput || strings.Count(out, "Sound") != 1 || strings.Count(out, "Cooked") != 2 {
		t.Errorf("status %d\n%s", status, out)
	}
	for _, says := range []string{bad + ":1:1: ", bad + ": 1 invalid problem", absent.Error()} {
		if strings.Count(errors, says) != 1 {
			t.Errorf("not once %q in\n%s", says, errors)
		}
	}
}

func TestKingAndRookAtHomeAreSpokenOf(t *testing.T) {
	const castles = "8/8/8/8/8/8/7R/k1K4R" // no king at home: nothing to say
	if _, _, errors := runMateWith("", "1", castles+" w - -"); errors != "" {
		t.Error(errors)
	}
	const home = "8/8/8/8/8/8/2k5/4K2R w - -"
	status, _, errors := runMateWith("", "1", home)
	if want := "warning: Ke1, Rh1 on home squares, but the FEN has no castling; --castling home allows it\n"; status != cli.ExitGood || errors != want {
		t.Errorf("status %d, %q, want %q", status, errors, want)
	}
	if _, out, errors := runMateWith("", "1", "--castling", "home", home); errors != "" || !strings.Contains(out, " w K - ") {
		t.Errorf("%s%s", errors, out)
	}
}

func TestTheNearestNameIsNamed(t *testing.T) {
	for _, c := range []struct{ flag, text, want string }{
		{"--theme", "grimshw", "did you mean Grimshaw?"}, {"--theme", "!Novotni", "did you mean Novotny?"},
		{"--theme", "mato modello", "did you mean matto modello?"}, {"--only", "cookd", "did you mean cooked?"},
		{"--theme", "quite another thing", `there is no theme "quite another thing"` + "\n"},
	} {
		if status, _, errors := runMateWith("", "2", c.flag, c.text, cumpe); status != cli.ExitUsage || !strings.Contains(errors, c.want) {
			t.Errorf("%s %s: %s", c.flag, c.text, errors)
		}
	}
}

func TestResumingIsForJSONAndFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "answers")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"2", "--resume", file, "-"}, "add --json"},
		{[]string{"2", "--resume", file, "--json", cumpe}, "needs a file of problems"},
	} {
		if status, _, errors := runMateWith("", c.args...); status != 2 || !strings.Contains(errors, c.want) {
			t.Errorf("%q: %d, %s", c.args, status, errors)
		}
	}
}
