// Package xboard implements the Chess Engine Communication Protocol, versions 1 and 2, of XBoard and WinBoard: it
// parses commands into calls of a protocol.Controller and prints the controller's events.
//
// The adapter holds the state that the protocol defines: the engine's side, the clocks, and whether it is thinking,
// pondering or analysing. It plays standard chess and Chess960. A line beginning with # is a comment for the GUI's log.
// Beyond the standard it knows "mate N", which solves the position as a problem.
package xboard

import (
	"os"
	"slices"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search"
)

// adapter is the state of one session.
type adapter struct {
	controller *protocol.Controller
	player     *protocol.Player
	out        *wire.Output
	quit       bool

	analysing bool // whatever is on the board; the player is forced meanwhile
	chess960  bool // the variant is Chess960
	refused   bool // the last position was refused: no move is legal

	commands []protocol.Command[*adapter]
	reader   func(line string) // takes the lines instead of the commands, while it is not nil
	look     notation.Diagram

	post       bool // whether thinking is shown
	introduced bool // the GUI has sent its protocol version
	comments   bool // the GUI accepts lines that begin with #
	san        bool // the GUI has accepted SAN: moves that people read are in SAN

	excluded []movegen.Move // from the next search on this board
	hopeless int            // searches in a row with a score low enough to resign

	started time.Time    // of the present analysis
	info    search.Info  // newest line of the present search
	current search.Info  // newest report of the move being searched
	score   search.Score // of the engine's last move
	pings   []string     // to be answered after the move

	endgamePath  string // that the GUI has sent last
	endgameFault error  // of that path, nil after it was reported
}

// maxPings bounds the pings that wait for a move; a GUI sends one at a time.
const maxPings = 1000

// Serve speaks the protocol, after a first line "xboard" already read, until "quit", the end of the input or a signal
// other than os.Interrupt, which XBoard uses to wake engines. At the end of the input a search that "sd" limits is
// finished, so that commands can be piped in; a due move without such a limit is made at once. After a line "uci"
// before the first game Serve returns it as next: the session continues in that protocol. The error is that of the
// output.
func Serve(s *protocol.Session, _ string) (next string, err error) {
	a := &adapter{controller: s.Controller, player: protocol.NewPlayer(s.Controller, time.Now), out: s.Out,
		commands: append(commandTable(), oldCommands()...), look: notation.Diagram{Coords: true}}
	a.player.Clock.EngineOnly = true
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
			case a.changes(line.Text):
				a.halt()
				return line.Text, a.out.Err()
			default:
				a.handle(line.Text)
			}
		case <-a.controller.Ready():
			a.tell()
			a.quit = a.quit || lines == nil && !a.player.Thinking() && !a.player.Solving()
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

// changes reports whether a line changes the protocol: some GUIs try UCI on the same process. In a game it is an
// unknown command.
func (a *adapter) changes(line string) bool {
	word, _ := wire.Cut(line)
	return word == "uci" && a.reader == nil && !a.refused && !a.controller.Searching() &&
		a.player.Len() == 0 && a.player.Position() == movegen.StartPosition()
}

// inputEnded ends a search that can no longer be stopped by a command, unless it ends by itself.
func (a *adapter) inputEnded() {
	switch {
	case a.player.Solving(): // it ends by itself
	case !a.player.Thinking():
		a.quit = true
	case a.controller.Limits().Depth == 0:
		a.moveNow()
		a.quit = true
	}
}

// finishNow answers "?": it ends the work for which the GUI waits.
func (a *adapter) finishNow(string) {
	a.moveNow()
	if a.player.Solving() {
		a.controller.Stop()
	}
}

// moveNow makes a due move at once.
func (a *adapter) moveNow() {
	if a.player.Thinking() {
		a.player.MoveNow()
		a.tell()
	}
}

// handle carries out a line.
func (a *adapter) handle(line string) {
	if a.reader != nil {
		a.reader(wire.Trim(line))
		return
	}
	word, rest := wire.Cut(line)
	if c := protocol.Find(a.commands, word, false); c != nil {
		c.Run(a, rest)
	} else if isMove(word) {
		a.userMove(word)
	} else if word != "" {
		a.out.Printf("Error (unknown command): %s", wire.Clip(line))
	}
}

// moveForm matches coordinates and SAN, whatever is on the board.
var moveForm = wire.Pattern(`^([a-h][1-8]){2}[a-zA-Z]?$|` +
	`^([KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h](x[a-h])?[1-8](=?[QRBN])?|O-O(-O)?)[+#]?$`)

