package console

import (
	"fmt"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
)

// adapter is the state of one session.
type adapter struct {
	Console
	controller *protocol.Controller
	player     *protocol.Player
	out        *wire.Output
	commands   []command
	quit       bool
	next       string // the line with which another protocol continues

	language    message.Language
	letters     notation.PieceLetters // of moves and boards
	boards      bool                  // the board is shown after every move
	refused     int                   // lines that were not obeyed
	counted     bool                  // the present line is among them
	interrupted bool                  // at a table

	queue    []string               // lines that wait until the engine has moved
	reader   func(*adapter, string) // takes the lines instead of the commands; nil: commands do
	ask      string                 // the prompt while reader is not nil
	prompted bool
	warned   bool // an interrupt has come, and no line since

	notes  []note  // one for each half-move of the game
	rest   rest    // the moves of the game that were taken back
	loaded heading // of a game read from a file; empty for one that began here
	seated [2]bool // the sides for which the engine has moved in this game
	user   string  // the user's name; empty if unknown
	saved  saved   // the part of the game that is in a file

	analysing bool // the engine thinks about the position whenever it has nothing else to do
	ran       bool // the clocks ran when they were last looked at
	hinting   bool // it is consulted for a hint

	look notation.Diagram
	post bool // whether thinking is shown
	beep bool

	status status
}

func newAdapter(c Console, s *protocol.Session) *adapter {
	if c.Now == nil {
		c.Now = time.Now
	}
	a := &adapter{Console: c, controller: s.Controller, player: protocol.NewPlayer(s.Controller, c.Now), out: s.Out,
		commands: commandTable(), letters: notation.English, boards: c.Terminal, look: diagram("", c.Color, c.Unicode)}
	a.player.Clock.MoveTime = usualMoveTime
	return a
}

func (a *adapter) over() bool { return a.player.Outcome().Result != movegen.Ongoing }

// busy reports whether the user waits for the engine.
func (a *adapter) busy() bool {
	return a.player.Thinking() || a.player.Consulting() || a.player.Solving()
}

// proceed does the work that needs no further line: the engine's move, the waiting
// lines, or pondering. A due move comes first, so that a script gets its answers; if
// the engine plays both sides, waiting lines are handled between its moves.
func (a *adapter) proceed() {
	for !a.quit && !a.busy() {
		due := a.reader == nil && a.player.Due()
		switch {
		case len(a.queue) > 0 && (a.player.Both || !due):
			line := a.queue[0]
			a.queue = append(a.queue[:0], a.queue[1:]...)
			a.handle(line)
		case due:
			a.think()
		case a.analysing && a.reader == nil:
			a.goOnAnalysing()
			return
		case a.reader == nil:
			_, err := a.player.Ponder()
			a.reportError(err)
			return
		default:
			return
		}
	}
}

// think starts the search for the move that is due.
func (a *adapter) think() {
	if a.post {
		a.out.Printf("%s", thinkingHeading)
	}
	a.reportError(a.player.Think(nil))
	a.tellThinking()
}

// moveNow makes a due move at once, or shows what is known of a problem.
func (a *adapter) moveNow() {
	a.player.MoveNow()
	a.tell()
}

// tell handles the events that have arrived.
func (a *adapter) tell() {
	for {
		consulting := a.player.Consulting()
		event, ok := a.player.Next()
		if !ok {
			return
		}
		switch e := event.(type) {
		case protocol.Thinking:
			if len(e.Line) > 0 {
				a.status.newest = &e
			}
			if a.shown(&e.Info) {
				a.out.Printf("%s", a.thinkingText(&e))
			}
		case protocol.Finished:
			a.clearStatus()
			a.reportError(e.Fault)
			if consulting {
				a.suggest(&e)
			} else {
				a.engineMove(e)
			}
		case protocol.Solved:
			a.clearStatus()
			a.tellSolution(e)
		}
	}
}

// engineMove makes the move that was found.
func (a *adapter) engineMove(f protocol.Finished) {
	side := f.Root.Side()
	took, err := a.player.Answer(f)
	if err != nil {
		a.reportError(err) // cannot be: the controller gives legal moves only
		a.player.Force = true
		return
	}
	a.seated[side&1] = true
	a.note(note{time: took, engine: true, book: f.FromBook, score: f.Score, depth: f.Depth, nodes: f.Nodes})
	if f.Vote != nil && a.post {
		a.out.Printf("%s", f.Vote.Line())
	}
	if a.Table == nil {
		a.say("%s plays %s%s", protocol.Name, a.numbered(&f.Root, f.Best), map[bool]string{true: " (book)"}[f.FromBook])
	}
	a.tellMove(&f.Root, f.Best)
	if a.beep {
		a.out.Print("\a")
	}
	if a.timed() && a.player.Clock.Remaining(side) < 0 {
		a.reportError(a.player.LoseOnTime(side))
	}
	a.moved()
}

// note records the facts about a move that was made.
func (a *adapter) note(n note) {
	a.notes, a.loaded.result = append(a.notes, n), movegen.Ongoing
	a.follow()
}

// moved shows the state of the game after a move.
func (a *adapter) moved() {
	position := a.player.Position()
	if a.boards && (!a.Terminal || a.over() || !a.player.Plays(position.Side()) || a.player.Both) {
		a.show()
	}
	a.tellOutcome()
}

func (a *adapter) tellOutcome() {
	if a.over() {
		a.say("The game is over: %s", a.player.Outcome())
	}
}

// place begins a game at start with full clocks, after the given moves.
func (a *adapter) place(start movegen.Position, moves ...movegen.Move) {
	a.reportError(a.player.SetPosition(start, moves...))
	a.player.Clock.Restart(0)
	a.notes, a.loaded, a.seated, a.rest = make([]note, len(moves)), heading{}, [2]bool{}, rest{}
}

// say prints a line in the language of the session.
func (a *adapter) say(format string, values ...any) {
	for i, value := range values {
		switch v := value.(type) {
		case error:
			values[i] = a.language.Error(v)
		case movegen.Outcome:
			values[i] = fmt.Sprintf("%v (%s)", v.Result, a.language.Text(v.Ending.String()))
		}
	}
	a.out.Printf(a.language.Text(format), values...)
}

// refuse says why a line is not obeyed.
func (a *adapter) refuse(format string, values ...any) {
	if !a.counted {
		a.refused, a.counted = a.refused+1, true
	}
	a.say(format, values...)
}

// reportError prints an error, or each of several joined ones; nil prints nothing.
func (a *adapter) reportError(err error) {
	if err == nil {
		return
	}
	for line := range strings.SplitSeq(a.language.Error(err), "\n") {
		a.refuse("%s", line)
	}
}
