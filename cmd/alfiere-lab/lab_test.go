package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/council/program"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/testing/protocoltest"
)

// programArgument is the first argument of a test binary that is to be the program; the
// program's own follow.
const programArgument = "be-the-laboratory"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == programArgument {
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
	if err := os.WriteFile(file, []byte(frame), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, err := runCommand("problems", "import", filepath.Join(folder, "x.db"), file)
	if status != cli.ExitGood || !strings.HasPrefix(out, "1 problems added") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

func TestHelpOfEverySubcommandNamesItsFlagsAndAnExample(t *testing.T) {
	for path, c := range cli.Leaves(newProgram()) {
		status, out, err := runCommand(append(strings.Fields(path), "--help")...)
		if status != cli.ExitGood || err != "" || !strings.HasPrefix(unwrapped(out), unwrapped("usage: "+c.UseLine())) || isTooWide(out) ||
			!strings.HasSuffix(out, "\nExample:\n  "+c.Example+"\n") {
			t.Errorf("%s: status %d, %s%s", path, status, out, err)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if value, _ := pflag.UnquoteUsage(f); strings.ContainsAny(value, " \n") {
				t.Errorf("%s --%s takes %q", path, f.Name, value)
			}
			if !regexp.MustCompile(`(?m)^ +--` + f.Name + `( |\[|$)`).MatchString(out) {
				t.Errorf("%s does not name --%s:\n%s", path, f.Name, out)
			}
		})
	}
	if isTooWide(about) {
		t.Errorf("a line has more than 79 columns:\n%s", about)
	}
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

// TestEnginesWithoutACommitAreToldApart looks at what programs must have in common: a test has no
// commit, so that its games need the same executable.
func TestEnginesWithoutACommitAreToldApart(t *testing.T) {
	if build := cli.ReadBuild(); build.Commit != "" && !build.Modified {
		t.Skip("this test knows its commit")
	}
	signature, err := proposals.Signature(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := seatIdentity(t.Context()); err != nil || got != "signature "+signature+", "+identity() {
		t.Errorf("seats need %q, %v", got, err)
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%s, executable %x", identity(), sha256.Sum256(text))
	kinds, err := taskKinds(t.Context(), 1, laboratory.Kind())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if k.Name == laboratory.KindName && (len(k.Version) != len(want)-48 || !strings.HasPrefix(want, k.Version)) {
			t.Errorf("games need %q, not %q", k.Version, want)
		}
	}
}

func TestARefusedCouncilLeavesTheFirstSeatHere(t *testing.T) {
	l := &labCouncil{Council: program.NewCouncil()}
	if err := l.SetMembers("mp mc mk"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"mc mq", "mc uci:/no/such/engine"} {
		if err := l.SetMembers(text); err == nil || l.first != "mp" {
			t.Errorf("%q: %v, and the first seat is %s", text, err, l.first)
		}
	}
	if err := l.SetMembers("mk mp"); err != nil || l.first != "mk" {
		t.Errorf("%v, and the first seat is %s", err, l.first)
	}
}

// unwrapped returns a text with a blank in place of all white space between two words.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// isTooWide reports whether a terminal of 80 columns breaks a line of help before the example, which stays
// whole as does a word that is longer.
func isTooWide(help string) bool {
	help, _, _ = strings.Cut(help, "\nExample:\n")
	return slices.ContainsFunc(strings.Split(help, "\n"), func(line string) bool {
		return utf8.RuneCountInString(line) >= 80 && strings.Contains(strings.TrimSpace(line), " ")
	})
}
