package natsnet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
)

// nodeArgument makes the test binary a node of a cluster. A file of settings follows.
const nodeArgument = "be-a-node"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == nodeArgument {
		if _, err := Listen(&Settings{Config: os.Args[2]}, ignore); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		select {}
	}
	flag.Parse()
	// Most of these tests wait for servers, so more of them can run in parallel than there are processors.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestTheMonitoringPortOfTheConfigurationShowsTheQueue reads what docs/laboratory.md names, while nobody does the tasks.
func TestTheMonitoringPortOfTheConfigurationShowsTheQueue(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "broker.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:-1\nhttp: 127.0.0.1:-1\njetstream { store_dir: %q }\n", filepath.ToSlash(t.TempDir()))
	must.Do(t, os.WriteFile(config, []byte(text), 0o600))
	s := must.Get(Listen(&Settings{Config: config}, func(string) {}))(t)
	defer s.Close()
	c := must.Get(Connect(s.URL(), "test", &Access{}, 0, func(string) {}))(t)
	defer c.Close()
	read := func(page string, v any) {
		t.Helper()
		connection := must.Get(net.Dial("tcp", s.server.MonitorAddr().String()))(t)
		defer connection.Close()
		must.Get(fmt.Fprintf(connection, "GET %s HTTP/1.0\r\n\r\n", page))(t)
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
	<-c.js.PublishAsyncComplete() // the broker has acknowledged the tasks
	status, err := c.Queue(t.Context())
	if err != nil || status != (QueueStatus{Tasks: n, Programs: 1}) {
		t.Errorf("the status shows %+v, %v", status, err)
	}
	stream := must.Get(c.js.Stream(t.Context(), queueName))(t)
	if config := stream.CachedInfo().Config; config.Storage != jetstream.MemoryStorage {
		t.Errorf("the queue is %+v", config)
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

// TestWorkersOfTheExampleMayOnlyTakeTasksAndAnswer runs the broker of docs/operation/accounts.conf.
func TestWorkersOfTheExampleMayOnlyTakeTasksAndAnswer(t *testing.T) {
	t.Parallel()
	text := must.Get(os.ReadFile("../../../docs/operation/accounts.conf"))(t)
	file := filepath.Join(t.TempDir(), "accounts.conf")
	config := strings.NewReplacer("0.0.0.0:4222", "127.0.0.1:-1", "127.0.0.1:8222", "127.0.0.1:-1", "/var/lib/alfiere-broker", filepath.ToSlash(t.TempDir())).Replace(string(text))
	must.Do(t, os.WriteFile(file, []byte(config), 0o600))
	s := must.Get(Listen(&Settings{Config: file}, func(string) {}))(t)
	defer s.Close()
	reported := &notes{}
	user := func(name string) *Connection {
		c := connect(t, s.URL(), &Access{User: name, Password: "secret"}, reported.tell)
		t.Cleanup(c.Close)
		return c
	}

	mars, laboratory := user("mars"), user("laboratory")
	kinds := []work.Kind{kind("double", double)}
	w := tasksOnly("mars", kinds, two(), reported.tell)
	w.Open, w.Card = openLocal, memberCard("mars")
	go func() { _ = w.Serve(t.Context(), mars) }()
	got := results{}
	q := &Queue{Connection: laboratory, Name: "master", Kinds: kinds, Tell: reported.tell}
	if err := q.Do(t.Context(), numbered("double", 200), got.keep); err != nil || len(got) != 200 {
		t.Fatalf("%d results, %v\n%s", len(got), err, reported)
	}
	until(t, "the worker is not listed", func() bool {
		workers, err := laboratory.Ask(t.Context(), time.Second)
		return err == nil && len(workers) == 1 && workers[0].Name == "mars"
	})
	until(t, "tasks stay in the queue", func() bool {
		left, err := laboratory.Queue(t.Context())
		return err == nil && left == QueueStatus{}
	})
	pool := must.Get(broker.NewPool(laboratory, broker.Engine{Version: "test"}))(t)
	defer pool.Close()
	if n := pool.Await(2, time.Minute); n != 2 {
		t.Errorf("the engine has %d threads of workers", n)
	}
	if text := reported.String(); strings.Contains(strings.ToLower(text), "permission") {
		t.Errorf("a worker needs more:\n%s", text)
	}

	refused := make(chan error, 100)
	venus := must.Get(nats.Connect(s.URL(), nats.UserInfo("venus", "secret"), nats.CustomInboxPrefix("_INBOX.venus"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err })))(t)
	defer venus.Close()
	for _, subject := range []string{"alfiere.task.x.1", "alfiere.roll", "alfiere.worker.x",
		"_INBOX.mars.x", "$JS.API.STREAM.DELETE.ALFIERE_TASKS", "$JS.API.STREAM.PURGE.ALFIERE_TASKS", "$JS.API.STREAM.MSG.GET.ALFIERE_TASKS",
		"< alfiere.task.>", "< _INBOX.mars.>", "< _INBOX.>", "< alfiere.engine.>", "< >"} {
		if to, read := strings.CutPrefix(subject, "< "); read {
			must.Get(venus.SubscribeSync(to))(t)
		} else {
			must.Do(t, venus.Publish(subject, nil))
		}
		select {
		case err := <-refused:
			if !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(2 * time.Minute):
			t.Errorf("%s is allowed", subject)
		}
	}
}

// queueName is the stream that holds the tasks.
const queueName = "ALFIERE_TASKS"

// freePorts returns unused ports of this machine.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// cluster starts three servers, n1 to n3, and returns how to kill one, and their URLs. The settings are those of
// docs/laboratory.md, apart from addresses and passwords. Each server is a process.
func cluster(t *testing.T) (kill func(name string), urls string) {
	t.Helper()
	nodes := map[string]*exec.Cmd{}
	kill = func(name string) {
		_ = nodes[name].Process.Kill()
		_ = nodes[name].Wait()
	}
	ports := freePorts(t, 6)
	var addresses []string
	for i := range 3 {
		config := fmt.Sprintf(`server_name: n%d
listen: 127.0.0.1:%d
jetstream { store_dir: %q }
cluster {
  name: laboratory
  listen: 127.0.0.1:%d
  authorization { user: node, password: secret }
  routes: [ nats-route://node:secret@127.0.0.1:%d, nats-route://node:secret@127.0.0.1:%d ]
}
`, i+1, ports[i], filepath.Join(t.TempDir(), "store"), ports[3+i], ports[3+(i+1)%3], ports[3+(i+2)%3])
		file := filepath.Join(t.TempDir(), fmt.Sprintf("n%d.conf", i+1))
		must.Do(t, os.WriteFile(file, []byte(config), 0o600))
		name := fmt.Sprint("n", i+1)
		nodes[name] = exec.Command(must.Get(os.Executable())(t), nodeArgument, file)
		nodes[name].Stderr = os.Stderr
		must.Do(t, nodes[name].Start())
		t.Cleanup(func() { kill(name) })
		addresses = append(addresses, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	return kill, strings.Join(addresses, ",")
}

// await waits until try succeeds.
func await(t *testing.T, what string, try func(ctx context.Context) error) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		err := try(ctx)
		if cancel(); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

// TestAClusterGoesOnWithoutTheServerThatLedTheQueue kills the leader of the queue in the middle of a batch. It
// tests a queue that the program created, in files, and one created by hand without replicas. The server does not
// come back.
func TestAClusterGoesOnWithoutTheServerThatLedTheQueue(t *testing.T) {
	t.Parallel()
	for name, single := range map[string]bool{"three replicas": false, "one replica": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			surviveTheLeader(t, single)
		})
	}
}

func surviveTheLeader(t *testing.T, single bool) {
	kill, urls := cluster(t)
	var nc *nats.Conn
	await(t, "connection", func(context.Context) (err error) {
		nc, err = nats.Connect(urls, nats.MaxReconnects(-1))
		return err
	})
	defer nc.Close()
	js := must.Get(jetstream.New(nc))(t)
	await(t, "three servers", func(ctx context.Context) error { // a stream of three replicas needs all servers
		name := "ALL_THERE"
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: name, Subjects: []string{name}, Replicas: 3})
		if err == nil {
			err = js.DeleteStream(ctx, name)
		}
		return err
	})
	if single {
		await(t, "queue", func(ctx context.Context) error {
			_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: queueName, Subjects: []string{"alfiere.task.>"},
				Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, Replicas: 1})
			return err
		})
	}
	leader := func() (is string) {
		await(t, "leader", func(ctx context.Context) error {
			s, err := js.Stream(ctx, queueName)
			if err != nil {
				return err
			}
			info := s.CachedInfo()
			if is = info.Cluster.Leader; is == "" {
				return fmt.Errorf("there is none: %+v", info.Cluster)
			}
			if want := map[bool]int{true: 1, false: 3}[single]; info.Config.Replicas != want || !single &&
				info.Config.Storage != jetstream.FileStorage {
				return fmt.Errorf("the queue is %+v", info.Config)
			}
			return nil
		})
		return is
	}
	kinds := []work.Kind{kind("sleep", func(_ context.Context, payload []byte) ([]byte, error) {
		time.Sleep(5 * time.Millisecond)
		return payload, nil
	})}
	c, reported := queue(t, at(t, urls), kinds...)
	c.Durable = !single
	if single {
		c.patience = time.Second // nobody is elected
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	must.Do(t, c.Do(ctx, numbered("sleep", 0), nil)) // it creates the queue before a worker does
	taskWorker(t, at(t, urls), "one", two(), kinds...)
	taskWorker(t, at(t, urls), "two", two(), kinds...)
	got, dead := results{}, ""
	const tasks = 600
	err := c.Do(ctx, numbered("sleep", tasks), func(r work.Result) error {
		if len(got) == tasks/4 {
			dead = leader()
			kill(dead)
		}
		return got.keep(r)
	})
	if err != nil || len(got) != tasks || dead == "" {
		t.Fatalf("%d results after the death of %q: %v\n%s", len(got), dead, err, reported)
	}
	if !single && leader() == dead {
		t.Errorf("%s leads and is dead", dead)
	}
	if !single {
		await(t, "status", func(ctx context.Context) error {
			s, err := c.Connection.Queue(ctx)
			if err == nil && (s.Leader == "" || s.Leader == dead || s.Copies != 3 || s.Current != 2) {
				err = fmt.Errorf("the status shows %+v after the death of %s", s, dead)
			}
			return err
		})
	}
	if renewed := strings.Contains(reported.String(), "it is recreated"); renewed != single {
		t.Errorf("the queue is made anew: %v\n%s", renewed, reported)
	}
	t.Log(reported)
}
