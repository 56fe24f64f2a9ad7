package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/search"
)

// defineTasks defines the command that runs the lines of a file as tasks.
func defineTasks(flags *pflag.FlagSet) cli.Run {
	var c client
	var b laboratory.Bulk
	flags.StringVar(&b.Kind, "kind", laboratory.ProblemTask,
		"`kind` of the lines: problem (a FEN or EPD with #N), proposal (JSON)\n"+
			"or analysis (JSON, as sent by problems analyse)")
	cli.Complete(flags, "kind", "problem", "proposal", "analysis")
	flags.StringVar(&b.Out, "out", "",
		"`file` for the results; an existing file of the same tasks is completed\n(default: standard output)")
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
