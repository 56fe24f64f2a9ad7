package api

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// silent hears nothing.
func silent(string, any) {}

func TestRequestsAreReadStrictly(t *testing.T) {
	type question struct {
		Moves int `json:"moves"`
	}
	s, err := New(1, 0, Define("double", "", func(_ context.Context, q *question, _ Emit) (any, error) { return 2 * q.Moves, nil }),
		Define("broken", "", func(context.Context, *struct{}, Emit) (any, error) { return nil, errors.New("broken") }))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, body string
		code       Code
		says       string
	}{
		{"double", `{"moves":2}`, "", ""},
		{"double", "", "", ""},
		{"double", `{"move":2}`, BadRequest, `"move"`},
		{"double", `{"moves":"2"}`, BadRequest, "moves"},
		{"double", `{"moves":2} {}`, BadRequest, "more than one"},
		{"double", `{"moves":2`, BadRequest, "JSON"},
		{"double", `[]`, BadRequest, "JSON"},
		{"treble", `{}`, NotFound, `"treble"`},
		{"broken", `{}`, Internal, "broken"},
		{"about", `{}`, "", ""},
	} {
		_, err := s.Do(t.Context(), test.name, []byte(test.body), silent)
		var fault *Fault
		switch {
		case test.code == "" && err != nil:
			t.Errorf("%s %s: %v", test.name, test.body, err)
		case test.code != "" && (!errors.As(err, &fault) || fault.Code != test.code || !strings.Contains(fault.Message, test.says)):
			t.Errorf("%s %s: %v, wanted %s with %s", test.name, test.body, err, test.code, test.says)
		}
	}
	if _, err := New(1, 0, s.methods["double"], s.methods["double"]); err == nil {
		t.Error("two methods of one name are taken")
	}
}

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
			leave, err := g.Enter(ctx, silent)
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
	leave, err := g.Enter(t.Context(), silent)
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan int, 10)
	hear := func(_ string, data any) { heard <- data.(map[string]int)["ahead"] }
	var inside []chan func()
	var got []int
	for range 2 {
		in := make(chan func(), 1)
		inside = append(inside, in)
		go func() {
			leave, err := g.Enter(t.Context(), hear)
			if err != nil {
				t.Error(err)
			}
			in <- leave
		}()
		got = append(got, <-heard)
	}
	if _, err := g.Enter(t.Context(), silent); err == nil {
		t.Error("a third one waits where two may")
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

func TestHeavyRequestsHaveTheirTime(t *testing.T) {
	m := Define("forever", "", func(ctx context.Context, _ *struct{}, _ Emit) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	m.Heavy = true
	s, err := New(1, 0, m)
	if err != nil {
		t.Fatal(err)
	}
	s.Longest = time.Millisecond
	_, err = s.Do(t.Context(), "forever", nil, silent)
	var fault *Fault
	if !errors.As(err, &fault) || fault.Code != Cancelled || !strings.Contains(fault.Message, "time for one request is up") {
		t.Error(err)
	}
}
