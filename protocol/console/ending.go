package console

import (
	"errors"

	"alfiere/movegen"
	"alfiere/search"
)

// endingCommands end a game by a decision of the players.
func endingCommands() []command {
	return []command{
		{Name: "resign", Help: "resign the game", Run: (*adapter).resign},
		{Name: "draw", Help: "claim a draw if the rules allow it, or offer one", Run: (*adapter).draw},
	}
}

// resign resigns for the side to move: it is the user's turn, or the user moves for both.
func (a *adapter) resign(string) {
	if a.undecided() {
		a.reportError(a.player.Resign())
		a.tellOutcome()
	}
}

// draw claims a draw or, if none can be claimed, offers it to the opponent.
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

// undecided reports whether the user can end the game; if not, it prints why.
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

// lastScore returns the score of the last move that the engine searched, 0 without one.
func (a *adapter) lastScore() search.Score {
	for i := len(a.notes) - 1; i >= 0; i-- {
		if n := a.notes[i]; n.engine && !n.book {
			return n.score
		}
	}
	return 0
}
