package natsnet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// TestWorkersOfTheExampleMayOnlyTakeTasksAndAnswer runs the broker of docs/operation/accounts.conf.
func TestWorkersOfTheExampleMayOnlyTakeTasksAndAnswer(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/operation/accounts.conf")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "accounts.conf")
	config := strings.NewReplacer("0.0.0.0:4222", "127.0.0.1:-1", "127.0.0.1:8222", "127.0.0.1:-1", "/var/lib/alfiere-broker", filepath.ToSlash(t.TempDir())).Replace(string(text))
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Listen(&Settings{Config: file}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	told := &notes{}
	user := func(name string) *Connection {
		c := connect(t, s.URL(), &Access{User: name, Password: "secret"}, told.tell)
		t.Cleanup(c.Close)
		return c
	}

	mars, laboratory := user("mars"), user("laboratory")
	kinds := []work.Kind{kind("double", double)}
	w := tasksOnly("mars", kinds, two(), told.tell)
	w.Open, w.Card = openLocal, memberCard("mars")
	go func() { _ = w.Serve(t.Context(), mars) }()
	got := results{}
	q := &Queue{Connection: laboratory, Name: "master", Kinds: kinds, Tell: told.tell}
	if err := q.Do(t.Context(), numbered("double", 200), got.keep); err != nil || len(got) != 200 {
		t.Fatalf("%d results, %v\n%s", len(got), err, told)
	}
	until(t, "the worker is not listed", func() bool {
		workers, err := laboratory.Ask(t.Context(), time.Second)
		return err == nil && len(workers) == 1 && workers[0].Name == "mars"
	})
	until(t, "tasks stay in the queue", func() bool {
		left, err := laboratory.Queue(t.Context())
		return err == nil && left == QueueStatus{}
	})
	pool, err := broker.NewPool(laboratory, broker.Engine{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if n := pool.Await(2, time.Minute); n != 2 {
		t.Errorf("the engine has %d threads of workers", n)
	}
	if text := told.String(); strings.Contains(strings.ToLower(text), "permission") {
		t.Errorf("a worker needs more:\n%s", text)
	}

	refused := make(chan error, 100)
	venus, err := nats.Connect(s.URL(), nats.UserInfo("venus", "secret"), nats.CustomInboxPrefix("_INBOX.venus"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer venus.Close()
	for _, subject := range []string{"alfiere.task.x.1", "alfiere.roll", "alfiere.worker.x",
		"_INBOX.mars.x", "$JS.API.STREAM.DELETE.ALFIERE_TASKS", "$JS.API.STREAM.PURGE.ALFIERE_TASKS", "$JS.API.STREAM.MSG.GET.ALFIERE_TASKS",
		"< alfiere.task.>", "< _INBOX.mars.>", "< _INBOX.>", "< alfiere.engine.>", "< >"} {
		if to, read := strings.CutPrefix(subject, "< "); read {
			_, err = venus.SubscribeSync(to)
		} else {
			err = venus.Publish(subject, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-refused:
			if !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%s is allowed", subject)
		}
	}
}
