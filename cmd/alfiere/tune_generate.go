package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/eval/tune"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
	"alfiere/search"
)

// tablePerPlayer is the size of the transposition table of a player in megabytes: a
// search of some thousand nodes fills no more.
const tablePerPlayer = 8

// generateCommand is tune generate with its flags read.
type generateCommand struct {
	std      cli.Streams
	out      string
	games    uint64
	nodes    uint64
	openings string
	tune.Generator
	provenance tune.Provenance
}

// defineTuneGenerate plays games and adds them to an archive.
func defineTuneGenerate(flags *flag.FlagSet) cli.Run {
	c := generateCommand{}
	flags.StringVar(&c.out, "out", "", "archive `file`; if it exists, the run that began it goes on.\n"+
		"It is written game by game: kill the run whenever you like")
	flags.Uint64Var(&c.games, "games", 1000, "`number` of games the archive shall hold in the end")
	flags.Uint64Var(&c.nodes, "nodes", 5000, "`nodes` for each move")
	flags.IntVar(&c.Threads, "threads", 1, "`number` of games at a time; it does not change the games")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the openings: other `numbers` give other games")
	flags.StringVar(&c.openings, "openings", "", "EPD or FEN `file`: each game begins in one of its positions and 2 to 4 random\n"+
		"half-moves; without it in the initial position and 8 to 10")
	return func(args []string, std cli.Streams) error {
		c.std = std
		if len(args) > 0 || c.out == "" || c.nodes == 0 || c.Threads < 1 || c.Threads > search.MaxThreads {
			return cli.Usagef("--out is needed, nodes, and threads from 1 to %d", search.MaxThreads)
		}
		if err := c.readOpenings(); err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if err := c.generate(ctx); err != nil {
			return err
		}
		return nil
	}
}

func (c *generateCommand) readOpenings() error {
	if c.openings == "" {
		return nil
	}
	text, err := os.ReadFile(c.openings)
	if err != nil {
		return err
	}
	if c.Openings, err = arena.ReadOpenings(bytes.NewReader(text)); err != nil {
		return fmt.Errorf("%s: %w", c.openings, err)
	}
	if len(c.Openings) == 0 {
		return fmt.Errorf("%s: there are no positions in it", c.openings)
	}
	fingerprint := fnv.New64a()
	fingerprint.Write(text)
	c.provenance.Openings = fingerprint.Sum64()
	return nil
}

// generate plays the games that the archive lacks.
func (c *generateCommand) generate(ctx context.Context) error {
	bench, err := search.Bench(ctx, search.BenchDepth, search.BenchMegabytes, nil)
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	c.provenance.Seed, c.provenance.Nodes, c.provenance.Signature = c.Seed, c.nodes, bench.Nodes
	archive, dropped, err := tune.OpenArchive(c.out, c.provenance)
	if err != nil {
		return err
	}
	if dropped > 0 {
		fmt.Fprintf(c.std.Err, "%d bytes of a game that was cut off are dropped\n", dropped)
	}
	if n := archive.Games(); n > 0 {
		fmt.Fprintf(c.std.Err, "going on after %d games, %d positions\n", n, archive.Positions())
	}
	c.NewPlayer = func() (tune.Player, error) { return newTunePlayer(c.nodes) }
	progress := generateProgress{w: c.std.Err, archive: archive, goal: c.games, begun: time.Now(),
		games: archive.Games(), positions: archive.Positions()}
	err = c.Run(ctx, archive.Games(), c.games, func(g *tune.Game) error {
		if err := archive.Append(g); err != nil {
			return err
		}
		progress.count(g)
		return nil
	})
	progress.print()
	if err := errors.Join(err, archive.Close()); err != nil {
		if errors.Is(err, context.Canceled) {
			return errors.New("interrupted; the same command goes on")
		}
		return err
	}
	return nil
}

// generateProgress tells how the games get on.
type generateProgress struct {
	w         io.Writer
	archive   *tune.Archive
	goal      uint64
	begun     time.Time
	games     uint64 // in the archive when the run began
	positions int
	plies     int
	results   [3]int
	printed   time.Time
}

// progressEvery is the time between two lines.
const progressEvery = 10 * time.Second

func (p *generateProgress) count(g *tune.Game) {
	p.plies += g.Plies
	p.results[g.Result]++
	if time.Since(p.printed) >= progressEvery {
		p.print()
	}
}

func (p *generateProgress) print() {
	p.printed = time.Now()
	games, seconds := float64(p.archive.Games()-p.games), time.Since(p.begun).Seconds()
	if games == 0 {
		return
	}
	left := time.Duration(float64(max(p.goal, p.archive.Games())-p.archive.Games()) / games * seconds * float64(time.Second))
	fmt.Fprintf(p.w, "%d of %d games, %d positions; %.2f games/s, %.0f positions/s, %.0f half-moves a game, +%d =%d -%d for White, %v left\n",
		p.archive.Games(), p.goal, p.archive.Positions(), games/seconds, float64(p.archive.Positions()-p.positions)/seconds,
		float64(p.plies)/games, p.results[tune.WhiteWon], p.results[tune.Draw], p.results[tune.BlackWon], left.Round(time.Second))
}

// tunePlayer is the engine as the tuner sees it.
type tunePlayer struct {
	engine *search.Engine
	limits search.Limits
}

func newTunePlayer(nodes uint64) (tune.Player, error) {
	engine, err := search.New(tablePerPlayer)
	if err != nil {
		return nil, err
	}
	return tunePlayer{engine, search.Limits{Nodes: nodes}}, nil
}

func (t tunePlayer) NewGame() { t.engine.NewGame() }

func (t tunePlayer) Close() { t.engine.Close() }

func (t tunePlayer) Think(ctx context.Context, p movegen.Position, history []movegen.Key) tune.Thought {
	result := t.engine.Search(ctx, search.Request{Position: p, History: history, Limits: t.limits}, nil)
	_, mate := result.Score.Mate()
	return tune.Thought{Best: result.Best, Score: int(result.Score), Mate: mate}
}
