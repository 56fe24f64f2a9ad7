package arena

import (
	"context"
	"math/rand/v2"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
)

// Local describes a player within this process.
type Local struct {
	Name string

	// Searcher makes what finds the moves, with a table of the given megabytes. If
	// it has a method Close without results, that is called at the end.
	Searcher  func(megabytes int) (protocol.Searcher, error)
	Resources protocol.Resources
	Settings  []Setting // as for UCI
}

// Open returns a player. Its table is made by the first NewGame.
func (l *Local) Open() Player { return &local{description: l} }

// local is the player that a Local describes.
type local struct {
	description *Local
	controller  *protocol.Controller // nil before the first game
	searcher    protocol.Searcher
	control     protocol.Control
}

// NewGame implements Player.
func (l *local) NewGame(_ context.Context, _ movegen.Position, control protocol.Control) error {
	l.control = control
	if l.controller == nil {
		if err := l.start(); err != nil {
			return &StartError{l.description.Name, err}
		}
	}
	if err := l.controller.NewGame(); err != nil {
		return &StartError{l.description.Name, err}
	}
	return nil
}

func (l *local) start() error {
	l.controller = protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		searcher, err := l.description.Searcher(megabytes)
		l.searcher = searcher
		return searcher, err
	}, l.description.Resources, rand.NewPCG(rand.Uint64(), rand.Uint64()))
	for _, s := range l.description.Settings {
		if err := l.controller.SetOption(s.Name, s.Value); err != nil {
			return err
		}
	}
	return nil
}

// Move implements Player.
func (l *local) Move(ctx context.Context, turn protocol.Turn) (reply protocol.Reply, err error) {
	l.controller.SetPosition(turn.Game.Start())
	for _, m := range turn.Game.Moves() {
		if err := l.controller.Play(m); err != nil {
			return reply, err
		}
	}
	position := turn.Game.Position()
	if _, err := l.controller.Go(l.control.Limits(turn.Clocks[position.Side()]), false); err != nil {
		return reply, err
	}
	var stop <-chan time.Time
	if turn.Stop > 0 {
		timer := time.NewTimer(turn.Stop)
		defer timer.Stop()
		stop = timer.C
	}
	for {
		select {
		case <-l.controller.Ready():
			if l.take(&reply) {
				return reply, nil
			}
		case <-stop:
			l.controller.Stop()
		case <-ctx.Done():
			l.controller.Abandon()
			return reply, ctx.Err()
		}
	}
}

// take takes the events that have come and reports whether the search has finished.
func (l *local) take(reply *protocol.Reply) (finished bool) {
	for event, ok := l.controller.Next(); ok; event, ok = l.controller.Next() {
		switch e := event.(type) {
		case protocol.Thinking:
			if len(e.Line) > 0 && e.MultiPV <= 1 {
				reply.Info = e.Info
			}
		case protocol.Finished:
			reply.Move = e.Best
			if !e.FromBook {
				reply.Info.Score, reply.Info.Nodes, reply.Info.Elapsed = e.Score, e.Nodes, e.Elapsed
				reply.Info.Depth = max(e.Depth, 1)
			}
			reply.Info.Line = nil
			return true
		}
	}
	return false
}

// Close implements Player; the error is that of closing the book.
func (l *local) Close() error {
	if l.controller == nil {
		return nil
	}
	err := l.controller.Close()
	if closer, ok := l.searcher.(interface{ Close() }); ok {
		closer.Close()
	}
	return err
}
