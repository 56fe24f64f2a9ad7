package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/session"
	"alfiere/search"
	"alfiere/search/consult"
	"alfiere/search/consult/broker"
	"alfiere/search/consult/broker/natsnet"
)

const (
	usualLongest = time.Hour
	mostHash     = 1024 // megabytes that a worker takes if nothing is said
)

func defineWorker(flags *flag.FlagSet) cli.Run {
	var c client
	w := &broker.Worker{Card: broker.Card{ID: broker.NewID(), Version: identity(), Longest: usualLongest}, Open: consult.OpenHere}
	flags.IntVar(&w.Threads, "threads", min(runtime.NumCPU(), search.MaxThreads), "`number` of threads for searches, of which each takes one unless its seat says more")
	flags.IntVar(&w.Hash, "hash", 0, "`megabytes` of memory for all tables (default a quarter of the memory, 1024 at most)")
	flags.StringVar(&w.Name, "name", "", "`name` by which engines tell of this worker (default that of the machine)")
	cli.SecondsVar(flags, &w.Longest, "longest", "`seconds` of the longest search that is taken")
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("what is %q for?", args[0])
		}
		resources := session.MachineResources()
		if w.Hash == 0 {
			w.Hash = min(max(resources.Hash/2, 1), mostHash)
		}
		if w.Threads < 1 || w.Threads > resources.Threads {
			return cli.Usagef("--threads: from 1 to %d", resources.Threads)
		}
		if w.Hash < 1 || w.Hash > resources.Hash {
			return cli.Usagef("--hash: from 1 to %d", resources.Hash)
		}
		if w.Name == "" {
			w.Name, _ = os.Hostname() // without one it has its number
			w.Name += fmt.Sprintf("/%d", os.Getpid())
		}
		return serveWorker(w, &c, std)
	}
}

// serveWorker works until a signal ends it, or the broker lets it in no more.
func serveWorker(w *broker.Worker, c *client, std cli.Streams) error {
	interrupted, stop := cli.Interrupts()
	defer stop()
	log := newJournal(std, w.Name)
	defer log.close()
	connection, err := c.connect("alfiere-lab worker "+w.Name, log)
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithCancel(interrupted)
	defer cancel()
	go func() {
		select {
		case <-connection.Closed():
			cancel()
		case <-ctx.Done():
		}
	}()
	w.Tell = log.tell
	log.tell(fmt.Sprintf("ready for %s: %s, %d threads, %d MB", natsnet.Redact(c.url), w.Version, w.Threads, w.Hash))
	if err := w.Serve(ctx, connection); err != nil {
		return err
	}
	if interrupted.Err() == nil {
		return fmt.Errorf("the broker has closed the connection: %w", connection.Err())
	}
	return nil
}
