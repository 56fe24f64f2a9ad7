package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/operation"
	"alfiere/cmd/internal/session"
	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/search"
)

const (
	defaultLongest = time.Hour
	maxDefaultHash = 1024 // megabytes

	// jobPause is how long a thread that has searched for an engine waits for the next move before it runs tasks.
	jobPause = 10 * time.Second
)

// defineWorker defines the command that runs a worker.
func defineWorker(flags *pflag.FlagSet) cli.Run {
	var c client
	w := &broker.Worker{Card: broker.Card{ID: broker.NewID(), Longest: defaultLongest}, Open: council.OpenHere}
	flags.IntVar(&w.Threads, "threads", min(runtime.NumCPU(), search.MaxThreads),
		"`number` of search threads; a search uses one unless its seat asks for\nmore")
	flags.IntVar(&w.Hash, "hash", 0,
		"`megabytes` for all tables (default: a quarter of memory, up to 1024)")
	flags.StringVar(&w.Name, "name", "", "worker `name` shown by engines (default: host name and process ID)")
	cli.SecondsVar(flags, &w.Longest, "longest", "longest accepted search in `seconds`")
	tasks := flags.Bool("tasks", true,
		"run tasks while no engine needs the threads; --tasks=false disables it")
	engines := flags.String("engines", "",
		"`file` of the programs that games may start, as for 'alfiere match';\nothers are refused")
	c.define(flags)
	service := &taskService{}
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		resources := session.MachineResources()
		if w.Hash == 0 {
			w.Hash = min(max(resources.Hash/2, 1), maxDefaultHash)
		}
		if w.Threads < 1 || w.Threads > resources.Threads {
			return cli.Usagef("--threads must be from 1 to %d", resources.Threads)
		}
		if w.Hash < 1 || w.Hash > resources.Hash {
			return cli.Usagef("--hash must be from 1 to %d", resources.Hash)
		}
		if w.Name == "" {
			w.Name, _ = os.Hostname() // an empty name is allowed: the process ID follows
			w.Name += fmt.Sprintf("/%d", os.Getpid())
		}
		service.wanted = *tasks
		if *engines != "" {
			var err error
			if service.programs, err = laboratory.OpenPrograms(*engines); err != nil {
				return err
			}
		}
		return serveWorker(w, service, &c, std)
	}
}

// taskService is whether a worker runs tasks, and the programs that games may start.
type taskService struct {
	wanted   bool
	programs []laboratory.Program
}

// serveWorker runs the worker until a signal ends it or the broker closes the connection.
func serveWorker(w *broker.Worker, tasks *taskService, c *client, std cli.Streams) (err error) {
	interrupted, stop := cli.Interrupts()
	defer stop()
	log := c.log.Open(std, "worker", w.Name)
	defer log.Close()
	connection, err := c.connect("alfiere-lab worker "+w.Name, log)
	if err != nil {
		return err
	}
	defer connection.Close()
	report, err := describe(interrupted, w)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(interrupted)
	defer cancel()
	go func() {
		select {
		case <-connection.Closed():
			cancel()
		case <-ctx.Done():
		}
	}()
	w.Tell = log.Tell
	wait := func() error { return nil }
	var worker *natsnet.TaskWorker
	if tasks.wanted {
		if worker, err = tasks.worker(ctx, w); err != nil {
			return err
		}
		worker.Trace = func(e natsnet.TaskEvent) {
			report.meter.Observe(e.Step)
			log.Task(e)
		}
		wait = begin(ctx, cancel, worker, connection)
	}
	silent, err := connection.AnswerStatus(report.status, worker)
	if err != nil {
		return err
	}
	defer silent()
	log.Tell(fmt.Sprintf("ready for %s: %s, %d threads, %d MB", natsnet.Redact(c.url), w.Version, w.Threads, w.Hash))
	err = w.Serve(ctx, connection)
	cancel()
	if err = errors.Join(err, wait()); err != nil {
		return err
	}
	if interrupted.Err() == nil {
		return fmt.Errorf("the broker closed the connection: %w", connection.Err())
	}
	return nil
}

// workerReport is what a worker reports about itself.
type workerReport struct {
	fixed natsnet.WorkerStatus
	begun time.Time
	meter operation.Meter
}

// describe sets the version of a worker, and measures its speed.
func describe(ctx context.Context, w *broker.Worker) (*workerReport, error) {
	var err error
	if w.Version, err = seatIdentity(ctx); err != nil {
		return nil, err
	}
	signature, err := proposals.Signature(ctx) // known by now
	if err != nil {
		return nil, err
	}
	speed, err := laboratory.Speed()
	return &workerReport{begun: time.Now(), fixed: natsnet.WorkerStatus{ID: w.ID, Name: w.Name, Version: identity(),
		Signature: signature, Threads: w.Threads, NodesPerSecond: math.Round(speed), Engines: true}}, err
}

// status returns the present status.
func (r *workerReport) status() natsnet.WorkerStatus {
	status := r.fixed
	status.Uptime = time.Since(r.begun).Seconds()
	r.meter.Count(&status)
	return status
}

// worker returns the part of a worker that runs tasks on the threads that no engine needs.
func (t *taskService) worker(ctx context.Context, w *broker.Worker) (*natsnet.TaskWorker, error) {
	threads := work.NewThreads(w.Threads, jobPause)
	w.Busy = threads.Reserve
	megabytes := max(w.Hash/w.Threads, 1)
	kinds, err := taskKinds(ctx, megabytes, laboratory.GuestKind(megabytes, t.programs...))
	return &natsnet.TaskWorker{Name: w.Name, Kinds: kinds, Threads: threads, Most: w.Threads,
		Tell: w.Tell}, err
}

// begin runs tasks until an error or the end of ctx. wait waits for that.
func begin(
	ctx context.Context, cancel context.CancelFunc, worker *natsnet.TaskWorker, connection *natsnet.Connection,
) (wait func() error) {
	var ended sync.WaitGroup
	var failed error
	ended.Go(func() {
		if err := worker.Serve(ctx, connection); err != nil && ctx.Err() == nil {
			failed = err
			cancel()
		}
	})
	return func() error {
		ended.Wait()
		return failed
	}
}
