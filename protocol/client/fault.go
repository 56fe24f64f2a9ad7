package client

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"alfiere/internal/wire"
)

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

// StartError is the error for an engine that cannot be started or set up: an error of the match,
// not of a game.
type StartError struct {
	Name string // of the program
	Err  error
}

// Error names the program and the reason.
func (e *StartError) Error() string { return fmt.Sprintf("start %s: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// ExitError is the error for a process that ended in the middle of a game.
type ExitError struct {
	State  string // such as "exit status 2"
	Stderr string // the end of its standard error
	Err    error  // errGone
}

// Error describes how the process ended and quotes its output.
func (e *ExitError) Error() string {
	text := e.Err.Error() + " (" + e.State + ")"
	if said := strings.TrimSpace(e.Stderr); said != "" {
		text += fmt.Sprintf(", saying %q", said)
	}
	return text
}

// Unwrap returns errGone.
func (e *ExitError) Unwrap() error { return e.Err }

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
