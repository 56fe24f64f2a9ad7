//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// listenHere runs a broker in this process.
func listenHere(t *testing.T, access natsnet.Access) *natsnet.Server {
	t.Helper()
	server, err := natsnet.Listen(&natsnet.Settings{Listen: "127.0.0.1:0", Folder: t.TempDir(), Access: access}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// statusOf asks until the status is as wanted.
func statusOf(t *testing.T, url, names string, wanted func(s *brokerStatus) bool) *brokerStatus {
	t.Helper()
	said := ""
	for end := time.Now().Add(patient); time.Now().Before(end); {
		status, out, err := runCommand("status", "--json", "--broker", url)
		var s brokerStatus
		if e := json.Unmarshal([]byte(out), &s); e != nil {
			t.Fatalf("status %d: %v\n%s%s", status, e, out, err)
		}
		var present []string
		for _, w := range s.Workers {
			present = append(present, w.Name)
		}
		if (status == cli.ExitGood) != (len(present) > 0) || len(present) == 0 && !strings.Contains(err, "no worker answers") {
			t.Fatalf("status %d with workers %q: %s", status, present, err)
		}
		if strings.Join(present, " ") == names && (wanted == nil || wanted(&s)) {
			return &s
		}
		said = out + err
	}
	t.Fatalf("the workers are not %q:\n%s", names, said)
	return nil
}

// TestTheStatusShowsWhatRuns kills a worker, stops another one, and asks what is left.
func TestTheStatusShowsWhatRuns(t *testing.T) {
	t.Parallel()
	_, url := startBroker(t, "--listen", "127.0.0.1:0")
	statusOf(t, url, "", nil)
	w1 := start(t, "worker", "--broker", url, "--threads", "1", "--hash", "32", "--name", "w1", "--log-format", "json", "--log-level", "debug")
	problems := filepath.Join(t.TempDir(), "problems.txt")
	if err := os.WriteFile(problems, []byte(strings.Repeat("2k5/8/2K5/8/8/8/8/7R w - - #1\n", 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, err := runCommand("tasks", "--broker", url, "--wait", "20", problems); status != cli.ExitGood {
		t.Fatal(err)
	}
	for _, step := range []string{"started", "done"} {
		line := regexp.MustCompile(`\{"level":"debug","date":"20[^"]+","program":"worker","worker":"w1","batch":"\w+","task":"[^"]+","kind":"problem".*"message":"task ` + step)
		for end := time.Now().Add(patient); len(line.FindAllString(w1.said.String(), -1)) != 20; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("20 tasks %s:\n%s", step, &w1.said)
			}
		}
	}
	w2 := startWorker(t, url, "w2")
	foreign := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { foreign <- waitForNobody(ctx, url) }()
	s := statusOf(t, url, "w1 w2", func(s *brokerStatus) bool {
		return s.Workers[0].Done == 20 && s.Queue == natsnet.QueueStatus{Tasks: 5, Programs: 1}
	})
	w := &s.Workers[0]
	if len(w.ID) != 16 || w.Version != identity() || len(w.Signature) != 16 || w.Threads != 1 || w.NodesPerSecond < 1000 || w.Uptime <= 0 ||
		w.Running != 0 || w.Failed != 0 || w.Kinds["engines"] == "" || w.Kinds["problem"] == "" || s.Workers[1].Done != 0 {
		t.Errorf("%+v", w)
	}
	if one := s.Servers[0]; len(s.Servers) != 1 || one.URL != url || one.Name == "" || one.Version == "" || one.RoundTrip <= 0 || one.Error != "" {
		t.Errorf("%+v", s.Servers)
	}
	cancel()
	if err := <-foreign; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	w1.signal(syscall.SIGKILL)
	w1.end(patient)
	statusOf(t, url, "w2", nil)
	w2.signal(syscall.SIGSTOP)
	statusOf(t, url, "", nil)
	w2.signal(syscall.SIGCONT)
	status, out, err := runCommand("status", "--wait", "20", "--broker", "nats://127.0.0.1:1,"+url)
	if status != cli.ExitGood || !strings.Contains(out, "nats://127.0.0.1:1: no broker answers\n") || !strings.Contains(out, "\nw2 ") {
		t.Errorf("status %d: %s%s", status, out, err)
	}
	watch := start(t, "status", "--watch", "0.1", "--broker", url)
	for range 2 {
		watch.await("w2 ", patient)
	}
	watch.signal(syscall.SIGTERM)
	if status := watch.end(patient); status != cli.ExitGood {
		t.Errorf("status %d after SIGTERM: %s", status, &watch.said)
	}
}

// waitForNobody gives tasks that no worker does, until ctx ends.
func waitForNobody(ctx context.Context, url string) error {
	c, err := natsnet.Connect(url, "test", &natsnet.Access{}, 0, func(string) {})
	if err != nil {
		return err
	}
	defer c.Close()
	queue := &natsnet.Queue{Connection: c, Name: "test", Kinds: []work.Kind{{Name: "foreign", Version: "2"}}, Tell: func(string) {}}
	return queue.Do(ctx, func(yield func(work.Task) bool) {
		for i := range 5 {
			if !yield(work.Task{ID: fmt.Sprint(i), Kind: "foreign"}) {
				return
			}
		}
	}, func(work.Result) error { return nil })
}

func TestTheStatusOfABrokerThatRefusesOrIsAbsent(t *testing.T) {
	guarded := listenHere(t, natsnet.Access{Token: "secret"})
	for url, says := range map[string]string{
		guarded.URL():        "the broker rejects the user, password or token",
		"nats://127.0.0.1:1": "no broker answers",
	} {
		if status, out, err := runCommand("status", "--broker", url); status != cli.ExitInput || out != "" || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %s%s", url, status, out, err)
		}
	}
}
