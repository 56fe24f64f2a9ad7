//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/testing/doctest"
	"alfiere/internal/testing/must"
)

// process is the program in a process of its own.
type process struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // that it writes
	ended chan error
	said  syncedText // to standard error
}

type syncedText struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (s *syncedText) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(text)
}

func (s *syncedText) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// start starts the program; the end of the test ends it.
func start(t testing.TB, args ...string) *process {
	t.Helper()
	must.Do(t, relay())
	p := &process{t: t, cmd: exec.Command(os.Args[0], append([]string{programArgument}, args...)...), lines: make(chan string, 10000), ended: make(chan error, 1)}
	p.in = must.Get(p.cmd.StdinPipe())(t)
	out := must.Get(p.cmd.StdoutPipe())(t)
	p.cmd.Stderr = &p.said
	must.Do(t, p.cmd.Start())
	go func() {
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			p.lines <- scanner.Text()
		}
		close(p.lines)
		p.ended <- p.cmd.Wait()
	}()
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	return p
}

// await returns the next line that begins with the prefix.
func (p *process) await(prefix string, patience time.Duration) string {
	p.t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, open := <-p.lines:
			if strings.HasPrefix(line, prefix) {
				return line
			}
			if !open {
				p.t.Fatalf("%v ended before it said %q\n%s", p.cmd.Args, prefix, &p.said)
			}
		case <-late:
			p.t.Fatalf("%v did not say %q for %v\n%s", p.cmd.Args, prefix, patience, &p.said)
		}
	}
}

