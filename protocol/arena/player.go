package arena

import (
	"context"
	"fmt"

	"alfiere/protocol"
)

// Player makes moves. When a context ends during a call the player gives up at once,
// whatever state it is in, and is as good as new at the next NewGame.
type Player interface {
	// NewGame prepares for a game. A *StartError means that there is no player; any
	// other error loses the game.
	NewGame(ctx context.Context, setup protocol.Setup) error

	// Move returns the move for the side to move. Errors are as those of uci.Client
	// and xboard.Client; each loses the game.
	Move(ctx context.Context, turn protocol.Turn) (protocol.Reply, error)

	// Ponder is called when the player has moved and the game goes on: if its control
	// has it so, it may think in its opponent's time. turn is the opponent's. An error
	// loses the game.
	Ponder(ctx context.Context, turn protocol.Turn) error

	// Close ends the player. The error is about resources only.
	Close() error
}

// StartError is an engine that cannot be started or set up: not a fault of a game but
// one of the match.
type StartError struct {
	Name string // of the program
	Err  error
}

// Error names the program and what is wrong.
func (e *StartError) Error() string { return fmt.Sprintf("start %s: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// Contestant is one of the two sides of a match.
type Contestant struct {
	Name    string
	Control protocol.Control

	// Open makes a player; each of the games that go on at a time has its own.
	Open func() Player
}
