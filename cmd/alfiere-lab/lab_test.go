package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/council/broker/natsnet"
	"alfiere/council/program"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/testing/doctest"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
)

// programArgument is the first argument of a test binary that is to be the program; the program's own follow.
const programArgument = "be-the-laboratory"

// relayed is the variable of the environment with what this process knows of the program for those that it starts, each
// of which would take a second to find it out.
const relayed = "ALFIERE_LAB_TEST"

// relay sets the variable.
var relay = sync.OnceValue(func() error {
	signature, err := proposals.Signature(context.Background())
	hash, unread := executableHash()
	speed, unmeasured := laboratory.Speed()
	return errors.Join(err, unread, unmeasured, os.Setenv(relayed, fmt.Sprintln(signature, hash, speed)))
})

// adopt believes the variable.
func adopt() {
	var signature, hash string
	var speed float64
	if _, err := fmt.Sscan(os.Getenv(relayed), &signature, &hash, &speed); err == nil {
		proposals.Assume(signature)
		executableHash = func() (string, error) { return hash, nil }
		laboratory.Speed = func() (float64, error) { return speed, nil }
	}
}

func TestMain(m *testing.M) {
	signatureDepth, signatureMegabytes = 4, 1
	if len(os.Args) > 1 && os.Args[1] == programArgument {
		adopt()
		os.Exit(run(os.Args[2:], cli.Standard()))
	}
	if len(os.Args) > 1 && os.Args[1] == toyArgument {
		serveToy()
		os.Exit(0)
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // they mostly wait for processes
		panic(err)
	}
	os.Exit(m.Run())
}

