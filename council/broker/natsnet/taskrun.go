package natsnet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// work does tasks, one after another, until ctx ends.
func (s *taskService) work(ctx context.Context) {
	w := work.NewWorker(s.Name, s.Tasks)
	defer func() {
		if err := w.Close(); err != nil {
			s.once.Tell(err.Error())
		}
	}()
	for s.await() {
		turn, end, err := s.Spare.Begin(ctx)
		if err != nil {
			return
		}
		if h := s.take(); h != nil {
			s.do(turn, w, h)
		}
		end()
		s.stir()
	}
}

// await waits until there is a task, and reports whether there is one.
func (s *taskService) await() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for s.pending == 0 && !s.leaves {
		s.some.Wait()
	}
	return !s.leaves
}

// do does a task, unless it is unwanted.
func (s *taskService) do(turn context.Context, w *work.Worker, h *held) {
	ctx, cancel := context.WithCancel(turn)
	defer cancel()
	s.mutex.Lock()
	h.cancel = cancel
	data := h.delivery.Data()
	s.mutex.Unlock()
	used := time.Duration(0)
	defer func() { s.finish(h, used) }()
	var text taskText
	unread := broker.Decode(data, &text, maxUnpacked)
	if err := s.ask(ctx, h); err != nil {
		if errors.Is(err, errUnwanted) {
			s.drop(h, jetstream.Msg.Ack)
		} else {
			s.drop(h, later)
		}
		return
	}
	var result work.Result
	var err error
	e := &TaskEvent{Step: TaskStarted, Batch: h.key.batch, Task: text.ID, Kind: text.Kind, Worker: s.Name}
	s.count(e)
	started := time.Now()
	if unread != nil {
		result.Fault = fmt.Sprintf("the task cannot be read: %v", unread)
	} else {
		result, err = w.Do(ctx, text.task())
		used = time.Since(started)
	}
	e.ended(ctx, &result, err, started)
	s.count(e)
	switch {
	case errors.Is(err, work.ErrKind):
		s.once.Tell(err.Error())
		s.goBack(h, later, err.Error())
		s.rest(h.queue)
	case ctx.Err() != nil:
		s.goBack(h, jetstream.Msg.Nak, "")
	default:
		s.mutex.Lock()
		h.cancel = nil
		s.mutex.Unlock()
		s.results.Go(func() { s.deliver(h, &result) })
	}
}

// count counts and reports a step of a task.
func (s *taskService) count(e *TaskEvent) {
	s.mutex.Lock()
	switch e.Step {
	case TaskStarted:
		s.counts.Running += 2
	case TaskDone:
		s.counts.Done++
	case TaskFailed:
		s.counts.Failed++
	}
	s.counts.Running--
	s.mutex.Unlock()
	trace(s.Trace, e)
}

// finish charges a queue for a task. The mean is of tasks that were not returned.
func (s *taskService) finish(h *held, used time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q := h.queue
	q.running--
	q.used += used - h.charge
	if h.cancel == nil {
		q.learn(used)
	}
}

// rest leaves the tasks of a queue to other workers for a while, after one that cannot be done here.
func (s *taskService) rest(q *batchQueue) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q.rests = time.Now().Add(openWait)
	s.release(q, 0)
}

// ask asks the master for permission if the task was started before or the master may be gone. The error
// is the reason not to begin it now, or wraps errUnwanted.
func (s *taskService) ask(ctx context.Context, h *held) error {
	s.mutex.Lock()
	heard := h.queue.heard
	s.mutex.Unlock()
	if h.times <= 1 && time.Since(heard) < masterPatience {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	data, err := broker.Encode(s.word(broker.BeginWord, h))
	if err != nil {
		return err
	}
	answer, err := s.connection.nats.RequestWithContext(ctx, h.key.subject(), data)
	if errors.Is(err, nats.ErrNoResponders) || err == nil && string(answer.Data) != yesAnswer {
		return errUnwanted // a master that returns sends the task again
	}
	if err == nil {
		s.mutex.Lock()
		h.queue.heard = time.Now()
		s.mutex.Unlock()
	}
	return err
}

// goBack returns a task that was started to the queue; the master may learn why.
func (s *taskService) goBack(h *held, how settle, reason string) {
	w := s.word(broker.ReturnWord, h)
	w.Why = reason
	if data, err := broker.Encode(w); err == nil {
		_ = s.connection.nats.Publish(h.key.subject(), data)
	}
	s.drop(h, how)
}

// settle is how a delivery ends: one of jetstream.Msg.Ack, jetstream.Msg.Nak and later.
type settle func(jetstream.Msg) error

// later returns a task to the queue, which gives it to nobody for some time.
func later(m jetstream.Msg) error { return m.NakWithDelay(openWait) }

// drop settles a task and forgets it. A lost message delivers the task again.
func (s *taskService) drop(h *held, how settle) {
	s.mutex.Lock()
	delivery := h.delivery
	delete(s.held, h.key)
	s.mutex.Unlock()
	_ = how(delivery)
}

// deliver sends the result to the master until the master has kept it. A master that is away for too
// long sends the task again when it returns. A result that is too long for the broker becomes a fault.
func (s *taskService) deliver(h *held, result *work.Result) {
	connection := s.connection.nats
	w := s.word(broker.ResultWord, h)
	w.Payload, w.Why = result.Payload, result.Fault
	message, err := packResult(w, connection.MaxPayload())
	if err != nil {
		s.once.Tell(err.Error())
		s.drop(h, jetstream.Msg.Ack)
		return
	}
	for done := time.Now(); ; time.Sleep(resultWait) {
		if _, err = connection.Request(h.key.subject(), message, askTimeout); err == nil {
			s.drop(h, jetstream.Msg.Ack)
			return
		}
		s.mutex.Lock()
		leaves, over := s.leaves, s.held[h.key] != h
		s.mutex.Unlock()
		if over {
			return
		}
		if age := time.Since(done); age > resultAge || leaves && age > leaveAge {
			s.drop(h, jetstream.Msg.Nak)
			return
		}
	}
}
