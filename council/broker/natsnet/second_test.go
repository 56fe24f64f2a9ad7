package natsnet_test

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/work"
)

// doers are the workers that have done each task.
type doers struct {
	mutex sync.Mutex
	by    map[string][]string
}

// facts is a kind of facts that a worker finds as it does, and notes.
func (d *doers) facts(worker string, find work.HandlerFunc) work.Kind {
	k := kind("fact", func(ctx context.Context, payload []byte) ([]byte, error) {
		d.mutex.Lock()
		d.by[string(payload)] = append(d.by[string(payload)], worker)
		d.mutex.Unlock()
		return find(ctx, payload)
	})
	k.Fact = bytes.ToUpper
	return k
}

// TestAForgerIsNoticed gives tasks to two honest workers, one that forges, and one that dies.
func TestAForgerIsNoticed(t *testing.T) {
	t.Parallel()
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	d := &doers{by: map[string][]string{}}
	forge := func(_ context.Context, payload []byte) ([]byte, error) {
		return append([]byte("not "), payload...), nil
	}
	mutex, differ := sync.Mutex{}, map[string]int{}
	for name, find := range map[string]work.HandlerFunc{"honest1": double, "honest2": double, "forger": forge} {
		w := &natsnet.TaskWorker{Name: name, Kinds: []work.Kind{d.facts(name, find)}, Threads: two(), Most: 2, Tell: func(string) {},
			Trace: func(e natsnet.TaskEvent) {
				if mutex.Lock(); e.Step == natsnet.ResultDiffer {
					differ[e.Worker]++
				}
				mutex.Unlock()
			}}
		serve(t, s.URL(), w)
	}
	kill := killedWorker(t, s.URL(), d.facts("mortal", double))
	c, told := crew(t, s.URL(), d.facts("", nil))
	const n = 2000
	got := results{}
	tasks := func(yield func(work.Task) bool) {
		for task := range numbered("fact", n) {
			if !yield(task) {
				return
			}
			for strings.Count(told.String(), "takes tasks") < 4 && task.ID == "0" { // until all workers are known
				time.Sleep(5 * time.Millisecond)
			}
		}
	}
	if err := c.Do(t.Context(), tasks, func(r work.Result) error {
		if len(got) == n/2 {
			kill()
		}
		return got.keep(r)
	}); err != nil || len(got) != n {
		t.Fatalf("%d results, %v", len(got), err)
	}
	twice, counted := 0, 0
	for payload, by := range d.by {
		if len(by) < 2 || slices.Contains(by, "mortal") {
			continue
		}
		if twice++; by[0] == by[1] {
			t.Errorf("task %s was done twice by %s", payload, by[0])
		}
	}
	lines := regexp.MustCompile(`workers (\w+) and (\w+) have different results for task \d+ \(fact\), so one of them is wrong; that of (\w+) is kept`).
		FindAllStringSubmatch(told.String(), -1)
	for _, line := range lines {
		if (line[1] == "forger") == (line[2] == "forger") || line[3] != line[1] {
			t.Error(line[0])
		}
	}
	until(t, "the workers do not hear of their results", func() bool {
		mutex.Lock()
		defer mutex.Unlock()
		counted = differ["forger"]
		return counted > 0 && counted >= differ["honest1"]+differ["honest2"]
	})
	if twice < 1 || len(lines) < 1 || len(lines) > 3 || counted > 3*n/100 {
		t.Errorf("%d tasks were done twice, %d differ, told:\n%s", twice, counted, told)
	}
	t.Log(twice, differ, lines)
}