// runCommand runs a command line that comes to an end by itself.
func runCommand(args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(args, cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

func TestProblemsAreImportedFromAFileInZstandard(t *testing.T) {
	folder := t.TempDir()
	// A frame with one raw block: "8/8/8/8/8/k2K4/7Q/8 w - - #2" and a line feed, 29 bytes.
	frame := "\x28\xb5\x2f\xfd\x20\x1d\xe9\x00\x00" + "8/8/8/8/8/k2K4/7Q/8 w - - #2\n"
	file := filepath.Join(folder, "problems.epd.zst")
	must.Do(t, os.WriteFile(file, []byte(frame), 0o600))
	status, out, err := runCommand("problems", "import", filepath.Join(folder, "x.db"), file)
	if status != cli.ExitGood || !strings.HasPrefix(out, "1 problems added") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

func TestHelpOfEverySubcommandNamesItsFlagsAndAnExample(t *testing.T) {
	doctest.CheckHelpPages(t, newProgram(), runCommand, "--help")
	if _, out, _ := runCommand("tasks", "--help"); !strings.Contains(out, "  --here N ") || !strings.Contains(out, " --kind kind ") {
		t.Errorf("%s", out)
	}
	for _, word := range []string{"broker", "worker", "engine"} {
		if status, out, _ := runCommand("--help"); status != cli.ExitGood || !strings.Contains(out, "  "+word+" ") {
			t.Errorf("status %d; %s is not in\n%s", status, word, out)
		}
	}
}

func TestSessions(t *testing.T) { protocoltest.CommandLines(t, "alfiere-lab", run) }

// TestEnginesWithoutACommitAreDistinguished compares what programs must have in common: a test has no commit, so its
// games, problems and analyses need the same executable.
func TestEnginesWithoutACommitAreDistinguished(t *testing.T) {
	if build := cli.ReadBuild(); build.Commit != "" && !build.Modified {
		t.Skip("this test knows its commit")
	}
	signature := must.Get(proposals.Signature(t.Context()))(t)
	if got, err := seatIdentity(t.Context()); err != nil || len(got) > 64 ||
		!strings.HasPrefix(got, "signature "+signature+", executable ") {
		t.Errorf("seats need %q, %v", got, err)
	}
	path := must.Get(os.Executable())(t)
	text := must.Get(os.ReadFile(path))(t)
	want := fmt.Sprintf("executable %.16x", sha256.Sum256(text))
	kinds := must.Get(taskKinds(t.Context(), 1, laboratory.Kind()))(t)
	for _, k := range kinds {
		if k.Version != signature && !strings.Contains(k.Version, want[:len("executable ")+16]) {
			t.Errorf("%s needs %q, not %q", k.Name, k.Version, want)
		}
	}
}

func TestARefusedCouncilLeavesTheFirstSeatHere(t *testing.T) {
	l := &labCouncil{Council: program.NewCouncil()}
	must.Do(t, l.SetMembers("mp mc mk"))
	for _, text := range []string{"mc mq", "mc uci:/no/such/engine"} {
		if err := l.SetMembers(text); err == nil || l.first != "mp" {
			t.Errorf("%q: %v, and the first seat is %s", text, err, l.first)
		}
	}
	if err := l.SetMembers("mk mp"); err != nil || l.first != "mk" {
		t.Errorf("%v, and the first seat is %s", err, l.first)
	}
}

func TestNamesInUseAreNotRetired(t *testing.T) { doctest.CheckRetired(t, doctest.Flags(newProgram())) }

func TestPagesNameSubcommandsAndFlags(t *testing.T) {
	doctest.CheckFlags(t, "alfiere-lab", doctest.Flags(newProgram()))
}

func TestTheIndexListsTheSubcommands(t *testing.T) { doctest.CheckIndex(t, newProgram()) }

func TestHelpAvoidsPhrases(t *testing.T) { doctest.CheckHelp(t, newProgram()) }

func TestCommandsOfThePages(t *testing.T) {
	must.Do(t, relay())
	doctest.Run(t, "alfiere-lab", programArgument, doctest.Flags(newProgram()))
}

// TestDividingGoesOnWithTheGamesThatAreThere plays all divisions of two and four, and again
// when a game has been taken away.
func TestDividingGoesOnWithTheGamesThatAreThere(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	line := []string{"experiment", "divide", "--sizes", "2,4", "--nodes", "20", "--games", "2", "--games-in", filepath.Join(folder, "games"),
		"--figures", filepath.Join(folder, "x.json"), "--plot", filepath.Join(folder, "x.png")}
	status, table, err := runCommand(line...)
	if status != cli.ExitGood {
		t.Fatal(status, err)
	}
	if !strings.HasPrefix(table, "each with 20 nodes, against one search with 20: Elo (95 %)\n   N  council            threads            both\n   2  ") ||
		strings.Count(table, "\n   4  ") != 2 || strings.Contains(table, "  -  ") ||
		!strings.HasSuffix(table, "\nRule for each figure: 2 games, fixed beforehand.\n") {
		t.Errorf("the table is\n%s", table)
	}
	name := filepath.Join(folder, "games", "threads4-work.pgn")
	text := readText(t, name)
	must.Do(t, os.WriteFile(name, []byte(text[:len(text)/2]), 0o600))
	status, again, err := runCommand(line...)
	if status != cli.ExitGood || again != table || timeless(readText(t, name)) != timeless(text) {
		t.Errorf("status %d, %s\n%s\nat first\n%s", status, err, again, table)
	}
	if json := readText(t, filepath.Join(folder, "x.json")); strings.Count(json, `"way": "both"`) != 2 || !strings.Contains(json, `"games": 2`) {
		t.Errorf("%s", json)
	}
	if picture, err := os.Stat(filepath.Join(folder, "x.png")); err != nil || picture.Size() < 5000 {
		t.Errorf("%v, %v", picture, err)
	}
	status, out, err := runCommand(append(line, "--json")...)
	if status != cli.ExitGood || out != readText(t, filepath.Join(folder, "x.json")) {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	for words, says := range map[string]string{"--sizes 3": "not an even number", "--sizes x": "not an even number", "--nodes 0": "--nodes must", "--games 0": "games",
		"--criterion best": "best", "--noise -1": "noise", "--plot x.bmp": ".png", "--openings MISSING": "MISSING",
		"x":             `unexpected argument "x"`,
		"--json x.json": `"x.json": --json writes to standard output; --figures FILE writes to a file`} {
		if status, _, err := runCommand(append([]string{"experiment", "divide"}, strings.Fields(words)...)...); status == cli.ExitGood || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %s", words, status, err)
		}
	}
}

// loggedBy returns flags that were set.
func loggedBy(t *testing.T, args ...string) *logFlags {
	t.Helper()
	var f logFlags
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	f.Define(flags)
	must.Do(t, flags.Parse(args))
	return &f
}

func TestALogHasDateLevelAndTheFieldsOfTasks(t *testing.T) {
	events := func(args ...string) string {
		var out bytes.Buffer
		l := loggedBy(t, args...).Open(cli.Streams{Err: &out}, "worker", "mars")
		l.Tell("ready")
		l.Warn("lost\nagain")
		l.Task(natsnet.TaskEvent{Step: natsnet.TaskStarted, Batch: "b1", Task: "7", Kind: "game", Worker: "mars"})
		l.Task(natsnet.TaskEvent{Step: natsnet.TaskFailed, Batch: "b1", Task: "7", Kind: "game", Worker: "mars", Fault: "no board", Took: 1500 * time.Millisecond})
		close(l.quit)
		<-l.ended
		return out.String()
	}
	var got []string
	for line := range strings.Lines(events("--log-format", "json", "--log-level", "debug")) {
		fields := map[string]any{}
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		date, err := time.Parse(time.RFC3339, fmt.Sprint(fields["date"]))
		if err != nil || time.Since(date) > time.Hour || fields["program"] != "worker" || fields["worker"] != "mars" {
			t.Errorf("%s: %v", line, err)
		}
		got = append(got, fmt.Sprintln(fields["level"], fields["message"], fields["batch"], fields["task"], fields["kind"], fields["reason"], fields["seconds"]))
	}
	want := []string{"info ready <nil> <nil> <nil> <nil> <nil>\n", "warn lost\nagain <nil> <nil> <nil> <nil> <nil>\n",
		"debug task started b1 7 game <nil> <nil>\n", "warn task failed b1 7 game no board 1.5\n"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	text := events()
	if n := strings.Count(text, "\n"); n < 3 || !regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\S* WRN task failed batch=b1 kind=game program=worker reason="no board" seconds=1\.5 task=7 worker=mars$`).MatchString(text) ||
		strings.Contains(text, "task started") {
		t.Errorf("%s", text)
	}
	if text := events("--log-level", "error"); text != "" {
		t.Errorf("errors only: %s", text)
	}
}

func TestTheFlagsOfALogRefuseOtherWords(t *testing.T) {
	for _, word := range []string{"", "xml", "trace", "TEXT"} {
		for _, name := range []string{"log-format", "log-level"} {
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			new(logFlags).Define(flags)
			if err := flags.Set(name, word); err == nil || !strings.Contains(err.Error(), "it must be ") {
				t.Errorf("--%s %q: %v", name, word, err)
			}
		}
	}
}

// stuck is a reader that waits before it reads on.
type stuck struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (s *stuck) Write(text []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.Write(text)
}

// TestDroppedLinesAreCounted logs much more than is read: each line is written or counted.
func TestDroppedLinesAreCounted(t *testing.T) {
	var out stuck
	l := loggedBy(t, "--log-format", "json").Open(cli.Streams{Err: &out}, "broker", "")
	out.lock.Lock()
	var tellers sync.WaitGroup
	for range 4 {
		tellers.Go(func() {
			for range 500 {
				l.Tell("line")
			}
		})
	}
	tellers.Wait()
	out.lock.Unlock()
	close(l.quit)
	<-l.ended
	lines, dropped := 0, 0
	for line := range strings.Lines(out.text.String()) {
		n := 0
		var e struct{ Message, Level string }
		must.Do(t, json.Unmarshal([]byte(line), &e))
		if _, err := fmt.Sscanf(e.Message, "%d lines of this log were dropped", &n); err == nil && e.Level == "warn" {
			dropped += n
		} else {
			lines++
		}
	}
	if lines+dropped != 2000 || lines < logLines || dropped == 0 {
		t.Errorf("%d lines and %d dropped", lines, dropped)
	}
}
