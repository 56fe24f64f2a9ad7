package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
)

// commandRun is a command line with its standard input, and what comes of it.
type commandRun struct {
	line, input      string
	out, err, status string
}

// TestSessions runs the files of testdata/session: a comment, then command lines, each
// behind "$ alfiere", its standard input, a line "----", the output, a line "----" with
// the exit status, and what is written to standard error. $DIR is an empty folder. With
// the flag -update the files are rewritten.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/session/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runSession(t, file) })
	}
}

func runSession(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	comment, runs := parseSession(string(text))
	folder := t.TempDir()
	_, absent := os.Open(filepath.Join(folder, "absent"))
	var written strings.Builder
	written.WriteString(comment)
	for _, want := range runs {
		args, err := wire.SplitWords(strings.ReplaceAll(want.line, "$DIR", folder))
		if err != nil {
			t.Fatal(err)
		}
		var out, errors bytes.Buffer
		status := run(args, cli.Streams{In: strings.NewReader(want.input), Out: &out, Err: &errors})
		got := want
		got.out = strings.ReplaceAll(out.String(), folder, "$DIR")
		got.err = strings.ReplaceAll(errors.String(), folder, "$DIR")
		got.err = strings.ReplaceAll(got.err, absent.(*os.PathError).Err.Error(), "no such file or directory") // as Unix calls it
		got.status = fmt.Sprint(status)
		fmt.Fprintf(&written, "\n$ alfiere %s\n%s----\n%s---- %s\n%s", got.line, got.input, got.out, got.status, got.err)
		if !protocoltest.Updating() && got != want {
			t.Fatalf("%s: alfiere %s\n%s----\n%s---- %s\n%s\nwanted\n%s---- %s\n%s",
				file, got.line, got.input, got.out, got.status, got.err, want.out, want.status, want.err)
		}
	}
	if protocoltest.Updating() {
		if err := os.WriteFile(file, []byte(written.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// parseSession takes a file apart.
func parseSession(text string) (comment string, runs []commandRun) {
	parts := strings.Split(text, "\n$ alfiere ")
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
