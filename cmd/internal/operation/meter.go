// Package operation has what the programs of a laboratory on many machines need to be watched: logs, the status of
// workers, and metrics.
package operation

import (
	"sync"
	"time"

	"alfiere/council/broker/natsnet"
)

const rateSeconds = 60 // over which the rate of tasks is measured

// Meter counts the tasks of a worker. It is safe for concurrent use.
type Meter struct {
	mutex                 sync.Mutex
	begun                 time.Time // when the first count was possible
	running, done, failed int
	differ                int
	seconds               [rateSeconds]int // tasks ended in each second of the last minute
	newest                int64            // the last of these seconds, counted from begun
}

// NewMeter returns a meter of a worker that starts now.
func NewMeter(now time.Time) *Meter { return &Meter{begun: now} }

// Observe counts a step of a task at a time, which must not be before those of other calls by more than a minute.
func (m *Meter) Observe(step natsnet.Step, now time.Time) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.advance(now)
	switch step {
	case natsnet.TaskBegun:
		m.running++
		return
	case natsnet.TaskReturned:
		m.running--
		return
	case natsnet.ResultDiffer:
		m.differ++
		return
	case natsnet.TaskDone:
		m.done++
	case natsnet.TaskFailed:
		m.failed++
	default:
		return
	}
	m.running--
	m.seconds[m.newest%rateSeconds]++
}

// advance forgets the seconds that are too old. The mutex is held.
func (m *Meter) advance(now time.Time) {
	second := int64(now.Sub(m.begun) / time.Second)
	for m.newest = max(m.newest, second-rateSeconds); m.newest < second; {
		m.newest++
		m.seconds[m.newest%rateSeconds] = 0
	}
}

// Count sets the counts of a status, the rate of the last minute, and the uptime.
func (m *Meter) Count(w *natsnet.WorkerStatus, now time.Time) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.advance(now)
	w.Running, w.Done, w.Failed, w.Differ = m.running, m.done, m.failed, m.differ
	w.Uptime = now.Sub(m.begun).Seconds()
	sum := 0
	for _, n := range m.seconds {
		sum += n
	}
	w.TasksPerSecond = float64(sum) / max(min(w.Uptime, rateSeconds), 1)
}
