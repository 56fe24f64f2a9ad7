package api

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

func fallBelow() { panic("work") }

// In whichever goroutine a request panics, the request returns a fault with the stack, its core is
// free again, and none of its work continues.
func TestAPanicIsTheFaultOfItsRequest(t *testing.T) {
	s, err := New(1, 0, Heavy(Define("below", func(context.Context, *struct{}, Emit) (any, error) {
		watched(fallBelow, func() {})
		return nil, nil
	})))
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for _, test := range []struct{ name, body, in string }{
		{"council", `{"nodes":1000}`, "audible"},           // a member's goroutine reports a proposal
		{"search", `{"nodes":200000}`, "teller"},           // a search reports its lines
		{"graph", `{"moves":["e2e4"],"nodes":10}`, "Game"}, // a game's next move is reported
		{"neighbours", `{"position":"8/8/8/8/8/k2K4/7Q/8 w - - 0 1"}`, "neighbour.Search"},
		{"below", `{}`, "fallBelow"},
	} {
		_, err := s.Do(t.Context(), test.name, []byte(test.body), func(kind string, _ any) { panic("hit by " + kind) })
		fault, is := errors.AsType[*Fault](err)
		if !is || fault.Code != Internal || fault.Panic == nil || !strings.Contains(fault.Panic.Stack, test.in) {
			t.Errorf("%s: %v", test.name, err)
			if is {
				t.Log(fault.Panic)
			}
		}
		if strings.Contains(fmt.Sprint(err), "goroutine") {
			t.Errorf("%s tells the asker %v", test.name, err)
		}
	}
	if _, err := s.Do(t.Context(), "search", []byte(`{"nodes":100}`), silent); err != nil {
		t.Errorf("the next one: %v", err)
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, before %d", n, before)
	}
}
