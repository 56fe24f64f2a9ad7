package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/spf13/cobra"

	"alfiere/internal/cli"
	"alfiere/internal/testing/doctest"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/protocol"
)

// engineArgument is the first argument of a test binary that is to be the program; the program's own follow.
const engineArgument = "be-the-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == engineArgument {
		os.Exit(run(os.Args[2:], cli.Standard()))
	}
	os.Exit(m.Run())
}

// runIn runs a command line as run does, in a folder; words may be quoted.
func runIn(t *testing.T, folder, line string) (status int, out, err string) {
	t.Helper()
	t.Chdir(folder)
	words := must.Get(wire.SplitWords(line))(t)
	return runCommand(words...)
}

// exampleFolder returns a folder with the files of testdata/example, endgame tables and an engine.
func exampleFolder(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the engine is a script of the shell")
	}
	folder := t.TempDir()
	must.Do(t, os.CopyFS(folder, os.DirFS("testdata/example")))
	must.Do(t, os.CopyFS(filepath.Join(folder, "tables"), os.DirFS("../../tt/syzygy/testdata")))
	self := must.Get(os.Executable())(t)
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' %s \"$@\"\n", self, engineArgument)
	must.Do(t, os.WriteFile(filepath.Join(folder, "engine"), []byte(script), 0o700))
	return folder
}

// eachSubcommand runs a test for every subcommand and part that can be run.
func eachSubcommand(t *testing.T, test func(t *testing.T, path string, c *cobra.Command)) {
	t.Helper()
	for path, c := range cli.Leaves(newProgram()) {
		t.Run(path, func(t *testing.T) { test(t, path, c) })
	}
}

func TestHelpOfEverySubcommandNamesItsFlagsAndAnExample(t *testing.T) {
	more := []string{"--help", "mate --language it --help"}
	for _, c := range subcommands() {
		more = append(more, c.Name()+" --help")
	}
	doctest.CheckHelpPages(t, newProgram(), runCommand, more...)
}

func TestAnUnknownFlagIsReported(t *testing.T) {
	eachSubcommand(t, func(t *testing.T, path string, c *cobra.Command) {
		name, _, _ := strings.Cut(path, " ")
		want := fmt.Sprintf("alfiere %s: wrong arguments: there is no flag --nonsense\nusage: %s\nalfiere %s --help shows the flags\n",
			name, c.UseLine(), path)
		for _, line := range []string{path + " --nonsense", path + " x --nonsense", path + " x --nonsense=1 y"} {
			if status, out, err := runCommand(strings.Fields(line)...); status != cli.ExitUsage || out != "" || err != want {
				t.Errorf("%s: status %d, %s%s", line, status, out, err)
			}
		}
	})
}

// readingSubcommands are the arguments of the subcommands that read a file, whose name is MISSING.
func readingSubcommands() map[string]string {
	return map[string]string{
		"mate": "2 MISSING", "suite": "MISSING", "endgame": "--path MISSING 8/8/4k3/8/8/8/1Q6/K7 w - - 0 1", "analyse": "MISSING", "match": "--recount MISSING", "hash check": "MISSING",
		"book make": "--out x.bin MISSING.pgn", "book dump": "MISSING", "book merge": "--out x.bin MISSING",
		"pgn check": "MISSING", "pgn list": "MISSING", "pgn convert": "MISSING", "pgn annotate": "MISSING", "pgn epd": "MISSING",
		"pgn eco":      "MISSING",
		"tree convert": "--from pgn --to text MISSING", "tree show": "MISSING", "tree check": "MISSING",
	}
}

func TestAFileInZstandardIsRefusedWithTheWayToReadIt(t *testing.T) {
	for path, args := range readingSubcommands() {
		switch path {
		case "hash check", "endgame":
			continue // these read no compressed files
		}
		folder := t.TempDir()
		// An empty frame: the refusal comes from the first four bytes.
		if err := os.WriteFile(filepath.Join(folder, "x.pgn"), []byte("\x28\xb5\x2f\xfd\x24\x00\x01\x00\x00\x99\xe9\xd8\x51"), 0o600); err != nil {
			t.Fatal(err)
		}
		args = strings.ReplaceAll(strings.ReplaceAll(args, "MISSING.pgn", "MISSING"), "MISSING", "x.pgn")
		status, out, err := runIn(t, folder, path+" "+args)
		if status != cli.ExitInput || !strings.Contains(err, "compressed by Zstandard") || !strings.Contains(err, "zstd -d") {
			t.Errorf("%s: status %d, %s%s", path, status, out, err)
		}
	}
}

