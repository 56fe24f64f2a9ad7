package work

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"alfiere/internal/testing/must"
)

// Whoever comes and goes in any order: never more than so many are inside, nobody waits while
// there is room, and all who stay get in.
func TestTheGateHoldsSoMany(t *testing.T) {
	const cores, crowd = 3, 200
	g := NewGate(cores, crowd)
	var inside, most, entered atomic.Int32
	var all sync.WaitGroup
	for i := range crowd {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%3 == 0 {
				cancel()
			}
			leave, err := g.Enter(ctx, func(int) {})
			if err != nil {
				return
			}
			entered.Add(1)
			now := inside.Add(1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			for range rand.IntN(2000) {
				_ = ctx.Err()
			}
			inside.Add(-1)
			leave()
		})
	}
	all.Wait()
	if most.Load() > cores || entered.Load() < crowd*2/3 || g.free != cores || len(g.waiting) != 0 {
		t.Errorf("%d were inside, %d got in, %d places are free, %d wait", most.Load(), entered.Load(), g.free, len(g.waiting))
	}
}

func TestWhoWaitsHearsHowMany(t *testing.T) {
	g := NewGate(1, 2)
	leave := must.Get(g.Enter(t.Context(), func(int) {}))(t)
	heard := make(chan int, 10)
	var inside []chan func()
	var got []int
	for range 2 {
		in := make(chan func(), 1)
		inside = append(inside, in)
		go func() {
			leave, err := g.Enter(t.Context(), func(ahead int) { heard <- ahead })
			if err != nil {
				t.Error(err)
			}
			in <- leave
		}()
		got = append(got, <-heard)
	}
	if _, err := g.Enter(t.Context(), func(int) {}); !errors.Is(err, ErrFull) {
		t.Errorf("a third one waits where two may: %v", err)
	}
	leave()
	leave = <-inside[0]
	got = append(got, <-heard)
	leave()
	(<-inside[1])()
	if !slices.Equal(got, []int{0, 1, 0}) {
		t.Errorf("heard %v", got)
	}
}

// recovered returns what waiting for a group panics with, nil if it does not.
func recovered(g *Group) (p *Panic) {
	defer func() { p, _ = recover().(*Panic) }()
	g.Wait()
	return nil
}

func fall(value any) { panic(value) }

func TestWhoWaitsPanicsWithWhatOneHasPanickedWith(t *testing.T) {
	var done, reported atomic.Int32
	end := make(chan struct{})
	g := Group{OnPanic: func() {
		reported.Add(1)
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
	if done.Load() != 3 || reported.Load() != 1 {
		t.Errorf("%d have ended, %d times reported", done.Load(), reported.Load())
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

func TestTasksGiveWayAndComeBack(t *testing.T) { synctest.Test(t, testGivingWay) }

func testGivingWay(t *testing.T) {
	threads := NewThreads(3, 30*time.Millisecond)
	var tasks []context.Context
	var ends []func()
	for range 3 {
		task, end, err := threads.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tasks, ends = append(tasks, task), append(ends, end)
	}
	full, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, _, err := threads.Begin(full); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a fourth task of three threads: %v", err)
	}
	threads.Reserve(2)
	for i, task := range tasks {
		if (task.Err() != nil) != (i > 0) || i > 0 && context.Cause(task) != errInterrupted {
			t.Errorf("task %d: %v", i, context.Cause(task))
		}
	}
	ends[1]()
	ends[2]()
	if left := threads.Left(); left != 1 {
		t.Errorf("%d threads are left", left)
	}
	started := time.Now()
	threads.Reserve(0)
	_, end, err := threads.Begin(t.Context())
	if err != nil || time.Since(started) < 20*time.Millisecond {
		t.Errorf("a thread is free after %v: %v", time.Since(started), err)
	}
	end()
	threads.Reserve(1)
	threads.Reserve(0)
	threads.Reserve(9) // before the pause is over
	time.Sleep(40 * time.Millisecond)
	if threads.Left() != 0 || tasks[0].Err() == nil {
		t.Errorf("%d are left of three when nine are needed", threads.Left())
	}
	ends[0]()
}