// isMove reports whether a word without a command has the form of a move.
func isMove(word string) bool { return moveForm().MatchString(word) }

// comment writes to the GUI's log, not to its user.
func (a *adapter) comment(err error) {
	if err != nil && a.comments {
		a.printComments(err.Error())
	}
}

// think starts a search for the move that is due, or reports the result if the game is over.
func (a *adapter) think() {
	if a.controller.Game().Over() {
		a.claim()
		return
	}
	a.forgetInfo()
	a.reportMissingTables()
	var among []movegen.Move // all
	if len(a.excluded) > 0 {
		among = a.wanted() // if none is left, all moves: one is due
	}
	a.comment(a.player.Think(among))
}

// analyse starts the analysis of the position on the board, if there is a move to find.
func (a *adapter) analyse() {
	a.forgetInfo()
	if !a.analysing || a.refused || a.controller.Game().Over() {
		return
	}
	var among []movegen.Move
	if len(a.excluded) > 0 {
		if among = a.wanted(); len(among) == 0 {
			return
		}
	}
	a.started = time.Now()
	a.reportMissingTables()
	a.comment(a.player.Analyse(among))
}

// startPondering lets the player think in its opponent's time, if pondering is on.
func (a *adapter) startPondering() {
	ponders, err := a.player.Ponder()
	if ponders {
		a.forgetInfo()
	}
	a.comment(err)
}

// forgetInfo forgets the reports of the previous search.
func (a *adapter) forgetInfo() { a.info, a.current = search.Info{}, search.Info{} }

// halt abandons the search, if there is one: its move will not be made, and pings no longer wait for it.
func (a *adapter) halt() {
	a.player.Stop()
	a.answerPings()
}

// tell handles the events that have arrived.
func (a *adapter) tell() {
	for {
		event, ok := a.player.Next()
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
			a.comment(e.Fault)
			a.makeMove(e)
		case protocol.Solved:
			a.printSolved(e)
			a.analyse()
		}
	}
}

// makeMove makes the engine's move. If that ends the game, it reports the result;
// otherwise the engine begins to ponder.
func (a *adapter) makeMove(f protocol.Finished) {
	if a.resigns(&f) {
		a.out.Printf("resign")
		a.answerPings()
		return
	}
	if _, err := a.player.Answer(f); err != nil {
		a.comment(err) // cannot be: the controller gives legal moves only
		return
	}
	a.excluded = nil
	if f.Vote != nil && a.post {
		a.printComments(f.Vote.Line())
	}
	a.out.Printf("move %s", a.move(f.Best))
	if !f.FromBook {
		a.score = f.Score
	}
	ended := a.claim()
	a.answerPings()
	switch {
	case ended:
	case a.player.Both:
		a.play("")
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

// exclude removes a move, or all with "all", from the moves searched on this board; an analysis begins anew. A search
// for a move that is under way keeps the moves that it started with.
func (a *adapter) exclude(text string) {
	meant := a.meant("exclude", text)
	a.restrict(append(slices.Clone(a.excluded), meant...))
}

// include reverses exclude.
func (a *adapter) include(text string) {
	meant := a.meant("include", text)
	isMeant := func(m movegen.Move) bool { return slices.Contains(meant, m) }
	a.restrict(slices.DeleteFunc(slices.Clone(a.excluded), isMeant))
}

// restrict makes the moves the excluded ones.
func (a *adapter) restrict(excluded []movegen.Move) {
	slices.Sort(excluded)
	excluded = slices.Compact(excluded)
	if slices.Equal(excluded, a.excluded) {
		return
	}
	a.excluded = excluded
	if a.analysing {
		a.halt()
		a.analyse()
	}
}

// meant returns the moves that the parameter of a command names.
func (a *adapter) meant(command, text string) []movegen.Move {
	position := a.player.Position()
	switch m, err := parseMove(&position, text); {
	case a.refused || a.player.Pondering(): // the board is not the GUI's
		a.badArguments("command not legal now", command, text)
	case text == "all":
		return position.Moves()
	case err != nil:
		a.out.Printf("Illegal move: %s", wire.Clip(text))
	default:
		return []movegen.Move{m}
	}
	return nil
}

// wanted returns the legal moves without the excluded ones.
func (a *adapter) wanted() []movegen.Move {
	position := a.player.Position()
	return slices.DeleteFunc(position.Moves(), func(m movegen.Move) bool { return slices.Contains(a.excluded, m) })
}
