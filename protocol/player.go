package protocol

import (
	"time"

	"alfiere/movegen"
	"alfiere/problem/text"
	"alfiere/search"
)

// Player is the engine at a board, facing an opponent: it knows which side it plays, keeps the clocks, thinks about the
// moves that are due and ponders on the reply that it expects. The game and the searches of its controller are its own;
// the adapter uses the controller for the rest, such as options and the book, and to wait for events.
//
// The adapter decides when to act: it calls Think when its protocol wants a move, makes the move with Answer when Next
// returns a Finished, and calls Ponder when it has nothing else to do. Whatever the order of the calls, no more than
// one search is running, and a reply that was only expected never stays on the board.
//
// Like the controller it is for one goroutine.
type Player struct {
	Side  movegen.Color // the engine's
	Force bool          // it plays neither side
	Both  bool          // it plays both

	Clock     Clock
	Easy      bool // it rests in its opponent's time and does not ponder
	DeadDraws bool // a position in which neither side can mate is a draw
	Strict    bool // the controller's referee alone ends games

	// Hint is the reply that the engine expects to its last move, NoMove if there is none. It need not be legal.
	Hint movegen.Move

	controller *Controller
	now        func() time.Time
	task       task
	turn       time.Time        // when the turn of the side to move began
	took       time.Duration    // what the engine's search for its move took
	before     movegen.Position // while pondering: the board without the expected reply
}

// task is what the running search is for.
type task uint8

const (
	idle       task = iota
	thinking        // about a move that is due
	pondering       // about the answer to the expected reply, which is on the board already
	analysing       // the position, without end
	consulting      // the position, within limits, for advice
	solving         // the position as a problem
)

// NewPlayer returns a player of Black at the initial position, with forty moves in five minutes on the clocks, without
// pondering. It takes over the controller: a search that is under way is abandoned. now returns the time.
func NewPlayer(c *Controller, now func() time.Time) *Player {
	p := &Player{Side: movegen.Black, Clock: newClock(), Easy: true, DeadDraws: true, controller: c, now: now}
	c.Abandon()
	c.SetPosition(movegen.StartPosition())
	p.turn = now()
	return p
}

// Position returns the position on the board, without a reply that is only expected.
func (p *Player) Position() movegen.Position {
	if p.task == pondering {
		return p.before
	}
	return p.controller.Position()
}

// Len returns how many half-moves of the game were played.
func (p *Player) Len() int {
	if p.task == pondering {
		return p.controller.Game().Len() - 1
	}
	return p.controller.Game().Len()
}

// Plays reports whether the engine moves for c.
func (p *Player) Plays(c movegen.Color) bool { return !p.Force && (p.Both || p.Side == c) }

// Due reports whether the game waits for a move of the engine.
func (p *Player) Due() bool {
	position := p.Position()
	return p.Plays(position.Side()) && p.Outcome().Result == movegen.Ongoing
}

