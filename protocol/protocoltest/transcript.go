package protocoltest

import (
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/protocol"
	"alfiere/protocol/wire"
)

var update = flag.Bool("update", false, "rewrite the golden transcripts")

// Updating reports whether golden files are to be rewritten: the flag -update.
func Updating() bool { return *update }

// emptyLine stands for an empty line of output, which would end a block.
const emptyLine = "<empty>"

// EndOfInput is the line of a transcript that closes the input.
const EndOfInput = "<end of input>"

// Serve is an adapter's entrance.
type Serve func(s *protocol.Session, first string) (next string, err error)

// block is commands with the output that they cause.
type block struct{ commands, output []string }

// Transcripts runs every file of testdata: commands, a line "----", the expected
// output, an empty line, and so on; a paragraph that begins with "//" at the top is
// a comment. An empty line of output is written "<empty>". With the flag -update
// the expected output is rewritten. The searcher is a Searcher; the machine has
// 1024 MB for the table and 4 threads.
func Transcripts(t *testing.T, serve Serve) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runTranscript(t, file, serve) })
	}
}

func runTranscript(t *testing.T, file string, serve Serve) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	comment, blocks := parseBlocks(string(text))
	session := Start(t, serve)
	for i := range blocks {
		b := &blocks[i]
		for _, command := range b.commands {
			if command == EndOfInput {
				session.End()
			} else {
				session.Send(command)
			}
		}
		var got []string
		if *update {
			got = session.untilQuiet(200 * time.Millisecond)
		} else {
			got = session.Expect(len(b.output))
		}
		if *update {
			b.output = got
		} else if want := strings.Join(b.output, "\n"); strings.Join(got, "\n") != want {
			t.Fatalf("%s: after\n%s\n---- got\n%s\n---- want\n%s", file, strings.Join(b.commands, "\n"), strings.Join(got, "\n"), want)
		}
	}
	if rest := session.Rest(); len(rest) > 0 {
		t.Fatalf("%s: at the end there is more output:\n%s", file, strings.Join(rest, "\n"))
	}
	if *update {
		if err := os.WriteFile(file, formatBlocks(comment, blocks), 0o644); err != nil {
			t.Fatal(err)
		}
	}
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

// Session is an adapter at work on a Searcher.
type Session struct {
	Controller *protocol.Controller
	Searcher   *Searcher // nil before the engine was needed; look only when nothing is going on
	Signals    chan os.Signal
	Next       string // what Serve returned, after Rest
	Err        error

	t      testing.TB
	input  *io.PipeWriter
	output <-chan wire.Line
	buffer []string
	ended  chan struct{}
}

// Start lets serve wait for its first line. The test must call Rest.
func Start(t testing.TB, serve Serve) *Session {
	s := &Session{Signals: make(chan os.Signal, 1), t: t, ended: make(chan struct{})}
	inputReader, inputWriter := io.Pipe()
	outputReader, outputWriter := io.Pipe()
	s.input = inputWriter
	quit := make(chan struct{})
	s.output = collect(outputReader)
	s.Controller = protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		s.Searcher = Open(megabytes)
		return s.Searcher, nil
	}, protocol.Resources{Hash: 1024, Threads: 4}, rand.NewPCG(1, 2))
	lines := wire.ReadLines(inputReader, quit)
	go func() {
		defer close(s.ended)
		first := <-lines
		s.Next, s.Err = serve(&protocol.Session{Lines: lines, Signals: s.Signals, Out: wire.NewOutput(outputWriter),
			Controller: s.Controller}, first.Text)
		if err := s.Controller.Close(); err != nil {
			s.Err = err
		}
		close(quit)
		inputReader.Close()
		outputWriter.Close()
	}()
	return s
}

// collect reads lines ahead of the test, so that a session is not held up by a test
// that is still sending.
func collect(r io.Reader) <-chan wire.Line {
	ahead := make(chan wire.Line, 1<<16)
	go func() {
		defer close(ahead)
		for line := range wire.ReadLines(r, nil) {
			ahead <- line
		}
	}()
	return ahead
}

// Send sends a line; after the session's end it does nothing.
func (s *Session) Send(line string) {
	_, _ = io.WriteString(s.input, line+"\n") // the only error is the reader's end
}

// End closes the input.
func (s *Session) End() { s.input.Close() }

// Expect waits for the given number of lines and returns them, or what has come
// within ten seconds.
func (s *Session) Expect(count int) (lines []string) {
	timeout := time.NewTimer(10 * time.Second)
	defer timeout.Stop()
	for len(lines) < count {
		select {
		case line, open := <-s.output:
			if !open {
				return lines
			}
			lines = append(lines, line.Text)
		case <-timeout.C:
			return lines
		}
	}
	return lines
}

// Until waits for a line that begins with prefix and returns it and those before it.
func (s *Session) Until(prefix string) (lines []string) {
	s.t.Helper()
	for {
		line := s.Expect(1)
		if len(line) == 0 {
			s.t.Fatalf("no line begins with %q, only\n%s", prefix, strings.Join(lines, "\n"))
		}
		if lines = append(lines, line...); strings.HasPrefix(line[0], prefix) {
			return lines
		}
	}
}

func (s *Session) untilQuiet(pause time.Duration) (lines []string) {
	for {
		select {
		case line, open := <-s.output:
			if !open {
				return lines
			}
			lines = append(lines, line.Text)
		case <-time.After(pause):
			return lines
		}
	}
}

// Rest closes the input, waits for the end of the session and returns what it still
// prints.
func (s *Session) Rest() (lines []string) {
	s.t.Helper()
	s.End()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case line, open := <-s.output:
			if !open {
				<-s.ended
				return lines
			}
			lines = append(lines, line.Text)
		case <-timeout:
			s.t.Fatal("the session does not end")
		}
	}
}
