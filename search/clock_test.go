package search

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestBudgetKeepsWithinTheClock(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 200_000 {
		c := Clock{
			Remaining: time.Duration(rng.Int64N(int64(time.Hour)>>rng.IntN(30))) - 5*time.Millisecond,
			Increment: time.Duration(rng.Int64N(int64(time.Minute) >> rng.IntN(30))),
			MovesToGo: rng.IntN(60) - 5,
			Overhead:  time.Duration(rng.Int64N(int64(time.Second) >> rng.IntN(20))),
			Lag:       time.Duration(rng.IntN(2)) * time.Duration(rng.Int64N(int64(time.Second)>>rng.IntN(20))),
		}
		b := c.Budget()
		if b.Base < minTime || b.Limit < b.Base {
			t.Fatalf("%+v gives %+v: base and limit must be at least a millisecond, limit not below base", c, b)
		}
		if left := c.Remaining - max(c.Overhead, c.Lag); b.Limit > max(left, minTime) {
			t.Fatalf("%+v gives a limit of %v, more than remains", c, b.Limit)
		}
	}
}

func TestBudgetSurvivesAnyClock(t *testing.T) {
	const huge = time.Duration(1<<63 - 1)
	for _, remaining := range []time.Duration{-huge, -1, 0, 1, time.Millisecond, huge} {
		for _, increment := range []time.Duration{-huge, 0, huge / 2} {
			for _, moves := range []int{-1 << 40, -1, 0, 1, 2, 1 << 40} {
				b := Clock{Remaining: remaining, Increment: increment, MovesToGo: moves}.Budget()
				if b.Base < minTime || b.Limit < minTime || remaining > 0 && b.Limit > max(remaining, minTime) {
					t.Errorf("remaining %v increment %v moves %d: %+v", remaining, increment, moves, b)
				}
			}
		}
	}
}

// A game in which every move takes its whole limit, and most of the overhead on top, must never lose on time; a clock
// that a GUI lets run is the judge. What a move has cost is known at the next one.
func TestNoSequenceOfFullLimitsLosesOnTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 3000 {
		overhead := time.Duration(rng.IntN(30)+1) * time.Millisecond
		increment := time.Duration(rng.IntN(3)) * time.Duration(rng.IntN(2000)) * time.Millisecond
		control := rng.IntN(3) * rng.IntN(40)
		base := time.Duration(rng.IntN(120_000)+1000) * time.Millisecond
		// What a move costs beyond its own time must be paid from somewhere.
		if control == 0 {
			increment = max(increment, overhead+minTime)
		} else {
			base = max(base, time.Duration(control)*4*(overhead+minTime))
		}
		clock, togo, lag := base, control, time.Duration(0)
		for move := range 200 {
			b := Clock{Remaining: clock, Increment: increment, MovesToGo: togo, Overhead: overhead, Lag: lag}.Budget()
			lag = overhead * 8 / 10
			clock -= b.Limit + lag
			if clock < 0 {
				t.Fatalf("flag fell at move %d: base %v increment %v control %d overhead %v limit %v", move, base, increment, control, overhead, b.Limit)
			}
			clock += increment
			if togo--; togo == 0 {
				clock, togo = clock+base, control
			}
			togo = max(togo, 0)
		}
	}
}

// Without an increment nobody gives anything back: more than a hundred moves of the usual length
// must not use up a clock, though each costs something beyond its thinking.
func TestALongGameWithoutIncrementsIsNotLostOnTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 3000 {
		c := Clock{
			Remaining: time.Duration(rng.IntN(300_000)+2000) * time.Millisecond,
			Overhead:  time.Duration(rng.IntN(20)+1) * time.Millisecond,
		}
		lost := time.Duration(rng.Int64N(int64(c.Remaining) / 3000)) // at each move
		for start, move := c, 0; move < 120; move++ {
			b := c.Budget()
			c.Remaining -= min(b.Base*13/10, b.Limit) + lost
			c.Lag = lost
			if c.Remaining < 0 {
				t.Fatalf("%+v: %v lost at each move are too much after %d", start, lost, move+1)
			}
		}
	}
}

// However long the game, enough stays on the clock for a machine that stalls once for fifteen times the overhead.
func TestALongGameWithoutIncrementsSurvivesAStall(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for range 3000 {
		c := Clock{Overhead: time.Duration(rng.IntN(20)+5) * time.Millisecond}
		c.Remaining = time.Duration(200+rng.IntN(10_000)) * c.Overhead
		for start, move := c, 0; move < 150; move++ {
			b := c.Budget()
			c.Remaining -= min(b.Base*13/10, b.Limit)
			if c.Remaining < 15*c.Overhead {
				t.Fatalf("%+v: after %d moves %v are left", start, move+1, c.Remaining)
			}
		}
	}
}

