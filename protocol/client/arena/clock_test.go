package arena

import (
	"testing"
	"time"

	"alfiere/protocol/client"
)

func TestClocksRunByTheirControl(t *testing.T) {
	tests := []struct {
		name    string
		control string
		spent   []time.Duration
		want    client.Clock
	}{
		{"at the beginning", "60+0.5", nil, client.Clock{Remaining: time.Minute, Increment: time.Second / 2}},
		{"with increments", "60+0.5", []time.Duration{time.Second, 3 * time.Second},
			client.Clock{Remaining: 57 * time.Second, Increment: time.Second / 2}},
		{"before a control", "3/60", []time.Duration{time.Second, time.Second},
			client.Clock{Remaining: 58 * time.Second, MovesToGo: 1}},
		{"after a control", "3/60", []time.Duration{time.Second, time.Second, time.Second},
			client.Clock{Remaining: 117 * time.Second, MovesToGo: 3}},
		{"after the second control", "1/10", []time.Duration{time.Second, time.Second},
			client.Clock{Remaining: 28 * time.Second, MovesToGo: 1}},
		{"overstepped within a margin", "1+1", []time.Duration{1010 * time.Millisecond},
			client.Clock{Remaining: time.Second, Increment: time.Second}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			control, err := client.ParseClock(test.control)
			if err != nil {
				t.Fatal(err)
			}
			c := newClock(control)
			for _, elapsed := range test.spent {
				c.spend(elapsed)
			}
			if got := c.state(); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestTheTimeAllowedIsTheShortest(t *testing.T) {
	tests := []struct {
		name    string
		control client.Control
		want    time.Duration
		timed   bool
	}{
		{"a clock", client.Control{Base: time.Minute}, time.Minute, true},
		{"a time for each move", client.Control{MoveTime: time.Second}, time.Second, true},
		{"the clock has less", client.Control{Base: time.Second, MoveTime: time.Minute}, time.Second, true},
		{"the move has less", client.Control{Base: time.Minute, MoveTime: time.Second}, time.Second, true},
		{"nodes only", client.Control{Nodes: 100}, 0, false},
	}
	for _, test := range tests {
		c := newClock(test.control)
		if got, timed := c.allowed(); got != test.want || timed != test.timed {
			t.Errorf("%s: %v, %v", test.name, got, timed)
		}
	}
}
