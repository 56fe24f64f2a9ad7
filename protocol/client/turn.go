package client

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
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

// Control is the time control of a player, with other limits of its search, as agreed before a
// game. Several limits may be set; the zero value has none.
type Control struct {
	Moves     int           // to make in each Base; 0 is the whole game
	Base      time.Duration // on the clock at the beginning and added at every control
	Increment time.Duration // added after every move
	MoveTime  time.Duration // for every move
	Nodes     uint64        // for every move
	Depth     int           // for every move, in plies
	Reference uint64        // nodes per second of the machine that the times are for; 0: they are for any

	Ponder bool // the player thinks in its opponent's time, too
}

// Timed reports whether the player has a chess clock.
func (c Control) Timed() bool { return c.Base > 0 || c.Increment > 0 }

// Start returns the clock at the beginning of a game, zero if the player has none.
func (c Control) Start() (clock Clock) {
	if c.Timed() {
		clock = Clock{Remaining: c.Base, Increment: c.Increment, MovesToGo: c.Moves}
	}
	return clock
}

// After returns the clock after a move, with the increments due. One below zero continues from zero: the move was
// within a margin.
func (c Control) After(clock Clock, elapsed time.Duration) Clock {
	if !c.Timed() {
		return clock
	}
	clock.Remaining = max(clock.Remaining-elapsed, 0) + c.Increment
	switch clock.MovesToGo {
	case 0:
	case 1:
		clock.MovesToGo, clock.Remaining = c.Moves, clock.Remaining+c.Base
	default:
		clock.MovesToGo--
	}
	return clock
}

// Allowed returns how long the next move may take; ok is false if no time bounds it.
func (c Control) Allowed(clock Clock) (allowed time.Duration, ok bool) {
	allowed, ok = c.MoveTime, c.MoveTime > 0
	if c.Timed() && (!ok || clock.Remaining < allowed) {
		allowed, ok = clock.Remaining, true
	}
	return allowed, ok
}

// errControl is wrapped by the error for a time control that cannot be read.
var errControl = errors.New("expected a clock such as 60, 60+0.6, 40/60+0.6, 1:30 or 2m+500ms")

// ParseClock reads a chess clock as PGN and most programs write it, in seconds: "60", "60+0.6", "40/60", "40/60+0.6";
// the base may be written as minutes:seconds, and every time with a unit. The error wraps errControl.
func ParseClock(text string) (c Control, err error) {
	rest := text
	if moves, base, ok := strings.Cut(rest, "/"); ok {
		c.Moves, err = strconv.Atoi(moves)
		if err != nil || c.Moves < 1 {
			return Control{}, fmt.Errorf("%q: %w", text, errControl)
		}
		rest = base
	}
	base, increment, incremental := strings.Cut(rest, "+")
	minutes := "0"
	if before, after, ok := strings.Cut(base, ":"); ok {
		minutes, base = before, after
	}
	m, wrongMinutes := strconv.ParseUint(minutes, 10, 16)
	s, wrongBase := wire.ParseSeconds(base)
	var wrongIncrement error
	if incremental {
		c.Increment, wrongIncrement = wire.ParseSeconds(increment)
	}
	c.Base = time.Duration(m)*time.Minute + s
	if errors.Join(wrongMinutes, wrongBase, wrongIncrement) != nil || !c.Timed() {
		return Control{}, fmt.Errorf("%q: %w", text, errControl)
	}
	return c, nil
}

// String lists the limits, the clock first: "40/60+0.6", "st=0.1", "nodes=5000", "60 depth=8", "60 ponder".
func (c Control) String() string {
	var parts []string
	if c.Timed() {
		parts = append(parts, c.Clock())
	}
	if c.MoveTime > 0 {
		parts = append(parts, "st="+wire.FormatSeconds(c.MoveTime))
	}
	if c.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(c.Nodes, 10))
	}
	if c.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(c.Depth))
	}
	if c.Reference > 0 {
		parts = append(parts, "reference="+strconv.FormatUint(c.Reference, 10))
	}
	if c.Ponder {
		parts = append(parts, "ponder")
	}
	return strings.Join(parts, " ")
}

// Clock returns the chess clock as ParseClock reads it, "-" if there is none.
func (c Control) Clock() string {
	if !c.Timed() {
		return "-"
	}
	text := wire.FormatSeconds(c.Base)
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	if c.Increment > 0 {
		text += "+" + wire.FormatSeconds(c.Increment)
	}
	return text
}
