package work

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Group is goroutines that do one thing together. A panic in one of them reaches the goroutine
// that waits: without a recover it ends the program, as is right for an engine, but a server
// can recover where it answers a request. The zero value has no goroutines.
type Group struct {
	// Fell is called when one of them has panicked, in its goroutine, so that the others may be
	// told to end; nil if they end by themselves.
	Fell func()

	running sync.WaitGroup
	first   atomic.Pointer[Panic]
}

// Go does work in a goroutine of its own.
func (g *Group) Go(work func()) {
	g.running.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				g.first.CompareAndSwap(nil, Recovered(value))
				if g.Fell != nil {
					g.Fell()
				}
			}
		}()
		work()
	})
}

// Wait waits until all have ended. If some have panicked, it panics with the *Panic of the
// first.
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

// Recovered returns the panic whose value recover has returned; it is called by the deferred
// function that has recovered, so that the stack is still there.
func Recovered(value any) *Panic {
	if p, is := value.(*Panic); is {
		return p // of a goroutine further below
	}
	stack := make([]byte, 16<<10)
	return &Panic{value, string(stack[:runtime.Stack(stack, false)])}
}

// Error says everything, for it is the last that is heard of it.
func (p *Panic) Error() string { return fmt.Sprintf("%v, in\n%s", p.Value, p.Stack) }
