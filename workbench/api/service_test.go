package api

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// silent ignores all events.
func silent(string, any) {}

func TestRequestsAreReadStrictly(t *testing.T) {
	type question struct {
		Moves int `json:"moves"`
	}
	s, err := New(1, 0, Define("double", func(_ context.Context, q *question, _ Emit) (any, error) { return 2 * q.Moves, nil }),
		Define("broken", func(context.Context, *struct{}, Emit) (any, error) { return nil, errors.New("broken") }))
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

func TestHeavyRequestsHaveTheirTime(t *testing.T) {
	m := Define("forever", func(ctx context.Context, _ *struct{}, _ Emit) (any, error) {
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
	if !errors.As(err, &fault) || fault.Code != Cancelled || !strings.Contains(fault.Message, "request took too long") {
		t.Error(err)
	}
}
