package natsnet

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"strings"
	"time"
)

// Bounds of second results. The first result of a task is kept; a second one is only compared with it.
const (
	oneIn        = 100              // tasks whose results are facts
	lastPatience = 10 * time.Second // for second results after the last first one; more than ackWait
)

// seconds are the tasks of a batch that are given to a second worker. The mutex of the batch protects the counts.
type seconds struct {
	fact func([]byte) []byte // of the batch's kind; may be nil
	seed maphash.Seed        // secret, so that workers do not know which tasks are chosen
	open int
	kept time.Time // the last first result

	compared, differ int
}

// isOver reports whether of tasks without a result only second ones are left, and not worth waiting for.
func (s *seconds) isOver(out int) bool {
	return out == s.open && (out == 0 || time.Since(s.kept) > lastPatience)
}

// askAgain gives a task whose result has been kept to a second worker, if it is chosen and there is another worker.
func (b *batch) askAgain(g *given, first *arrival) {
	s := &b.seconds
	s.kept = time.Now()
	if s.fact == nil || first.from == "" || maphash.String(s.seed, g.task.ID)%oneIn != 0 {
		return
	}
	other := false
	b.mutex.Lock()
	for id, does := range b.workers {
		other = other || does && id != first.from
	}
	b.mutex.Unlock()
	if other && b.give(g.task, first) == nil { // an error means that it is slightly too long now
		s.open++
	}
}

// compare compares a second result with the first, and reports each worker once whose results differ from others.
func (b *batch) compare(g *given, second *arrival) {
	s, first := &b.seconds, g.first
	s.open--
	if second.from == "" || second.from == first.from {
		return // it was abandoned, or the worker's version does not know about second results
	}
	same := (first.result.Fault == "") == (second.result.Fault == "") &&
		bytes.Equal(s.fact(first.result.Payload), s.fact(second.result.Payload))
	one, two := cutText(first.result.Worker), cutText(second.result.Worker)
	b.mutex.Lock()
	s.compared++
	if same {
		b.mutex.Unlock()
		return
	}
	s.differ++
	fresh := b.told.add("worker " + first.from)
	fresh = b.told.add("worker "+second.from) || fresh
	b.mutex.Unlock()
	if fresh {
		b.Tell(fmt.Sprintf("workers %s and %s have different results for task %s (%s), so one of them is wrong; "+
			"that of %s is kept", one, two, g.task.ID, g.task.Kind, one))
	}
	trace(b.Trace, &TaskEvent{Step: ResultDiffer, Batch: b.id, Task: g.task.ID, Kind: g.task.Kind,
		Worker: one + " and " + two})
	b.announce(rollSubject, &rollText{Dispute: &disputeText{g.task.ID, g.task.Kind,
		map[string]string{first.from: one, second.from: two}}})
}

// hearDispute counts a dispute of this worker with another one.
func (s *taskService) hearDispute(r *rollText) {
	d := r.Dispute
	if _, mine := d.Workers[s.id]; !mine {
		return
	}
	others := []string{}
	for id, name := range d.Workers {
		if id != s.id {
			others = append(others, cutText(name))
		}
	}
	text := fmt.Sprintf("this worker and %s have different results for the same task", strings.Join(others, ", "))
	s.mutex.Lock()
	fresh := s.others.add(text)
	s.mutex.Unlock()
	if fresh {
		s.Tell(text)
	}
	trace(s.Trace, &TaskEvent{Step: ResultDiffer, Batch: cutText(r.Batch), Task: cutText(d.Task), Kind: cutText(d.Kind),
		Worker: s.Name})
}
