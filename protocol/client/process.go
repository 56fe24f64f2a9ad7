package client

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"alfiere/internal/wire"
)

// process is a running engine with the processes that it has started.
type process struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.ReadCloser
	stderr  tail
	said    tail // the end of its output
	journal journal
	quit    chan struct{} // closed when lines are no longer read
	conn    Conn

	mu    sync.Mutex
	ended bool // the operating system has forgotten it: its number may be that of another process
}

// strayOutput is how long a child process outside the process group may keep a pipe open.
const strayOutput = time.Second

// startProcess starts a program for a game; game is its name in the log.
func startProcess(program *Program, game string) (*process, error) {
	p := &process{command: exec.Command(program.Command[0], program.Command[1:]...), quit: make(chan struct{}),
		journal: journal{log: program.Log}}
	p.journal.enter(game)
	p.command.Dir = program.Folder
	p.command.Stderr = io.MultiWriter(&p.stderr, p.journal.from(FromErrors))
	p.command.WaitDelay = strayOutput
	wire.OwnGroup(p.command)
	var err error
	if p.stdin, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	if p.stdout, err = p.command.StdoutPipe(); err != nil {
		return nil, errors.Join(err, p.stdin.Close())
	}
	if err := p.command.Start(); err != nil {
		if place := (*fs.PathError)(nil); errors.As(err, &place) {
			err = fmt.Errorf("%s: %w", place.Path, place.Err) // without the name of the system call
		}
		return nil, err // Start has closed the pipes
	}
	heard := io.TeeReader(p.stdout, io.MultiWriter(&p.said, p.journal.from(FromEngine)))
	p.conn = Conn{Lines: wire.ReadLines(heard, p.quit),
		Out: wire.NewOutput(io.MultiWriter(p.journal.from(ToEngine), p.stdin))}
	return p, nil
}

// kill ends the process and its group by force, which unblocks its readers and writers. It may be
// called at any time, by any goroutine.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	_ = wire.KillGroup(p.command) // the wait shows how it ended
	p.stdin.Close()               // the group is dead; a process that has left it
	p.stdout.Close()              // may still hold the other ends
}

// end asks the process to end, by ask and by closing its input. When it has closed its output, or
// after grace, end kills the rest of it and returns its state, such as "exit status 0".
func (p *process) end(ask func(), grace time.Duration) string {
	overdue := time.AfterFunc(grace, p.kill)
	ask()
	p.stdin.Close()
	for range p.conn.Lines {
	}
	overdue.Stop()
	close(p.quit)
	p.kill()             // its children, or the process itself if it has only closed its output
	_ = p.command.Wait() // its state is what counts
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	return p.command.ProcessState.String()
}

// tail keeps the end of the text written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the number of bytes that a tail keeps.
const maxTail = 400

// Write implements io.Writer; it never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	t.text = append(t.text[:0], t.text[max(0, len(t.text)-maxTail):]...)
	return len(p), nil
}

// String returns the kept text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// lastLines is the number of lines of an engine's output that a message quotes.
const lastLines = 3

// lines returns the last lines of the kept text, each quoted, in one string.
func (t *tail) lines() string {
	lines := strings.FieldsFunc(t.String(), func(r rune) bool { return r == '\n' || r == '\r' })
	var quoted []string
	for _, line := range lines[max(0, len(lines)-lastLines):] {
		quoted = append(quoted, strconv.Quote(wire.Clip(line)))
	}
	return strings.Join(quoted, ", ")
}

// Source is where a line of an engine's traffic comes from.
type Source uint8

// The sources.
const (
	ToEngine   Source = iota
	FromEngine        // on its standard output
	FromErrors        // on its standard error
)

// Log gets each line to or from an engine, with its game: the name from Setup, empty before the
// first game. It is called by several goroutines.
type Log func(game string, from Source, line string)

// journal is the traffic of an engine.
type journal struct {
	log  Log // nil for none
	game atomic.Value
}

// enter sets the game to which the traffic belongs from now on.
func (j *journal) enter(game string) { j.game.Store(game) }

// from returns a writer that logs lines of a source. It never fails, and only one goroutine at a time may write to it.
func (j *journal) from(source Source) io.Writer {
	if j.log == nil {
		return io.Discard
	}
	return &lineWriter{write: func(line string) {
		game, _ := j.game.Load().(string)
		j.log(game, source, line)
	}}
}

// lineWriter splits what is written into lines.
type lineWriter struct {
	write func(line string)
	rest  []byte // the beginning of a line
}

// Write implements io.Writer.
func (w *lineWriter) Write(text []byte) (int, error) {
	w.rest = append(w.rest, text...)
	for {
		end := bytes.IndexByte(w.rest, '\n')
		if end < 0 && len(w.rest) < wire.MaxLine {
			return len(text), nil
		}
		line, next := w.rest, len(w.rest)
		if end >= 0 {
			line, next = w.rest[:end], end+1
		}
		w.write(strings.TrimRight(string(line), "\r"))
		w.rest = append(w.rest[:0], w.rest[next:]...)
	}
}
