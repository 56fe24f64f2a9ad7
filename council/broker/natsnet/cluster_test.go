package natsnet

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/internal/work"
)

// queueName is the stream that holds the tasks.
const queueName = "ALFIERE_TASKS"

// freePorts returns unused ports of this machine.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// cluster starts three servers and returns their URLs. The settings are those of docs/laboratory.md, apart from
// addresses and passwords. Each server is a process, named n1 to n3 in the theater.
func cluster(t *testing.T) (c *theater, urls string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c = &theater{t: t, program: program, temp: t.TempDir(), running: map[string]*exec.Cmd{}}
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
		if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		c.args = []string{file, "-", "0", "0"}
		name := fmt.Sprint("n", i+1)
		c.begin(name, nodeRole)
		t.Cleanup(func() { c.kill(name) })
		addresses = append(addresses, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	return c, strings.Join(addresses, ",")
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

// TestAClusterGoesOnWithoutTheServerThatLedTheQueue kills the leader of the queue in the middle of 600 tasks. It
// tests queues that the program created, in memory and in files, and one created by hand without replicas. The
// server does not come back.
func TestAClusterGoesOnWithoutTheServerThatLedTheQueue(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ durable, single bool }{
		"three replicas": {}, "in files": {durable: true}, "one replica": {single: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			surviveTheLeader(t, test.durable, test.single)
		})
	}
}

func surviveTheLeader(t *testing.T, durable, single bool) {
	nodes, urls := cluster(t)
	var nc *nats.Conn
	await(t, "connection", func(context.Context) (err error) {
		nc, err = nats.Connect(urls, nats.MaxReconnects(-1))
		return err
	})
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
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
				(info.Config.Storage == jetstream.FileStorage) != durable {
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
	c, told := queue(t, at(t, urls), kinds...)
	c.Durable = durable
	if single {
		c.patience = time.Second // nobody is elected
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	if err := c.Do(ctx, numbered("sleep", 0), nil); err != nil { // it creates the queue before a worker does
		t.Fatal(err)
	}
	taskWorker(t, at(t, urls), "one", two(), kinds...)
	taskWorker(t, at(t, urls), "two", two(), kinds...)
	got, dead := results{}, ""
	err = c.Do(ctx, numbered("sleep", 600), func(r work.Result) error {
		if len(got) == 150 {
			dead = leader()
			nodes.kill(dead)
		}
		return got.keep(r)
	})
	if err != nil || len(got) != 600 || dead == "" {
		t.Fatalf("%d results after the death of %q: %v\n%s", len(got), dead, err, told)
	}
	if !single && leader() == dead {
		t.Errorf("%s leads and is dead", dead)
	}
	if renewed := strings.Contains(told.String(), "it is recreated"); renewed != single {
		t.Errorf("the queue is made anew: %v\n%s", renewed, told)
	}
	t.Log(told)
}