// Games are decided early: of a clock with increments a fair share is spent there, and
// lateness costs only once it is seen.
func TestTheClockIsSpentWhileTheGameIsOpen(t *testing.T) {
	for _, c := range []Clock{
		{Remaining: 3 * time.Second, Increment: 30 * time.Millisecond, Overhead: 10 * time.Millisecond},
		{Remaining: 10 * time.Second, Increment: 100 * time.Millisecond, Overhead: 10 * time.Millisecond},
		{Remaining: 5 * time.Minute, Increment: 3 * time.Second, Overhead: 10 * time.Millisecond},
	} {
		start, first := c, c.Budget().Base
		if first < c.Remaining/22+c.Increment/2 {
			t.Errorf("%+v: only %v for the first move", c, first)
		}
		late := c
		late.Lag = 5 * c.Overhead
		if now := late.Budget().Base; now >= first {
			t.Errorf("%+v: %v for a move, %v when moves are late", c, first, now)
		}
		for range 20 {
			c.Remaining += c.Increment - c.Budget().Base
		}
		if c.Remaining > start.Remaining*3/4 {
			t.Errorf("%+v: %v are left after twenty moves", start, c.Remaining)
		}
	}
}

func TestAnUnstableSearchIsGivenMoreTime(t *testing.T) {
	settled := stability{unchanged: 8, share: 0.95}.scale()
	changing := stability{unchanged: 0, share: 0.3}.scale()
	falling := stability{unchanged: 8, share: 0.95, drop: 60}.scale()
	if settled >= 1 || changing <= 1 || falling <= settled {
		t.Errorf("settled %.2f, changing %.2f, falling %.2f", settled, changing, falling)
	}
}

// With an increment above the overhead the clock must not run down, however long the game: it settles well above zero.
func TestALongGameWithIncrementsKeepsTimeInHand(t *testing.T) {
	const usual = 1.3 // base times that a move takes on average, and half as much again
	rng := rand.New(rand.NewPCG(15, 16))
	for range 3000 {
		c := Clock{
			Remaining: time.Duration(rng.IntN(300_000)+1000) * time.Millisecond,
			Overhead:  time.Duration(rng.IntN(40)+5) * time.Millisecond,
		}
		c.Increment = c.Overhead + time.Duration(rng.IntN(5000)+5)*time.Millisecond
		start, inHand := c, min(c.Remaining/4, 2*(c.Increment-c.Overhead)+6*c.Overhead)
		for move := range 400 {
			b := c.Budget()
			c.Lag = c.Overhead / 4
			c.Remaining -= min(time.Duration(usual*float64(b.Base)), b.Limit) + c.Lag
			if c.Remaining < inHand {
				t.Fatalf("%+v: after move %d only %v are left, less than %v", start, move+1, c.Remaining, inHand)
			}
			c.Remaining += c.Increment
		}
	}
}

func TestAPonderHitEndsASearchThatWasLongEnough(t *testing.T) {
	hit := make(chan struct{})
	close(hit)
	request := Request{Limits: Limits{PonderHit: hit}}
	for _, c := range []struct {
		name                 string
		pondered, aim, limit time.Duration
		want, pondering      bool
	}{
		{"longer than the aim", 2 * time.Second, time.Second, time.Hour, true, true},
		{"shorter than the aim", 2 * time.Second, time.Minute, time.Hour, false, true},
		{"no iteration yet", 2 * time.Second, 0, time.Hour, false, true},
		{"not pondering: the limit counts", 2 * time.Second, time.Second, time.Hour, false, false},
		{"not pondering: the limit has passed", 2 * time.Second, time.Minute, time.Second, true, false},
	} {
		begun := time.Now().Add(-c.pondered)
		timer := timer{pondering: c.pondering, started: begun, since: begun, aim: c.aim, budget: Budget{Base: c.aim, Limit: c.limit}}
		if got := timer.expired(&request); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestTheTimeCountsFromWhenItBegan(t *testing.T) {
	now := time.Now()
	limits := Limits{MoveTime: time.Second, Started: now.Add(-2 * time.Second)}
	late := newTimer(&limits, now)
	if !late.expired(&Request{Limits: limits}) {
		t.Error("a second is not over after two")
	}
	limits.Started = time.Time{}
	usual := newTimer(&limits, now)
	if usual.expired(&Request{Limits: limits}) {
		t.Error("a second is over at once")
	}
}
