package main

import (
	"context"
	"errors"
	"flag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/search"
)

// defineTasks has the lines of a file done as tasks.
func defineTasks(flags *flag.FlagSet) cli.Run {
	var c client
	var b laboratory.Bulk
	flags.StringVar(&b.Kind, "kind", laboratory.ProblemTask, "`kind` of the tasks: \"problem\", a line is a FEN or EPD with\n#N; \"proposal\", a line is a question as JSON; \"analysis\", a\nline is what problems analyse asks")
	flags.StringVar(&b.Out, "out", "", "`file` for the results, completed if it has results of the\nsame tasks (default standard output)")
	here := flags.Int("here", 0, "do the tasks in this process, `N` at a time, without a broker\n(default 0: at the broker)")
	var queue storage
	queue.define(flags)
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("give a FILE whose lines are tasks, or - for standard input")
		}
		if *here < 0 || *here > search.MaxThreads {
			return cli.Usagef("--here: from 1 to %d", search.MaxThreads)
		}
		b.In = args[0]
		ctx, stop := cli.Interrupts()
		defer stop()
		kinds, err := taskKinds(ctx, laboratory.TableMegabytes, false)
		if err != nil {
			return err
		}
		b.Crew = &work.Local{Kinds: kinds, Threads: *here}
		if *here == 0 {
			log := newJournal(std, "tasks")
			defer log.close()
			connection, err := c.connect("alfiere-lab tasks", log)
			if err != nil {
				return err
			}
			defer connection.Close()
			b.Crew = &natsnet.Crew{Connection: connection, Name: "alfiere-lab tasks", Kinds: kinds, Durable: queue.durable, Tell: log.tell}
		}
		if err = b.Run(ctx, std); errors.Is(err, context.Canceled) {
			return cli.ErrInterrupted
		}
		return err
	}
}
