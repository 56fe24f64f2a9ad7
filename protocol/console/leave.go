package console

import (
	"os"
	"slices"

	"alfiere/movegen"
)

// saved is the saved state of a game. The zero value is none.
type saved struct {
	start  movegen.Key
	moves  []movegen.Move
	result movegen.Result
}

// savedAs returns the part of a record that a file holds.
func savedAs(r record) saved {
	start := r.game.Start()
	return saved{start.Key(), slices.Clone(r.game.Moves()), r.result}
}

// holds reports whether the file has the whole record; moves that were taken back are
// in the file, too.
func (s saved) holds(r record) bool {
	start, moves := r.game.Start(), r.game.Moves()
	return start.Key() == s.start && len(moves) <= len(s.moves) && slices.Equal(moves, s.moves[:len(moves)]) &&
		(r.result == s.result || r.result == movegen.Ongoing)
}

// keep makes sure that a person's game with moves is not lost when the session ends or
// another game begins.
func (a *adapter) keep() {
	if !a.Terminal {
		return
	}
	if a.rest.walked && !a.over() {
		a.advance(len(a.rest.plies))
	}
	if len(a.notes) == 0 {
		return
	}
	r := a.record()
	if a.saved.holds(r) {
		return
	}
	if a.Keep != nil {
		name, err := a.Keep(r.pgn())
		if err == nil {
			a.say("the game was not saved; a copy is in %s", name)
			return
		}
		a.reportError(err)
	}
	a.out.Print("\n" + r.pgn())
}

// signalled handles a signal. At a terminal an interrupt ends the running work and drops the waiting lines;
// in a script it ends the session after the due move, like any other signal.
func (a *adapter) signalled(s os.Signal) {
	if s != os.Interrupt || !a.Terminal {
		if a.interrupted = a.Table != nil; a.interrupted {
			a.player.Stop()
		}
		a.moveNow()
		a.quit = true
		return
	}
	a.endLine()
	a.prompted, a.queue = false, nil
	switch {
	case a.busy():
		both := a.player.Both
		a.moveNow()
		if both {
			a.force()
			a.say("both is off; go lets me continue")
		}
	case a.analysing && a.reader == nil:
		a.endAnalysis()
	case a.reader != nil:
		a.leave()
		a.say("cancelled; the board is unchanged")
	case a.warned:
		a.quit = true
	default:
		a.warned = true
		a.say("press Ctrl-C again, or type quit, to leave; while I think, Ctrl-C makes me move")
	}
}
