package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/message"
	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
)

// silent ignores all events.
func silent(string, any) {}

func TestRequestsAreReadStrictly(t *testing.T) {
	type question struct {
		Moves int `json:"moves"`
	}
	s, err := New(1, 0, Define("double", func(_ context.Context, q *question, _ Emit) (any, error) { return 2 * q.Moves, nil }),
		Define("broken", func(context.Context, *struct{}, Emit) (any, error) { return nil, errors.New("broken") }))
	must.Do(t, err)
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

func TestHeavyRequestsHaveTheirTime(t *testing.T) {
	m := Define("forever", func(ctx context.Context, _ *struct{}, _ Emit) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	m.Heavy = true
	s, err := New(1, 0, m)
	must.Do(t, err)
	s.Longest = time.Millisecond
	_, err = s.Do(t.Context(), "forever", nil, silent)
	var fault *Fault
	if !errors.As(err, &fault) || fault.Code != Cancelled || !strings.Contains(fault.Message, "request took too long") {
		t.Error(err)
	}
}

// Errors before a method reads its request, and errors from outside, are in the language of the request, too.
func TestFaultsOfTheServiceComeInTheLanguageOfTheRequest(t *testing.T) {
	started, end := make(chan bool), make(chan bool)
	holds := Heavy(Define("hold", func(ctx context.Context, _ *Asked, _ Emit) (any, error) {
		started <- true
		select {
		case <-end:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}))
	own := Define("own", func(context.Context, *Asked, Emit) (any, error) {
		return nil, &Fault{Code: Conflict, Err: message.Errorf("more than %d twins", 7)}
	})
	falls := Define("fall", func(context.Context, *Asked, Emit) (any, error) { panic("fallen") })
	s := must.Get(New(1, 0, holds, own, falls))(t)
	ask := func(ctx context.Context, method string) *Fault {
		_, err := s.Do(ctx, method, []byte(`{"language":"it"}`), func(string, any) {})
		fault, _ := errors.AsType[*Fault](err)
		if fault == nil {
			t.Fatalf("%s: %v", method, err)
		}
		return fault
	}
	check := func(fault *Fault, code Code, want string) {
		t.Helper()
		if fault.Code != code || fault.Message != want {
			t.Errorf("%s: %q, want %q", fault.Code, fault.Message, want)
		}
	}
	check(ask(t.Context(), "own"), Conflict, "più di 7 gemelli")
	check(ask(t.Context(), "fall"), Internal, "errore interno; i dettagli sono nel registro del programma")
	go func() { _, _ = s.Do(context.Background(), "hold", nil, func(string, any) {}) }()
	<-started
	check(ask(t.Context(), "hold"), Busy, "troppe richieste in attesa; riprovare più tardi")
	end <- true
	leave, err := s.gate.Enter(t.Context(), func(int) {})
	for err != nil { // until the place is free
		time.Sleep(time.Millisecond)
		leave, err = s.gate.Enter(t.Context(), func(int) {})
	}
	leave()
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-started
		cancel(ErrEnding)
	}()
	check(ask(ctx, "hold"), Ending, "il server si sta chiudendo")
	s.Longest = time.Millisecond
	go func() { <-started }()
	check(ask(t.Context(), "hold"), Cancelled, "la richiesta è durata troppo")
}

func TestEveryMethodHasALanguage(t *testing.T) {
	s := must.Get(New(1, 0))(t)
	for _, m := range s.Methods() {
		if !slices.Contains(m.Fields, "language") {
			t.Errorf("%s has no field language: %q", m.Name, m.Fields)
		}
	}
	answer, err := s.Do(t.Context(), "about", []byte(`{"language":"it"}`), nil)
	if text, _ := json.Marshal(answer); err != nil || !strings.Contains(string(text), "methods") {
		t.Errorf("%s, %v", text, err)
	}
}

func fallBelow() { panic("work") }

// In whichever goroutine a request panics, the request returns a fault with the stack, its core is
// free again, and none of its work continues.
func TestAPanicIsTheFaultOfItsRequest(t *testing.T) {
	s, err := New(1, 0, Heavy(Define("below", func(context.Context, *struct{}, Emit) (any, error) {
		watched(fallBelow, func() {})
		return nil, nil
	})))
	must.Do(t, err)
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
	for end := time.Now().Add(2 * time.Minute); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, before %d", n, before)
	}
}

// TestRequestsAreAnsweredOrRefused tells the whole fault of a request, or how the game of its answer stands.
func TestRequestsAreAnsweredOrRefused(t *testing.T) {
	s := must.Get(New(1, 0))(t)
	golden.Cases(t, "testdata/requests.cases", func(args ...string) string {
		answer, err := s.Do(t.Context(), args[0], []byte(args[1]), silent)
		if fault, ok := errors.AsType[*Fault](err); ok {
			return string(must.Get(json.Marshal(fault))(t))
		}
		must.Do(t, err)
		var reported struct {
			Refused, Faults, Result, Says, Claim any
		}
		must.Do(t, json.Unmarshal(must.Get(json.Marshal(answer))(t), &reported))
		return string(must.Get(json.Marshal(reported))(t))
	})
}

func TestWhatIsTooMuchIsRefused(t *testing.T) {
	for field, f := range map[string]*Fault{
		"moves": ask(t, "game", object{"moves": make([]string, maxPlies+1)}, new(any)),
		"text":  ask(t, "position", object{"text": strings.Repeat("8", 90000)}, new(any)),
	} {
		if f == nil || f.Code != BadRequest || f.Field != field || f.Offset != nil || f.Message == "" {
			t.Errorf("%s: %+v", field, f)
		}
	}
}
