package natsnet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
)

// Roles of the processes of the test of kills, which are this test binary with other arguments:
// ROLE ADDRESS FILE TASKS MILLISECONDS. A node of a cluster has a file of settings for its address.
const (
	brokerRole = "be-the-broker"
	workerRole = "be-a-worker"
	masterRole = "be-the-master"
	nodeRole   = "be-a-node"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 6 && strings.HasPrefix(os.Args[1], "be-") {
		if err := play(os.Args[1], os.Args[2], os.Args[3], os.Args[4:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	// Most of these tests wait for servers, so more of them can run in parallel than there are processors.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// digest is the work of this test's tasks.
func digest(payload []byte) []byte {
	sum := sha256.Sum256(payload)
	return hex.AppendEncode(nil, sum[:8])
}

func play(role, address, file string, numbers []string) error {
	tasks, err := strconv.Atoi(numbers[0])
	if err != nil {
		return err
	}
	milliseconds, err := strconv.Atoi(numbers[1])
	if err != nil {
		return err
	}
	tell := func(line string) { fmt.Fprintf(os.Stderr, "%s %s: %s\n", time.Now().Format("05.000"), role, line) }
	if role == brokerRole || role == nodeRole {
		settings := &Settings{Listen: address}
		if role == nodeRole {
			settings, tell = &Settings{Config: address}, func(string) {} // it reports missing servers at length
		} else if settings.Folder, err = os.MkdirTemp("", "broker"); err != nil {
			return err
		}
		if _, err := Listen(settings, tell); err != nil {
			return err
		}
		select {}
	}
	connection, err := Connect("nats://"+address, role, &Access{}, time.Minute, tell)
	if err != nil {
		return err
	}
	kinds := []work.Kind{{Name: "digest", Open: work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		time.Sleep(time.Duration(milliseconds) * time.Millisecond)
		return digest(payload), nil
	}).Open}}
	if role == workerRole {
		return tasksOnly(fmt.Sprint(os.Getpid()), kinds, two(), tell).Serve(context.Background(), connection)
	}
	return master(&Queue{Connection: connection, Name: "master", Kinds: kinds, Tell: tell}, file, tasks)
}

// master distributes the tasks without a result in the file and appends their results.
func master(q *Queue, path string, tasks int) error {
	kept, whole, err := readResults(path)
	if err != nil {
		return err
	}
	if err := os.Truncate(path, whole); err != nil && !os.IsNotExist(err) {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	var missing iter.Seq[work.Task] = func(yield func(work.Task) bool) {
		for i := range tasks {
			id := fmt.Sprint(i)
			if _, done := kept[id]; !done && !yield(work.Task{ID: id, Kind: "digest", Payload: []byte("task " + id)}) {
				return
			}
		}
	}
	return q.Do(context.Background(), missing, func(r work.Result) error {
		_, err := fmt.Fprintf(file, "%s %s%s\n", r.Task.ID, r.Payload, r.Fault)
		return err
	})
}

// readResults reads a file of results. A killed master may have left half a line; whole is the length without it.
func readResults(path string) (results map[string]string, whole int64, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, 0, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	results = map[string]string{}
	for line := range strings.Lines(string(text)) {
		id, result, _ := strings.Cut(strings.TrimSpace(line), " ")
		if _, twice := results[id]; twice {
			return nil, 0, fmt.Errorf("task %s has two results", id)
		}
		results[id] = result
	}
	return results, int64(len(text)), nil
}

// theater starts and restarts the processes of the test.
type theater struct {
	t       *testing.T
	program string
	args    []string
	temp    string
	running map[string]*exec.Cmd
}

func (c *theater) begin(name, role string) {
	c.t.Helper()
	cmd := exec.Command(c.program, append([]string{role}, c.args...)...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), "TMPDIR="+c.temp)
	must.Do(c.t, cmd.Start())
	c.running[name] = cmd
}

func (c *theater) kill(name string) {
	_ = c.running[name].Process.Kill()
	_ = c.running[name].Wait()
}

// TestKillsLoseNothing kills master, worker and broker in turn at random moments.
func TestKillsLoseNothing(t *testing.T) {
	t.Parallel()
	tasks, kills, milliseconds := effort.Of(10_000, 300, 300), effort.Of(10, 4, 4), effort.Of(3, 10, 10)
	patience := time.Duration(effort.Of(10, 1, 1)) * time.Minute
	program := must.Get(os.Executable())(t)
	free := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := free.Addr().String()
	free.Close()
	file := filepath.Join(t.TempDir(), "results")
	c := &theater{t, program, []string{address, file, fmt.Sprint(tasks), fmt.Sprint(milliseconds)}, t.TempDir(),
		map[string]*exec.Cmd{}}
	roles := map[string]string{"master": masterRole, "worker 1": workerRole, "worker 2": workerRole, "broker": brokerRole}
	for name, role := range roles {
		c.begin(name, role)
	}
	t.Cleanup(func() {
		for name := range roles {
			c.kill(name)
		}
	})
	started := time.Now()
	victims := []string{"master", "worker 1", "broker", "master", "worker 2", "broker"}
	for i := range kills {
		at := (i*tasks + rand.IntN(tasks)) / (kills + 1)
		for lines := 0; lines < at; time.Sleep(time.Millisecond) {
			text, _ := os.ReadFile(file)
			if lines = bytes.Count(text, []byte("\n")); time.Since(started) > patience {
				t.Fatalf("%d results after %v", lines, patience)
			}
		}
		time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
		victim := victims[i%len(victims)]
		t.Logf("%v: after %d results the %s is killed", time.Since(started).Round(time.Millisecond), at, victim)
		c.kill(victim)
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		c.begin(victim, roles[victim])
	}
	ended := make(chan error, 1)
	go func() { ended <- c.running["master"].Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(patience):
		t.Fatalf("the master does not end in %v", patience)
	}
	results := must.First(readResults(file))(t)
	if len(results) != tasks {
		t.Errorf("%d results of %d tasks", len(results), tasks)
	}
	for i := range tasks {
		if id := fmt.Sprint(i); results[id] != string(digest([]byte("task "+id))) {
			t.Errorf("task %s: %q", id, results[id])
		}
	}
	t.Logf("%d tasks with %d kills in %v", tasks, kills, time.Since(started).Round(time.Millisecond))
}
