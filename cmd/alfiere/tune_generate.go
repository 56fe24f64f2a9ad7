package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"sync"

	"alfiere/eval/tune"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
	"alfiere/search"
)

// defineTuneGenerate plays games and adds them to an archive.
func defineTuneGenerate(flags *flag.FlagSet) cli.Run {
	var r tune.GenerateRun
	g, p := &r.Generator, &r.Provenance
	flags.StringVar(&r.Archive, "out", "", "archive `file`; if it exists, the run that began it goes on.\n"+
		"It is written game by game: kill the run whenever you like")
	flags.Uint64Var(&r.Games, "games", 1000, "`number` of games the archive shall hold in the end")
	flags.Uint64Var(&p.Nodes, "nodes", 5000, "`nodes` for each move")
	flags.IntVar(&g.Threads, "threads", 1, "`number` of games at a time; it does not change the games")
	flags.Uint64Var(&g.Seed, "seed", 1, "`seed` of the openings: other numbers give other games")
	openings := flags.String("openings", "", "EPD or FEN `file`: each game begins in one of its positions and 2 to 4 random\n"+
		"half-moves; without it in the initial position and 8 to 10")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 || r.Archive == "" || p.Nodes == 0 || g.Threads < 1 || g.Threads > search.MaxThreads {
			return cli.Usagef("--out is needed, nodes, and threads from 1 to %d", search.MaxThreads)
		}
		if err := readTuneOpenings(&r, *openings); err != nil {
			return err
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		r.Log = std.Err
		g.NewPlayer = func() (tune.Player, error) { return newTunePlayer(p.Nodes) }
		err := benchTuner(ctx, p)
		if err == nil {
			r.Progress = cli.NewProgress(std)
			err = r.Run(ctx)
		}
		if errors.Is(err, cli.ErrInterrupted) {
			return fmt.Errorf("%w; the same command goes on", cli.ErrInterrupted)
		}
		return err
	}
}

// readTuneOpenings reads the file of openings; no name means none.
func readTuneOpenings(r *tune.GenerateRun, name string) error {
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if r.Generator.Openings, err = arena.ReadOpenings(bytes.NewReader(text), movegen.Rules{}); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(r.Generator.Openings) == 0 {
		return fmt.Errorf("%s: there are no positions in it", name)
	}
	r.Provenance.Openings = tune.Fingerprint(text)
	return nil
}

// benched are the nodes of the bench once they are known: they do not change while the program
// runs, and its tests ask for them again and again.
var benched struct {
	sync.Mutex
	nodes uint64
}

// benchTuner notes which engine plays: its signature is the nodes of the bench.
func benchTuner(ctx context.Context, p *tune.Provenance) error {
	benched.Lock()
	defer benched.Unlock()
	if benched.nodes == 0 {
		bench, err := search.Bench(ctx, search.BenchDepth, search.BenchMegabytes, nil)
		if err = errors.Join(err, context.Cause(ctx)); err != nil {
			return err
		}
		benched.nodes = bench.Nodes
	}
	p.Signature = benched.nodes
	return nil
}
