package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/spf13/pflag"

	"alfiere/eval"
	"alfiere/eval/tune"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
	"alfiere/search"
)

// defineGenerate defines the command that plays games and adds them to an archive.
func defineGenerate(flags *pflag.FlagSet) cli.Run {
	var r tune.GenerateRun
	g, p := &r.Generator, &r.Provenance
	flags.StringVar(&r.Archive, "out", "",
		"archive `file`; an existing one is resumed. Each game is saved: stop at any time")
	flags.Uint64Var(&r.Games, "games", 0,
		"total `number` of games in the archive (default: 1000; with --branches: all)")
	flags.Uint64Var(&p.Nodes, "nodes", 5000, "`nodes` per move")
	flags.IntVar(&g.Threads, "threads", 1, "`number` of games at once; does not change the games")
	flags.Uint64Var(&g.Seed, "seed", 1, "`seed` of the openings; different seeds give different games")
	flags.StringVar(&r.Source, "branches", "",
		"play no games: leave those of this archive `file` at each position by one or two random moves")
	g.Knowledge = eval.All
	flags.Var(&g.Knowledge, "knowledge", "evaluation terms to use, as `letters` in any order")
	openings := flags.String("openings", "", "EPD or FEN `file` of start positions, each followed by 2 to 4 random "+
		"half-moves (default: the initial position and 8 to 10)")
	return func(args []string, std cli.Streams) error {
		switch {
		case len(args) > 0:
			return cli.Usagef("unexpected argument %q", args[0])
		case r.Archive == "":
			return cli.Usagef("--out FILE is missing")
		case p.Nodes == 0:
			return cli.Usagef("--nodes must be positive")
		case r.Source != "" && *openings != "":
			return cli.Usagef("--branches and --openings exclude each other")
		case g.Threads < 1 || g.Threads > search.MaxThreads:
			return cli.Usagef("--threads must be from 1 to %d", search.MaxThreads)
		}
		if err := readOpenings(&r, *openings); err != nil {
			return err
		}
		if r.Games == 0 && r.Source == "" {
			r.Games = 1000
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		r.Log = std.Err
		g.NewPlayer = func() (tune.Player, error) { return newPlayer(g.Knowledge, p.Nodes) }
		err := sign(ctx, g.Knowledge, p)
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

// readOpenings reads the file of openings, if name is not empty.
func readOpenings(r *tune.GenerateRun, name string) error {
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

// The bench whose nodes are the signature. Tests, which start many processes, make it smaller.
var (
	signatureDepth     = search.BenchDepth     // signatureDepth is its depth.
	signatureMegabytes = search.BenchMegabytes // signatureMegabytes is the size of its table.
)

// benched caches node counts of the bench by knowledge, which do not change while the program runs; tests ask for
// them often.
var benched struct {
	sync.Mutex
	nodes map[eval.Knowledge]uint64
}

// sign records the signature of the engine that plays: the node count of the bench.
func sign(ctx context.Context, k eval.Knowledge, p *tune.Provenance) error {
	benched.Lock()
	defer benched.Unlock()
	if benched.nodes[k] == 0 {
		request := search.Request{Knowledge: k, Limits: search.Limits{Depth: signatureDepth}}
		bench, err := search.Bench(ctx, request, signatureMegabytes, nil)
		if err = errors.Join(err, context.Cause(ctx)); err != nil {
			return err
		}
		if benched.nodes == nil {
			benched.nodes = make(map[eval.Knowledge]uint64)
		}
		benched.nodes[k] = bench.Nodes
	}
	p.Signature = benched.nodes[k]
	return nil
}
