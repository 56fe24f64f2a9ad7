// Package client is the GUI's side of a session with an engine: it starts the engine as a process, speaks UCI or
// CECP (xboard's protocol) with it, sends it the game and the clocks, and reads its moves.
//
// A Program describes how to start an engine; the Engine that it opens plays game after game. New returns the
// conversation alone, over a Conn. An engine's answer is a Reply with a Report.
//
// The package knows the rules of chess but does not search. Sub-package arena plays matches, and inprocess runs an
// engine of this process like an external one.
package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"alfiere/internal/wire"
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

// client is the GUI's side of a session: it drives an engine through one game after the other. Output beyond the
// protocol is ignored. A method that has timed out leaves the session undefined: the engine should then be ended.
type client interface {
	// Handshake does the protocol's handshake. The error is errGone or the context's.
	Handshake(ctx context.Context) error

	// SetOption sets an option that the engine has announced; case and blanks of the
	// name do not count. Other names give ErrUnable.
	SetOption(name, value string) error

	// Reusable reports whether the engine can play more than one game and reports when it is ready for the next one.
	Reusable() bool

	// NewGame prepares the engine for a game and waits until it is ready. The error is
	// errGone, the context's, or wraps ErrUnable or ErrRejected.
	NewGame(ctx context.Context, setup Setup) error

	// Move lets the engine find a move, or finish the search that it has begun by pondering. The error is errGone, the
	// context's, an *UnplayableError or a *ClaimError, or wraps ErrRejected.
	Move(ctx context.Context, turn Turn) (Reply, error)

	// Ponder lets the engine think in its opponent's time if the game's control wants it. turn is the opponent's.
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

// Errors of engines that break the rules. An engine that is too slow gives the context's error.
var (
	errGone     = errors.New("the engine has ended or closed its output")
	ErrRejected = errors.New("the engine rejected a legal position or move")
	ErrUnable   = errors.New("the engine cannot do that")
)

// UnplayableError is the error for a move that is illegal or no move at all.
type UnplayableError struct {
	Text string // as the engine wrote it
	Err  error  // why it cannot be played
}

// Error quotes the move.
func (e *UnplayableError) Error() string { return fmt.Sprintf("move %q: %v", wire.Clip(e.Text), e.Err) }

// Unwrap returns the reason.
func (e *UnplayableError) Unwrap() error { return e.Err }

// SurplusError is the error for an answer that an engine gave without a command to search.
type SurplusError struct{ Text string } // the line

// Error quotes the line.
func (e *SurplusError) Error() string {
	return fmt.Sprintf("%q without a go: the engine had already answered", wire.Clip(e.Text))
}

// ClaimError is the error for a result that an engine claimed although the board does not show it.
type ClaimError struct{ Text string }

// Error quotes the claim.
func (e *ClaimError) Error() string { return fmt.Sprintf("false claim %q", wire.Clip(e.Text)) }

// StartError is the error for an engine that cannot be started or set up: an error of the match, not of a game.
type StartError struct {
	Name string // of the program
	Err  error
}

// Error names the program and the reason.
func (e *StartError) Error() string { return fmt.Sprintf("start %s: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// silentError is the error for an engine that does not introduce itself in time.
type silentError struct {
	protocol Protocol
	patience time.Duration
	said     string // its last lines, quoted
	err      error
}

// Error names the expected line, the possible cause, and the output received instead.
func (e *silentError) Error() string {
	text := fmt.Sprintf("no uciok within %v; does it speak xboard (proto=xboard)?", e.patience)
	if e.protocol == CECP {
		text = fmt.Sprintf("no feature done=1 within %v", e.patience)
	}
	if e.said == "" {
		return text + " It wrote nothing"
	}
	return text + " It wrote last: " + e.said
}

// Unwrap returns the context's error.
func (e *silentError) Unwrap() error { return e.err }
