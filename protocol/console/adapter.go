package console

import (
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// activity is what the running search is for.
type activity uint8

const (
	idle      activity = iota
	thinking           // about a move that is due
	solving            // the position as a problem
	pondering          // about the reply that is expected, which is on the board already
)

// adapter is the state of one session.
type adapter struct {
	Console
	controller *protocol.Controller
	out        *wire.Output
	commands   []command
	quit       bool
	next       string // the line with which another protocol goes on

	queue    []string               // lines that wait until the engine has moved
	reader   func(*adapter, string) // takes the lines instead of the commands; nil: does not
	ask      string                 // what the prompt says while reader is not nil
	prompted bool

	force, both bool          // the engine plays neither colour, or both
	side        movegen.Color // that it plays otherwise
	outcome     movegen.Outcome
	clock       clock
	depth       int // limit of the search in plies; 0 is none

	notes  []note  // one for each half-move of the game
	loaded heading // of a game that was read; empty for one that is played here

	activity activity
	turn     time.Time        // when the turn of the side to move began
	hint     movegen.Move     // the reply expected to the engine's move
	before   movegen.Position // when pondering: without the expected reply

	look     notation.Diagram
	post     bool // thinking is shown
	beep     bool
	easy     bool // the engine does not ponder
	material bool // the game is drawn when neither side can mate
}

func newAdapter(c Console, s *protocol.Session) *adapter {
	if c.Files == nil {
		c.Files = Disk{}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	a := &adapter{Console: c, controller: s.Controller, out: s.Out, commands: commandTable(), side: movegen.Black,
		clock: newClock(), look: c.diagram(), easy: true, material: true, turn: c.Now()}
	a.controller.Abandon()
	a.place(movegen.StartPosition())
	return a
}

// position returns the position on the board, without a reply that is only expected.
func (a *adapter) position() movegen.Position {
	if a.activity == pondering {
		return a.before
	}
	return a.controller.Position()
}

func (a *adapter) over() bool { return a.outcome.Result != movegen.Ongoing }

// busy reports whether the user waits for the engine.
func (a *adapter) busy() bool { return a.activity == thinking || a.activity == solving }

// plays reports whether the engine moves for c.
func (a *adapter) plays(c movegen.Color) bool { return !a.force && (a.both || a.side == c) }

// proceed does what is to be done without another line: the engine's move, the lines
// that wait, or pondering. A due move comes first, so that a script gets its answers;
// only where the engine plays both sides the lines take their turn between its moves.
func (a *adapter) proceed() {
	for !a.quit && !a.busy() {
		position := a.position()
		due := a.reader == nil && !a.over() && a.plays(position.Side())
		switch {
		case len(a.queue) > 0 && (a.both || !due):
			line := a.queue[0]
			a.queue = append(a.queue[:0], a.queue[1:]...)
			a.handle(line)
		case due:
			a.think()
		case a.reader == nil:
			a.ponder()
			return
		default:
			return
		}
	}
}

// limits returns what ends the search for the move of c.
func (a *adapter) limits(c movegen.Color) search.Limits {
	return a.clock.limits(c, a.controller.Game().Len(), a.depth)
}

// think starts the search for the move that is due.
func (a *adapter) think() {
	a.stopPondering()
	position := a.controller.Position()
	a.activity, a.turn = thinking, a.Now()
	if a.post {
		a.out.Printf("depth    score      time       nodes  line")
	}
	_, err := a.controller.Go(a.limits(position.Side()), false)
	a.complain(err)
}

// ponder plays the expected reply on the board and thinks about an answer, if the
// user wants that.
func (a *adapter) ponder() {
	if a.activity != idle || a.easy || a.force || a.over() {
		return
	}
	a.before = a.controller.Position()
	if !a.before.IsLegal(a.hint) || a.controller.Play(a.hint) != nil {
		return
	}
	if a.judge().Result != movegen.Ongoing {
		a.complain(a.controller.TakeBack(1))
		return
	}
	a.activity = pondering
	_, err := a.controller.Go(a.limits(a.side), true)
	a.complain(err)
}

// stopPondering takes the expected reply from the board.
func (a *adapter) stopPondering() {
	if a.activity == pondering {
		a.activity = idle
		a.controller.Abandon()
		a.complain(a.controller.TakeBack(1))
	}
}

// stop abandons whatever is searched.
func (a *adapter) stop() {
	a.stopPondering()
	a.activity = idle
	a.controller.Abandon()
}

// moveNow makes a due move at once, or tells what is known of a problem.
func (a *adapter) moveNow() {
	if a.busy() {
		a.controller.Wait()
		a.tell()
	}
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
			if a.post && a.activity == thinking && len(e.Line) > 0 {
				a.out.Printf("%s", thinkingText(a.controller.Position(), &e))
			}
		case protocol.Finished:
			if a.activity == thinking {
				a.engineMove(e)
			}
		case protocol.Solved:
			a.activity = idle
			a.tellSolution(e)
		}
	}
}

