package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

const (
	statusGather = time.Second            // for answers to a request
	statusPause  = 200 * time.Millisecond // until a request is repeated that no worker has answered
)

// statusCommand is the command that shows what runs at a broker.
type statusCommand struct {
	client
	json  bool
	watch time.Duration
}

// defineStatus defines the command that shows what runs at a broker.
func defineStatus(flags *pflag.FlagSet) cli.Run {
	var s statusCommand
	s.client.define(flags)
	flags.Lookup("wait").Usage = "retry for this number of `seconds` if there is no broker or worker yet"
	flags.BoolVar(&s.json, "json", false, "print a JSON object on a line instead of tables")
	cli.SecondsVar(flags, &s.watch, "watch", "repeat after this number of `seconds`, until Ctrl-C")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if err := checkURL(s.url); err != nil {
			return err
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		return s.run(ctx, std)
	}
}

// errNoWorker is the error of a broker without workers.
var errNoWorker = errors.New("no worker answers")

// run prints the status once, or until ctx ends.
func (s *statusCommand) run(ctx context.Context, std cli.Streams) error {
	log := s.log.Open(std, "status", "")
	defer log.Close()
	end := time.Now().Add(s.wait)
	for first := true; ; first = false {
		status, err := s.ask(ctx, log)
		for err == nil && s.watch == 0 && len(status.Workers) == 0 && time.Now().Before(end) && ctx.Err() == nil {
			time.Sleep(statusPause)
			status, err = s.ask(ctx, log)
		}
		switch {
		case ctx.Err() != nil && s.watch > 0:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil:
			err = s.print(status, first, std)
		case !first:
			log.Warn(err.Error()) // the broker may return
			err = nil
		}
		if err != nil {
			return err
		}
		if s.watch == 0 {
			if len(status.Workers) == 0 {
				return fmt.Errorf("%s: %w", natsnet.Redact(s.url), errNoWorker)
			}
			return nil
		}
		select {
		case <-time.After(s.watch):
		case <-ctx.Done():
			return nil
		}
	}
}

// print prints a status. A terminal shows only the latest.
func (s *statusCommand) print(status *brokerStatus, first bool, std cli.Streams) error {
	if s.json {
		return json.NewEncoder(std.Out).Encode(status)
	}
	head := ""
	if s.watch > 0 {
		head = status.Time.Format(time.RFC3339) + "\n"
	}
	switch {
	case s.watch > 0 && cli.IsTerminal(std.Out):
		head = "\x1b[H\x1b[2J" + head
	case !first:
		head = "\n" + head
	}
	if _, err := fmt.Fprint(std.Out, head); err != nil {
		return err
	}
	return status.WriteText(std.Out)
}

// ask asks all servers and workers. The error is that of the first server if none answers, or of a lost connection.
func (s *statusCommand) ask(ctx context.Context, log *Log) (*brokerStatus, error) {
	urls := strings.Split(s.url, ",")
	status := &brokerStatus{Time: time.Now(), Servers: make([]natsnet.ServerStatus, len(urls)),
		Workers: []broker.Card{}}
	connections, errs := make([]*natsnet.Connection, len(urls)), make([]error, len(urls))
	askAll := func(wait time.Duration) (answers int) {
		var asked work.Group
		for i, url := range urls {
			asked.Go(func() {
				one := s.client
				one.url, one.wait = strings.TrimSpace(url), wait
				status.Servers[i] = natsnet.ServerStatus{}
				if connections[i], errs[i] = one.connect("alfiere-lab status", log); errs[i] == nil {
					status.Servers[i], errs[i] = connections[i].Server()
				}
				status.Servers[i].URL = natsnet.Redact(one.url)
				if errs[i] != nil {
					status.Servers[i].Error = errs[i].Error()
					if connections[i] != nil {
						connections[i].Close()
						connections[i] = nil
					}
				}
			})
		}
		asked.Wait()
		return slices.IndexFunc(errs, func(err error) bool { return err == nil })
	}
	answers := askAll(0)
	if answers < 0 && s.wait > 0 { // one that is away keeps nobody waiting for the others
		answers = askAll(s.wait)
	}
	defer func() {
		for _, c := range connections {
			if c != nil {
				c.Close()
			}
		}
	}()
	if answers < 0 {
		return nil, errs[0]
	}
	c := connections[answers]
	var err error
	if status.Queue, err = c.Queue(ctx); err != nil {
		status.Queue.Error = err.Error()
	}
	workers, err := c.Ask(ctx, statusGather)
	status.Workers = append(status.Workers, workers...)
	return status, err
}

// brokerStatus is what runs at a broker.
type brokerStatus struct {
	Time    time.Time              `json:"time"`
	Servers []natsnet.ServerStatus `json:"servers"`
	Queue   natsnet.QueueStatus    `json:"queue"`
	Workers []broker.Card          `json:"workers"`
}

// WriteText writes the status as three tables.
func (s *brokerStatus) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...any) {
		texts := make([]string, len(cells))
		for i, cell := range cells {
			texts[i] = fmt.Sprint(cell)
		}
		_, _ = fmt.Fprintln(t, strings.Join(texts, "\t")) // a later Flush returns the error
	}
	end := func() { // of a table
		_ = t.Flush()
		row()
	}
	row("server", "name", "NATS", "cluster", "round trip")
	for _, server := range s.Servers {
		if server.Error != "" {
			row(server.URL, server.Error)
			continue
		}
		row(server.URL, server.Name, server.Version, cmp.Or(server.Cluster, "-"),
			fmt.Sprintf("%.1f ms", 1000*server.RoundTrip))
	}
	end()
	switch q := &s.Queue; {
	case q.Error != "":
		row("queue")
		row(q.Error)
	case q.Copies > 0:
		row("tasks", "programs", "leader", "copies up to date")
		row(q.Tasks, q.Programs, cmp.Or(q.Leader, "none"), fmt.Sprintf("%d of %d", q.Current, q.Copies))
	default:
		row("tasks", "programs")
		row(q.Tasks, q.Programs)
	}
	end()
	row("worker", "version", "threads", "nodes/s", "running", "done", "failed", "up", "serves")
	for i := range s.Workers {
		worker := &s.Workers[i]
		row(worker.Name, worker.Version, worker.Threads, fmt.Sprintf("%.0f", worker.NodesPerSecond), worker.Running,
			worker.Done, worker.Failed, time.Duration(worker.Uptime)*time.Second,
			strings.Join(slices.Sorted(maps.Keys(worker.Kinds)), " "))
	}
	if len(s.Workers) == 0 {
		row("no worker answers")
	}
	return t.Flush()
}
