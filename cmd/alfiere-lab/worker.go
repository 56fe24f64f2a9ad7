package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/session"
	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/protocol"
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
	w := &natsnet.Worker{Worker: broker.Worker{Card: broker.Card{ID: broker.NewID(), Longest: defaultLongest},
		Open: council.OpenHere}}
	flags.IntVar(&w.Threads, "threads", min(runtime.NumCPU(), search.MaxThreads),
		"`number` of search threads; a search uses one unless its seat asks for more")
	flags.IntVar(&w.Hash, "hash", 0,
		"`megabytes` for all tables (default: a quarter of memory, up to 1024)")
	flags.StringVar(&w.Name, "name", "", "worker `name` shown by engines (default: host name and process ID)")
	cli.SecondsVar(flags, &w.Longest, "longest", "longest accepted search in `seconds`")
	tasks := flags.Bool("tasks", true,
		"run tasks while no engine needs the threads; --tasks=false disables it")
	engines := flags.String("engines", "",
		"`file` of the programs that games may start, as for 'alfiere match'; others are refused")
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
func serveWorker(w *natsnet.Worker, tasks *taskService, c *client, std cli.Streams) (err error) {
	interrupted, stop := cli.Interrupts()
	defer stop()
	log := c.log.Open(std, "worker", w.Name)
	defer log.Close()
	connection, err := c.connect("alfiere-lab worker "+w.Name, log)
	if err != nil {
		return err
	}
	defer connection.Close()
	w.Tell, w.Trace = log.Tell, log.Task
	if err := describe(interrupted, w); err != nil {
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
	if tasks.wanted {
		w.Spare = work.NewThreads(w.Threads, jobPause)
		w.Busy = w.Spare.Reserve
		megabytes := max(w.Hash/w.Threads, 1)
		if w.Tasks, err = taskKinds(ctx, megabytes, laboratory.GuestKind(megabytes, tasks.programs...)); err != nil {
			return err
		}
	}
	log.Tell(fmt.Sprintf("ready for %s: %s, %s, %d MB", natsnet.Redact(c.url), w.Kinds[broker.EngineKind],
		broker.Threads(w.Threads), w.Hash))
	if err = w.Serve(ctx, connection); err != nil {
		return err
	}
	if interrupted.Err() == nil {
		return fmt.Errorf("the broker closed the connection: %w", connection.Err())
	}
	return nil
}

// describe sets the versions of a worker, and measures its speed.
func describe(ctx context.Context, w *natsnet.Worker) error {
	engine, err := seatIdentity(ctx)
	if err != nil {
		return err
	}
	w.Versions = broker.NewVersions(map[string]string{broker.EngineKind: engine})
	if w.Version, err = identity(); err != nil {
		return err
	}
	if w.Signature, err = proposals.Signature(ctx); err != nil { // known by now
		return err
	}
	speed, err := laboratory.Speed()
	w.NodesPerSecond = math.Round(speed)
	return err
}

// identity returns the version and the commit. A build without a commit, or with modified sources, is identified by its
// executable file. Programs that run the same tasks must have the same identity.
func identity() (string, error) {
	build := cli.ReadBuild()
	text := protocol.Title
	if build.Commit != "" {
		text += " " + build.Commit[:min(len(build.Commit), 12)]
	}
	if build.Commit != "" && !build.Modified {
		return text, nil
	}
	if build.Modified {
		text += " modified"
	}
	hash, err := executableHash()
	return text + ", executable " + hash, err
}

// seatIdentity returns the identity that an engine and its workers must share, so that equal searches give equal
// results. Without a clean commit it is that of the executable alone, because a pool cuts long texts.
func seatIdentity(ctx context.Context) (string, error) {
	signature, err := proposals.Signature(ctx)
	own, fault := identity()
	if i := strings.Index(own, "executable"); i >= 0 {
		own = own[i:]
	}
	return "signature " + signature + ", " + own, errors.Join(err, fault)
}

// executableHash returns 16 hexadecimal digits of the SHA-256 of the running executable.
var executableHash = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	hash, err := laboratory.HashOf(path)
	return hash[:min(len(hash), 16)], err
})
