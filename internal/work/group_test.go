package work

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// recovered returns what waiting for a group panics with, nil if it does not.
func recovered(g *Group) (p *Panic) {
	defer func() { p, _ = recover().(*Panic) }()
	g.Wait()
	return nil
}

func fall(value any) { panic(value) }

func TestWhoWaitsPanicsWithWhatOneHasPanickedWith(t *testing.T) {
	var done, told atomic.Int32
	end := make(chan struct{})
	g := Group{OnPanic: func() {
		told.Add(1)
		close(end)
	}}
	for range 3 {
		g.Go(func() {
			<-end
			done.Add(1)
		})
	}
	g.Go(func() { fall("ill") })
	p := recovered(&g)
	if p == nil || p.Value != "ill" || !strings.Contains(p.Error(), "ill, in\ngoroutine ") || !strings.Contains(p.Stack, "work.fall(") {
		t.Errorf("%v", p)
	}
	if done.Load() != 3 || told.Load() != 1 {
		t.Errorf("%d have ended, %d times told", done.Load(), told.Load())
	}
}

func TestAPanicFromFurtherBelowKeepsItsStack(t *testing.T) {
	var g Group
	g.Go(func() {
		var inner Group
		inner.Go(func() { fall(7) })
		inner.Wait()
	})
	if p := recovered(&g); p == nil || p.Value != 7 || !strings.Contains(p.Stack, "work.fall(") {
		t.Errorf("%v", p)
	}
}

func TestWithoutPanicsItOnlyWaits(t *testing.T) {
	var g Group
	var done atomic.Bool
	g.Go(func() {
		time.Sleep(time.Millisecond)
		done.Store(true)
	})
	if p := recovered(&g); p != nil || !done.Load() {
		t.Errorf("%v, ended: %v", p, done.Load())
	}
}
