package work

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Group runs goroutines and passes a panic of one of them to the goroutine that waits. Without a recover it ends the
// program, as it should in an engine; a server can recover where it answers a request. The zero value is ready to use.
type Group struct {
	// OnPanic, if not nil, is called by a goroutine that has panicked. It can stop the others.
	OnPanic func()

	running sync.WaitGroup
	first   atomic.Pointer[Panic]
}

// Go calls work in a new goroutine.
func (g *Group) Go(work func()) {
	g.running.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				g.first.CompareAndSwap(nil, Recovered(value))
				if g.OnPanic != nil {
					g.OnPanic()
				}
			}
		}()
		work()
	})
}

// Wait waits until all goroutines have ended. If some have panicked, it panics with the *Panic of the first.
func (g *Group) Wait() {
	g.running.Wait()
	if first := g.first.Load(); first != nil {
		panic(first)
	}
}

// Panic is a panic of another goroutine.
type Panic struct {
	Value any    // of the panic
	Stack string // of the goroutine, as the runtime prints it
}

// Recovered returns the panic whose value recover has returned. Call it from the deferred function that recovers, so
// that the stack is still there.
func Recovered(value any) *Panic {
	if p, is := value.(*Panic); is {
		return p // of a nested group
	}
	stack := make([]byte, 16<<10)
	return &Panic{value, string(stack[:runtime.Stack(stack, false)])}
}

// Error implements error. The text has the stack, since it is often the only trace of the panic.
func (p *Panic) Error() string { return fmt.Sprintf("%v, in\n%s", p.Value, p.Stack) }
