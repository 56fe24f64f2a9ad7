package console

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
)

func TestLevelsAreRead(t *testing.T) {
	minutes := func(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }
	for _, c := range []struct {
		text string
		want protocol.Schedule // nil if the text is none
	}{
		{"40 5", protocol.Schedule{{Moves: 40, Base: minutes(5)}}},
		{"0 2:30 1", protocol.Schedule{{Moves: 0, Base: minutes(2.5), Increment: time.Second}}},
		{"0 0.5", protocol.Schedule{{Moves: 0, Base: minutes(0.5)}}},
		{"0 0 0.1", protocol.Schedule{{Moves: 0, Base: 0, Increment: 100 * time.Millisecond}}},
		{"40 90 , 20 30, 0 15 30", protocol.Schedule{{Moves: 40, Base: minutes(90)}, {Moves: 20, Base: minutes(30)}, {Moves: 0, Base: minutes(15), Increment: 30 * time.Second}}},
		{"1 1, 1 1, 1 1, 1 1", slices.Repeat(protocol.Schedule{{Moves: 1, Base: minutes(1)}}, 4)},
		{"1 9e300", protocol.Schedule{{Moves: 1, Base: longest}}},
		{"1 1, 1 1, 1 1, 1 1, 1 1", nil},
		{"0 1, 40 5", nil}, // nothing can follow the rest of the game
		{"40", nil}, {"40 5 1 1", nil}, {"-1 5", nil}, {"40 -5", nil}, {"40 5:x", nil}, {"40 5 NaN", nil}, {"40 5,", nil},
		{"0 0", nil}, {"x 5", nil}, {"99999999 1", nil},
	} {
		clock := newClock()
		before := clock.controls
		if ok := clock.setLevel(c.text, 0); ok != (c.want != nil) {
			t.Errorf("%q: read is %v", c.text, ok)
		} else if !ok && !slices.Equal(clock.controls, before) {
			t.Errorf("%q: refused, but the level is %v", c.text, &clock)
		} else if ok && !slices.Equal(clock.controls, c.want) {
			t.Errorf("%q: %+v", c.text, clock.controls)
		}
	}
}

// TestTheClockAgreesWithOneThatCounts plays a game beside a clock that counts its moves
// down one by one.
func TestTheClockAgreesWithOneThatCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, level := range []string{"40 5", "3 1 2", "0 10 1", "4 90, 2 30, 0 15 30", "2 1, 3 2, 1 5, 2 7"} {
		since := random.IntN(9)
		c := newClock()
		if !c.setLevel(level, since) {
			t.Fatal(level)
		}
		var remaining [2]time.Duration
		var left, index [2]int
		for side := range 2 {
			remaining[side], left[side] = c.controls[0].Base, c.controls[0].Moves
		}
		for ply := since; ply < since+60; ply++ {
			side := movegen.Color(ply & 1)
			now := c.controls[index[side]]
			limits := c.limits(side, ply, 7)
			if limits.Clock.Remaining != remaining[side] || limits.Clock.Increment != now.Increment || limits.Clock.MovesToGo != left[side] || limits.Depth != 7 {
				t.Fatalf("level %s, half-move %d: %+v; counted %v, %d moves", level, ply, limits, remaining[side], left[side])
			}
			elapsed := time.Duration(random.IntN(1000)) * time.Millisecond
			c.spend(side, elapsed, ply)
			remaining[side] += now.Increment - elapsed
			if left[side]--; left[side] == 0 {
				index[side] = min(index[side]+1, len(c.controls)-1)
				left[side] = c.controls[index[side]].Moves
				remaining[side] += c.controls[index[side]].Base
			}
			left[side] = max(left[side], 0)
		}
	}
}

func TestWhatStandsBeforeTheClock(t *testing.T) {
	c := newClock()
	c.moveTime = time.Second
	if limits := c.limits(movegen.White, 0, 0); limits.MoveTime != time.Second || limits.Clock.Remaining != 0 {
		t.Errorf("a time for each move: %+v", limits)
	}
	c.moveTime, c.gameIn = 0, true
	if limits := c.limits(movegen.White, 0, 0); limits.Clock.MovesToGo != 0 {
		t.Errorf("a time for the whole game: %+v", limits)
	}
	c.remaining[movegen.White] = 0
	if limits := c.limits(movegen.White, 0, 0); limits.Clock.Remaining <= 0 {
		t.Errorf("no time left is no clock at all: %+v", limits)
	}
}