// hear waits until something is said to standard error.
func (p *process) hear(text string) {
	p.t.Helper()
	for range 6000 {
		if strings.Contains(p.said.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatalf("%v did not say %q, but\n%s", p.cmd.Args, text, &p.said)
}

func (p *process) say(format string, values ...any) {
	p.t.Helper()
	must.Get(fmt.Fprintf(p.in, format+"\n", values...))(p.t)
}

// end waits for the end of the process and returns its status.
func (p *process) end(patience time.Duration) int {
	p.t.Helper()
	select {
	case <-p.ended:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		p.t.Fatalf("%v does not end\n%s", p.cmd.Args, &p.said)
		return -1
	}
}

// signal sends a signal to the process.
func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// patient is how long a process may take on a busy machine for what takes no time.
const patient = time.Minute

// startBroker starts a broker and returns where it listens.
func startBroker(t testing.TB, args ...string) (p *process, url string) {
	t.Helper()
	p = start(t, append([]string{"broker"}, args...)...)
	return p, p.await("nats://", patient)
}

func startWorker(t testing.TB, url, name string) *process {
	t.Helper()
	return start(t, "worker", "--broker", url, "--threads", "1", "--hash", "32", "--name", name, "--wait", "20")
}

// TestBrokerWorkersAndEngineEndAsTheyShould lets all of them end by each of their ways.
func TestBrokerWorkersAndEngineEndAsTheyShould(t *testing.T) {
	t.Parallel()
	broker, url := startBroker(t, "--listen", "127.0.0.1:0")
	worker := startWorker(t, url, "w1")
	worker.hear("ready for " + url)
	for name, end := range map[string]func(p *process){
		"quit":             func(p *process) { p.say("quit") },
		"the end":          func(p *process) { p.in.Close() },
		"SIGTERM":          func(p *process) { p.signal(syscall.SIGTERM) },
		"quit at a search": func(p *process) { p.say("go infinite\nquit") },
	} {
		engine := start(t, "engine", "--broker", url)
		engine.say("uci")
		engine.await("uciok", patient)
		engine.hear("worker w1: 1 thread, 32 MB")
		engine.say("setoption name OwnBook value false\nposition startpos\ngo nodes 2000")
		engine.await("bestmove", patient)
		end(engine)
		if status := engine.end(patient); status != 0 {
			t.Errorf("after %s the engine's status is %d\n%s", name, status, &engine.said)
		}
	}
	worker.signal(syscall.SIGTERM)
	if status := worker.end(patient); status != 0 {
		t.Errorf("the worker's status is %d\n%s", status, &worker.said)
	}
	broker.signal(syscall.SIGINT)
	if status := broker.end(patient); status != 0 {
		t.Errorf("the broker's status is %d\n%s", status, &broker.said)
	}
	if taken := start(t, "worker", "--broker", url); taken.end(patient) != 1 || !strings.Contains(taken.said.String(), "no broker answers") {
		t.Errorf("without a broker a worker says\n%s", &taken.said)
	}
}

// TestWithoutABrokerTheEnginePlaysAlone also with a council that was asked for, which is then here.
func TestWithoutABrokerTheEnginePlaysAlone(t *testing.T) {
	for _, more := range [][]string{nil, {"--consult", "mpar mbxp"}} {
		engine := start(t, append([]string{"engine", "--broker", "nats://127.0.0.1:1"}, more...)...)
		engine.say("uci\nisready")
		engine.await("info string error: nats://127.0.0.1:1: no broker answers; the engine plays alone", patient)
		engine.await("readyok", patient)
		engine.say("setoption name OwnBook value false\nposition startpos\ngo nodes 2000")
		engine.await("bestmove", patient)
		engine.say("quit")
		if status := engine.end(patient); status != 0 {
			t.Errorf("with %v the engine's status is %d\n%s", more, status, &engine.said)
		}
	}
}

// TestTheProposalsAreThoseOfTheWorkers asks for the table of the vote.
func TestTheProposalsAreThoseOfTheWorkers(t *testing.T) {
	t.Parallel()
	_, url := startBroker(t, "--listen", "127.0.0.1:0")
	for i := range 2 {
		startWorker(t, url, fmt.Sprint("w", i)).hear("ready")
	}
	engine := start(t, "engine", "--broker", url, "--consult", "mpar mbxp mkc")
	engine.hear("worker w0")
	engine.hear("worker w1")
	engine.say("uci\nsetoption name OwnBook value false\ndebug on\nposition startpos\ngo nodes 3000")
	for _, member := range []string{"mpar", "mbxp", "mkc"} {
		engine.await("info string debug: "+member, patient)
	}
	engine.await("bestmove", patient)
}

// TestABrokerRemovesItsFolder ends a broker, whose temporary folder is gone then.
func TestABrokerRemovesItsFolder(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	broker, _ := startBroker(t, "--listen", "127.0.0.1:0")
	if made, err := filepath.Glob(filepath.Join(temp, "alfiere-broker-*")); err != nil || len(made) != 1 {
		t.Errorf("%v, %v", made, err)
	}
	broker.signal(syscall.SIGTERM)
	broker.end(patient)
	if left, err := os.ReadDir(temp); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestTheExamplesOfOperationUseFlagsThatExist reads docs/operation, and has systemd check its units.
func TestTheExamplesOfOperationUseFlagsThatExist(t *testing.T) {
	leaves, lines := doctest.Flags(newProgram()), 0
	files := must.Get(filepath.Glob(doctest.Root + "/docs/operation/*"))(t)
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		for _, line := range regexp.MustCompile(`(?m)alfiere-lab ([a-z]+) (--.*)$`).FindAllStringSubmatch(string(text), -1) {
			lines++
			for _, name := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(line[2], -1) {
				if !slices.Contains(leaves[line[1]], name[1]) {
					t.Errorf("%s: there is no flag --%s: %s", file, name[1], line[0])
				}
			}
		}
		if _, err := exec.LookPath("systemd-analyze"); err != nil || filepath.Ext(file) != ".service" {
			continue
		}
		unit := filepath.Join(t.TempDir(), filepath.Base(file))
		if err := os.WriteFile(unit, []byte(strings.ReplaceAll(string(text), "/usr/local/bin/alfiere-lab", "/bin/true")), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := exec.Command("systemd-analyze", "verify", unit).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, said)
		}
	}
	if lines < 6 {
		t.Errorf("only %d command lines are found in %q", lines, files)
	}
}
