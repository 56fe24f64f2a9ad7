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

// Report is an engine's report about the best line that it has found.
type Report struct {
	Depth   int // in plies
	Score   Score
	Nodes   uint64
	TBHits  uint64        // positions found in endgame tables; also 0 if not reported
	Elapsed time.Duration // by the engine's own account
}

// Score is a value in centipawns from the point of view of the engine that reports it.
// Values beyond ±MateBound announce a mate.
type Score int

// Bounds of scores. mateScore less the plies to the mate is the score of a mate.
const (
	mateScore Score = 32000
	MateBound Score = mateScore - 2*(maxMate+1)
)

// maxMate is the longest mate, in moves, that a score can announce.
const maxMate = 127

// MateIn returns the score of a mate in n moves, or against the engine in -n moves if n
// is not positive. A longer mate than a score can announce counts as the longest.
func MateIn(n int) Score {
	if n > 0 {
		return mateScore - 2*Score(min(n, maxMate)) + 1
	}
	return -mateScore - 2*Score(max(n, -maxMate))
}

// Mate returns in how many moves the engine mates (positive) or is mated (negative, 0
// if it already is); ok is false if the score announces no mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > MateBound:
		return int(mateScore-s+1) / 2, true
	case s < -MateBound:
		return -int(mateScore+s) / 2, true
	}
	return 0, false
}

// clampScore returns a number of centipawns as a score that announces no mate.
func clampScore(centipawns int64) Score {
	return Score(min(max(centipawns, int64(-MateBound)), int64(MateBound)))
}
