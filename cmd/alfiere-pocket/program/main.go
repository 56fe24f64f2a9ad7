//go:build js && wasm

// Command program is what the page in the pocket runs in a worker: the workbench's requests, answered without a server.
// It is compiled to WebAssembly by alfiere-pocket; worker.js, which loads it, carries the messages.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"syscall/js"

	"alfiere/workbench/api"
)

// waiting is how many requests may wait in a worker. The page gives it one at a time; what it
// has given up may still end.
const waiting = 8

func main() {
	service, err := api.New(1, waiting)
	if err != nil {
		panic(err) // two rows of its own table have one name
	}
	s := &speaker{service: service, running: map[int]context.CancelFunc{}}
	js.Global().Set("alfiereAsk", js.FuncOf(s.ask))
	js.Global().Set("alfiereCancel", js.FuncOf(s.cancel))
	js.Global().Call("alfiereReady")
	select {}
}

// speaker answers messages.
type speaker struct {
	service *api.Service
	mu      sync.Mutex
	running map[int]context.CancelFunc // by the numbers of requests
}

// ask begins a request: its number, the name of the method and the body as text.
func (s *speaker) ask(_ js.Value, values []js.Value) any {
	id, name, body := values[0].Int(), values[1].String(), []byte(values[2].String())
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	s.running[id] = cancel
	s.mu.Unlock()
	go func() {
		defer s.end(id)
		result, err := s.service.Do(ctx, name, body, func(kind string, data any) { answer(id, kind, data) })
		if err == nil {
			answer(id, api.Result, result)
			return
		}
		fault := &api.Fault{Code: api.Internal, Message: err.Error()}
		if errors.As(err, &fault); fault.Panic != nil {
			println(name, fault.Panic.Error()) // to the browser's console
		}
		answer(id, api.Failed, fault)
	}()
	return nil
}

// cancel ends the request of a number. A request that computes hears of it only when it lets
// others have their turn; the page does not wait for that, it ends the worker.
func (s *speaker) cancel(_ js.Value, values []js.Value) any {
	s.end(values[0].Int())
	return nil
}

// end cancels a request, if it runs still.
func (s *speaker) end(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[id]; cancel != nil {
		cancel()
		delete(s.running, id)
	}
}

// answer posts an event to the page.
func answer(id int, kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		kind = api.Failed
		text, _ = json.Marshal(&api.Fault{Code: api.Internal, Message: err.Error()})
	}
	js.Global().Call("alfiereAnswer", id, kind, string(text))
}
