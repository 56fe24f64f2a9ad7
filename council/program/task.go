package program

import (
	"context"
	"fmt"
	"time"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/search"
)

// task is a job in the form that an engine needs.
type task struct {
	limits *search.Limits
	game   *movegen.Game
	setup  client.Setup
	clocks [2]client.Clock
}

// newTask translates a job.
func newTask(job *council.Job) (*task, error) {
	request := &job.Request
	t := &task{limits: &request.Limits}
	record := request.Game
	if record.Start.Occupied() == 0 {
		record = search.Record{Start: request.Position}
	}
	t.game = movegen.Follower().Start(record.Start)
	for i, m := range record.Moves {
		if err := t.game.Play(m); err != nil {
			return nil, fmt.Errorf("move %d of the game: %w", i+1, err)
		}
	}
	if reached := t.game.Position(); reached.Key() != request.Position.Key() {
		t.game = movegen.Follower().Start(request.Position) // the record is of another game
	}
	start := t.game.Start()
	t.setup = client.Setup{Start: start, Chess960: castlesFreely(&start), Control: t.control()}
	return t, nil
}

// control returns the limits of the engine's search and sets the clocks. The opponent's clock is unknown
// and gets the same time.
func (t *task) control() (c client.Control) {
	limits := t.limits
	budget := limits.Budget()
	switch {
	case limits.Infinite || limits.PonderHit != nil:
		return client.Control{MoveTime: endless} // a stop will end it
	case limits.MoveTime > 0:
		c.MoveTime = budget.Limit
	case limits.Clock.Remaining != 0:
		share := limits.Share
		if share <= 0 {
			share = 1
		}
		part := func(d time.Duration) time.Duration { return time.Duration(float64(max(d, 0)) * share) }
		clock := client.Clock{Remaining: max(part(limits.Clock.Remaining-limits.Clock.Overhead), time.Millisecond),
			Increment: part(limits.Clock.Increment), MovesToGo: limits.Clock.MovesToGo}
		t.clocks = [2]client.Clock{clock, clock}
		c.Base, c.Increment = clockBase(clock.Remaining), clock.Increment
	case limits.Nodes == 0 && limits.Depth == 0:
		c.MoveTime = endless
	}
	c.Nodes, c.Depth = limits.Nodes, limits.Depth
	return c
}

// clockBase returns an initial time for a clock with the given remaining time. It stays the same for as
// many moves as possible, since a new initial time would mean a new game.
func clockBase(remaining time.Duration) time.Duration {
	base := time.Second
	for base < remaining {
		base *= 4
	}
	return base
}

// schedule arranges to interrupt the engine: shortly before the hard limit, or when it has pondered long
// enough and the expected reply was played.
func (t *task) schedule(ctx context.Context, stop func(), begun time.Time) {
	budget := t.limits.Budget()
	after := func(d time.Duration) {
		timer := time.AfterFunc(d, stop)
		context.AfterFunc(ctx, func() { timer.Stop() })
	}
	hard := budget.Limit - stopMargin(budget.Limit)
	switch hit := t.limits.PonderHit; {
	case hit != nil:
		go func() {
			select {
			case <-hit:
				if budget.Limit > 0 {
					enough := hard
					if budget.Base > 0 { // earlier thinking time counts
						enough = min(max(budget.Base-time.Since(begun), 0), hard)
					}
					after(enough)
				}
			case <-ctx.Done():
			}
		}()
	case budget.Limit > 0:
		after(hard - time.Since(begun))
	}
}

// stopMargin returns how long before the hard limit an engine gets the stop, so that it has time to move.
func stopMargin(limit time.Duration) time.Duration { return min(limit/10, 10*time.Millisecond) }

// castlesFreely reports whether kings or rooks may castle in p from squares other than those of standard chess.
func castlesFreely(p *movegen.Position) bool {
	for _, c := range []movegen.Color{movegen.White, movegen.Black} {
		rooks := p.CastlingRooks() & p.BackRank(c)
		if rooks == 0 {
			continue
		}
		standard := (movegen.A1.Bitboard() | movegen.H1.Bitboard()) << (56 * c)
		if rooks&^standard != 0 || p.King(c).File() != movegen.E1.File() {
			return true
		}
	}
	return false
}