func TestAMissingFileIsNamed(t *testing.T) {
	reading := readingSubcommands()
	writing := map[string]string{"hash make": "MISSING/x.hash 1", "tree grow": "--depth 1 --nodes 0 --out MISSING/x.txt", "board": "--out MISSING/x.svg"}
	none := []string{"perft", "bench", "eval", "play", "uci", "xboard"}
	eachSubcommand(t, func(t *testing.T, path string, c *cobra.Command) {
		args, ok := reading[path]
		if !ok {
			args, ok = writing[path]
		}
		if !ok && !slices.Contains(none, path) {
			t.Fatal("add its arguments to reading or writing above, or its name to none if it takes no file")
		}
		if !ok {
			return
		}
		status, out, err := runIn(t, t.TempDir(), path+" "+args)
		name, _, _ := strings.Cut(path, " ")
		if status != cli.ExitInput || !strings.HasPrefix(err, "alfiere "+name+": ") || !strings.Contains(err, "MISSING") || strings.Contains(out, "usage") {
			t.Errorf("status %d, %s%s", status, out, err)
		}
	})
}

func TestTheIndexListsPagesAndSubcommands(t *testing.T) {
	pages := doctest.Pages(t)
	index := pages["docs/README.md"]
	for name := range pages {
		if page, ok := strings.CutPrefix(name, "docs/"); ok && page != "README.md" && !strings.Contains(index, "]("+page+")") {
			t.Errorf("docs/README.md has no link to %s", page)
		}
	}
	doctest.CheckIndex(t, newProgram())
}

func TestTheVersionIsTheOneOfTheChangesAndTellsTheBuild(t *testing.T) {
	for _, arg := range []string{"--version", "-v", "version"} {
		status, out, err := runCommand(arg)
		if status != cli.ExitGood || err != "" || !regexp.MustCompile(`^Alfiere \d+\.\d+-dev( [0-9a-f]{7}(-modified)?)?\ngo      1\.\d+`).MatchString(out) {
			t.Errorf("%s: status %d, %s%s", arg, status, out, err)
		}
	}
	changes, err := os.ReadFile("../../CHANGELOG.md")
	number, _ := strings.CutPrefix(protocol.Title, protocol.Name+" ")
	if heading := regexp.MustCompile(`(?m)^## ([\d.]+)$`).FindStringSubmatch(string(changes)); err != nil || heading == nil || heading[1] != number {
		t.Errorf("the newest version of the changes is %q, %v, and this is %s", heading, err, protocol.Title)
	}
}

// The transcripts of the protocols have the name of a controller without a build.
func TestProtocolsAndVersionNameTheSameBuild(t *testing.T) {
	_, version, _ := runCommand("--version")
	name, _, _ := strings.Cut(version, "\n")
	for input, want := range map[string]string{"uci\nquit\n": "id name " + name + "\n", "xboard\nprotover 2\nquit\n": `feature myname="` + name + "\"\n"} {
		if status, out, err := runWith(input); status != cli.ExitGood || !strings.Contains(out, want) {
			t.Errorf("%q: status %d, %s%s", input, status, out, err)
		}
	}
	if name == protocol.Title {
		t.Errorf("a build that is no release is called %s", name)
	}
}

func TestHelpListsTheSubcommands(t *testing.T) {
	status, out, _ := runCommand("--help")
	for _, c := range subcommands() {
		if status != cli.ExitGood || !strings.Contains(doctest.Unwrapped(out), c.Name()+" "+doctest.Unwrapped(c.Short)) {
			t.Errorf("status %d; %s is not in\n%s", status, c.Name(), out)
		}
	}
	if status, _, err := runCommand("mat"); status != cli.ExitUsage || strings.Count(err, "\n") != 3 {
		t.Errorf("an unknown subcommand: status %d, %s", status, err)
	}
}

