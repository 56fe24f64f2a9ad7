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

// Step is what has happened to a task.
type Step string

// The steps of a task. A worker reports the first four, the master of the batch the last.
const (
	TaskStarted  Step = "task started"
	TaskDone     Step = "task done"
	TaskFailed   Step = "task failed"   // nobody can do it
	TaskReturned Step = "task returned" // to the queue, because the worker cannot do it or its thread is needed
	ResultKept   Step = "result kept"
)

// TaskEvent is a step of a task.
type TaskEvent struct {
	Step              Step
	Batch, Task, Kind string
	Worker            string        // name of the worker that does it
	Fault             string        // why it failed or was returned, if that is known
	Took              time.Duration // since it was started
}

// trace reports an event if there is a receiver.
func trace(receiver func(TaskEvent), e *TaskEvent) {
	if receiver != nil {
		receiver(*e)
	}
}

// ended sets how the task ended that was started at a time.
func (e *TaskEvent) ended(ctx context.Context, result *work.Result, err error, started time.Time) {
	e.Took, e.Fault = time.Since(started), result.Fault
	switch {
	case errors.Is(err, work.ErrKind):
		e.Step, e.Fault = TaskReturned, err.Error()
	case ctx.Err() != nil:
		e.Step = TaskReturned
	case result.Fault != "":
		e.Step = TaskFailed
	default:
		e.Step = TaskDone
	}
}

// Bounds of messages about tasks.
const (
	maxUnpacked = 64 << 20 // bytes of a message
	maxResult   = maxUnpacked / 3 * 2
)

// Answers of a master to a begin or a result.
const (
	yesAnswer = "yes" // begin it, or: the result is kept
	noAnswer  = "no"  // it is no longer wanted
)

// packResult writes the message of a result. A result that is too long for the broker or the master becomes a fault.
func packResult(w *broker.Word, most int64) ([]byte, error) {
	if len(w.Payload) > maxResult {
		w.Payload, w.Why = nil, fmt.Sprintf("the result has %d bytes; at most %d are sent", len(w.Payload), maxResult)
	}
	data, err := broker.Encode(w)
	if err != nil || most <= 0 || int64(len(data)) <= most {
		return data, err
	}
	w.Payload, w.Why = nil, tooLong("the result", len(data), most).Error()
	return broker.Encode(w)
}

// tooLong returns why a message cannot be sent.
func tooLong(what string, size int, most int64) error {
	return fmt.Errorf("%s has %d bytes compressed, but the broker accepts at most %d (max_payload)", what, size, most)
}

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
	var task work.Task
	unread := broker.Decode(data, &task, maxUnpacked)
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
	e := &TaskEvent{Step: TaskStarted, Batch: h.key.batch, Task: task.ID, Kind: task.Kind, Worker: s.Name}
	s.count(e)
	started := time.Now()
	if unread != nil {
		result.Fault = fmt.Sprintf("the task cannot be read: %v", unread)
	} else {
		result, err = w.Do(ctx, task)
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
