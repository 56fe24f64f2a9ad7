package arena

import (
	"context"

	"alfiere/protocol/client"
)

// Player makes moves; *client.Engine and *inprocess.Player do. When a context ends during a call,
// the call returns at once, whatever the state of the player, and the next NewGame starts afresh.
type Player interface {
	// NewGame prepares for a game. A *client.StartError means that there is no player;
	// any other error loses the game.
	NewGame(ctx context.Context, setup client.Setup) error

	// Move returns the move for the side to move. Errors are those of client.Client; each loses the
	// game.
	Move(ctx context.Context, turn client.Turn) (client.Reply, error)

	// Ponder is called when the player has moved and the game is not over: if its control allows, it
	// may think in its opponent's time. turn is the opponent's. An error loses the game.
	Ponder(ctx context.Context, turn client.Turn) error

	// Close ends the player. The error is about resources only.
	Close() error
}

// Contestant is one of the participants of a match.
type Contestant struct {
	Name    string
	Control client.Control
	Threads int // with which it searches; 0 is one

	// Open makes a player; concurrent games have different ones.
	Open func() Player
}
