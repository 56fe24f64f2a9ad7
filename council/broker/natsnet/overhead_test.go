package natsnet_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/work"
)

// sleepKind is the kind of tasks that sleep; results are how long they slept, in nanoseconds.
func sleepKind(d time.Duration) work.Kind {
	return kind("sleep", func(context.Context, []byte) ([]byte, error) {
		started := time.Now()
		time.Sleep(d)
		return fmt.Append(nil, int64(time.Since(started))), nil
	})
}

// TestTheQueueCostsLittle measures how much longer tasks take than their handlers, with workers that are processes of two
// threads. The handlers sleep, so that the test measures the waiting of threads whatever else the machine does. The bound
// is wide because a busy machine wakes threads late.
func TestTheQueueCostsLittle(t *testing.T) {
	sizes, lengths, seconds := []int{1, 2}, []int{20}, 2
	if os.Getenv("ALFIERE_LONG") != "" {
		sizes, lengths, seconds = []int{1, 2, 4, 8}, []int{20, 50}, 20
	}
	for _, milliseconds := range lengths {
		t.Run(fmt.Sprint(milliseconds), func(t *testing.T) { measureQueue(t, sizes, milliseconds, seconds) })
	}
}

// measureQueue measures tasks of that many milliseconds, for each number of workers during some seconds.
func measureQueue(t *testing.T, sizes []int, milliseconds, seconds int) {
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &theater{t, program, []string{strings.TrimPrefix(s.URL(), "nats://"), "-", "0", fmt.Sprint(milliseconds)}, t.TempDir(),
		map[string]*exec.Cmd{}}
	defer func() {
		for name := range p.running {
			p.kill(name)
		}
	}()
	c, _ := crew(t, s.URL(), sleepKind(0))
	seen := map[string]bool{}
	do := func(n int) (slept time.Duration) {
		if err := c.Do(t.Context(), numbered("sleep", n), func(r work.Result) error {
			seen[r.Worker] = true
			d, err := strconv.ParseInt(string(r.Payload), 10, 64)
			slept += time.Duration(d)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return slept
	}
	for _, workers := range sizes {
		for len(p.running) < workers {
			p.begin(fmt.Sprint(len(p.running)), sleeperRole)
		}
		for len(seen) < workers { // until all are awake
			do(4 * workers)
		}
		n := 2 * workers * seconds * 1000 / milliseconds
		started := time.Now()
		slept := do(n)
		took := time.Since(started)
		overhead := float64(2*workers)*took.Seconds()/slept.Seconds() - 1
		t.Logf("%d workers with 2 threads, tasks of %d ms: %d tasks in %v, %.0f a second, overhead %.1f %%", workers, milliseconds, n,
			took.Round(time.Millisecond), float64(n)/took.Seconds(), 100*overhead)
		if overhead > 0.5 {
			t.Errorf("the queue takes %.0f %% of the time", 100*overhead)
		}
	}
}
