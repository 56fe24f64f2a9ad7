package console

import (
	"errors"

	"alfiere/movegen"
	"alfiere/search"
)

// endingCommands end a game by the will of its players.
func endingCommands() []command {
	return []command{
		{name: "resign", help: "give up the game", run: (*adapter).resign},
		{name: "draw", help: "claim the draw that is on the board, or offer one", run: (*adapter).draw},
	}
}

// resign gives up for the side to move: it is the user's turn, or the user moves for both.
func (a *adapter) resign(string) {
	if a.undecided() {
		a.reportError(a.player.Resign())
		a.tellOutcome()
	}
}

// draw claims a draw, or else offers it to who sits at the other side.
func (a *adapter) draw(string) {
	if !a.undecided() {
		return
	}
	err := a.player.ClaimDraw()
	if errors.Is(err, movegen.ErrNoClaim) {
		if !a.player.Force && !a.player.AcceptsDraw(a.lastScore()) {
			a.out.Printf("I play on")
			return
		}
		err = a.player.AgreeDraw()
	}
	a.reportError(err)
	a.tellOutcome()
}

// undecided reports whether the user can end the game; else it says why not.
func (a *adapter) undecided() bool {
	switch {
	case a.over():
		a.tellOutcome()
		return false
	case a.player.Both:
		a.out.Printf("I play both sides; force stops me")
		return false
	}
	return true
}

// lastScore returns what the engine thought of the game at its last move, 0 if nothing.
func (a *adapter) lastScore() search.Score {
	for i := len(a.notes) - 1; i >= 0; i-- {
		if n := a.notes[i]; n.engine && !n.book {
			return n.score
		}
	}
	return 0
}
