package main

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/problemfile"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/search"
)

// queue are the flags that select where the tasks of an experiment run: in this process, or by the workers at a broker.
type queue struct {
	client
	stored  storage
	threads int
	name    string // of the tasks' owner, shown by workers and the journal; empty for an experiment
}

// define defines the flags.
func (c *queue) define(flags *pflag.FlagSet) {
	flags.IntVar(&c.threads, "threads", runtime.NumCPU(), "`number` of tasks that this process runs at once")
	c.client.define(flags)
	c.stored.define(flags)
	at := flags.Lookup("broker")
	at.DefValue, at.Usage = "", at.Usage+" (default: run the tasks in this process)"
	c.url = ""
}

// defineQueue defines the flags of a queue that searches for the laboratory.
func defineQueue(flags *pflag.FlagSet) laboratory.OpenQueue {
	var c queue
	c.define(flags)
	return func(ctx context.Context, std cli.Streams, megabytes int) (work.Queue, func(), error) {
		return c.open(ctx, std, megabytes)
	}
}

// defineAnalysts defines the flags of a queue that analyses problems.
func defineAnalysts(flags *pflag.FlagSet) problemfile.OpenQueue {
	c := queue{name: "problems"}
	c.define(flags)
	return func(ctx context.Context, std cli.Streams) (work.Queue, func(), error) {
		return c.open(ctx, std, laboratory.TableMegabytes)
	}
}

// taskKinds returns the kinds of tasks that run here or by workers; programs that exchange tasks must have the same
// kinds. Hash tables of searches have at most the given megabytes. game is the kind of games.
func taskKinds(ctx context.Context, megabytes int, game work.Kind) ([]work.Kind, error) {
	own, err := identity()
	if err != nil {
		return nil, err
	}
	kinds, err := laboratory.Kinds(ctx, own, megabytes)
	game.Version = own
	return append(kinds, game), err
}

// open returns the queue and a function that closes it. Hash tables of searches have at most the given megabytes.
func (c *queue) open(ctx context.Context, std cli.Streams, megabytes int) (work.Queue, func(), error) {
	if c.threads < 1 || c.threads > search.MaxThreads {
		return nil, nil, cli.Usagef("--threads must be from 1 to %d; this machine has %d processors",
			search.MaxThreads, runtime.NumCPU())
	}
	kinds, err := taskKinds(ctx, megabytes, laboratory.Kind())
	if err != nil {
		return nil, nil, err
	}
	if c.url == "" {
		return &work.Local{Kinds: kinds, Threads: c.threads}, func() {}, nil
	}
	name := cmp.Or(c.name, "experiment")
	log := c.log.Open(std, name, "")
	connection, err := c.connect("alfiere-lab "+name, log)
	if err != nil {
		log.Close()
		return nil, nil, err
	}
	return c.stored.queue(connection, "alfiere-lab "+name, kinds, log), func() { connection.Close(); log.Close() }, nil
}

// defineTasks defines the command that runs the lines of a file as tasks.
func defineTasks(flags *pflag.FlagSet) cli.Run {
	var c client
	var b laboratory.Bulk
	flags.StringVar(&b.Kind, "kind", laboratory.ProblemTask,
		"`kind` of the lines: problem (a FEN or EPD with #N), proposal (JSON) "+
			"or analysis (JSON, as sent by problems analyse)")
	cli.Complete(flags, "kind", "problem", "proposal", "analysis")
	flags.StringVar(&b.Out, "out", "",
		"`file` for the results; an existing file of the same tasks is completed (default: standard output)")
	flags.StringVar(&b.Redo, "redo-worker", "",
		"remove the results of the worker with this `name` from --out, and run its tasks again")
	here := flags.Int("here", 0,
		"run the tasks in this process, `N` at once (default: at the broker)")
	var queue storage
	queue.define(flags)
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("give one FILE whose lines are tasks, or - for standard input")
		}
		if *here < 0 || *here > search.MaxThreads {
			return cli.Usagef("--here must be from 0 to %d", search.MaxThreads)
		}
		if b.Redo != "" && b.Out == "" {
			return cli.Usagef("--redo-worker needs --out, the file with its results")
		}
		b.In = args[0]
		ctx, stop := cli.Interrupts()
		defer stop()
		kinds, err := taskKinds(ctx, laboratory.TableMegabytes, laboratory.GuestKind(laboratory.TableMegabytes))
		if err != nil {
			return err
		}
		b.Queue = &work.Local{Kinds: kinds, Threads: *here}
		if *here == 0 {
			log := c.log.Open(std, "tasks", "")
			defer log.Close()
			connection, err := c.connect("alfiere-lab tasks", log)
			if err != nil {
				return err
			}
			defer connection.Close()
			b.Queue = queue.queue(connection, "alfiere-lab tasks", kinds, log)
		}
		if err = b.Run(ctx, std); errors.Is(err, context.Canceled) {
			return cli.ErrInterrupted
		}
		return err
	}
}
