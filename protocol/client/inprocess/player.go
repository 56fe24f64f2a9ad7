// Package inprocess lets an engine of this process play in matches: its Player does
// with a protocol.Controller what a client.Engine does with a process of its own.
//
// It is separate from client, so that a program that only drives other engines does not link this one. It
// may be imported by cmd and by experiments.
package inprocess

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/search"
)

// Program describes how to make an engine of this process.
type Program struct {
	Name string

	// Searcher makes what finds the moves, with a table of the given megabytes.
	Searcher  func(megabytes int) (protocol.Searcher, error)
	Resources protocol.Resources
	Settings  []client.Setting // as for UCI
}

// Open returns a player. Its table is made by the first NewGame.
func (p *Program) Open() *Player { return &Player{program: p} }

// Player is an engine of this process that plays one game after the other. When a context ends during a call, it gives
// up at once and is as good as new at the next NewGame.
type Player struct {
	program    *Program
	controller *protocol.Controller // nil before the first game
	control    client.Control

	expected movegen.Move // the reply to its last move, NoMove if it expects none
	ponders  int          // half-moves of the game that it ponders on, with the expected one; 0: it does not
}

// NewGame prepares for a game. The error is a *client.StartError.
func (p *Player) NewGame(_ context.Context, setup client.Setup) error {
	p.control, p.expected, p.ponders = setup.Control, movegen.NoMove, 0
	if p.controller == nil {
		if err := p.start(); err != nil {
			return &client.StartError{Name: p.program.Name, Err: err}
		}
	}
	if err := p.controller.NewGame(); err != nil {
		return &client.StartError{Name: p.program.Name, Err: err}
	}
	return nil
}

func (p *Player) start() error {
	controller := protocol.NewController(p.program.Searcher, p.program.Resources,
		rand.NewPCG(rand.Uint64(), rand.Uint64()))
	for _, s := range p.program.Settings {
		if err := controller.SetOption(s.Name, s.Value); err != nil {
			return errors.Join(err, controller.Close())
		}
	}
	p.controller = controller
	return nil
}

// Move returns the move for the side to move. The error is that of ctx, or is about the memory that cannot be had.
func (p *Player) Move(ctx context.Context, turn client.Turn) (reply client.Reply, err error) {
	moves, nodes := turn.Game.Moves(), p.control.Nodes
	ponders := p.ponders > 0 && len(moves) == p.ponders
	hit := ponders && moves[len(moves)-1] == p.expected
	p.ponders = 0
	switch {
	case hit && p.countsNodes():
		err = p.think(&turn, moves, 2*nodes, false)
	case hit:
		p.controller.PonderHit()
	default:
		if ponders && p.countsNodes() {
			err = p.think(&turn, append(slices.Clone(moves[:len(moves)-1]), p.expected), nodes, false)
			if err == nil {
				_, err = p.finish(ctx, 0)
			}
		}
		if err == nil {
			err = p.think(&turn, moves, nodes, false)
		}
	}
	if err != nil {
		return reply, err
	}
	return p.finish(ctx, turn.Stop)
}

// finish waits for the end of the search, and stops it after a time, unless that is 0.
func (p *Player) finish(ctx context.Context, after time.Duration) (reply client.Reply, err error) {
	var stop <-chan time.Time
	if after > 0 {
		timer := time.NewTimer(after)
		defer timer.Stop()
		stop = timer.C
	}
	for {
		select {
		case <-p.controller.Ready():
			if p.take(&reply) {
				return reply, nil
			}
		case <-stop:
			p.controller.Stop()
		case <-ctx.Done():
			p.controller.Abandon()
			return reply, ctx.Err()
		}
	}
}

// think begins to search the position after the moves.
func (p *Player) think(turn *client.Turn, moves []movegen.Move, nodes uint64, ponder bool) error {
	p.controller.Abandon()
	p.controller.SetPosition(turn.Game.Start())
	for _, m := range moves {
		if err := p.controller.Play(m); err != nil {
			return err
		}
	}
	limits := limits(p.control, turn.Clocks[p.controller.Game().Side()])
	limits.Nodes = nodes
	_, err := p.controller.Go(limits, ponder)
	return err
}

// countsNodes reports whether nodes are its clock. Then its opponent's time is as many nodes as its own: an expected
// reply doubles those of its move, after another one it has searched the expected position before. It does so when its
// opponent has moved, so that games repeat exactly.
func (p *Player) countsNodes() bool {
	return p.control.Nodes > 0 && !p.control.Timed() && p.control.MoveTime == 0
}

// limits returns what ends the search for a move under the control when the player's clock shows shown.
func limits(c client.Control, shown client.Clock) search.Limits {
	limits := search.Limits{MoveTime: c.MoveTime, Nodes: c.Nodes, Depth: c.Depth}
	if c.Timed() {
		limits.Clock = search.Clock{Increment: shown.Increment, MovesToGo: shown.MovesToGo,
			Remaining: max(shown.Remaining, time.Nanosecond)} // 0 would be no clock
	}
	return limits
}

// Ponder lets the player think in its opponent's time if its control has it so. turn is the opponent's.
func (p *Player) Ponder(_ context.Context, turn client.Turn) error {
	position := turn.Game.Position()
	if !p.control.Ponder || !position.IsLegal(p.expected) {
		return nil
	}
	moves := append(slices.Clone(turn.Game.Moves()), p.expected)
	if p.ponders = len(moves); p.countsNodes() {
		return nil
	}
	return p.think(&turn, moves, p.control.Nodes, true)
}

// take takes the events that have come and reports whether the search has finished.
func (p *Player) take(reply *client.Reply) (finished bool) {
	for event, ok := p.controller.Next(); ok; event, ok = p.controller.Next() {
		switch e := event.(type) {
		case protocol.Thinking:
			if len(e.Line) > 0 && e.MultiPV <= 1 {
				reply.Report = reportOf(&e.Info)
			}
		case protocol.Finished:
			reply.Move, p.expected = e.Best, e.Ponder
			if !e.FromBook {
				r := &reply.Report
				r.Score, r.Nodes, r.TBHits, r.Elapsed, r.Depth = scoreOf(e.Score), e.Nodes, e.TBHits, e.Elapsed, max(e.Depth, 1)
			}
			return true
		}
	}
	return false
}

// reportOf returns the report that an external engine would give.
func reportOf(i *search.Info) client.Report {
	return client.Report{Depth: i.Depth, Score: scoreOf(i.Score), Nodes: i.Nodes, TBHits: i.TBHits, Elapsed: i.Elapsed}
}

func scoreOf(s search.Score) client.Score {
	if moves, ok := s.Mate(); ok {
		return client.MateIn(moves)
	}
	return client.Score(s)
}

// Close ends the player; the error is that of closing the book or the hash file.
func (p *Player) Close() error {
	if p.controller == nil {
		return nil
	}
	return p.controller.Close()
}
