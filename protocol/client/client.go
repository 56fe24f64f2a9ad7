package client

import (
	"context"
	"fmt"
	"strings"
)

// Protocol is a way to speak with an engine.
type Protocol uint8

// The protocols.
const (
	UCI  Protocol = iota // Universal Chess Interface
	CECP                 // Chess Engine Communication Protocol, that of xboard
)

// ParseProtocol reads "uci", "xboard" or "cecp".
func ParseProtocol(name string) (Protocol, error) {
	switch name {
	case "uci":
		return UCI, nil
	case "xboard", "cecp":
		return CECP, nil
	}
	return 0, fmt.Errorf("%q is neither uci nor xboard", name)
}

// client is the GUI's side of a session: it drives an engine through one game after the other.
// Output beyond the protocol is ignored. A method that has timed out leaves the session undefined:
// the engine should then be ended.
type client interface {
	// Handshake does the protocol's handshake. The error is errGone or the context's.
	Handshake(ctx context.Context) error

	// SetOption sets an option that the engine has announced; case and blanks of the
	// name do not count. Other names give ErrUnable.
	SetOption(name, value string) error

	// Reusable reports whether the engine can play more than one game and reports when it is ready for
	// the next one.
	Reusable() bool

	// NewGame prepares the engine for a game and waits until it is ready. The error is
	// errGone, the context's, or wraps ErrUnable or ErrRejected.
	NewGame(ctx context.Context, setup Setup) error

	// Move lets the engine find a move, or finish the search that it has begun by pondering. The
	// error is errGone, the context's, an *UnplayableError or a *ClaimError, or wraps
	// ErrRejected.
	Move(ctx context.Context, turn Turn) (Reply, error)

	// Ponder lets the engine think in its opponent's time if the game's control wants
	// it. turn is the opponent's.
	Ponder(turn Turn)

	// Quit asks the engine to end.
	Quit()
}

// New returns a client for an engine that has not received any command yet.
func New(p Protocol, conn *Conn) client {
	if p == CECP {
		return newCECP(conn)
	}
	return newUCI(conn)
}

// compact returns an option's name in lower case without blanks, for comparisons.
func compact(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }
