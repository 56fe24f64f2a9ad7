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

// defineTuneGenerate defines the command that plays games and adds them to an archive.
func defineTuneGenerate(flags *flag.FlagSet) cli.Run {
	var r tune.GenerateRun
	g, p := &r.Generator, &r.Provenance
	flags.StringVar(&r.Archive, "out", "",
		"archive `file`; an existing one is resumed. Each game is saved: stop at any time")
	flags.Uint64Var(&r.Games, "games", 1000, "total `number` of games in the archive")
	flags.Uint64Var(&p.Nodes, "nodes", 5000, "`nodes` per move")
	flags.IntVar(&g.Threads, "threads", 1, "`number` of games at once; does not change the games")
	flags.Uint64Var(&g.Seed, "seed", 1, "`seed` of the openings; different seeds give different games")
	openings := flags.String("openings", "", "EPD or FEN `file` of start positions, each followed by 2 to 4 random\n"+
		"half-moves (default: the initial position and 8 to 10)")
	return func(args []string, std cli.Streams) error {
		switch {
		case len(args) > 0:
			return cli.Usagef("unexpected argument %q", args[0])
		case r.Archive == "":
			return cli.Usagef("--out FILE is missing")
		case p.Nodes == 0:
			return cli.Usagef("--nodes must be positive")
		case g.Threads < 1 || g.Threads > search.MaxThreads:
			return cli.Usagef("--threads must be from 1 to %d", search.MaxThreads)
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
			return fmt.Errorf("%w; the same command resumes the run", cli.ErrInterrupted)
		}
		return err
	}
}

// readTuneOpenings reads the file of openings, if name is not empty.
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
		return fmt.Errorf("%s: the file has no positions", name)
	}
	r.Provenance.Openings = tune.Fingerprint(text)
	return nil
}

// benched caches the node count of the bench, which does not change while the program runs; tests ask for it often.
var benched struct {
	sync.Mutex
	nodes uint64
}

// benchTuner records the signature of the engine that plays: the node count of the bench.
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
