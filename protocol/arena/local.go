package arena

import (
	"context"
	"math/rand/v2"
	"slices"
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

	expected movegen.Move // the reply to its last move, NoMove if it expects none
	ponders  int          // half-moves of the game that it ponders on, with the expected one; 0: it does not
}

// NewGame implements Player.
func (l *local) NewGame(_ context.Context, setup protocol.Setup) error {
	l.control, l.expected, l.ponders = setup.Control, movegen.NoMove, 0
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
	moves := turn.Game.Moves()
	if l.ponders > 0 && len(moves) == l.ponders && moves[len(moves)-1] == l.expected {
		l.controller.PonderHit()
	} else if err := l.think(&turn, moves, false); err != nil {
		return reply, err
	}
	l.ponders = 0
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

// think begins to search the position after the moves of the game so far.
func (l *local) think(turn *protocol.Turn, moves []movegen.Move, ponder bool) error {
	l.controller.Abandon()
	l.controller.SetPosition(turn.Game.Start())
	for _, m := range moves {
		if err := l.controller.Play(m); err != nil {
			return err
		}
	}
	_, err := l.controller.Go(l.control.Limits(turn.Clocks[l.controller.Game().Side()]), ponder)
	return err
}

// Ponder implements Player.
func (l *local) Ponder(_ context.Context, turn protocol.Turn) error {
	position := turn.Game.Position()
	if !l.control.Ponder || !position.IsLegal(l.expected) {
		return nil
	}
	moves := append(slices.Clone(turn.Game.Moves()), l.expected)
	l.ponders = len(moves)
	return l.think(&turn, moves, true)
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
			reply.Move, l.expected = e.Best, e.Ponder
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
