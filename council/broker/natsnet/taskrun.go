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
	parts := strings.Split(m.Subject, ".")
	if m.Header.Get("Status") != "" || len(parts) != 5 {
		s.puller.ended(m)
		return
	}
	s.puller.came()
	number, err := strconv.ParseUint(parts[4], 10, 64)
	if err != nil {
		s.queue.settle(m.Reply, isDone) // of no master
		return
	}
	h := &held{key: key{parts[3], number}, data: m.Data, delivery: m.Reply, times: 1, since: time.Now()}
	if meta, err := m.Metadata(); err == nil {
		h.times = meta.NumDelivered
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known := s.held[h.key]; known != nil {
		known.delivery, known.since = h.delivery, h.since // the broker has delivered it again
		return
	}
	if s.leaves {
		s.queue.settle(h.delivery, isGiven)
		return
	}
	s.held[h.key] = h
	s.waiting = append(s.waiting, h)
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
		s.puller.stir()
	}
}

// await waits until there is a task, and reports whether there is one.
func (s *taskService) await() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for len(s.waiting) == 0 && !s.leaves {
		s.some.Wait()
	}
	return !s.leaves
}

// take returns the oldest task, nil if another goroutine has taken it.
func (s *taskService) take() *held {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.waiting) == 0 {
		return nil
	}
	h := s.waiting[0]
	s.waiting = s.waiting[1:]
	h.cancel = func() {}
	return h
}

// do does a task, unless it is unwanted.
func (s *taskService) do(turn context.Context, w *work.Worker, h *held) {
	ctx, cancel := context.WithCancel(turn)
	defer cancel()
	s.mutex.Lock()
	h.cancel = cancel
	s.mutex.Unlock()
	var text taskText
	if err := s.ask(ctx, h); err != nil {
		if errors.Is(err, errUnwanted) {
			s.drop(h, isDone)
		} else {
			s.drop(h, isGivenFor)
		}
		return
	}
	var result work.Result
	err := unpack(h.data, &text)
	e := &TaskEvent{Step: TaskBegun, Batch: h.key.batch, Task: text.ID, Kind: text.Kind, Worker: s.Name}
	trace(s.Trace, e)
	begun := time.Now()
	if err != nil {
		result.Fault = fmt.Sprintf("the task cannot be read: %v", err)
		err = nil
	} else if result, err = w.Do(ctx, text.task()); err == nil {
		s.puller.learn(time.Since(begun))
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
		s.rest(ctx)
	case ctx.Err() != nil:
		s.goBack(h, isGiven, "")
	default:
		s.results.Go(func() { s.deliver(h, &result) })
	}
}

// rest leaves tasks to other workers for a while, after one that cannot be done here.
func (s *taskService) rest(ctx context.Context) {
	s.mutex.Lock()
	s.resting++
	s.mutex.Unlock()
	s.giveBack(0)
	select {
	case <-time.After(openWait):
	case <-ctx.Done():
	}
	s.mutex.Lock()
	s.resting--
	s.mutex.Unlock()
}

// ask asks the master for permission if the task was begun before or the master may be gone. The error
// is the reason not to begin it now, or wraps errUnwanted.
func (s *taskService) ask(ctx context.Context, h *held) error {
	s.mutex.Lock()
	heard := s.heard[h.key.batch]
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
// long sends the task again when it returns.
func (s *taskService) deliver(h *held, result *work.Result) {
	s.mutex.Lock()
	h.cancel = nil
	s.mutex.Unlock()
	s.puller.stir()
	connection := s.queue.connection.nats
	data, err := s.packResult(h, result)
	if err != nil {
		s.Tell(err.Error())
		s.drop(h, isDone)
		return
	}
	for done := time.Now(); ; time.Sleep(resultWait) {
		if _, err := connection.Request(batchPrefix+h.key.batch, data, askTimeout); err == nil {
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

// packResult writes the message of a result. A result that is too long is an error.
func (s *taskService) packResult(h *held, result *work.Result) ([]byte, error) {
	w := word{Word: resultWord, Worker: s.id, Name: s.Name, Number: h.key.number, Payload: result.Payload,
		Fault: result.Fault}
	data, err := pack(&w)
	if most := s.queue.connection.nats.MaxPayload(); err == nil && most > 0 && int64(len(data)) > most {
		w.Payload, w.Fault = nil, tooLong("the result", len(data), most).Error()
		return pack(&w)
	}
	return data, err
}
