package operation

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
)

func metricsAt(t *testing.T, address string) *MetricsFlag {
	t.Helper()
	var m MetricsFlag
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	m.Define(flags)
	if err := flags.Set("metrics", address); err != nil {
		t.Fatal(err)
	}
	return &m
}

func TestMetricsAreServedOnThisMachineUnlessAHostIsNamed(t *testing.T) {
	var out bytes.Buffer
	log := logFlags(t).Open(cli.Streams{Err: &out}, "worker", "mars")
	w := NewWorkerMetrics(func() natsnet.WorkerStatus {
		return natsnet.WorkerStatus{Threads: 8, NodesPerSecond: 1e6, Running: 3, Done: 7, Failed: 2}
	}, func() bool { return false })
	for _, e := range []natsnet.TaskEvent{{Step: natsnet.TaskBegun, Kind: "game"}, {Step: natsnet.TaskDone, Kind: "game", Took: time.Second / 2},
		{Step: natsnet.TaskFailed, Kind: "problem", Took: time.Hour}, {Step: natsnet.TaskReturned, Kind: "problem", Took: time.Hour}} {
		w.Observe(e)
	}
	stop, err := metricsAt(t, ":0").Serve(log, w)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	log.Close()
	<-log.ended
	found := regexp.MustCompile(`http://127\.0\.0\.1:\d+/metrics`).FindString(out.String())
	answer, err := http.Get(found)
	if err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`alfiere_tasks_total{result="done"} 7`, `alfiere_tasks_total{result="failed"} 2`, "alfiere_tasks_running 3", "alfiere_nodes_per_second 1e+06",
		"alfiere_threads 8", "alfiere_connected 0", `alfiere_task_seconds_bucket{kind="game",le="0.256"} 0`, `alfiere_task_seconds_bucket{kind="game",le="1.024"} 1`,
		`alfiere_task_seconds_count{kind="problem"} 1`, `alfiere_task_seconds_sum{kind="problem"} 3600`, "# TYPE alfiere_tasks_total counter"} {
		if !strings.Contains(string(text), line+"\n") {
			t.Errorf("there is no line %s in\n%s", line, text)
		}
	}
}

func TestAddressesOfMetricsThatAreNone(t *testing.T) {
	log := logFlags(t).Open(cli.Streams{Err: io.Discard}, "broker", "")
	defer log.Close()
	b := &BrokerMetrics{Clients: func() int { return 1 }}
	for _, address := range []string{"9100", "127.0.0.1"} {
		if _, err := metricsAt(t, address).Serve(log, b); !errors.Is(err, cli.ErrUsage) || !strings.Contains(err.Error(), "--metrics: ") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := metricsAt(t, "127.0.0.1:99999").Serve(log, b); err == nil || !strings.Contains(err.Error(), "--metrics: ") {
		t.Error(err)
	}
	if stop, err := new(MetricsFlag).Serve(log, b); err != nil {
		t.Error(err)
	} else {
		stop()
	}
}
