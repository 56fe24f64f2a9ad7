package operation

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
)

const (
	scrapePatience = time.Second / 2  // for answers about tasks
	serveTimeout   = 10 * time.Second // for a request and its answer
)

// MetricsFlag is the address of the metrics, "" for none.
type MetricsFlag struct{ address string }

// Define defines the flag.
func (m *MetricsFlag) Define(flags *flag.FlagSet) {
	flags.StringVar(&m.address, "metrics", "",
		"serve metrics for Prometheus at http://`ADDRESS`/metrics; :9100 means\n127.0.0.1:9100 (default: no metrics)")
}

// Wanted reports whether there is an address.
func (m *MetricsFlag) Wanted() bool { return m.address != "" }

// Serve serves metrics until stop is called. The errors are those of the address.
func (m *MetricsFlag) Serve(log *Log, collector prometheus.Collector) (stop func(), err error) {
	if !m.Wanted() {
		return func() {}, nil
	}
	host, port, err := net.SplitHostPort(m.address)
	if err != nil {
		return nil, cli.Usagef("--metrics: %w", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	registry := prometheus.NewPedanticRegistry()
	if err := registry.Register(collector); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadTimeout: serveTimeout, WriteTimeout: serveTimeout}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Warn(fmt.Sprintf("there are no more metrics: %v", err))
		}
	}()
	log.Tell(fmt.Sprintf("metrics at http://%s/metrics", listener.Addr()))
	return func() { _ = server.Close(); <-ended }, nil
}

// describe returns a metric of the laboratory.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("alfiere_"+name, help, labels, nil)
}

// value returns the present value of a gauge.
func value(d *prometheus.Desc, v float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

// workerMetrics are the metrics of a worker.
type workerMetrics struct {
	status    func() natsnet.WorkerStatus
	connected func() bool
	seconds   *prometheus.HistogramVec
}

// NewWorkerMetrics returns the metrics of a worker with that status, which is or is not connected.
func NewWorkerMetrics(status func() natsnet.WorkerStatus, connected func() bool) *workerMetrics {
	return &workerMetrics{status, connected, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "alfiere_task_seconds", Help: "Seconds of the tasks that have ended.",
		Buckets: prometheus.ExponentialBuckets(0.001, 4, 10)}, []string{"kind"})}
}

// Observe takes the time of a task that has ended.
func (w *workerMetrics) Observe(e natsnet.TaskEvent) {
	if e.Step == natsnet.TaskDone || e.Step == natsnet.TaskFailed {
		w.seconds.WithLabelValues(e.Kind).Observe(e.Took.Seconds())
	}
}

// The metrics of a worker.
var (
	tasksEnded   = describe("tasks_total", "Tasks that have ended, by result: done or failed.", "result")
	factsDiffer  = describe("results_differ_total", "Results of facts that differ from those of another worker.")
	tasksRunning = describe("tasks_running", "Tasks that run now.")
	nodesRate    = describe("nodes_per_second", "Nodes per second of one thread, measured when the worker started.")
	threadCount  = describe("threads", "Threads of the worker.")
	isConnected  = describe("connected", "Whether the worker is connected to the broker.")
)

// Describe implements prometheus.Collector.
func (w *workerMetrics) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{tasksEnded, factsDiffer, tasksRunning, nodesRate, threadCount, isConnected} {
		descs <- d
	}
	w.seconds.Describe(descs)
}

// Collect implements prometheus.Collector.
func (w *workerMetrics) Collect(metrics chan<- prometheus.Metric) {
	s := w.status()
	for result, n := range map[string]int{"done": s.Done, "failed": s.Failed} {
		metrics <- prometheus.MustNewConstMetric(tasksEnded, prometheus.CounterValue, float64(n), result)
	}
	connected := 0.0
	if w.connected() {
		connected = 1
	}
	metrics <- prometheus.MustNewConstMetric(factsDiffer, prometheus.CounterValue, float64(s.Differ))
	metrics <- value(tasksRunning, float64(s.Running))
	metrics <- value(nodesRate, s.NodesPerSecond)
	metrics <- value(threadCount, float64(s.Threads))
	metrics <- value(isConnected, connected)
	w.seconds.Collect(metrics)
}

// BrokerMetrics are the metrics of a broker.
type BrokerMetrics struct {
	Clients func() int          // that are connected
	Tasks   *natsnet.Connection // to ask for the tasks; nil if that is not allowed
}

// The metrics of a broker.
var (
	clientCount = describe("clients", "Programs that are connected to the broker.")
	tasksKnown  = describe("tasks_known", "Whether programs could be asked for their tasks.")
	tasksOpen   = describe("tasks_open", "Tasks that were handed out and have no result.", "kind", "version")
	batchCount  = describe("batches", "Batches of tasks.", "kind", "version")
	oldestTask  = describe("oldest_task_seconds", "Seconds since the oldest task was handed out.", "kind", "version")
)

// Describe implements prometheus.Collector.
func (b *BrokerMetrics) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{clientCount, tasksKnown, tasksOpen, batchCount, oldestTask} {
		descs <- d
	}
}

// Collect implements prometheus.Collector.
func (b *BrokerMetrics) Collect(metrics chan<- prometheus.Metric) {
	metrics <- value(clientCount, float64(b.Clients()))
	known := 0.0
	if b.Tasks != nil {
		_, batches, err := b.Tasks.Ask(context.Background(), scrapePatience)
		if err == nil {
			known = 1
		}
		type total struct{ tasks, batches, oldest float64 }
		totals := map[[2]string]total{}
		for i := range batches {
			name := [2]string{batches[i].Kind, batches[i].Version}
			sum := totals[name]
			totals[name] = total{sum.tasks + float64(batches[i].Tasks), sum.batches + 1, max(sum.oldest, batches[i].Oldest)}
		}
		for name, sum := range totals {
			metrics <- value(tasksOpen, sum.tasks, name[:]...)
			metrics <- value(batchCount, sum.batches, name[:]...)
			metrics <- value(oldestTask, sum.oldest, name[:]...)
		}
	}
	metrics <- value(tasksKnown, known)
}
