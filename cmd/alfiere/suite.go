package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// suiteCommand is the suite subcommand with its flags read.
type suiteCommand struct {
	knowledge eval.Knowledge
	limits    search.Limits
	megabytes int
	threads   int
	verbose   bool
}

// suiteAnswer is the engine's move in one position of a suite.
type suiteAnswer struct {
	epd    notation.EPD
	best   movegen.Move
	solved bool
	nodes  uint64
	err    error
}

// defineSuite lets the engine solve positions with best (bm) and avoidable (am) moves.
func defineSuite(flags *flag.FlagSet) cli.Run {
	var c suiteCommand
	letters := flags.String("knowledge", eval.All.String(), "kinds of knowledge to use, as letters in any order")
	flags.Uint64Var(&c.limits.Nodes, "nodes", 0, "`nodes` for each position")
	flags.IntVar(&c.limits.Depth, "depth", 0, "`plies` for each position")
	cli.SecondsVar(flags, &c.limits.MoveTime, "time", "`seconds` for each position, or a time as in 500ms; 1 if nothing else limits")
	flags.IntVar(&c.megabytes, "hash", search.BenchMegabytes, "size of each table in megabytes")
	flags.IntVar(&c.threads, "threads", 1, "`number` of positions at a time")
	flags.BoolVar(&c.verbose, "verbose", false, "a line for each position: solved or not, the move, the wanted ones, the name")
	return func(args []string, std cli.Streams) error {
		var err error
		if c.knowledge, err = eval.ParseKnowledge(*letters); err != nil {
			return cli.Usagef("%w", err)
		}
		if len(args) != 1 || c.threads < 1 || c.limits.Depth < 0 {
			return cli.Usagef("one FILE of EPD lines with bm or am, and limits above 0")
		}
		if c.limits.Nodes == 0 && c.limits.Depth == 0 && c.limits.MoveTime == 0 {
			c.limits.MoveTime = time.Second
		}
		positions, err := readSuite(args[0])
		if err != nil {
			return err
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		return c.run(ctx, positions, std.Out)
	}
}

// readSuite reads the positions of a file; each must have a bm or an am that can be played.
func readSuite(name string) (positions []suiteAnswer, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for reader := notation.NewEPDReader(file, movegen.Rules{}); ; {
		epd, err := reader.Read()
		if err == io.EOF {
			return positions, nil
		}
		if err == nil && epd.Find("bm") == nil && epd.Find("am") == nil {
			err = errors.New("neither bm nor am")
		}
		if err == nil {
			_, _, err = wantedMoves(&epd)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, reader.Line(), err)
		}
		positions = append(positions, suiteAnswer{epd: epd})
	}
}

// wantedMoves returns the good and the bad moves of a position, either of which may
// be missing.
func wantedMoves(epd *notation.EPD) (good, bad []movegen.Move, err error) {
	if epd.Find("bm") != nil {
		if good, err = epd.Moves("bm"); err != nil {
			return nil, nil, err
		}
	}
	if epd.Find("am") != nil {
		bad, err = epd.Moves("am")
	}
	return good, bad, err
}

// run searches all positions, the threads taking the next one in turn, and prints
// the answers in the order of the file.
func (c *suiteCommand) run(ctx context.Context, positions []suiteAnswer, out io.Writer) error {
	start := time.Now()
	todo := make(chan *suiteAnswer)
	var workers sync.WaitGroup
	engines := make([]*search.Engine, c.threads)
	for i := range engines {
		engine, err := search.New(c.megabytes)
		if err != nil {
			return err
		}
		defer engine.Close()
		engines[i] = engine
	}
	for _, engine := range engines {
		workers.Go(func() {
			for answer := range todo {
				answer.solve(ctx, engine, c)
			}
		})
	}
	for i := range positions {
		todo <- &positions[i]
	}
	close(todo)
	workers.Wait()
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return c.print(positions, time.Since(start), out)
}

// solve searches the position from scratch: a good move or, if none is named, any
// that is not bad solves it.
func (a *suiteAnswer) solve(ctx context.Context, engine *search.Engine, c *suiteCommand) {
	good, bad, err := wantedMoves(&a.epd)
	if a.err = err; err != nil || ctx.Err() != nil {
		return
	}
	engine.NewGame()
	result := engine.Search(ctx, search.Request{Position: a.epd.Position, Limits: c.limits, Knowledge: c.knowledge}, nil)
	a.best, a.nodes = result.Best, result.Nodes
	a.solved = (len(good) == 0 || slices.Contains(good, a.best)) && !slices.Contains(bad, a.best)
}

func (c *suiteCommand) print(positions []suiteAnswer, elapsed time.Duration, out io.Writer) error {
	solved, nodes := 0, uint64(0)
	for i := range positions {
		a := &positions[i]
		mark := "-"
		if a.solved {
			mark = "+"
			solved++
		}
		nodes += a.nodes
		if c.verbose {
			fmt.Fprintf(out, "%s %-7s bm %s am %s  %s\n", mark, notation.SAN(&a.epd.Position, a.best, notation.English),
				orDash(a.epd.Text("bm")), orDash(a.epd.Text("am")), a.epd.Text("id"))
		}
	}
	_, err := fmt.Fprintf(out, "%d of %d solved, %d nodes, %.1f s\n", solved, len(positions), nodes, elapsed.Seconds())
	return err
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
