// Package session is the engine on the standard streams of a process: it chooses the adapter that
// the first line asks for, passes signals on, and ends at the end of the input, an error of the
// output or a signal. It parses nothing but that first word; the adapters are protocol/uci,
// protocol/xboard and protocol/console. Commands that are engines call it. At a terminal its lines are edited.
package session

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"github.com/rs/zerolog"

	"alfiere/internal/cli"
	"alfiere/internal/wire"
	"alfiere/protocol"
	"alfiere/protocol/console"
	"alfiere/protocol/uci"
	"alfiere/protocol/xboard"
	"alfiere/search"
	"alfiere/tt"
)

// patience is how long the process waits, after a signal that ends it, for an adapter whose output is not read.
const patience = 3 * time.Second

// Run lets the engine speak the protocol that the first line asks for, or play with the person at the terminal, to the
// end of the input, and closes it. An interrupt makes it move at once; any other signal ends the session, with the move
// that is due. The error is that of the output, which may be closed, or of closing the controller.
func Run(std cli.Streams, controller *protocol.Controller, signals <-chan os.Signal) error {
	return RunIn("", nil, std, controller, signals)
}

// RunIn is Run in the protocol that the word "uci" or "xboard" begins, or in the console with a table, whatever the
// first line is; without a word and a table it is Run.
func RunIn(word string, table *console.Table, std cli.Streams, controller *protocol.Controller,
	signals <-chan os.Signal) error {
	quit := make(chan struct{})
	passed := make(chan os.Signal, 1)
	session := &protocol.Session{Signals: passed, Controller: controller}
	person := consoleOf(std)
	if person.Table = table; table != nil {
		person.Book = false
	}
	var line *editor
	if word == "" {
		line = edit(std, passed, quit)
	}
	if line != nil {
		defer line.restore()
		person.Screen = line
		session.Lines, session.Out = line.lines, wire.NewOutput(line)
	} else {
		log := controller.Log()
		log.Logger = logger
		session.Lines, session.Out = log.ReadLines(std.In, quit), log.NewOutput(std.Out)
	}
	ended := make(chan error, 1)
	go func() {
		if line != nil {
			defer line.restore() // a panic passes by here only
		}
		err := serve(word, session, person, line)
		close(quit)
		ended <- errors.Join(err, controller.Close())
	}()
	var overdue <-chan time.Time
	for {
		select {
		case err := <-ended:
			return err
		case s := <-signals:
			if s != os.Interrupt {
				overdue = time.After(patience)
			}
			select {
			case passed <- s:
			default: // one is waiting already
			}
		case <-overdue:
			return cli.ErrInterrupted // the adapter hangs in a write that is not read
		}
	}
}

// consoleOf returns the console that suits the streams.
func consoleOf(std cli.Streams) console.Console {
	terminal := std.Terminal()
	return console.Console{Terminal: terminal.Person, Color: terminal.Color, Unicode: terminal.Unicode,
		Book:  terminal.Person,
		Files: cli.Disk{MaxSize: console.MaxFile}, Names: cli.Disk{}.Names, Keep: keepGame}
}

// edit returns an editor for the lines of the standard streams; nil where editing is impossible.
func edit(std cli.Streams, signals chan<- os.Signal, quit <-chan struct{}) *editor {
	in, isFile := std.In.(*os.File)
	out, isToo := std.Out.(*os.File)
	if !std.Terminal().Editing || !isFile || !isToo {
		return nil
	}
	history := ""
	if state := cli.ReadFolders(ownFolder).State; state != "" {
		history = filepath.Join(state, "history")
	}
	interrupt := func() {
		select {
		case signals <- os.Interrupt:
		default: // one is waiting already
		}
	}
	line, err := openEditor(in, out, history, interrupt, quit)
	if err != nil {
		return nil // it is a terminal nevertheless
	}
	return line
}

// ownFolder is the name of Alfiere's folders among the user's.
const ownFolder = "alfiere"

// keepGame writes an unsaved game among the user's files, or into the working directory if there is
// no folder for these.
func keepGame(text string) (name string, err error) {
	folders := []string{cli.ReadFolders(ownFolder).Data, "."}
	if name, err = cli.KeepNew(folders, time.Now().Format("2006-01-02-150405")+".pgn", text); err != nil {
		return "", fmt.Errorf("the game was not saved, and cannot be kept: %w", err)
	}
	return name, nil
}

// serve lets adapters speak until one of them ends the session. A person at a terminal begins in
// the console at once; otherwise there is no output before the first line, which decides unless the word has. Only
// the console edits its lines.
func serve(word string, s *protocol.Session, c console.Console, line *editor) error {
	var first string
	for first == "" && !c.Terminal && c.Table == nil && word == "" {
		select {
		case line, open := <-s.Lines:
			if !open {
				return nil
			}
			first = wire.Trim(line.Text)
		case <-s.Signals:
			return nil
		}
	}
	for speaks := speaker(cmp.Or(first, word), c); ; speaks = speaker(first, c) {
		next, err := speaks(s, first)
		if line != nil {
			line.release()
		}
		if err != nil || next == "" {
			return err
		}
		first = next
	}
}

// speaker returns the adapter for a session that begins with the line. A person may
// type any command of UCI into a pipe without introducing it.
func speaker(first string, c console.Console) func(*protocol.Session, string) (string, error) {
	switch word, _ := wire.Cut(first); {
	case word == "xboard":
		return xboard.Serve
	case uci.Knows(word):
		return uci.Serve
	}
	return c.Serve
}

// logger returns the function that writes lines of a wire.Log to w, for people and for grep.
func logger(w io.Writer) func(at, text string) {
	lines := zerolog.New(zerolog.ConsoleWriter{Out: w, NoColor: true,
		PartsOrder:      []string{zerolog.TimestampFieldName, zerolog.MessageFieldName},
		FormatTimestamp: func(at any) string { return fmt.Sprint(at) }})
	return func(at, text string) { lines.Log().Str(zerolog.TimestampFieldName, at).Msg(text) }
}

// threadsPerCore limits the threads that may be requested; more would only slow each other down.
const threadsPerCore = 4

// MachineResources limits the resources that options may request: half of the memory, and threads
// by the number of processors.
func MachineResources() protocol.Resources {
	return protocol.Resources{
		Hash:    min(cli.MemoryMegabytes(os.DirFS("/"))/2, tt.MaxMegabytes),
		Threads: min(threadsPerCore*runtime.NumCPU(), search.MaxThreads),
		Title:   cli.ReadBuild().Title(protocol.Title),
	}
}

// Signals returns the signals that a session takes, and the function that stops their delivery. A
// hangup is one of them unless the process was started by nohup.
func Signals() (signals <-chan os.Signal, stop func()) {
	all := make(chan os.Signal, 1)
	signal.Notify(all, cli.EndSignals()...)
	return all, func() { signal.Stop(all) }
}
