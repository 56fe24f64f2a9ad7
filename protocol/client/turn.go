package client

import (
	"time"

	"alfiere/movegen"
)

// Setup is what an engine is told before a game.
type Setup struct {
	Game     string // what a log calls it; the engine does not hear it
	Start    movegen.Position
	Chess960 bool // kings and rooks may castle from any file
	Control  Control
}

// Clock is what a player's chess clock shows. The zero value is a player without one.
type Clock struct {
	Remaining time.Duration
	Increment time.Duration // added after each move
	MovesToGo int           // moves until the next time control; 0 is sudden death
}

// Turn is what an engine is told when it has to move.
type Turn struct {
	// Game is what has been played; it is only looked at.
	Game *movegen.Game

	// Clocks are both sides' clocks, by colour; that of a side without one is zero.
	Clocks [2]Clock

	// Stop is the time after which the engine is told to move at once; 0 is never.
	Stop time.Duration

	// Interrupt, if not nil, is closed when the engine is to be told to move at once.
	Interrupt <-chan struct{}

	// DrawOffered says that the opponent has offered a draw with its move. To move
	// is to decline.
	DrawOffered bool
}

// After returns the turn when some of its time has passed.
func (t Turn) After(elapsed time.Duration) Turn {
	if clock := &t.Clocks[t.Game.Side()]; clock.Remaining > 0 {
		clock.Remaining = max(clock.Remaining-elapsed, 1)
	}
	if t.Stop > 0 {
		t.Stop = max(t.Stop-elapsed, 1)
	}
	return t
}

// Reply is an engine's move, or how it ends the game.
type Reply struct {
	Move       movegen.Move
	OffersDraw bool // with the move

	Resigns     bool // then there is no move
	AcceptsDraw bool // that was offered; likewise

	// Report is the newest one about the line that the engine has played; with Depth 0
	// it told none.
	Report Report

	// Line is what the engine expects, from Move on, if it told it; of engines that speak UCI.
	Line []movegen.Move
}
