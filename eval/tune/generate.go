package tune

import (
	"context"
	"io"
	"sync"

	"alfiere/eval"
	"alfiere/movegen"
)

// generator plays games. A game depends on the seed, its number, the openings and
// the player alone: neither on the threads nor on the games before it.
type generator struct {
	Seed      uint64
	Threads   int
	Openings  []movegen.Position // to begin with; none means the initial position
	Knowledge eval.Knowledge     // by which positions are found to be quiet; 0 means all
	NewPlayer func() (Player, error)

	// Branch returns the next game to leave at each position, or io.EOF; nil plays new games.
	Branch func() (*game, error)
}

// Run plays the games numbered from first to last-1 and hands them to keep in order. It ends early with the context,
// whose error it returns then, and with an error of keep or NewPlayer; games not handed over by then are lost.
func (g *generator) Run(ctx context.Context, first, last uint64, keep func(*game) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tasks := make(chan *game)
	played := make(chan game)
	ended := make(chan uint64, 1) // the number after the last game, if there are fewer
	var workers sync.WaitGroup
	for range max(g.Threads, 1) {
		player, err := g.NewPlayer()
		if err != nil {
			cancel(err)
			break
		}
		workers.Go(func() {
			defer player.Close()
			t := newTable(player, g)
			for task := range tasks {
				var game game
				if g.Branch != nil {
					game = t.branch(ctx, task)
				} else {
					game = t.play(ctx, task.Number)
				}
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
		defer close(tasks)
		for number := first; number < last; number++ {
			task := &game{Number: number}
			if g.Branch != nil {
				var err error
				if task, err = g.Branch(); err == io.EOF {
					ended <- number
					return
				} else if err != nil {
					cancel(err)
					return
				}
			}
			select {
			case tasks <- task:
			case <-ctx.Done():
				return
			}
		}
	})
	err := inOrder(ctx, first, last, results{played, ended}, keep)
	cancel(err)
	workers.Wait()
	return err
}

// results are what the players hand over.
type results struct {
	played <-chan game
	ended  <-chan uint64 // the number after the last game, if there are fewer than expected
}

// inOrder hands over the games in the order of their numbers.
func inOrder(ctx context.Context, first, last uint64, from results, keep func(*game) error) error {
	waiting := make(map[uint64]game)
	for first < last {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		select {
		case last = <-from.ended:
		case game := <-from.played:
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
