//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
)

// request asks a server; the answer is read into answer.
func request(url, name string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	client := http.Client{Timeout: patient}
	defer client.CloseIdleConnections()
	r, err := client.Post(url+"api/v1/"+name, "application/json", strings.NewReader(string(text)))
	if err != nil {
		return err
	}
	defer func() { _ = r.Body.Close() }()
	if text, err = io.ReadAll(r.Body); err != nil {
		return err
	}
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d %s", name, r.StatusCode, text)
	}
	return json.Unmarshal(text, answer)
}

// gone says whether an error of request means that the server ended before it had answered in
// full: whatever net/http calls that, it is no answer and no lapse of time.
func gone(err error) bool {
	var asked *url.Error
	var read *net.OpError
	return errors.As(err, &asked) && !asked.Timeout() || errors.As(err, &read) && !read.Timeout() ||
		errors.Is(err, io.ErrUnexpectedEOF)
}

// stored is what collection/show says of a problem.
type stored struct {
	Revision string `json:"revision"`
	Problem  struct {
		Title string `json:"title"`
	} `json:"problem"`
}

// edits gives a problem one title after the other until the server is gone, and returns the
// number of the last one that was confirmed. It adds the confirmed ones to sum.
func edits(url string, id, from int, sum *atomic.Int64) (confirmed int, err error) {
	var now stored
	if err := request(url, "collection/show", map[string]any{"id": id}, &now); err != nil {
		return from, err
	}
	for n := from + 1; ; n++ {
		body := map[string]any{"id": id, "revision": now.Revision, "fields": map[string]any{"title": fmt.Sprint(n)}}
		if err := request(url, "collection/edit", body, &now); err != nil {
			return n - 1, err
		}
		sum.Add(1)
	}
}

// The server is killed again and again in the middle of edits: what it has confirmed is there when it begins anew.
func TestWhatTheWorkbenchHasConfirmedOutlivesIt(t *testing.T) {
	t.Parallel()
	const writers = 4
	rounds := 3
	if os.Getenv("ALFIERE_LONG") != "" {
		rounds = 30
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "problems.db")
	var text strings.Builder
	for range writers {
		text.WriteString("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1\n")
	}
	problems := filepath.Join(folder, "problems.epd")
	must.Do(t, os.WriteFile(problems, []byte(text.String()), 0o600))
	if status, out, err := runCommand("problems", "import", "--doubles", "add", "--moves", "2", file, problems); status != cli.ExitGood {
		t.Fatalf("%s%s", out, err)
	}
	var confirmed [writers]int
	for round := range rounds {
		p := start(t, "web", "--listen", "127.0.0.1:0", "--collection", file)
		url := p.await("http://", patient)
		for i, n := range confirmed {
			var now stored
			must.Do(t, request(url, "collection/show", map[string]any{"id": i + 1}, &now))
			title := 0
			_, _ = fmt.Sscan(now.Problem.Title, &title)
			if title != n && title != n+1 { // the last one may have been stored and not confirmed
				t.Errorf("round %d, problem %d: %d was confirmed, %d is there", round, i+1, n, title)
			}
			confirmed[i] = title
		}
		var all sync.WaitGroup
		var sum atomic.Int64
		for i := range confirmed {
			all.Go(func() {
				var err error
				confirmed[i], err = edits(url, i+1, confirmed[i], &sum)
				if !gone(err) {
					t.Errorf("problem %d: %v", i+1, err)
				}
			})
		}
		time.Sleep(time.Duration(150+round%7*30) * time.Millisecond)
		for end := time.Now().Add(patient); sum.Load() < writers && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		p.signal(syscall.SIGKILL)
		all.Wait()
		p.end(patient)
		if sum.Load() < writers {
			t.Errorf("round %d: only %d edits were confirmed", round, sum.Load())
		}
	}
	t.Logf("%v edits were confirmed in %d rounds", confirmed, rounds)
}

func TestTheWorkbenchEndsAtAnInterrupt(t *testing.T) {
	p := start(t, "web", "--listen", "127.0.0.1:0", "--threads", "1")
	url := p.await("http://", patient)
	var about struct {
		Methods []string `json:"methods"`
	}
	if err := request(url, "about", struct{}{}, &about); err != nil || len(about.Methods) == 0 {
		t.Errorf("%v: %v", about, err)
	}
	ended := make(chan error, 1)
	go func() {
		var none any
		ended <- request(url, "search", map[string]any{"seconds": 60}, &none)
	}()
	time.Sleep(200 * time.Millisecond)
	p.signal(syscall.SIGINT)
	if status := p.end(patient); status != cli.ExitGood {
		t.Errorf("status %d, %s", status, &p.said)
	}
	<-ended
}

// standing is what laboratory/watch says of an experiment.
type standing struct {
	Job *struct {
		State, Command string
		Done, Whole    int64
	}
	Tournament *struct{ Games int }
}

// A tournament of the command line is followed by the workbench, killed, and resumed by the line that the workbench
// shows, which a shell reads in another folder.
func TestATournamentIsFollowedAndResumedByItsCommand(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "it's a lab")
	must.Do(t, os.Mkdir(folder, 0o700))
	web := start(t, "web", "--listen", "127.0.0.1:0", "--laboratory", folder)
	url := web.await("http://", patient)
	watch := func() (now standing, err error) {
		err = request(url, "laboratory/watch", map[string]any{"name": "match", "once": true}, &now)
		return now, err
	}
	const last = 3000
	p := start(t, "experiment", "tournament", "--player", "name='Ann B' nodes=50", "--player", "nodes=60", "--games", fmt.Sprint(last),
		"--pgn", filepath.Join(folder, "match.pgn"))
	var now standing
	until := func(what string, ended func() bool) {
		t.Helper()
		for end := time.Now().Add(patient); ; time.Sleep(20 * time.Millisecond) {
			var err error
			if now, err = watch(); err == nil && now.Job != nil && ended() {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("not %s: %+v, %v", what, now.Job, err)
			}
		}
	}
	until("at work", func() bool {
		return now.Job.State == "running" && now.Job.Whole == last && now.Tournament != nil && now.Tournament.Games > 0
	})
	p.signal(syscall.SIGKILL)
	p.end(patient)
	before := strings.Count(readText(t, filepath.Join(folder, "match.pgn")), "[Result ")
	resumed := exec.Command("/bin/sh", "-c", strings.Replace(now.Job.Command, fmt.Sprint("--games ", last), fmt.Sprint("--games ", before+4), 1))
	resumed.Dir = t.TempDir()
	if out, err := resumed.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", now.Job.Command, err, out)
	}
	until("done", func() bool { return now.Job.State == "done" })
	if n := strings.Count(readText(t, filepath.Join(folder, "match.pgn")), "[Result "); n < before+4 || now.Tournament.Games != n {
		t.Errorf("%d games are there, %d were, %+v", n, before, now)
	}
}

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
	must.Do(t, os.WriteFile(problems, []byte(strings.Repeat("2k5/8/2K5/8/8/8/8/7R w - - #1\n", 20)), 0o600))
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
	if len(w.ID) != 16 || w.Version != must.Get(identity())(t) || len(w.Signature) != 16 || w.Threads != 1 || w.NodesPerSecond < 1000 || w.Uptime <= 0 ||
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