func TestSessions(t *testing.T) { protocoltest.CommandLines(t, "alfiere", run) }

// fileOf returns a file of its own with the text.
func fileOf(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, 0o640)))
	return path
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

func TestAFileThatIsReadCanBeReplaced(t *testing.T) {
	const game = "1. e4 {good} e5 *\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"pgn", "convert", "--plain"}, "\n1. e4 e5 *\n"},
		{[]string{"pgn", "epd", "--ply", "0"}, `id "? - ?, ?, game 1, half-move 0";`},
		{[]string{"pgn", "annotate", "--depth", "1"}, "[%eval "},
		{[]string{"tree", "convert", "--to", "numeric"}, "\n10546520\n"},
	} {
		path := fileOf(t, "game.pgn", game)
		before := must.Get(os.Stat(path))(t)
		status, out, message := runCommand(append(test.args, "--out", path, path)...)
		if text := textOf(t, path); status != cli.ExitGood || out != "" || !strings.Contains(text, test.want) || strings.Contains(text, "good}") != (test.args[1] == "annotate") {
			t.Errorf("%q: status %d, %s%s; the file is\n%s", test.args, status, out, message, text)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != before.Mode() {
			t.Errorf("%q: %v, %v", test.args, info, err)
		}
	}
}

func TestFaultsAndFailuresLeaveTheRightFile(t *testing.T) {
	path := fileOf(t, "game.pgn", "1. e4 Ke6 *\n")
	if status, _, message := runCommand("pgn", "convert", "--out", path, path); status != cli.ExitInput || !strings.Contains(textOf(t, path), "1. e4 Ke6 *") {
		t.Errorf("what could not be read is lost: status %d, %s", status, message)
	}
	broken := io.MultiReader(strings.NewReader("1. d4 *\n\n"), iotest.ErrReader(errors.New("the disk is gone")))
	if status, _, _ := runPGNWith(broken, "convert", "--out", path); status != cli.ExitInput || !strings.Contains(textOf(t, path), "1. e4 Ke6 *") {
		t.Errorf("status %d; half a file has become\n%s", status, textOf(t, path))
	}
	folder := t.TempDir()
	for _, name := range []string{folder, filepath.Join(folder, "none", "x.pgn")} {
		if status, _, message := runCommand("pgn", "convert", "--out", name, path); status != cli.ExitInput || !strings.Contains(message, name+":") {
			t.Errorf("%s: status %d, %s", name, status, message)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("there are %q", left)
	}
}

// Files that hold nothing, or no text, are refused in the same words by all subcommands that read them.
func TestFilesWithoutTextAreNamedAlike(t *testing.T) {
	files := map[string]string{"": "it is empty", "\x89PNG\r\n\x1a\n\x00\x00": "it is a picture", "PK\x03\x04\x00\x00": "it is a zip archive; unpack it first",
		"\xff\xfe[\x00E\x00": "it is text in UTF-16; save it as UTF-8", "\x00\x01 * \x02": "it is not text"}
	lines := []string{"analyse", "suite", "endgame --path ../../tt/syzygy/testdata", "tree show", "tree check", "tree convert --from fen --to board", "tree show --from pgn",
		"pgn check", "match --recount"}
	for text, want := range files {
		path := fileOf(t, "input", text)
		for _, line := range lines {
			status, out, err := runCommand(append(strings.Fields(line), path)...)
			if line == "tree show --from pgn" && want == "it is not text" {
				continue // its mark is an empty game
			}
			if status != cli.ExitInput || !strings.Contains(err, want) || line != "pgn check" && out != "" {
				t.Errorf("%s, %q: status %d, %s%s", line, text, status, out, err)
			}
		}
	}
	for _, line := range []string{"pgn list", "mate 2", "analyse", "tree show"} {
		folder := t.TempDir()
		if status, _, err := runCommand(append(strings.Fields(line), folder)...); status != cli.ExitInput || !strings.HasSuffix(err, folder+": is a directory, not a file\n") {
			t.Errorf("%s: status %d, %s", line, status, err)
		}
	}
}
