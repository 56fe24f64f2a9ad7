package operation

import (
	"math/rand/v2"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
)

// TestTheMeterCountsAsAListDoes compares counts and rates with a list of all steps.
func TestTheMeterCountsAsAListDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	begun := time.Unix(1_000_000_000, 0)
	for range 10 {
		m, now := NewMeter(begun), begun
		counts := map[natsnet.Step]int{}
		var ended []int64 // seconds
		for range 400 {
			now = now.Add(time.Duration(r.Int64N(int64(time.Second) << r.IntN(8))))
			step := []natsnet.Step{natsnet.TaskBegun, natsnet.TaskDone, natsnet.TaskFailed, natsnet.TaskReturned, natsnet.ResultKept, natsnet.ResultDiffer}[r.IntN(6)]
			m.Observe(step, now)
			counts[step]++
			second := int64(now.Sub(begun) / time.Second)
			if step == natsnet.TaskDone || step == natsnet.TaskFailed {
				ended = append(ended, second)
			}
			recent := 0
			for _, e := range ended {
				if e > second-60 {
					recent++
				}
			}
			uptime := now.Sub(begun).Seconds()
			want := natsnet.WorkerStatus{Done: counts[natsnet.TaskDone], Failed: counts[natsnet.TaskFailed], Differ: counts[natsnet.ResultDiffer], Uptime: uptime,
				Running:        counts[natsnet.TaskBegun] - counts[natsnet.TaskDone] - counts[natsnet.TaskFailed] - counts[natsnet.TaskReturned],
				TasksPerSecond: float64(recent) / min(max(uptime, 1), 60)}
			var got natsnet.WorkerStatus
			if m.Count(&got, now); got.Done != want.Done || got.Failed != want.Failed || got.Differ != want.Differ || got.Running != want.Running || got.TasksPerSecond != want.TasksPerSecond || got.Uptime != uptime {
				t.Fatalf("after %v: %+v, not %+v", now.Sub(begun), got, want)
			}
		}
	}
}
