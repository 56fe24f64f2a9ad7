package protocoltest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"

	"alfiere/internal/testing/golden"
	"alfiere/protocol"
)

// emptyLine represents an empty line, which would end a block.
const emptyLine = "<empty>"

// anotherSession is the line between two sessions of a file.
const anotherSession = "===="

// EndOfInput is the line of a transcript that closes the input.
const EndOfInput = "<end of input>"

// Serve is an adapter's entrance.
type Serve func(s *protocol.Session, first string) (next string, err error)

// block is commands with the output that they cause.
type block struct{ commands, output []string }

// Transcripts runs every file of testdata: commands, a line "----", the expected output, an empty line, and so on; a
// paragraph that begins with "//" at the top is a comment. An empty line is written "<empty>". A line "====" begins
// another session. With the flag -update the expected output is rewritten. The searcher is a Searcher; the machine has
// 1024 MB for the table and 4 threads.
func Transcripts(t *testing.T, serve Serve) {
	for _, file := range transcripts(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runTranscript(t, file, serve) })
	}
}

// CommandsTried returns the first words of all commands of the transcripts in testdata, in small letters.
func CommandsTried(t *testing.T) map[string]bool {
	tried := map[string]bool{}
	for _, file := range transcripts(t) {
		for _, session := range sessions(t, file) {
			_, blocks := parseBlocks(session)
			for _, b := range blocks {
				for _, command := range b.commands {
					word, _, _ := strings.Cut(command, " ")
					tried[strings.ToLower(word)] = true
				}
			}
		}
	}
	return tried
}

func transcripts(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in testdata: %v", err)
	}
	return files
}

// sessions returns the texts of the sessions in the file.
func sessions(t *testing.T, file string) []string {
	text := must.Get(os.ReadFile(file))(t)
	return strings.Split(string(text), "\n"+anotherSession+"\n\n")
}

func runTranscript(t *testing.T, file string, serve Serve) {
	texts := sessions(t, file)
	for i, text := range texts {
		comment, blocks := parseBlocks(text)
		if err := Start(t, serve).replay(blocks, golden.Updating()); err != nil {
			t.Errorf("%s, session %d: (go test . -update rewrites it) %v", file, i+1, err)
		}
		texts[i] = string(formatBlocks(comment, blocks))
	}
	if golden.Updating() {
		must.Do(t, os.WriteFile(file, []byte(strings.Join(texts, "\n"+anotherSession+"\n\n")), 0o644))
	}
}

// absent is how this system says that a file is missing, as far as transcripts name one.
func absent() string {
	_, err := os.Open("/no/such/file")
	fault, _ := errors.AsType[*os.PathError](err)
	return fault.Err.Error()
}

// replay sends the commands of the blocks and compares the output, or with rewrite puts
// it into the blocks. The session is over then.
func (s *Session) replay(blocks []block, rewrite bool) error {
	for i := range blocks {
		b := &blocks[i]
		for _, command := range b.commands {
			switch command {
			case EndOfInput:
				s.End()
			case emptyLine:
				s.Send("")
			default:
				s.Send(command)
			}
		}
		if rewrite {
			b.output = timeless(s.untilQuiet(200 * time.Millisecond))
			continue
		}
		got, want := strings.Join(timeless(s.Expect(len(b.output))), "\n"), strings.Join(b.output, "\n")
		want = strings.ReplaceAll(want, "no such file or directory", absent())
		if got != want {
			s.Rest()
			return fmt.Errorf("after\n%s\n---- got\n%s\n---- want\n%s", strings.Join(b.commands, "\n"), got, want)
		}
	}
	if rest := s.Rest(); len(rest) > 0 {
		return fmt.Errorf("at the end there is more output:\n%s", strings.Join(rest, "\n"))
	}
	return s.Err
}

// solvingTime is the time that the solution of a problem shows.
var solvingTime = regexp.MustCompile(`( nod[ei]s?), \d+\.\d\d ms`)

// timeless takes the time that a problem took from the lines.
func timeless(lines []string) []string {
	for i, line := range lines {
		lines[i] = solvingTime.ReplaceAllString(line, "$1, … ms")
	}
	return lines
}

// parseBlocks splits a transcript into the comment it begins with and its blocks.
func parseBlocks(text string) (comment string, blocks []block) {
	for _, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if strings.HasPrefix(paragraph, "//") {
			comment += paragraph + "\n\n"
			continue
		}
		commands, output, _ := strings.Cut(paragraph+"\n", "\n----\n")
		b := block{commands: strings.Split(strings.Trim(commands, "\n"), "\n")}
		if output = strings.TrimRight(output, "\n"); output != "" {
			b.output = strings.Split(output, "\n")
			for i, line := range b.output {
				if line == emptyLine {
					b.output[i] = ""
				}
			}
		}
		blocks = append(blocks, b)
	}
	return comment, blocks
}

func formatBlocks(comment string, blocks []block) []byte {
	paragraphs := make([]string, len(blocks))
	for i, b := range blocks {
		lines := append(slices.Clone(b.commands), "----")
		for _, line := range b.output {
			if line == "" {
				line = emptyLine
			}
			lines = append(lines, line)
		}
		paragraphs[i] = strings.Join(lines, "\n") + "\n"
	}
	return []byte(comment + strings.Join(paragraphs, "\n"))
}
