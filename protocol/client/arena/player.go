package arena

import (
	"context"

	"alfiere/protocol/client"
)

// Player makes moves; *client.Engine and *inprocess.Player do. When a context ends during
// a call the player gives up at once, whatever state it is in, and is as good as new at
// the next NewGame.
type Player interface {
	// NewGame prepares for a game. A *client.StartError means that there is no player;
	// any other error loses the game.
	NewGame(ctx context.Context, setup client.Setup) error

	// Move returns the move for the side to move. Errors are as those of client.Client;
	// each loses the game.
	Move(ctx context.Context, turn client.Turn) (client.Reply, error)

	// Ponder is called when the player has moved and the game goes on: if its control
	// has it so, it may think in its opponent's time. turn is the opponent's. An error
	// loses the game.
	Ponder(ctx context.Context, turn client.Turn) error

	// Close ends the player. The error is about resources only.
	Close() error
}

// Contestant is one of the two sides of a match.
type Contestant struct {
	Name    string
	Control client.Control

	// Open makes a player; each of the games that go on at a time has its own.
	Open func() Player
}
