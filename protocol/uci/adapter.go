// Package uci implements the Universal Chess Interface (April 2006): it parses commands
// into calls of a protocol.Controller and prints the controller's events.
//
// Beyond the standard it knows commands for people ("help" lists them), "go perft N" and, between the first line and
// "quit", the change to xboard that some GUIs try on one process. It answers input that it cannot read with an "info
// string error: …" and ignores it.
package uci

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
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

var (
	errNoName     = errors.New("setoption: the name is missing")
	errNoPosition = errors.New("position: startpos or fen is missing")
	errRefused    = errors.New("the last position was refused: send a valid one first")
)

// introduce answers "uci".
func (a *adapter) introduce(string) {
	a.greeted = true
	a.out.Printf("id name %s", a.controller.Title())
	a.out.Printf("id author the Alfiere authors")
	for _, o := range a.controller.Options() {
		if o.InUCI() {
			a.out.Printf("option name %s type %s", o.Name, optionType(o))
		}
	}
	a.out.Printf("uciok")
}

// optionType returns what follows "type" in an option line.
func optionType(o protocol.Option) string {
	switch o.Kind {
	case protocol.Check:
		return "check default " + o.Default
	case protocol.Spin:
		return fmt.Sprintf("spin default %s min %d max %d", o.Default, o.Min, o.Max)
	case protocol.Button:
		return "button"
	}
	switch {
	case o.Choices != nil:
		return "combo default " + o.Default + " var " + strings.Join(o.Choices, " var ")
	case o.Default == "":
		return "string default <empty>"
	}
	return "string default " + o.Default
}

// ready answers "isready": at once during a search, else when the memory is allocated and
// the engines of a council have started.
func (a *adapter) ready(string) {
	a.reportError(a.controller.Prepare())
	a.reportError(a.controller.Await())
	a.out.Printf("readyok")
}

// newGame keeps the position, which GUIs send afterwards.
func (a *adapter) newGame(string) {
	a.finish()
	a.reportError(a.controller.NewGame())
}

// setOption carries out "setoption name N [value V]".
func (a *adapter) setOption(rest string) {
	_, named, found := wire.CutAt(rest, "name")
	name, text, _ := wire.CutAt(named, "value")
	if !found || name == "" {
		a.reportError(errNoName)
		return
	}
	err := a.controller.SetOption(name, text)
	defer a.tellNotice()
	var clamped *protocol.ClampError
	switch {
	case errors.As(err, &clamped):
		a.out.Printf("info string %v", err)
	case err != nil:
		a.reportError(err)
	case a.controller.Searching():
		a.debug("option %s is set to %q from the next search on", wire.Clip(name), wire.Clip(text))
	default:
		a.debug("option %s is set to %q", wire.Clip(name), wire.Clip(text))
	}
}

// tellNotice prints the notice about the option that was set.
func (a *adapter) tellNotice() {
	if notice := a.controller.Notice(); notice != "" {
		a.out.Printf("info string %s", notice)
	}
}

// setPosition carries out "position startpos|fen F [moves M…]". An invalid FEN changes nothing, but nothing
// is searched until a valid one comes; an invalid move ends the list, and the moves before it are played.
func (a *adapter) setPosition(rest string) {
	start, moves, _ := wire.CutAt(rest, "moves")
	position := movegen.StartPosition()
	a.refused = true
	word, fen := wire.Cut(start)
	switch word {
	case "startpos":
	case "fen":
		rules := movegen.Rules{Chess960: a.controller.Settings().Chess960}
		read, warnings, err := rules.ParseFEN(fen)
		if err != nil {
			a.reportError(fmt.Errorf("position: %w", err))
			return
		}
		for _, w := range warnings {
			a.out.Printf("info string position: %v", w)
		}
		position = read
	default:
		a.reportError(errNoPosition)
		return
	}
	a.refused = false
	a.controller.SetPosition(position)
	defer a.explainPosition()
	for i, text := range wire.Fields(moves) {
		if err := a.play(text); err != nil {
			a.reportError(fmt.Errorf("position: move %d: %w", i+1, err))
			return
		}
	}
}

