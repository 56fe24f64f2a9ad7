package operation

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"alfiere/council/broker/natsnet"
)

// Status is what runs at a broker.
type Status struct {
	Time       time.Time              `json:"time"`
	Servers    []natsnet.ServerStatus `json:"servers"`
	Tasks      []natsnet.TaskStatus   `json:"tasks"`
	TasksError string                 `json:"tasks_error,omitempty"` // why the tasks are not known
	Workers    []natsnet.WorkerStatus `json:"workers"`
}

// WriteText writes the status as three tables.
func (s *Status) WriteText(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...any) { _, _ = fmt.Fprintln(table, joined(cells)) } // Flush has the error
	row("server", "name", "NATS", "cluster", "round trip")
	for _, server := range s.Servers {
		if server.Error != "" {
			row(server.URL, server.Error)
			continue
		}
		row(server.URL, server.Name, server.Version, cmp.Or(server.Cluster, "-"),
			fmt.Sprintf("%.1f ms", 1000*server.RoundTrip))
	}
	err := table.Flush()
	row()
	row("stream", "trade", "workers", "batches", "waiting", "taken", "oldest")
	for _, t := range s.Tasks {
		row(t.Stream, t.Trade, s.workersOf(t.Trade), t.Batches, t.Waiting, t.Taken, span(t.Oldest))
	}
	switch {
	case s.TasksError != "":
		row(s.TasksError)
	case len(s.Tasks) == 0:
		row("no tasks")
	}
	err = cmp.Or(err, table.Flush())
	row()
	row("worker", "version", "threads", "nodes/s", "running", "tasks/s", "done", "failed", "up", "serves")
	for i := range s.Workers {
		worker := &s.Workers[i]
		row(worker.Name, worker.Version, worker.Threads, fmt.Sprintf("%.0f", worker.NodesPerSecond), worker.Running,
			fmt.Sprintf("%.1f", worker.TasksPerSecond), worker.Done, worker.Failed, span(worker.Uptime), serves(worker))
	}
	if len(s.Workers) == 0 {
		row("no worker answers")
	}
	return cmp.Or(err, table.Flush())
}

// joined returns a row of a tabwriter.
func joined(cells []any) string {
	var texts []string
	for _, cell := range cells {
		texts = append(texts, fmt.Sprint(cell))
	}
	return strings.Join(texts, "\t")
}

// workersOf returns the number of workers of a trade.
func (s *Status) workersOf(trade string) (n int) {
	for i := range s.Workers {
		if s.Workers[i].Trade == trade {
			n++
		}
	}
	return n
}

// span returns seconds as a person reads them.
func span(seconds float64) string {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// serves returns what a worker does.
func serves(w *natsnet.WorkerStatus) string {
	kinds := slices.Sorted(maps.Keys(w.Kinds))
	if w.Engines {
		kinds = append(kinds, "engines")
	}
	return strings.Join(kinds, " ")
}
