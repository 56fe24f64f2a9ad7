package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// Setting is an option's name and value; a button has no value.
type Setting struct{ Name, Value string }

// Program describes how to start an engine as a process of its own.
type Program struct {
	Player   string   // its name in errors; empty: that of the file
	Command  []string // the file and its arguments; at least the file
	Folder   string   // its working folder, "" for that of this process
	Protocol Protocol
	Settings []Setting

	Restart Restart // whether it is started anew for each game

	// Log, if not nil, gets all lines to and from the engine.
	Log Log

	// Grace is how long it may take to start, to get ready for a game and to end.
	Grace time.Duration
}

// Restart says whether an engine is started anew for each game.
type Restart string

// Values of Restart.
const (
	RestartAuto Restart = "auto" // if its protocol needs that
	RestartOn   Restart = "on"   // always
	RestartOff  Restart = "off"  // never
)

// ParseRestart reads on, off or auto.
func ParseRestart(text string) (Restart, error) {
	switch r := Restart(text); r {
	case RestartAuto, RestartOn, RestartOff:
		return r, nil
	}
	return RestartAuto, fmt.Errorf("%q is not on, off or auto", text)
}

// again reports whether an engine that has played is started anew; reusable says what its protocol needs.
func (r Restart) again(reusable bool) bool { return r == RestartOn || r != RestartOff && !reusable }

// Name returns the file's name without its folder, "" without a command.
func (p *Program) Name() string {
	if len(p.Command) == 0 {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(p.Command[0]), ".exe")
}

// Open returns an engine that plays. Its process is started by the first NewGame, and again
// whenever the previous one has ended.
func (p *Program) Open() *Engine { return &Engine{program: p} }

// Engine is an engine in a process of its own that plays one game after the other. When a context ends during a call,
// the call returns at once, whatever the state of the engine, and the next NewGame starts afresh.
type Engine struct {
	program *Program
	process *process // nil while none is running
	client  client
	played  bool // a game, in this process
}

// NewGame prepares for a game. A *StartError means that there is no engine; any other error loses the game.
func (e *Engine) NewGame(ctx context.Context, setup Setup) error {
	if e.process != nil && e.played && e.program.Restart.again(e.client.Reusable()) {
		e.end()
	}
	ctx, cancel := context.WithTimeout(ctx, e.program.Grace)
	defer cancel()
	if e.process == nil {
		if err := e.start(ctx, setup.Game); err != nil {
			return errors.Join(e.unstarted(err), e.Close())
		}
	}
	e.played = true
	e.process.journal.enter(setup.Game)
	err := e.guard(ctx, func() error { return e.client.NewGame(ctx, setup) })
	if errors.Is(err, ErrUnable) {
		return e.unstarted(err)
	}
	return err
}

func (e *Engine) unstarted(err error) error {
	return &StartError{cmp.Or(e.program.Player, e.program.Name()), err}
}

// start starts the process for a game and sets it up.
func (e *Engine) start(ctx context.Context, game string) (err error) {
	if e.process, err = startProcess(e.program, game); err != nil {
		return err
	}
	said := &e.process.said
	e.played = false
	e.client = New(e.program.Protocol, &e.process.conn)
	introduced := false
	err = e.guard(ctx, func() error {
		if err := e.client.Handshake(ctx); err != nil {
			return fmt.Errorf("the handshake: %w", err)
		}
		introduced = true
		for _, s := range e.program.Settings {
			if err := e.client.SetOption(s.Name, s.Value); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, context.DeadlineExceeded) && !introduced {
		return &silentError{protocol: e.program.Protocol, patience: e.program.Grace, said: said.lines(), err: err}
	}
	return err
}

// Move returns the move for the side to move. The errors are those of Client.Move, or describe how the process ended;
// each loses the game.
func (e *Engine) Move(ctx context.Context, turn Turn) (reply Reply, err error) {
	err = e.guard(ctx, func() error {
		reply, err = e.client.Move(ctx, turn)
		return err
	})
	return reply, err
}

// Ponder is called when the engine has moved and the game is not over: with Control.Ponder it
// thinks in its opponent's time. turn is the opponent's. An error loses the game.
func (e *Engine) Ponder(ctx context.Context, turn Turn) error {
	ctx, cancel := context.WithTimeout(ctx, e.program.Grace)
	defer cancel()
	return e.guard(ctx, func() error {
		e.client.Ponder(turn)
		return nil
	})
}

// guard runs converse with the process and kills the process if ctx ends first, which unblocks the conversation
// wherever it hangs. A process that has ended is cleaned up, and the error then describes how it ended.
func (e *Engine) guard(ctx context.Context, converse func() error) error {
	release := context.AfterFunc(ctx, e.process.kill)
	err := converse()
	alive := release()
	switch {
	case !alive:
		e.end()
		return ctx.Err()
	case errors.Is(err, errGone):
		stderr := &e.process.stderr
		state := e.end() // which waits for its last output
		err = fmt.Errorf("%w (%s)", err, state)
		if said := strings.TrimSpace(stderr.String()); said != "" {
			err = fmt.Errorf("%w, saying %q", err, said)
		}
	}
	return err
}

// end ends the process and returns its state.
func (e *Engine) end() string {
	state := e.process.end(e.client.Quit, e.program.Grace)
	e.process, e.client = nil, nil
	return state
}

// Close ends the process; its error is always nil.
func (e *Engine) Close() error {
	if e.process != nil {
		e.end()
	}
	return nil
}