func (a *adapter) play(text string) error {
	position := a.controller.Position()
	move, err := notation.ParseUCI(&position, text)
	if err != nil {
		return err
	}
	return a.controller.Play(move)
}

// search carries out "go". A search that is still under way ends first, with its best move: every go must get one.
func (a *adapter) search(rest string) {
	a.finish()
	position := a.controller.Position()
	order, faults := parseGo(wire.Fields(rest), &position)
	for _, fault := range faults {
		a.reportError(fault)
	}
	for _, word := range order.ignored {
		a.debug("go: ignored: %s", wire.Clip(word))
	}
	a.best = movegen.NoMove
	if a.refused {
		a.reportError(fmt.Errorf("go: %w", errRefused))
	}
	switch {
	case (a.refused || order.refused) && order.counts:
		return
	case a.refused || order.refused:
		a.controller.Refuse(order.limits, order.ponder)
		return
	case order.counts && order.perft == 0:
		a.out.Printf("\nNodes searched: 1") // the sequence of no moves
		return
	case order.counts:
		a.controller.Perft(order.perft)
		return
	}
	_, err := a.controller.Go(order.limits, order.ponder)
	a.reportError(err)
	a.explainSearch(order.ponder)
}

// commandTable returns all commands, those of the standard first.
func commandTable() []protocol.Command[*adapter] {
	return []protocol.Command[*adapter]{
		{Name: "uci", Help: "show the engine's name and options", Run: (*adapter).introduce},
		{Name: "debug", Args: "on|off", Help: "explain how the engine reads each command", Run: (*adapter).setDebug},
		{Name: "isready", Help: "answer readyok", Run: (*adapter).ready},
		{Name: "setoption", Args: "name N [value V]", Help: "change an option", Run: (*adapter).setOption},
		{Name: "register", Run: func(*adapter, string) {}}, // there is nothing to register
		{Name: "ucinewgame", Help: "forget earlier games", Run: (*adapter).newGame},
		{Name: "position", Args: "startpos|fen F [moves M…]", Help: "set up a position", Run: (*adapter).setPosition},
		{Name: "go", Args: "[LIMITS]", Help: "search; the limits are searchmoves, ponder, wtime, btime, winc, binc, " +
			"movestogo, depth, nodes, mate, movetime, infinite, perft",
			Run: (*adapter).search},
		{Name: "stop", Help: "stop the search or other running work", Run: func(a *adapter, _ string) {
			a.controller.Stop()
		}},
		{Name: "ponderhit", Help: "report that the expected move was played", Run: func(a *adapter, _ string) {
			a.controller.PonderHit()
		}},
		{Name: "quit", Help: "end the program", Run: func(a *adapter, _ string) { a.quit = true }},

		{Name: "d", Help: "show the board, the FEN, the key and the checking pieces", Run: (*adapter).display},
		{Name: "fen", Help: "show the FEN", Run: (*adapter).printFEN},
		{Name: "export", Help: "print the position command for this game", Run: (*adapter).export},
		{Name: "flip", Help: "mirror the board and swap the colours", Run: (*adapter).flip},
		{Name: "eval", Help: "explain the evaluation piece by piece", Run: (*adapter).explainEvaluation},
		{Name: "council", Help: "show the last vote of the council", Run: (*adapter).showVote},
		{Name: "mate", Args: text.RequestWords, Help: "solve the position as a problem: mate in N, with the details that " +
			"the words ask for", Run: (*adapter).solve},
		{Name: "bench", Args: "[DEPTH]", Help: "search fixed positions and measure the speed", Run: (*adapter).bench},
		{Name: "help", Help: "show this", Run: (*adapter).showHelp},
	}
}

// Knows reports whether a session that begins with the word is in UCI. The word must be
// a command other than "help", which people try in any program.
func Knows(word string) bool {
	return word != "help" && protocol.Find(commandTable(), word, false) != nil
}

func (a *adapter) showHelp(string) {
	a.out.Printf("Commands of UCI, then commands for people:")
	for _, c := range a.commands {
		if c.Help != "" {
			a.out.Printf("  %s", c.Synopsis())
			a.out.Printf("      %s", c.Help)
		}
	}
}
