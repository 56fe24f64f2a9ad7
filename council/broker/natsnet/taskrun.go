package natsnet

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"alfiere/internal/work"
)

// receiveTask handles an arriving task, or the status of a request.
func (s *taskService) receiveTask(m *nats.Msg) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if status := strings.TrimPrefix(m.Subject, s.inbox+"."); status != m.Subject {
		batch, how, _ := strings.Cut(status, ".")
		if l := s.lanes[batch]; l != nil {
			s.ended(l, m, how)
		}
		return
	}
	parts := strings.Split(m.Subject, ".")
	if len(parts) != 4 {
		return
	}
	batch := parts[2]
	number, err := strconv.ParseUint(parts[3], 10, 64)
	if err != nil {
		s.queue.settle(m.Reply, isDone) // of no master
		return
	}
	h := &held{key: key{batch, number}, lane: s.lanes[batch], data: m.Data, delivery: m.Reply, times: 1,
		since: time.Now()}
	if meta, err := m.Metadata(); err == nil {
		h.times = meta.NumDelivered
	}
	if h.lane != nil {
		s.came(h.lane)
	}
	if known := s.held[h.key]; known != nil {
		known.delivery, known.since = h.delivery, h.since // the broker has delivered it again
		return
	}
	if s.leaves || h.lane == nil {
		s.queue.settle(h.delivery, isGiven)
		return
	}
	s.held[h.key] = h
	h.lane.waiting = append(h.lane.waiting, h)
	s.pending++
	s.some.Signal()
}

// work does tasks, one after another, until ctx ends.
func (s *taskService) work(ctx context.Context) {
	w := work.NewWorker(s.Name, s.Kinds)
	defer func() {
		if err := w.Close(); err != nil {
			s.Tell(err.Error())
		}
	}()
	for s.await() {
		turn, end, err := s.Threads.Begin(ctx)
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
	s.mutex.Unlock()
	used := time.Duration(0)
	defer func() { s.finish(h, used) }()
	var text taskText
	unread := unpack(h.data, &text)
	if err := s.ask(ctx, h); err != nil {
		if errors.Is(err, errUnwanted) {
			s.drop(h, isDone)
		} else {
			s.drop(h, isGivenFor)
		}
		return
	}
	var result work.Result
	var err error
	e := &TaskEvent{Step: TaskBegun, Batch: h.key.batch, Task: text.ID, Kind: text.Kind, Worker: s.Name}
	trace(s.Trace, e)
	begun := time.Now()
	if unread != nil {
		result.Fault = fmt.Sprintf("the task cannot be read: %v", unread)
	} else {
		result, err = w.Do(ctx, text.task())
		used = time.Since(begun)
	}
	e.ended(ctx, &result, err, begun)
	trace(s.Trace, e)
	switch {
	case errors.Is(err, work.ErrKind):
		s.mutex.Lock()
		fresh := s.others.add(err.Error())
		s.mutex.Unlock()
		if fresh {
			s.Tell(err.Error())
		}
		s.goBack(h, isGivenFor, err.Error())
		s.rest(h.lane)
	case ctx.Err() != nil:
		s.goBack(h, isGiven, "")
	default:
		s.mutex.Lock()
		h.cancel = nil
		s.mutex.Unlock()
		s.results.Go(func() { s.deliver(h, &result) })
	}
}

// finish charges a lane for a task. The mean is of tasks that were not returned.
func (s *taskService) finish(h *held, used time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	l := h.lane
	l.running--
	l.used += used - h.charge
	if h.cancel == nil {
		l.learn(used)
	}
}

// rest leaves the tasks of a lane to other workers for a while, after one that cannot be done here.
func (s *taskService) rest(l *lane) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	l.rests = time.Now().Add(openWait)
	s.release(l, 0)
}

// ask asks the master for permission if the task was begun before or the master may be gone. The error
// is the reason not to begin it now, or wraps errUnwanted.
func (s *taskService) ask(ctx context.Context, h *held) error {
	s.mutex.Lock()
	heard := h.lane.heard
	s.mutex.Unlock()
	if h.times <= 1 && time.Since(heard) < rollPatience {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	data, err := pack(&word{Word: beginWord, Worker: s.id, Name: s.Name, Number: h.key.number})
	if err != nil {
		return err
	}
	answer, err := s.queue.connection.nats.RequestWithContext(ctx, batchPrefix+h.key.batch, data)
	if errors.Is(err, nats.ErrNoResponders) || err == nil && string(answer.Data) != yesAnswer {
		return errUnwanted // a master that returns sends the task again
	}
	if err == nil {
		s.mutex.Lock()
		h.lane.heard = time.Now()
		s.mutex.Unlock()
	}
	return err
}

// goBack returns a task that was begun to the queue; the master may learn why.
func (s *taskService) goBack(h *held, how, reason string) {
	s.say(batchPrefix+h.key.batch, &word{Word: backWord, Number: h.key.number, Fault: reason})
	s.drop(h, how)
}

// drop settles a task and forgets it.
func (s *taskService) drop(h *held, how string) {
	s.mutex.Lock()
	delivery := h.delivery
	delete(s.held, h.key)
	s.mutex.Unlock()
	s.queue.settle(delivery, how)
}

// deliver sends the result to the master until the master has kept it. A master that is away for too
// long sends the task again when it returns. A result that is too long for the broker becomes a fault.
func (s *taskService) deliver(h *held, result *work.Result) {
	connection := s.queue.connection.nats
	message, err := packResult(&word{Word: resultWord, Worker: s.id, Name: s.Name, Number: h.key.number,
		Payload: result.Payload, Fault: result.Fault}, connection.MaxPayload())
	if err != nil {
		s.Tell(err.Error())
		s.drop(h, isDone)
		return
	}
	for done := time.Now(); ; time.Sleep(resultWait) {
		if _, err = connection.Request(batchPrefix+h.key.batch, message, askTimeout); err == nil {
			s.drop(h, isDone)
			return
		}
		s.mutex.Lock()
		leaves, over := s.leaves, s.held[h.key] != h
		s.mutex.Unlock()
		if over {
			return
		}
		if age := time.Since(done); age > resultAge || leaves && age > leaveAge {
			s.drop(h, isGiven)
			return
		}
	}
}
