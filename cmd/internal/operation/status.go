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

	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
)

// Status is what runs at a broker.
type Status struct {
	Time    time.Time              `json:"time"`
	Servers []natsnet.ServerStatus `json:"servers"`
	Queue   natsnet.QueueStatus    `json:"queue"`
	Workers []broker.Card          `json:"workers"`
}

// WriteText writes the status as three tables.
func (s *Status) WriteText(w io.Writer) error {
	t := &table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	t.row("server", "name", "NATS", "cluster", "round trip")
	for _, server := range s.Servers {
		if server.Error != "" {
			t.row(server.URL, server.Error)
			continue
		}
		t.row(server.URL, server.Name, server.Version, cmp.Or(server.Cluster, "-"),
			fmt.Sprintf("%.1f ms", 1000*server.RoundTrip))
	}
	t.end()
	t.row("tasks", "programs")
	if s.Queue.Error != "" {
		t.row(s.Queue.Error)
	} else {
		t.row(s.Queue.Tasks, s.Queue.Programs)
	}
	t.end()
	t.row("worker", "version", "threads", "nodes/s", "running", "done", "failed", "up", "serves")
	for i := range s.Workers {
		worker := &s.Workers[i]
		t.row(worker.Name, worker.Version, worker.Threads, fmt.Sprintf("%.0f", worker.NodesPerSecond), worker.Running,
			worker.Done, worker.Failed, time.Duration(worker.Uptime)*time.Second,
			strings.Join(slices.Sorted(maps.Keys(worker.Kinds)), " "))
	}
	if len(s.Workers) == 0 {
		t.row("no worker answers")
	}
	return t.Flush()
}

// table is aligned columns. Flush returns the error of writing.
type table struct{ *tabwriter.Writer }

func (t *table) row(cells ...any) { _, _ = fmt.Fprintln(t, joined(cells)) }

// end separates the rows from those of the next table.
func (t *table) end() {
	_ = t.Flush() // a later Flush returns the error again
	t.row()
}

// joined returns a row of a tabwriter.
func joined(cells []any) string {
	var texts []string
	for _, cell := range cells {
		texts = append(texts, fmt.Sprint(cell))
	}
	return strings.Join(texts, "\t")
}
