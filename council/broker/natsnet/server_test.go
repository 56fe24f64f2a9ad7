package natsnet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	"alfiere/internal/work"
)

// TestTheMonitoringPortOfTheConfigurationShowsTheQueue reads what docs/laboratory.md names, while nobody does the tasks.
func TestTheMonitoringPortOfTheConfigurationShowsTheQueue(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "broker.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:-1\nhttp: 127.0.0.1:-1\njetstream { store_dir: %q }\n", filepath.ToSlash(t.TempDir()))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Listen(&Settings{Config: config}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := Connect(s.URL(), "test", &Access{}, 0, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	read := func(page string, v any) {
		t.Helper()
		connection, err := net.Dial("tcp", s.server.MonitorAddr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		if _, err := fmt.Fprintf(connection, "GET %s HTTP/1.0\r\n\r\n", page); err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(connection)
		_, body, _ := bytes.Cut(answer, []byte("\r\n\r\n"))
		if err != nil || json.Unmarshal(body, v) != nil {
			t.Fatalf("%v\n%s", err, answer)
		}
	}
	const n = 7
	ctx, cancel := context.WithCancel(t.Context())
	handed, ended := make(chan struct{}), make(chan error, 1)
	q := &Queue{Connection: c, Kinds: []work.Kind{{Name: "kind"}}, Tell: func(string) {}}
	go func() {
		ended <- q.Do(ctx, func(yield func(work.Task) bool) {
			for i := range n {
				if !yield(work.Task{ID: fmt.Sprint(i), Kind: "kind"}) {
					return
				}
			}
			close(handed) // each task has been handed out when the next one is wanted
		}, func(work.Result) error { return nil })
	}()
	<-handed
	var general struct{ Connections int }
	if read("/varz", &general); general.Connections != 1 {
		t.Errorf("%d connections", general.Connections)
	}
	if err := c.nats.Flush(); err != nil { // the broker has the tasks now
		t.Fatal(err)
	}
	status, err := c.Queue(t.Context())
	if err != nil || status != (QueueStatus{Tasks: n, Programs: 1}) {
		t.Errorf("the status shows %+v, %v", status, err)
	}
	var queue struct{ Streams, Messages, Consumers int }
	if read("/jsz", &queue); queue.Streams != 1 || queue.Messages != n || queue.Consumers != 1 {
		t.Errorf("the monitoring port shows %+v", queue)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if status, err := c.Queue(t.Context()); err != nil || status != (QueueStatus{}) {
		t.Errorf("after the end: %+v, %v", status, err)
	}
}
