package work

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
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
	leave, err := g.Enter(t.Context(), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
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
