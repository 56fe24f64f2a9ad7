package console

import (
	"os"
	"slices"

	"alfiere/movegen"
)

// saved is a game as a file has it. The zero value is none.
type saved struct {
	start  movegen.Key
	moves  []movegen.Move
	result movegen.Result
}

// savedAs returns what a file has of a record.
func savedAs(r record) saved {
	start := r.game.Start()
	return saved{start.Key(), slices.Clone(r.game.Moves()), r.result}
}

// holds reports whether nothing of the record would be lost: moves that were taken back
// are in the file, too.
func (s saved) holds(r record) bool {
	start, moves := r.game.Start(), r.game.Moves()
	return start.Key() == s.start && len(moves) <= len(s.moves) && slices.Equal(moves, s.moves[:len(moves)]) &&
		(r.result == s.result || r.result == movegen.Ongoing)
}

// keep makes sure that a person's game, of which moves were played, is not lost with the
// session or when another one takes its place.
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
			a.out.Printf("the game was not saved: it is kept in %s", name)
			return
		}
		a.reportError(err)
	}
	a.out.Print("\n" + r.pgn())
}

// signalled does what a signal asks for. To a person an interrupt is a way to end what takes long, with what
// was typed meanwhile; in a script it ends the session, as does any other signal, with the move that is due.
func (a *adapter) signalled(s os.Signal) {
	if s != os.Interrupt || !a.Terminal {
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
			a.out.Printf("both is off; go lets me play on")
		}
	case a.analysing && a.reader == nil:
		a.endAnalysis()
	case a.reader != nil:
		a.leave()
		a.out.Printf("forgotten: the board stays as it was")
	case a.warned:
		a.quit = true
	default:
		a.warned = true
		a.out.Printf("Ctrl-C once more leaves, as quit does; while I think it makes me move")
	}
}
