package tune

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"sync"
	"time"

	"alfiere/eval"
	"alfiere/internal/cli"
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

// turn is a game that is played, or waits to be.
type turn struct {
	task   *game     // its number, or the game that is branched
	played chan game // gets it; has room
}

// gamesAhead is how many games may have been played, or be under way, beyond one that takes long.
const gamesAhead = 1 << 10

// Run plays the games numbered from first to last-1 and hands them to keep in order. It ends early with the context,
// whose error it returns then, and with an error of keep or NewPlayer; games not handed over by then are lost.
func (g *generator) Run(ctx context.Context, first, last uint64, keep func(*game) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	turns, inOrder := make(chan turn), make(chan turn, gamesAhead)
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
			for turn := range turns {
				if g.Branch != nil {
					turn.played <- t.branch(ctx, turn.task)
				} else {
					turn.played <- t.play(ctx, turn.task.Number)
				}
			}
		})
	}
	workers.Go(func() {
		defer close(turns)
		for number := first; number < last; number++ {
			next := turn{&game{Number: number}, make(chan game, 1)}
			if g.Branch != nil {
				var err error
				if next.task, err = g.Branch(); err == io.EOF {
					break
				} else if err != nil {
					cancel(err)
				}
			}
			for _, to := range []chan turn{inOrder, turns} {
				select {
				case to <- next:
				case <-ctx.Done():
					return
				}
			}
		}
		close(inOrder)
	})
	err := keepAll(ctx, inOrder, keep)
	cancel(err)
	workers.Wait()
	return err
}

// keepAll hands over the games.
func keepAll(ctx context.Context, turns <-chan turn, keep func(*game) error) error {
	for {
		select {
		case turn, more := <-turns:
			if !more {
				return nil
			}
			select {
			case game := <-turn.played:
				if ctx.Err() != nil {
					return context.Cause(ctx) // it may have been cut short
				}
				if err := keep(&game); err != nil {
					return err
				}
			case <-ctx.Done(): // the turn may never reach a table
				return context.Cause(ctx)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// GenerateRun plays the games that an archive lacks.
type GenerateRun struct {
	Generator  generator
	Archive    string        // file; if it exists, the run that began it is resumed
	Source     string        // archive whose games are left at each position; empty: new games are played
	Games      uint64        // that the archive shall hold in the end; 0: all of Source
	Provenance Provenance    // of the games; its Seed is the Generator's
	Log        io.Writer     // hears what stays, in lines for people
	Progress   *cli.Progress // shows how far it is; may be nil
}

// Fingerprint distinguishes files of openings.
func Fingerprint(text []byte) uint64 {
	digest := fnv.New64a()
	digest.Write(text)
	return digest.Sum64()
}

// Run plays until the archive holds all games. If ctx ends before, the error wraps its
// cause, and the archive is whole; else it is one of openArchive, the players or the disk.
func (r *GenerateRun) Run(ctx context.Context) error {
	p := r.Provenance
	p.Seed = r.Generator.Seed
	var source *sourceGames
	if r.Source != "" {
		var err error
		if source, err = openGames(r.Source); err != nil {
			return err
		}
		defer source.Close()
		p.Openings = Fingerprint(source.provenance.header())
		r.Generator.Branch = source.next
		if r.Games == 0 {
			whole, err := load(r.Source, func(*game) {})
			if err != nil {
				return err
			}
			r.Games = uint64(whole.Games)
		}
	}
	archive, dropped, err := openArchive(r.Archive, p)
	if err != nil {
		return err
	}
	if dropped > 0 {
		fmt.Fprintf(r.Log, "%d bytes of a game that was cut off are dropped\n", dropped)
	}
	if n := archive.games; n > 0 {
		fmt.Fprintf(r.Log, "going on after %d games, %d positions\n", n, len(archive.seen))
	}
	if source != nil {
		if err := source.skip(archive.games); err != nil {
			return errors.Join(err, archive.Close())
		}
	}
	progress := generateProgress{line: r.Progress, archive: archive, goal: r.Games, started: time.Now(),
		games: archive.games, positions: len(archive.seen)}
	err = r.Generator.Run(ctx, archive.games, r.Games, func(g *game) error {
		if err := archive.Append(g); err != nil {
			return err
		}
		progress.count(g)
		return nil
	})
	progress.sum(r.Log)
	return errors.Join(err, archive.Close())
}

// generateProgress reports how the games get on.
type generateProgress struct {
	line      *cli.Progress
	archive   *archive
	goal      uint64
	started   time.Time
	games     uint64 // in the archive when the run began
	positions int
	plies     int
	results   [3]int
}

// count takes a game that has been played.
func (p *generateProgress) count(g *game) {
	p.plies += g.Plies
	p.results[g.Result]++
	p.line.ShowPart(int64(p.archive.games-p.games), int64(p.goal-p.games), "%s", p.state())
}

// state is half a line: the time left follows it.
func (p *generateProgress) state() string {
	games, seconds := float64(p.archive.games-p.games), time.Since(p.started).Seconds()
	return fmt.Sprintf("%d of %d games, %d positions, %.2f games/s", p.archive.games, p.goal, len(p.archive.seen),
		games/seconds)
}

// sum reports at the end what was played.
func (p *generateProgress) sum(w io.Writer) {
	p.line.Clear()
	games, seconds := float64(p.archive.games-p.games), time.Since(p.started).Seconds()
	if games == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n%.0f positions/s, %.0f half-moves a game, +%d =%d -%d for White\n", p.state(),
		float64(len(p.archive.seen)-p.positions)/seconds, float64(p.plies)/games, p.results[whiteWon], p.results[draw],
		p.results[blackWon])
}
