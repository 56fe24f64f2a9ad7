// Package uci implements the Universal Chess Interface (April 2006): it parses commands
// into calls of a protocol.Controller and prints the controller's events.
//
// Beyond the standard it knows commands for people ("help" lists them), "go perft N" and, between the first line and
// "quit", the change to xboard that some GUIs try on one process. It answers input that it cannot read with an "info
// string error: …" and ignores it.
package uci

import (
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
)

// adapter is the state of one session.
type adapter struct {
	controller *protocol.Controller
	out        *wire.Output
	commands   []protocol.Command[*adapter]
	quit       bool
	greeted    bool // by "uci": a program listens, not a person
	debugging  bool
	solving    bool // the running job is a problem
	refused    bool // the last position was refused: the board is not the GUI's

	// best is the first move of the last full line printed in this search.
	best movegen.Move
}

// Serve speaks UCI, beginning with a line already read, until "quit", a signal or the end of the input. At the end of
// the input a search with an end of its own is finished, so that commands can be piped in; one that is endless or on
// the clock, which only a GUI has, ends at once, with its best move. After a line "xboard" Serve returns it as next:
// the session continues in that protocol. The error is that of the output.
func Serve(s *protocol.Session, first string) (next string, err error) {
	a := &adapter{controller: s.Controller, out: s.Out, commands: commandTable()}
	lines := s.Lines
	a.handle(first)
	for !a.quit && a.out.Err() == nil {
		select {
		case line, open := <-lines:
			switch {
			case !open:
				lines = nil
				a.inputEnded()
			case line.TooLong:
				a.reportError(wire.ErrTooLong)
			case isXboard(line.Text):
				a.finish()
				return line.Text, a.out.Err()
			default:
				a.handle(line.Text)
			}
		case <-a.controller.Ready():
			a.tell()
			a.quit = a.quit || lines == nil && !a.controller.Searching()
		case <-s.Signals:
			a.quit = true
		}
	}
	a.finish()
	return "", a.out.Err()
}

func isXboard(line string) bool {
	word, _ := wire.Cut(line)
	return word == "xboard"
}

// handle carries out a line. The standard requires that unknown words in front of a command are skipped.
func (a *adapter) handle(line string) {
	for word, rest := wire.Cut(line); word != ""; word, rest = wire.Cut(rest) {
		if c := protocol.Find(a.commands, word, false); c != nil {
			c.Run(a, rest)
			return
		}
		a.debug("ignored: %s", wire.Clip(word))
	}
}

// inputEnded ends a search that can no longer be stopped by a command, unless it ends by itself.
func (a *adapter) inputEnded() {
	switch {
	case !a.controller.Searching():
		a.quit = true
	case a.controller.Endless(), a.controller.Limits().Clock.Remaining != 0:
		a.controller.Stop()
	}
}

// finish ends a search that is under way and prints its result.
func (a *adapter) finish() {
	a.controller.Wait()
	a.tell()
}

// tell prints the events that have come.
func (a *adapter) tell() {
	for {
		event, ok := a.controller.Next()
		if !ok {
			return
		}
		switch e := event.(type) {
		case protocol.Thinking:
			a.printThinking(e)
		case protocol.NoMate:
			a.out.Printf("info string no mate in %d", e.Moves)
		case protocol.Counted:
			a.out.Printf("%s: %d", a.move(e.Move), e.Nodes)
		case protocol.Finished:
			a.printFinished(e)
		case protocol.Solved:
			a.solving = false
			a.printSolved(e)
		case protocol.Benched:
			a.out.Printf("%9d  %s", e.Nodes, e.FEN)
		case protocol.BenchFinished:
			a.printBench(e)
		}
	}
}

// reportError prints an error, or each of several joined ones; nil prints nothing.
func (a *adapter) reportError(err error) {
	if err == nil {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		a.out.Printf("info string error: %s", line)
	}
}
