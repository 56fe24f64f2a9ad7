package arena

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"alfiere/protocol"
	"alfiere/protocol/uci"
	"alfiere/protocol/xboard"
)

// Language is the protocol that a program speaks.
type Language uint8

// The protocols.
const (
	UCI Language = iota
	XBoard
)

// Setting is an option's name and value; a button has no value.
type Setting struct{ Name, Value string }

// Program says how an engine is started as a process of its own.
type Program struct {
	Command  []string // the file and its arguments; at least the file
	Folder   string   // where it runs, "" for the folder of this process
	Language Language
	Settings []Setting

	// Grace is how long it may take to start, to get ready for a game and to end.
	Grace time.Duration
}

// Name returns the file's name without its folder, "" without a command.
func (p *Program) Name() string {
	if len(p.Command) == 0 {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(p.Command[0]), ".exe")
}

// Open returns a player. The process is started by the first NewGame, and again
// whenever the one before has come to an end.
func (p *Program) Open() Player { return &engine{program: p} }

// client is the GUI's side of a protocol.
type client interface {
	Handshake(ctx context.Context) error
	SetOption(name, value string) error
	Reusable() bool
	NewGame(ctx context.Context, setup protocol.Setup) error
	Move(ctx context.Context, turn protocol.Turn) (protocol.Reply, error)
	Ponder(turn protocol.Turn)
	Quit()
}

// engine is the player that a Program describes.
type engine struct {
	program *Program
	process *process // nil while none is running
	client  client
	played  bool // a game, in this process
}

// NewGame implements Player.
func (e *engine) NewGame(ctx context.Context, setup protocol.Setup) error {
	if e.process != nil && e.played && !e.client.Reusable() {
		e.end()
	}
	ctx, cancel := context.WithTimeout(ctx, e.program.Grace)
	defer cancel()
	if e.process == nil {
		if err := e.start(ctx); err != nil {
			return errors.Join(e.unstarted(err), e.Close())
		}
	}
	e.played = true
	err := e.guard(ctx, func() error { return e.client.NewGame(ctx, setup) })
	if errors.Is(err, protocol.ErrUnable) {
		return e.unstarted(err)
	}
	return err
}

func (e *engine) unstarted(err error) error { return &StartError{e.program.Name(), err} }

// start starts the process and sets it up.
func (e *engine) start(ctx context.Context) (err error) {
	if e.process, err = startProcess(e.program.Command, e.program.Folder); err != nil {
		return err
	}
	e.played = false
	switch e.program.Language {
	case UCI:
		e.client = uci.NewClient(&e.process.talk)
	case XBoard:
		e.client = xboard.NewClient(&e.process.talk)
	}
	return e.guard(ctx, func() error {
		if err := e.client.Handshake(ctx); err != nil {
			return fmt.Errorf("the handshake: %w", err)
		}
		for _, s := range e.program.Settings {
			if err := e.client.SetOption(s.Name, s.Value); err != nil {
				return err
			}
		}
		return nil
	})
}

// Move implements Player.
func (e *engine) Move(ctx context.Context, turn protocol.Turn) (reply protocol.Reply, err error) {
	err = e.guard(ctx, func() error {
		reply, err = e.client.Move(ctx, turn)
		return err
	})
	return reply, err
}

// Ponder implements Player.
func (e *engine) Ponder(ctx context.Context, turn protocol.Turn) error {
	ctx, cancel := context.WithTimeout(ctx, e.program.Grace)
	defer cancel()
	return e.guard(ctx, func() error {
		e.client.Ponder(turn)
		return nil
	})
}

// guard converses with the process and kills it if ctx ends before: that frees the
// conversation wherever it hangs. A process that has come to an end is cleared away,
// and the error then says how it ended.
func (e *engine) guard(ctx context.Context, converse func() error) error {
	release := context.AfterFunc(ctx, e.process.kill)
	err := converse()
	alive := release()
	switch {
	case !alive:
		e.end()
		return ctx.Err()
	case errors.Is(err, protocol.ErrGone):
		stderr := &e.process.stderr
		state := e.end() // which waits for what it still writes
		return &ExitError{State: state, Stderr: stderr.String(), Err: err}
	}
	return err
}

// end ends the process and returns its state.
func (e *engine) end() string {
	state := e.process.end(e.client.Quit, e.program.Grace)
	e.process, e.client = nil, nil
	return state
}

// Close implements Player.
func (e *engine) Close() error {
	if e.process != nil {
		e.end()
	}
	return nil
}

// ExitError is a process that came to an end in the middle of a game.
type ExitError struct {
	State  string // such as "exit status 2"
	Stderr string // the end of what it wrote there
	Err    error  // protocol.ErrGone
}

// Error says how the process ended and what it said.
func (e *ExitError) Error() string {
	text := e.Err.Error() + " (" + e.State + ")"
	if said := strings.TrimSpace(e.Stderr); said != "" {
		text += fmt.Sprintf(", saying %q", said)
	}
	return text
}

// Unwrap returns protocol.ErrGone.
func (e *ExitError) Unwrap() error { return e.Err }
