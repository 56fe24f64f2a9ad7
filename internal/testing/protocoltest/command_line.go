package protocoltest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/internal/wire"
)

// commandRun is a command line with its standard input, and what comes of it.
type commandRun struct {
	line, input      string
	out, err, status string
}

// varying finds what an analysis has cost, the version, and what depends on the machine.
var varying = regexp.MustCompile(`(--(?:threads|hash) must be (?:from 1 to|at most) )\d+|` +
	`\d+ nod[ei]s?, [\d.]+ ms|"nodes":\d+,"seconds":[\d.e-]+|Alfiere \d\.\d(-dev( [0-9a-f]{7})?(-modified)?)?`)

// CommandLines runs the files of testdata/session: a comment, then command lines, each
// after "$ " and the name of the program, its standard input, a line "----", the output, a line "----" with
// the exit status, and what is written to standard error. $DIR is a folder with the files of
// testdata/session/files, where a command may write more. With the flag -update the files are rewritten.
func CommandLines(t *testing.T, program string, run func(args []string, streams cli.Streams) int) {
	files, err := filepath.Glob("testdata/session/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runSession(t, file, "\n$ "+program+" ", run) })
	}
}

func runSession(t *testing.T, file, prompt string, run func(args []string, streams cli.Streams) int) {
	text := must.Get(os.ReadFile(file))(t)
	comment, runs := parseSession(string(text), prompt)
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/session/files")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	_, absent := os.Open(filepath.Join(folder, "absent"))
	var written strings.Builder
	written.WriteString(comment)
	for _, want := range runs {
		args := must.Get(wire.SplitWords(strings.ReplaceAll(want.line, "$DIR", folder)))(t)
		var out, faults bytes.Buffer
		input := strings.NewReader(strings.ReplaceAll(want.input, "$DIR", folder))
		status := run(args, cli.Streams{In: input, Out: &out, Err: &faults})
		got := want
		got.out = varying.ReplaceAllString(strings.ReplaceAll(out.String(), folder, "$DIR"), "${1}…")
		got.err = varying.ReplaceAllString(strings.ReplaceAll(faults.String(), folder, "$DIR"), "${1}…")
		// As Unix calls it.
		got.err = strings.ReplaceAll(got.err, absent.(*os.PathError).Err.Error(), "no such file or directory")
		got.status = fmt.Sprint(status)
		fmt.Fprintf(&written, "%s%s\n%s----\n%s---- %s\n%s", prompt, got.line, got.input, got.out, got.status, got.err)
		if !golden.Updating() && got != want {
			t.Fatalf("%s:%s%s\n%s----\n%s---- %s\n%s\nwanted\n%s---- %s\n%s",
				file, prompt, got.line, got.input, got.out, got.status, got.err, want.out, want.status, want.err)
		}
	}
	if golden.Updating() {
		must.Do(t, os.WriteFile(file, []byte(written.String()), 0o666))
	}
}

// parseSession takes a file apart.
func parseSession(text, prompt string) (comment string, runs []commandRun) {
	parts := strings.Split(text, prompt)
	for _, part := range parts[1:] {
		var r commandRun
		r.line, part, _ = strings.Cut(part, "\n")
		r.input, part, _ = strings.Cut("\n"+part, "\n----\n")
		r.out, part, _ = strings.Cut("\n"+part, "\n---- ")
		r.status, r.err, _ = strings.Cut(part, "\n")
		r.input, r.out = lines(r.input), lines(r.out)
		runs = append(runs, r)
	}
	return parts[0], runs
}

// lines turns lines that follow line ends into lines that end with them.
func lines(text string) string {
	if text == "" {
		return ""
	}
	return text[1:] + "\n"
}