// engineMove makes the move that was found.
func (a *adapter) engineMove(f protocol.Finished) {
	a.activity = idle
	n := note{engine: true, book: f.FromBook, score: f.Score, depth: f.Depth, nodes: f.Nodes}
	name := numbered(&f.Root, f.Best)
	if err := a.move(f.Best, n); err != nil {
		a.complain(err) // cannot be: the controller gives legal moves only
		a.force = true
		return
	}
	a.hint = f.Ponder
	if f.FromBook {
		name += " (book)"
	}
	a.out.Printf("%s plays %s", protocol.Name, name)
	if a.beep {
		a.out.Print("\a")
	}
	a.moved()
}

// userMove makes a move that was typed, or says why not.
func (a *adapter) userMove(text string) {
	position := a.position()
	if a.over() {
		a.out.Printf("%s: the game is over: %v", clip(text), a.outcome)
		return
	}
	m, err := notation.ParseMove(&position, notation.WithoutNumber(text), notation.English)
	if err == nil && a.activity == pondering && m == a.hint {
		a.note(position.Side(), note{})
		a.activity, a.turn = thinking, a.Now()
		a.controller.PonderHit()
		return
	}
	a.stopPondering()
	if err == nil {
		err = a.move(m, note{})
	} else {
		err = a.refusal(&position, err)
	}
	if err != nil {
		a.out.Printf("%v", err)
		return
	}
	a.moved()
}

// move plays m, and notes it with the time it took.
func (a *adapter) move(m movegen.Move, n note) error {
	position := a.controller.Position()
	if err := a.controller.Play(m); err != nil {
		return err
	}
	a.hint, a.loaded.result = movegen.NoMove, movegen.Ongoing
	a.note(position.Side(), n)
	a.outcome = a.judge()
	a.turn = a.Now()
	return nil
}

// note completes n with the time of c's move and keeps it.
func (a *adapter) note(c movegen.Color, n note) {
	n.time = max(a.Now().Sub(a.turn), 0)
	a.clock.spend(c, n.time, len(a.notes))
	a.notes = append(a.notes, n)
}

// moved shows what has become of the game.
func (a *adapter) moved() {
	position := a.controller.Position()
	if a.Terminal && (a.over() || !a.plays(position.Side()) || a.both) {
		a.show()
	}
	a.tellOutcome()
}

func (a *adapter) tellOutcome() {
	if a.over() {
		a.out.Printf("The game is over: %v", a.outcome)
	}
}

// judge returns how the game on the board stands. Every draw ends it at once, a dead
// position only with the flag material.
func (a *adapter) judge() movegen.Outcome {
	game := a.controller.Game()
	if game.Over() {
		return game.Outcome()
	}
	reason := game.Draw()
	if reason == movegen.DeadPosition && !a.material {
		position := game.Position()
		switch {
		case game.Repetitions() >= 3:
			reason = movegen.ThreefoldRepetition
		case position.HalfmoveClock() >= 100:
			reason = movegen.FiftyMoves
		default:
			reason = movegen.NotEnded
		}
	}
	if reason == movegen.NotEnded {
		return movegen.Outcome{}
	}
	return movegen.Outcome{Result: movegen.Drawn, Ending: reason}
}

// place begins a game at p.
func (a *adapter) place(p movegen.Position) {
	a.stop()
	a.controller.SetPosition(p)
	a.notes, a.loaded, a.hint = nil, heading{}, movegen.NoMove
	a.clock.restart(0)
	a.outcome, a.turn = a.judge(), a.Now()
}

// complain tells an error; nil is none.
func (a *adapter) complain(err error) {
	if err != nil {
		a.out.Printf("%v", err)
	}
}

// clip keeps what is echoed short.
func clip(text string) string {
	const longest = 60
	return text[:min(len(text), longest)]
}
