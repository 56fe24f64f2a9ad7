package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
)

// loggedBy returns flags that were set.
func loggedBy(t *testing.T, args ...string) *logFlags {
	t.Helper()
	var f logFlags
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	f.Define(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	return &f
}

func TestALogHasDateLevelAndTheFieldsOfTasks(t *testing.T) {
	events := func(args ...string) string {
		var out bytes.Buffer
		l := loggedBy(t, args...).Open(cli.Streams{Err: &out}, "worker", "mars")
		l.Tell("ready")
		l.Warn("lost\nagain")
		l.Task(natsnet.TaskEvent{Step: natsnet.TaskStarted, Batch: "b1", Task: "7", Kind: "game", Worker: "mars"})
		l.Task(natsnet.TaskEvent{Step: natsnet.TaskFailed, Batch: "b1", Task: "7", Kind: "game", Worker: "mars", Fault: "no board", Took: 1500 * time.Millisecond})
		close(l.quit)
		<-l.ended
		return out.String()
	}
	var got []string
	for line := range strings.Lines(events("--log-format", "json", "--log-level", "debug")) {
		fields := map[string]any{}
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		date, err := time.Parse(time.RFC3339, fmt.Sprint(fields["date"]))
		if err != nil || time.Since(date) > time.Hour || fields["program"] != "worker" || fields["worker"] != "mars" {
			t.Errorf("%s: %v", line, err)
		}
		got = append(got, fmt.Sprintln(fields["level"], fields["message"], fields["batch"], fields["task"], fields["kind"], fields["reason"], fields["seconds"]))
	}
	want := []string{"info ready <nil> <nil> <nil> <nil> <nil>\n", "warn lost\nagain <nil> <nil> <nil> <nil> <nil>\n",
		"debug task started b1 7 game <nil> <nil>\n", "warn task failed b1 7 game no board 1.5\n"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	text := events()
	if n := strings.Count(text, "\n"); n < 3 || !regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\S* WRN task failed batch=b1 kind=game program=worker reason="no board" seconds=1\.5 task=7 worker=mars$`).MatchString(text) ||
		strings.Contains(text, "task started") {
		t.Errorf("%s", text)
	}
	if text := events("--log-level", "error"); text != "" {
		t.Errorf("errors only: %s", text)
	}
}

func TestTheFlagsOfALogRefuseOtherWords(t *testing.T) {
	for _, word := range []string{"", "xml", "trace", "TEXT"} {
		for _, name := range []string{"log-format", "log-level"} {
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			new(logFlags).Define(flags)
			if err := flags.Set(name, word); err == nil || !strings.Contains(err.Error(), "it must be ") {
				t.Errorf("--%s %q: %v", name, word, err)
			}
		}
	}
}

// stuck is a reader that waits before it reads on.
type stuck struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (s *stuck) Write(text []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.Write(text)
}

// TestDroppedLinesAreCounted logs much more than is read: each line is written or counted.
func TestDroppedLinesAreCounted(t *testing.T) {
	var out stuck
	l := loggedBy(t, "--log-format", "json").Open(cli.Streams{Err: &out}, "broker", "")
	out.lock.Lock()
	var tellers sync.WaitGroup
	for range 4 {
		tellers.Go(func() {
			for range 500 {
				l.Tell("line")
			}
		})
	}
	tellers.Wait()
	out.lock.Unlock()
	close(l.quit)
	<-l.ended
	lines, dropped := 0, 0
	for line := range strings.Lines(out.text.String()) {
		n := 0
		var e struct{ Message, Level string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(e.Message, "%d lines of this log were dropped", &n); err == nil && e.Level == "warn" {
			dropped += n
		} else {
			lines++
		}
	}
	if lines+dropped != 2000 || lines < logLines || dropped == 0 {
		t.Errorf("%d lines and %d dropped", lines, dropped)
	}
}
