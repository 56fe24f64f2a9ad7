package client

import (
	"context"
	"errors"
	"time"

	"alfiere/internal/wire"
)

// Conn is the connection to an engine: the lines that it prints, and a way to send it lines.
type Conn struct {
	Lines <-chan wire.Line // as from wire.ReadLines
	Out   *wire.Output

	listener *listener // nil while there is no listener in the background
}

// await reads lines until found accepts one, whose error it returns; lines that are too long are
// skipped. It returns errGone at the end of the lines and the context's error when ctx ends.
func (c *Conn) await(ctx context.Context, found func(line string) (bool, error)) error {
	for {
		select {
		case line, open := <-c.Lines:
			if !open {
				return errGone
			}
			if done, err := found(line.Text); done || err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// awaitMove is await for a turn: stop is called if it takes longer than the turn allows, or when
// the turn is interrupted.
func (c *Conn) awaitMove(ctx context.Context, turn *Turn, stop func(), found func(line string) (bool, error)) error {
	if turn.Stop > 0 || turn.Interrupt != nil {
		inTime, cancel := context.WithCancel(ctx)
		defer cancel()
		if turn.Stop > 0 {
			defer time.AfterFunc(turn.Stop, cancel).Stop()
		}
		if turn.Interrupt != nil {
			go func() {
				select {
				case <-turn.Interrupt:
					cancel()
				case <-inTime.Done():
				}
			}()
		}
		if err := c.await(inTime, found); !errors.Is(err, context.Canceled) || ctx.Err() != nil {
			return err
		}
		stop()
	}
	return c.await(ctx, found)
}

// drain reads the lines that have already come.
func (c *Conn) drain(hear func(line string)) {
	for {
		select {
		case line, open := <-c.Lines:
			if !open {
				return
			}
			hear(line.Text)
		default:
			return
		}
	}
}

// listener is a goroutine that reads the output of an engine that is not on move.
type listener struct {
	quit  chan struct{}
	ended chan struct{}
}

// listen calls hear with every line until unlisten is called, or until hear reports that one is the
// last. An engine that thinks in its opponent's time would block if its output were not read.
// Meanwhile only hear may use the data that it changes, and await must not be called.
func (c *Conn) listen(hear func(line string) (last bool)) {
	l := &listener{quit: make(chan struct{}), ended: make(chan struct{})}
	c.listener = l
	go func() {
		defer close(l.ended)
		for {
			select {
			case line, open := <-c.Lines:
				if !open || hear(line.Text) {
					return
				}
			case <-l.quit:
				return
			}
		}
	}()
}

// unlisten ends the listener and waits for it. Without a listener it does nothing.
func (c *Conn) unlisten() {
	if c.listener != nil {
		close(c.listener.quit)
		<-c.listener.ended
		c.listener = nil
	}
}
