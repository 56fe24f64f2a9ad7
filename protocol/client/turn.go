package client

import (
	"time"

	"alfiere/movegen"
)

// Setup is the information that an engine needs before a game.
type Setup struct {
	Game     string // its name in a log; the engine does not get it
	Start    movegen.Position
	Chess960 bool // kings and rooks may castle from any file
	Control  Control
}

// Clock is the state of a player's chess clock. The zero value means a player without one.
type Clock struct {
	Remaining time.Duration
	Increment time.Duration // added after each move
	MovesToGo int           // moves until the next time control; 0 is sudden death
}

// Turn is the information that an engine gets when it has to move.
type Turn struct {
	// Game is the game so far; it is only read.
	Game *movegen.Game

	// Clocks are both sides' clocks, by colour; that of a side without one is zero.
	Clocks [2]Clock

	// Stop is the time after which the engine gets the command to move at once; 0 means never.
	Stop time.Duration

	// Interrupt, if not nil, is closed when the engine must get the command to move at once.
	Interrupt <-chan struct{}

	// DrawOffered means that the opponent has offered a draw with its move. A move declines it.
	DrawOffered bool
}

// After returns the turn with the elapsed time taken off.
func (t Turn) After(elapsed time.Duration) Turn {
	if clock := &t.Clocks[t.Game.Side()]; clock.Remaining > 0 {
		clock.Remaining = max(clock.Remaining-elapsed, 1)
	}
	if t.Stop > 0 {
		t.Stop = max(t.Stop-elapsed, 1)
	}
	return t
}

// Reply is an engine's move, or its way to end the game.
type Reply struct {
	Move       movegen.Move
	OffersDraw bool // with the move

	Resigns     bool // then there is no move
	AcceptsDraw bool // the offered one; then there is no move

	// Report is the newest one about the line that the engine has played; Depth 0 means none.
	Report Report

	// Line is the engine's expected line, from Move on, if reported; UCI engines only.
	Line []movegen.Move
}
