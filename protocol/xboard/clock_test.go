package xboard

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"alfiere/protocol"
	"alfiere/search"
)

func TestLevel(t *testing.T) {
	tests := []struct {
		name      string
		text      string
		ok        bool
		moves     int
		base      time.Duration
		increment time.Duration
	}{
		{"forty moves in five minutes", "40 5 0", true, 40, 5 * time.Minute, 0},
		{"minutes and seconds", "40 0:30 0", true, 40, 30 * time.Second, 0},
		{"an increment", "0 2 12", true, 0, 2 * time.Minute, 12 * time.Second},
		{"a fraction of a second", "0 0:02 0.1", true, 0, 2 * time.Second, 100 * time.Millisecond},
		{"what follows the time is ignored", "40 25+5 0", true, 40, 25 * time.Minute, 0},
		{"what follows the words is ignored", "40 5 0 x", true, 40, 5 * time.Minute, 0},
		{"a server's zero is ten seconds", "0 0 0", true, 0, 10 * time.Second, 0},
		{"zero with an increment is zero", "0 0 5", true, 0, 0, 5 * time.Second},
		{"half a minute", "0 0.5 0", true, 0, 30 * time.Second, 0},
		{"more time than there is", "0 99999999999999999999 1e9", true, 0, longest, time.Second},
		{"too few words", "40 5", false, 0, 0, 0},
		{"no number of moves", "x 5 0", false, 0, 0, 0},
		{"moves below zero", "-1 5 0", false, 0, 0, 0},
		{"no time", "40 x 0", false, 0, 0, 0},
		{"no increment", "40 5 NaN", false, 0, 0, 0},
		{"a point is no number", "40 . 0", false, 0, 0, 0},
		{"an infinite time", "40 Inf 0", false, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			before := c
			if ok := c.level(test.text, 4); ok != test.ok {
				t.Fatalf("ok is %v", ok)
			}
			want := before
			if test.ok {
				want = clock{controls: protocol.Schedule{{Moves: test.moves, Base: test.base, Increment: test.increment}}, since: 4, remaining: test.base}
			}
			if !reflect.DeepEqual(c, want) {
				t.Errorf("clock %+v, want %+v", c, want)
			}
		})
	}
}

func TestLevelWithSeveralControls(t *testing.T) {
	tests := []struct {
		name, text string
		want       protocol.Schedule // nil if it is refused
	}{
		{"two", "40 5 0, 20 10 0", protocol.Schedule{{Moves: 40, Base: 5 * time.Minute}, {Moves: 20, Base: 10 * time.Minute}}},
		{"four, then as fast as it goes", "40 90 30,20 30 30 , 10 0:30 0, 0 0:15 1", protocol.Schedule{
			{Moves: 40, Base: 90 * time.Minute, Increment: 30 * time.Second}, {Moves: 20, Base: 30 * time.Minute, Increment: 30 * time.Second},
			{Moves: 10, Base: 30 * time.Second}, {Base: 15 * time.Second, Increment: time.Second}}},
		{"five", "1 1 0,1 1 0,1 1 0,1 1 0,1 1 0", nil},
		{"an empty one", "40 5 0,", nil},
		{"a bad one", "40 5 0, 20 x 0", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			if ok := c.level(test.text, 0); ok != (test.want != nil) {
				t.Fatalf("ok is %v", ok)
			}
			if test.want != nil && !reflect.DeepEqual(c.controls, test.want) {
				t.Errorf("controls %v, want %v", c.controls, test.want)
			}
		})
	}
}

func TestParseTimes(t *testing.T) {
	tests := []struct {
		name  string
		parse func(string) (time.Duration, bool)
		text  string
		want  time.Duration
		ok    bool
	}{
		{"seconds", parseSeconds, "30", 30 * time.Second, true},
		{"a fraction", parseSeconds, "0.3", 300 * time.Millisecond, true},
		{"nothing", parseSeconds, "", 0, false},
		{"a word", parseSeconds, "x", 0, false},
		{"centiseconds", parseCentiseconds, "1234", 12340 * time.Millisecond, true},
		{"below zero", parseCentiseconds, "-50", -500 * time.Millisecond, true},
		{"beyond all clocks", parseCentiseconds, "999999999999999999999999", longest, true},
		{"a sign alone", parseCentiseconds, "-", 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := test.parse(test.text); got != test.want || ok != test.ok {
				t.Errorf("got %v, %v", got, ok)
			}
		})
	}
}

// TestClockLikeHand plays games under random controls and keeps the clock by hand, move
// by move, beside the clock that works from the number of half-moves.
func TestClockLikeHand(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		c := newClock()
		c.controls = make(protocol.Schedule, 1+random.IntN(protocol.MaxControls))
		for i := range c.controls {
			c.controls[i] = protocol.Control{Moves: random.IntN(5), Base: time.Duration(1+random.IntN(9)) * time.Minute,
				Increment: time.Duration(random.IntN(3)) * time.Second}
		}
		c.remaining, c.since = c.controls[0].Base, random.IntN(10)
		now, later := c.controls[0], c.controls[1:]
		toGo, remaining := now.Moves, now.Base
		for ply := c.since + random.IntN(2); ply < c.since+60; ply += 2 { // the engine's turns
			limits := c.limits(ply)
			if limits.Clock.MovesToGo != max(toGo, 0) {
				t.Fatalf("%+v at ply %d: %d moves to go, want %d", c, ply, limits.Clock.MovesToGo, toGo)
			}
			if limits.Clock.Remaining != remaining {
				t.Fatalf("%+v at ply %d: %v remaining, want %v", c, ply, limits.Clock.Remaining, remaining)
			}
			took := time.Duration(random.IntN(1000)) * time.Millisecond
			c.spend(took, ply)
			remaining += now.Increment - took
			if toGo--; toGo == 0 {
				if len(later) > 0 {
					now, later = later[0], later[1:]
				}
				toGo = now.Moves
				remaining += now.Base
			}
		}
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name string
		set  func(*clock)
		want search.Limits
	}{
		{"the clock", func(*clock) {}, search.Limits{Clock: search.Clock{Remaining: 5 * time.Minute, MovesToGo: 40}}},
		{"a clock of zero is still a clock", func(c *clock) { c.remaining = 0 },
			search.Limits{Clock: search.Clock{Remaining: time.Nanosecond, MovesToGo: 40}}},
		{"a time for every move instead", func(c *clock) { c.moveTime = time.Second }, search.Limits{MoveTime: time.Second}},
		{"a depth besides", func(c *clock) { c.moveTime, c.depth = time.Second, 4 }, search.Limits{MoveTime: time.Second, Depth: 4}},
		{"nodes for time", func(c *clock) { c.moveTime, c.nodeRate, c.depth = 8*time.Second, 10000, 4 },
			search.Limits{Nodes: 80000, Depth: 4}},
		{"at least one node", func(c *clock) { c.remaining, c.nodeRate = -time.Second, 1 }, search.Limits{Nodes: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			test.set(&c)
			got := c.limits(0)
			if got.Clock != test.want.Clock || got.MoveTime != test.want.MoveTime || got.Depth != test.want.Depth || got.Nodes != test.want.Nodes {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestANewGameKeepsTheTimeControl(t *testing.T) {
	c := newClock()
	if !c.level("0 2 12", 7) {
		t.Fatal("level refused")
	}
	c.remaining, c.depth, c.nodeRate = time.Second, 5, 100
	c.reset()
	want := clock{controls: protocol.Schedule{{Base: 2 * time.Minute, Increment: 12 * time.Second}}, remaining: 2 * time.Minute}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("clock %+v, want %+v", c, want)
	}
}
