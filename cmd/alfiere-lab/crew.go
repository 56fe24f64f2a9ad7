package main

import (
	"context"
	"flag"
	"runtime"

	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/laboratory"
	"alfiere/search"
	"alfiere/search/consult/broker/natsnet"
	"alfiere/search/consult/work"
)

// crew are the flags that say who does the tasks of an experiment: this process, or the
// workers at a broker.
type crew struct {
	client
	threads int
}

func (c *crew) define(flags *flag.FlagSet) {
	flags.IntVar(&c.threads, "threads", 1, "`number` of tasks that this process does at a time")
	c.client.define(flags)
	flags.Lookup("broker").DefValue = ""
	c.url = ""
}

// defineCrew declares the flags of a crew that searches for the laboratory.
func defineCrew(flags *flag.FlagSet) laboratory.OpenCrew {
	var c crew
	c.define(flags)
	return func(ctx context.Context, std cli.Streams, megabytes int) (work.Crew, func(), error) {
		kinds, err := laboratory.Kinds(ctx, identity(), megabytes)
		if err != nil {
			return nil, nil, err
		}
		return c.open(std, kinds)
	}
}

// open returns the crew, whose tasks are of these kinds, and what closes it.
func (c *crew) open(std cli.Streams, kinds []work.Kind) (work.Crew, func(), error) {
	if c.threads < 1 || c.threads > search.MaxThreads {
		return nil, nil, cli.Usagef("--threads: from 1 to %d; this machine has %d processors", search.MaxThreads, runtime.NumCPU())
	}
	if c.url == "" {
		return &work.Local{Kinds: kinds, Threads: c.threads}, func() {}, nil
	}
	log := newJournal(std, "experiment")
	connection, err := c.connect("alfiere-lab experiment", log)
	if err != nil {
		log.close()
		return nil, nil, err
	}
	return &natsnet.Crew{Connection: connection, Name: "alfiere-lab experiment", Kinds: kinds, Tell: log.tell},
		func() { connection.Close(); log.close() }, nil
}
