package protocol

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alfiere/movegen"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// Setup is what a player is told before a game.
type Setup struct {
	Start    movegen.Position
	Chess960 bool // kings and rooks may castle from any file
	Control  Control
}

// Turn is what a player is told when it has to move.
type Turn struct {
	// Game is what has been played; the player only looks at it.
	Game *movegen.Game

	// Clocks are both sides' clocks, by colour; that of a side without one is zero.
	Clocks [2]search.Clock

	// Stop is the time after which the player is told to move at once; 0 is never.
	Stop time.Duration

	// DrawOffered says that the opponent has offered a draw with its move. To move
	// is to decline.
	DrawOffered bool
}

// Spend returns the turn after a time of it has passed.
func (t Turn) Spend(elapsed time.Duration) Turn {
	if clock := &t.Clocks[t.Game.Side()]; clock.Remaining > 0 {
		clock.Remaining = max(clock.Remaining-elapsed, 1)
	}
	if t.Stop > 0 {
		t.Stop = max(t.Stop-elapsed, 1)
	}
	return t
}

// Reply is a player's move, or how it ends the game.
type Reply struct {
	Move       movegen.Move
	OffersDraw bool // with the move

	Resigns     bool // then there is no move
	AcceptsDraw bool // that was offered; likewise

	// Info is the player's newest report about the line it has played, as far as it
	// told one; with Depth 0 it told none. Line is left empty.
	Info search.Info
}

// The reasons why a player did not move as it should. A player that is too slow
// gives the context's error.
var (
	ErrGone     = errors.New("the engine has ended or closed its output")
	ErrRejected = errors.New("the engine rejects what is legal")
	ErrUnable   = errors.New("the engine cannot do that")
)

// UnplayableError is a move that is illegal or no move at all.
type UnplayableError struct {
	Text string // as the engine wrote it
	Err  error  // why it cannot be played
}

// Error quotes the move.
func (e *UnplayableError) Error() string { return fmt.Sprintf("move %q: %v", wire.Clip(e.Text), e.Err) }

// Unwrap returns the reason.
func (e *UnplayableError) Unwrap() error { return e.Err }

// ClaimError is a result that an engine claimed although the board does not show it.
type ClaimError struct{ Text string }

// Error quotes the claim.
func (e *ClaimError) Error() string { return fmt.Sprintf("false claim %q", wire.Clip(e.Text)) }

// Opponent is an engine as its GUI sees it: the lines that it prints, and a way to
// send it some.
type Opponent struct {
	Lines <-chan wire.Line // as from ReadLines
	Out   *wire.Output

	watch *watch // nil while nobody listens in the background
}

// Await reads lines until found accepts one, whose error it returns; lines that are
// too long are thrown away. It gives ErrGone at the end of the lines and the
// context's error when ctx ends.
func (o *Opponent) Await(ctx context.Context, found func(line string) (bool, error)) error {
	for {
		select {
		case line, open := <-o.Lines:
			if !open {
				return ErrGone
			}
			if done, err := found(line.Text); done || err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// AwaitMove is Await, but for a turn: stop is called if it takes longer than the turn
// allows.
func (o *Opponent) AwaitMove(ctx context.Context, turn *Turn, stop func(), found func(line string) (bool, error)) error {
	if turn.Stop > 0 {
		inTime, cancel := context.WithTimeout(ctx, turn.Stop)
		err := o.Await(inTime, found)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
		stop()
	}
	return o.Await(ctx, found)
}
