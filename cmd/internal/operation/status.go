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
	Time    time.Time              `json:"time"`
	Servers []natsnet.ServerStatus `json:"servers"`
	Batches []natsnet.Batch        `json:"batches"`
	Workers []natsnet.WorkerStatus `json:"workers"`
}

// WriteText writes the status as three tables.
func (s *Status) WriteText(w io.Writer) error {
	t := newTable(w)
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
	s.writeBatches(t)
	t.end()
	t.row("worker", "version", "threads", "nodes/s", "running", "tasks/s", "done", "failed", "differ", "up", "serves")
	for i := range s.Workers {
		worker := &s.Workers[i]
		t.row(worker.Name, worker.Version, worker.Threads, fmt.Sprintf("%.0f", worker.NodesPerSecond), worker.Running,
			fmt.Sprintf("%.1f", worker.TasksPerSecond), worker.Done, worker.Failed, worker.Differ, span(worker.Uptime),
			serves(worker))
	}
	if len(s.Workers) == 0 {
		t.row("no worker answers")
	}
	return t.Flush()
}

// WriteBatches writes the table of batches.
func (s *Status) WriteBatches(w io.Writer) error {
	t := newTable(w)
	s.writeBatches(t)
	return t.Flush()
}

func (s *Status) writeBatches(t *table) {
	if len(s.Batches) == 0 {
		t.row("no batches")
		return
	}
	t.row("batch", "kind", "version", "workers", "owner", "priority", "tasks", "oldest", "state", "compared", "differ")
	for i := range s.Batches {
		b := &s.Batches[i]
		state := "runs"
		if b.Paused {
			state = "paused"
		}
		t.row(b.ID, b.Kind, cmp.Or(b.Version, "-"), s.workersOf(b), b.Owner, b.Priority, b.Tasks, span(b.Oldest), state,
			b.Compared, b.Differ)
	}
}

// table is aligned columns. Flush returns the error of writing.
type table struct{ *tabwriter.Writer }

func newTable(w io.Writer) *table { return &table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)} }

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

// workersOf returns the number of workers that do the tasks of a batch.
func (s *Status) workersOf(b *natsnet.Batch) (n int) {
	for i := range s.Workers {
		if version, does := s.Workers[i].Kinds[b.Kind]; does && version == b.Version {
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
