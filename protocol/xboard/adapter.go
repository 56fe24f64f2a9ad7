// Package xboard speaks the Chess Engine Communication Protocol, versions 1 and 2, of
// XBoard and WinBoard: it parses commands into calls of a protocol.Controller and
// prints the controller's events.
//
// The adapter keeps what the protocol keeps: whose side the engine plays, the clocks,
// and whether it is thinking, pondering or analysing. Standard chess and Fischer's. A
// line beginning with # is a comment for the GUI's log. Beyond the standard it knows
// "mate N", which solves the position as a problem.
package xboard

import (
	"os"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// mode is what the GUI wants the engine to be.
type mode uint8

const (
	forced    mode = iota // it keeps the board and says nothing
	playing               // it moves for its side
	analysing             // it thinks about whatever is on the board
)

// activity is what the running search is for.
type activity uint8

const (
	idle      activity = iota
	thinking           // about a move that is due
	pondering          // about the reply that is expected, which is on the board already
	studying           // of the position that is analysed
	solving            // a problem
)

// adapter is the state of one session.
type adapter struct {
	controller *protocol.Controller
	out        *wire.Output
	quit       bool

	mode     mode
	activity activity
	side     movegen.Color // the engine's, if it is playing
	clock    clock
	chess960 bool    // the variant is Fischer's
	refused  bool    // the last position was refused: no move is legal
	editor   *editor // not nil between "edit" and "."

	old      map[string]func(*adapter, string) // oldCommands
	reader   func(line string)                 // takes the lines instead of the commands; nil: does not
	look     notation.Diagram
	both     bool // the engine moves for both sides
	material bool // a dead position is a draw to be claimed

	post       bool // thinking is shown
	ponder     bool
	introduced bool // the GUI has said which version of the protocol it speaks
	comments   bool // the GUI takes lines that begin with #

	excluded []movegen.Move // from what is searched next on this board
	hopeless int            // searches in a row that are a reason to resign

	started time.Time    // of the present search, or of the ponder hit
	info    search.Info  // newest line of the present search
	current search.Info  // newest report of the move being searched
	score   search.Score // of the engine's last move
	hint    movegen.Move // the reply expected to it

	before movegen.Position // when pondering: without the expected reply
	pings  []string         // to be answered after the move
}

// mostPings bounds the pings that wait for a move; a GUI sends one at a time.
const mostPings = 1000

// Serve speaks the protocol, after a first line "xboard" already read, until "quit",
// the end of the input or a signal other than os.Interrupt, which XBoard uses to wake
// engines. At the end of the input a search that "sd" limits is finished, so that
// commands can be piped in; a due move without such a limit is made at once. next is
// always empty. The error is that of the output.
func Serve(s *protocol.Session, _ string) (next string, err error) {
	a := &adapter{controller: s.Controller, out: s.Out, mode: playing, side: movegen.Black, clock: newClock(),
		old: oldCommands(), look: notation.Diagram{Coords: true}, material: true}
	a.controller.Abandon()
	a.controller.SetPosition(movegen.StartPosition())
	lines := s.Lines
	for !a.quit && a.out.Err() == nil {
		select {
		case line, open := <-lines:
			switch {
			case !open:
				lines = nil
				a.inputEnded()
			case line.TooLong:
				a.out.Printf("Error (line too long): the line was ignored")
			default:
				a.handle(line.Text)
			}
		case <-a.controller.Ready():
			a.tell()
			a.quit = a.quit || lines == nil && a.activity != thinking && a.activity != solving
		case signal := <-s.Signals:
			if signal != os.Interrupt {
				a.moveNow()
				a.quit = true
			}
		}
	}
	a.halt()
	return "", a.out.Err()
}

// inputEnded decides what becomes of a search nobody can stop any more.
func (a *adapter) inputEnded() {
	switch {
	case a.activity == solving: // that ends of itself
	case a.activity != thinking:
		a.quit = true
	case a.clock.depth == 0:
		a.moveNow()
		a.quit = true
	}
}

// hurry answers "?": it ends what is waited for.
func (a *adapter) hurry(string) {
	a.moveNow()
	if a.activity == solving {
		a.controller.Stop()
	}
}

// moveNow makes a due move at once.
func (a *adapter) moveNow() {
	if a.activity == thinking {
		a.controller.Wait()
		a.tell()
	}
}

// handle carries out a line.
func (a *adapter) handle(line string) {
	if a.editor != nil {
		a.edit(wire.Trim(line))
		return
	}
	if a.reader != nil {
		a.reader(wire.Trim(line))
		return
	}
	word, rest := wire.Cut(line)
	if command, ok := commands[word]; ok {
		command(a, rest)
	} else if command, ok := a.old[word]; ok {
		command(a, rest)
	} else if isMove(word) {
		a.userMove(word)
	} else if word != "" {
		a.out.Printf("Error (unknown command): %s", clip(line))
	}
}

// isMove reports whether a word without a command has the form of a move.
func isMove(word string) bool {
	if word == castlesKingside || word == castlesQueenside {
		return true
	}
	if len(word) != 4 && len(word) != 5 {
		return false
	}
	_, from := movegen.ParseSquare(word[:2])
	_, to := movegen.ParseSquare(word[2:4])
	return from && to
}

// clip keeps what is echoed short.
func clip(text string) string {
	const longest = 100
	return text[:min(len(text), longest)]
}

// comment tells the GUI's log, not its user.
func (a *adapter) comment(err error) {
	if err != nil && a.comments {
		a.out.Printf("# %v", err)
	}
}

// think starts a search for the move that is due, or tells the result if there is
// nothing left to play.
func (a *adapter) think() {
	if a.controller.Game().Over() {
		a.claim()
		return
	}
	limits := a.clock.limits(a.controller.Game().Len())
	if len(a.excluded) > 0 {
		limits.Moves = a.wanted() // if none is left, all: a move is due
	}
	a.search(thinking, limits, false)
}

// study starts the analysis of the position on the board, if there is a move to find.
func (a *adapter) study() {
	a.info, a.current = search.Info{}, search.Info{}
	if a.mode != analysing || a.refused || a.controller.Game().Over() {
		return
	}
	limits := search.Limits{Infinite: true}
	if len(a.excluded) > 0 {
		if limits.Moves = a.wanted(); len(limits.Moves) == 0 {
			return
		}
	}
	a.search(studying, limits, false)
}

// startPondering plays the expected reply on the board and thinks about an answer.
func (a *adapter) startPondering() {
	a.before = a.controller.Position()
	if !a.ponder || a.mode != playing || !a.before.IsLegal(a.hint) || a.controller.Play(a.hint) != nil {
		return
	}
	if a.controller.Game().Over() {
		a.comment(a.controller.TakeBack(1))
		return
	}
	a.search(pondering, a.clock.limits(a.controller.Game().Len()), true)
}

func (a *adapter) search(what activity, limits search.Limits, ponder bool) {
	a.activity, a.started = what, time.Now()
	a.info, a.current = search.Info{}, search.Info{}
	_, err := a.controller.Go(limits, ponder)
	a.comment(err)
}

// halt abandons the search, if there is one: its move will not be made. What was
// pondered about leaves the board, and pings need not wait any longer.
func (a *adapter) halt() {
	was := a.activity
	a.activity = idle
	a.controller.Abandon()
	if was == pondering {
		a.comment(a.controller.TakeBack(1))
	}
	a.answerPings()
}

// tell acts on the events that have come.
func (a *adapter) tell() {
	for {
		event, ok := a.controller.Next()
		if !ok {
			return
		}
		switch e := event.(type) {
		case protocol.Thinking:
			if len(e.Line) == 0 {
				a.current = e.Info
			} else {
				a.info = e.Info
				a.printThinking(e.Info)
			}
		case protocol.Finished:
			if a.activity == thinking {
				a.makeMove(e)
			} else {
				a.activity = idle
			}
		case protocol.Solved:
			a.activity = idle
			a.printSolved(e)
			a.study()
		}
	}
}

// makeMove makes the engine's move, tells the result if that ends the game, and
// begins to ponder if it does not.
func (a *adapter) makeMove(f protocol.Finished) {
	a.activity = idle
	a.clock.spend(time.Since(a.started), a.controller.Game().Len())
	if a.resigns(&f) {
		a.out.Printf("resign")
		a.answerPings()
		return
	}
	if err := a.controller.Play(f.Best); err != nil {
		a.comment(err) // cannot be: the controller gives legal moves only
		return
	}
	a.out.Printf("move %s", a.move(f.Best))
	a.boardChanged()
	a.hint = f.Ponder
	if !f.FromBook {
		a.score = f.Score
	}
	ended := a.claim()
	a.answerPings()
	switch {
	case ended:
	case a.both:
		a.side = a.side.Other()
		a.think()
	default:
		a.startPondering()
	}
}

func (a *adapter) answerPings() {
	for _, n := range a.pings {
		a.out.Printf("pong %s", n)
	}
	a.pings = a.pings[:0]
}