// Outcome returns the state of the game if every draw that can be claimed counts; a
// dead position counts only with DeadDraws. With Strict it is that of the game.
func (p *Player) Outcome() movegen.Outcome {
	game := p.controller.Game()
	if game.Over() || p.Strict {
		return game.Outcome()
	}
	reason := game.Draw()
	if reason == movegen.DeadPosition && !p.DeadDraws {
		position := game.Position()
		switch { // what the dead position has hidden
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

// Thinking reports whether a move is due and searched for.
func (p *Player) Thinking() bool { return p.task == thinking }

// Pondering reports whether the engine thinks in its opponent's time.
func (p *Player) Pondering() bool { return p.task == pondering }

// Analysing reports whether the search of Analyse is running.
func (p *Player) Analysing() bool { return p.task == analysing }

// Consulting reports whether the search of Consult is running.
func (p *Player) Consulting() bool { return p.task == consulting }

// Solving reports whether the position is being solved as a problem.
func (p *Player) Solving() bool { return p.task == solving }

// NewGame begins a game from the initial position with full clocks, and makes the
// engine forget earlier games. For the error see Controller.Prepare.
func (p *Player) NewGame() error {
	p.Stop()
	err := p.controller.NewGame()
	p.controller.SetPosition(movegen.StartPosition())
	p.Clock.Restart(0)
	p.boardChanged()
	return err
}

// SetPosition begins a game at start in which moves have been played already. The controls begin anew, but the clocks
// stay as they are: see Clock.Restart. The error names the first illegal move; the moves before it are on the board.
func (p *Player) SetPosition(start movegen.Position, moves ...movegen.Move) error {
	p.Stop()
	p.controller.SetPosition(start)
	p.Clock.since = 0
	p.boardChanged()
	for _, m := range moves {
		if err := p.controller.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// boardChanged begins the turn of the side to move.
func (p *Player) boardChanged() { p.Hint, p.turn = movegen.NoMove, p.now() }

// Play plays a move of the opponent, or of either side if the engine plays none, and returns the time it took. If it is
// the reply that was pondered on, the engine continues by Thinking of its answer; any other search is abandoned. A
// refused move gives a *movegen.RefusalError; the board stays as it was.
func (p *Player) Play(m movegen.Move) (took time.Duration, err error) {
	position := p.Position()
	hit := p.task == pondering && m == p.Hint
	if hit {
		p.task = thinking
		p.controller.PonderHit()
	} else {
		p.Stop()
		if err := p.controller.Play(m); err != nil {
			return 0, err
		}
		p.Hint = movegen.NoMove
	}
	took = p.elapsed()
	if !p.Clock.EngineOnly {
		p.Clock.spend(position.Side(), took, p.Len()-1)
	}
	p.turn = p.now()
	return took, nil
}

func (p *Player) elapsed() time.Duration { return max(p.now().Sub(p.turn), 0) }

// TakeBack takes back half-moves and abandons the search. If the error is movegen.ErrNoSuchMove, all moves stay.
func (p *Player) TakeBack(halfMoves int) error {
	p.Stop()
	err := p.controller.TakeBack(halfMoves)
	if err == nil {
		p.boardChanged()
	}
	return err
}

// Think begins to search for the move that is due, on the clock of the side to move.
// If there are any moves, it is one of them. For the error see Controller.Prepare.
func (p *Player) Think(among []movegen.Move) error {
	p.Stop()
	p.turn = p.now()
	limits := p.Limits()
	limits.Moves = among
	return p.search(thinking, limits)
}

// Ponder begins to think in the opponent's time, if the engine is to do that, nothing
// else is searched, and the expected reply is legal and does not end the game. It
// reports whether it has begun; for the error see Controller.Prepare.
func (p *Player) Ponder() (started bool, err error) {
	before := p.controller.Position()
	if p.task != idle || p.Easy || p.Force || p.Outcome().Result != movegen.Ongoing ||
		p.controller.Play(p.Hint) != nil {
		return false, nil
	}
	if p.Outcome().Result != movegen.Ongoing {
		p.mustTakeBack()
		return false, nil
	}
	p.before = before
	return true, p.search(pondering, p.Limits())
}

// Analyse begins to search the position, among moves if there are any, until Stop. For
// the error see Controller.Prepare.
func (p *Player) Analyse(among []movegen.Move) error {
	p.Stop()
	return p.search(analysing, search.Limits{Infinite: true, Moves: among})
}

// Consult begins to search the position within limits, although no move is due: its Finished event is advice. Like
// analysis it uses full strength and no book, and no clock runs for it. For the error see Controller.Prepare.
func (p *Player) Consult(limits search.Limits) error {
	p.Stop()
	p.task = consulting
	_, err := p.controller.search(limits, false, true)
	return err
}

// Solve begins to solve the position as a problem.
func (p *Player) Solve(request text.Request) {
	p.Stop()
	p.task = solving
	p.controller.Solve(request)
}

// Limits returns what ends the search of a move that is due now.
func (p *Player) Limits() search.Limits {
	position := p.controller.Position()
	return p.Clock.limits(position.Side(), p.controller.Game().Len())
}

func (p *Player) search(what task, limits search.Limits) error {
	p.task = what
	_, err := p.controller.Go(limits, what == pondering)
	return err
}

// Stop abandons the running search: no more of its events come. An expected reply leaves the board.
func (p *Player) Stop() {
	was := p.task
	p.task = idle
	p.controller.Abandon()
	if was == pondering {
		p.mustTakeBack()
	}
}

// mustTakeBack takes the expected reply from the board.
func (p *Player) mustTakeBack() {
	if err := p.controller.TakeBack(1); err != nil {
		panic("protocol: the expected reply is not on the board")
	}
}

// MoveNow ends the search for a due move or for advice, or the solving of a problem; when it returns
// Next has its result. Otherwise it does nothing.
func (p *Player) MoveNow() {
	if p.task == thinking || p.task == consulting || p.task == solving {
		p.controller.Wait()
	}
}

// Resign ends the game: the side to move resigns. The error is a *movegen.RefusalError if the game is over.
func (p *Player) Resign() error { p.Stop(); return p.controller.game.Resign() }

// LoseOnTime ends the game by the time of a side, which has run out. The error is a *movegen.RefusalError if the
// game is over.
func (p *Player) LoseOnTime(c movegen.Color) error { p.Stop(); return p.controller.game.LoseOnTime(c) }

// Left returns what the clock of the side to move shows now; it may be below zero.
func (p *Player) Left() time.Duration {
	position := p.Position()
	return p.Clock.Remaining(position.Side()) - p.elapsed()
}

// StartTurn begins the time of the side to move anew, for a clock that is set in its turn.
func (p *Player) StartTurn() { p.turn = p.now() }

// ClaimDraw ends the game by the draw that can be claimed on the board. The error is
// movegen.ErrNoClaim if there is none, or a *movegen.RefusalError.
func (p *Player) ClaimDraw() error { p.Stop(); return p.controller.game.ClaimDraw() }

// AgreeDraw ends the game as a draw. The error is a *movegen.RefusalError if it is over.
func (p *Player) AgreeDraw() error { p.Stop(); return p.controller.game.AgreeDraw() }

// Replay plays moves that had been played before, such as those that were taken back: no clock runs for them, and the
// engine does not expect a reply. The error is a *movegen.RefusalError of the first that is refused; the moves before
// it are on the board.
func (p *Player) Replay(moves ...movegen.Move) error {
	p.Stop()
	defer p.boardChanged()
	for _, m := range moves {
		if err := p.controller.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// Next returns the next event of the running search, if there is one. With Finished the
// engine's clock stops, and only Answer may make the move.
func (p *Player) Next() (Event, bool) {
	event, ok := p.controller.Next()
	switch event.(type) {
	case Finished:
		if p.task == thinking {
			position := p.controller.Position()
			p.took = p.elapsed()
			p.Clock.spend(position.Side(), p.took, p.controller.Game().Len())
		}
		p.task = idle
	case Solved:
		p.task = idle
	}
	return event, ok
}

// Answer makes the move that was found, expects the reply that comes with it, and returns the time that it took. There
// is no error as long as the board is the one that was searched.
func (p *Player) Answer(f Finished) (took time.Duration, err error) {
	if err := p.controller.Play(f.Best); err != nil {
		return 0, err
	}
	p.boardChanged()
	p.Hint = f.Ponder
	return p.took, nil
}

// When a draw offer is accepted: the engine's last score was bad, or the game is even
// and has not moved on for a while. The engine itself offers none.
const (
	acceptBelow    = -50 // centipawns
	evenWithin     = 10  // centipawns
	evenAfterPlies = 50  // half-moves without capture or pawn move
	minMovesToDraw = 10  // of the engine, so that no early slip decides
)

// AcceptsDraw reports whether the engine agrees to a draw that its opponent offers, given the
// score of its last move. It is false if the engine plays neither side.
func (p *Player) AcceptsDraw(score search.Score) bool {
	position := p.Position()
	return !p.Force && p.controller.settings.AcceptsDraw(score, position.HalfmoveClock(), p.Len())
}

// AcceptsDraw reports whether an engine of these settings agrees to a draw given its score. The
// game has lasted plies half-moves, the last quiet of them without a capture or pawn move.
func (Settings) AcceptsDraw(score search.Score, quiet, plies int) bool {
	even := max(score, -score) <= evenWithin && quiet >= evenAfterPlies
	return plies >= 2*minMovesToDraw && (score <= acceptBelow || even)
}
