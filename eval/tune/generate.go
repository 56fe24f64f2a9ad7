package tune

import (
	"context"
	"sync"

	"alfiere/movegen"
)

// generator plays games. A game depends on the seed, its number, the openings and
// the player alone: neither on the threads nor on the games before it.
type generator struct {
	Seed      uint64
	Threads   int
	Openings  []movegen.Position // to begin with; none means the initial position
	NewPlayer func() (Player, error)
}

// Run plays the games numbered from first to last-1 and hands them to keep in
// order. It ends early with the context, whose error it returns then, and with an
// error of keep or NewPlayer; games not handed over by then are lost.
func (g *generator) Run(ctx context.Context, first, last uint64, keep func(*game) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan uint64)
	played := make(chan game)
	var workers sync.WaitGroup
	for range max(g.Threads, 1) {
		player, err := g.NewPlayer()
		if err != nil {
			cancel(err)
			break
		}
		workers.Go(func() {
			defer player.Close()
			t := newTable(player, g.Seed, g.Openings)
			for number := range numbers {
				game := t.play(ctx, number)
				if ctx.Err() != nil {
					return
				}
				select {
				case played <- game:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	workers.Go(func() {
		defer close(numbers)
		for number := first; number < last; number++ {
			select {
			case numbers <- number:
			case <-ctx.Done():
				return
			}
		}
	})
	err := inOrder(ctx, first, last, played, keep)
	cancel(err)
	workers.Wait()
	return err
}

// inOrder hands over the games in the order of their numbers.
func inOrder(ctx context.Context, first, last uint64, played <-chan game, keep func(*game) error) error {
	waiting := make(map[uint64]game)
	for first < last {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		select {
		case game := <-played:
			waiting[game.Number] = game
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for {
			game, ok := waiting[first]
			if !ok {
				break
			}
			delete(waiting, first)
			if err := keep(&game); err != nil {
				return err
			}
			first++
		}
	}
	return nil
}
