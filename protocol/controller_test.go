package protocol_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// newController returns a controller with a Searcher that is made when it is needed.
func newController(t *testing.T) (*protocol.Controller, func() *protocoltest.Searcher) {
	var searcher *protocoltest.Searcher
	c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		searcher = protocoltest.Open(megabytes)
		return searcher, nil
	}, protocol.Resources{Hash: 1024, Threads: 4}, rand.NewPCG(1, 1))
	t.Cleanup(func() { must.Do(t, c.Close()) })
	return c, func() *protocoltest.Searcher { return searcher }
}

// wait returns the events up to the end of the search, or of the timeout.
func wait(t *testing.T, c *protocol.Controller, timeout time.Duration) (events []protocol.Event) {
	t.Helper()
	over := time.After(timeout)
	for {
		select {
		case <-c.Ready():
			for e, ok := c.Next(); ok; e, ok = c.Next() {
				events = append(events, e)
				if _, finished := e.(protocol.Finished); finished {
					return events
				}
			}
		case <-over:
			return events
		}
	}
}

func isFinished(events []protocol.Event) bool {
	return slices.ContainsFunc(events, func(e protocol.Event) bool { _, is := e.(protocol.Finished); return is })
}

const (
	soon  = 5 * time.Minute       // is not waited for if all is well
	while = 30 * time.Millisecond // long enough for a searcher to go wrong
)

func start(t *testing.T, c *protocol.Controller, limits search.Limits, ponder bool) int {
	t.Helper()
	return must.Get(c.Go(limits, ponder))(t)
}

func TestSearchEndsOnce(t *testing.T) {
	c, _ := newController(t)
	number := start(t, c, search.Limits{Depth: 2}, false)
	events := wait(t, c, soon)
	last, ok := events[len(events)-1].(protocol.Finished)
	if !ok || last.Search != number || len(events) != 3 {
		t.Fatalf("events %+v", events)
	}
	if c.Searching() {
		t.Error("the search has ended, and is still going on")
	}
	if more := wait(t, c, while); len(more) != 0 {
		t.Errorf("then there is %+v", more)
	}
}

func TestEndlessSearchesAreHeldBack(t *testing.T) {
	tests := []struct {
		name   string
		limits search.Limits
		ponder bool
		end    func(*protocol.Controller)
	}{
		{"an infinite one until it is stopped", search.Limits{Infinite: true}, false, (*protocol.Controller).Stop},
		{"a pondering one until the hit", search.Limits{Depth: 1}, true, (*protocol.Controller).PonderHit},
		{"a pondering one until it is stopped", search.Limits{Depth: 1}, true, (*protocol.Controller).Stop},
		{"an infinite one is not ended by a hit", search.Limits{Infinite: true}, true,
			func(c *protocol.Controller) { c.PonderHit(); c.PonderHit(); c.Stop() }},
	}
	for _, test := range tests {
		for _, fen := range []string{movegen.StartFEN, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"} {
			t.Run(test.name, func(t *testing.T) {
				c, _ := newController(t)
				position := must.Get(movegen.ParseFEN(fen))(t)
				c.SetPosition(position)
				start(t, c, test.limits, test.ponder)
				if !c.Endless() {
					t.Error("it is not said to be endless")
				}
				if isFinished(wait(t, c, while)) {
					t.Fatal("it has ended by itself")
				}
				test.end(c)
				if !isFinished(wait(t, c, soon)) {
					t.Fatal("it does not end")
				}
			})
		}
	}
}

func TestStopBeforeTheSearchHasBegun(t *testing.T) {
	c, _ := newController(t)
	for range 200 {
		start(t, c, search.Limits{MoveTime: time.Hour}, false)
		c.Stop()
		if !isFinished(wait(t, c, soon)) {
			t.Fatal("the stop was lost")
		}
	}
}

func TestAbandonedSearchIsSilent(t *testing.T) {
	c, _ := newController(t)
	first := start(t, c, search.Limits{Infinite: true}, false)
	c.Abandon()
	if c.Searching() || len(wait(t, c, while)) > 0 {
		t.Error("it is still heard")
	}
	start(t, c, search.Limits{Infinite: true}, false)
	second := start(t, c, search.Limits{Depth: 1}, false) // abandons the one before
	for _, e := range wait(t, c, soon) {
		if f, ok := e.(protocol.Finished); ok && (f.Search != second || f.Search == first) {
			t.Errorf("search %d has ended, not %d", f.Search, second)
		}
	}
}

// TestStorm gives orders in random order; the searcher panics when it is disturbed, and the race detector watches.
func TestStorm(t *testing.T) {
	c, _ := newController(t)
	random := rand.New(rand.NewPCG(7, 7))
	due := 0 // results that are still to come
	for range 3000 {
		switch random.IntN(9) {
		case 0, 1:
			if c.Searching() {
				c.Wait()
				for e, ok := c.Next(); ok; e, ok = c.Next() {
					if _, finished := e.(protocol.Finished); finished {
						due--
					}
				}
			}
			limits := []search.Limits{{Depth: 1}, {Infinite: true}, {MoveTime: time.Hour}}[random.IntN(3)]
			start(t, c, limits, random.IntN(2) == 0)
			due++
		case 2:
			c.Stop()
		case 3:
			c.PonderHit()
		case 4:
			for e, ok := c.Next(); ok; e, ok = c.Next() {
				if _, finished := e.(protocol.Finished); finished {
					due--
				}
			}
		case 5:
			must.Do(t, c.SetOption("Hash", []string{"16", "32"}[random.IntN(2)]))
		case 6:
			must.Do(t, c.Prepare())
		case 7:
			c.SetPosition(movegen.StartPosition())
		case 8:
			if random.IntN(10) == 0 {
				c.Abandon()
				due = 0
			}
		}
		if due < 0 || due > 1 || due == 1 != c.Searching() {
			t.Fatalf("%d results are due; searching: %v", due, c.Searching())
		}
	}
}

func TestRequest(t *testing.T) {
	c, searcher := newController(t)
	for _, o := range [][2]string{{"MultiPV", "3"}, {"Contempt", "20"}, {"Knowledge", "m"}, {"Move Overhead", "100"}} {
		must.Do(t, c.SetOption(o[0], o[1]))
	}
	var keys []movegen.Key
	for range 3 {
		position := c.Position()
		keys = append(keys, position.Key())
		must.Do(t, c.Play(position.Moves()[0]))
	}
	start(t, c, search.Limits{MoveTime: 500 * time.Millisecond}, false)
	wait(t, c, soon)
	got := searcher().Last()
	if got.Position != c.Position() || !slices.Equal(got.History, keys) {
		t.Error("position or history are not those of the game")
	}
	if got.MultiPV != 3 || got.Contempt != 20 || got.Knowledge.String() != "m" || got.Limits.Clock.Overhead != 100*time.Millisecond {
		t.Errorf("options did not arrive: %+v", got)
	}
	if got.Limits.MoveTime != 400*time.Millisecond {
		t.Errorf("of 500 ms the search gets %v", got.Limits.MoveTime)
	}
}

func TestPerft(t *testing.T) {
	c, _ := newController(t)
	position := movegen.StartPosition()
	for depth := 1; depth <= 5; depth++ {
		c.Perft(depth)
		events := wait(t, c, soon)
		var entries []movegen.PerftEntry
		for _, e := range events[:len(events)-1] {
			entries = append(entries, e.(protocol.Counted).PerftEntry)
		}
		last := events[len(events)-1].(protocol.Finished)
		if want := movegen.Divide(&position, depth); !slices.Equal(entries, want) {
			t.Errorf("depth %d: %v, want %v", depth, entries, want)
		}
		if !last.Perft || last.Depth != depth || last.Nodes != movegen.Perft(&position, depth) {
			t.Errorf("depth %d ends with %+v", depth, last)
		}
	}
}

func TestPerftIsStopped(t *testing.T) {
	c, _ := newController(t)
	c.Perft(60)
	time.Sleep(while)
	c.Stop()
	events := wait(t, c, soon)
	if last, ok := events[len(events)-1].(protocol.Finished); !ok || last.Depth != 0 {
		t.Fatalf("it ends with %+v", events)
	}
}

// liar is a Searcher whose answers cannot be trusted.
type liar struct {
	protocoltest.Searcher
	line []movegen.Move
	best movegen.Move
}

func (l *liar) Search(_ context.Context, _ search.Request, report func(search.Info)) search.Result {
	report(search.Info{Depth: 1, Bound: search.Exact, Line: l.line})
	return search.Result{Best: l.best, Ponder: l.best, Line: l.line}
}

func TestNothingIllegalIsReported(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		l := &liar{best: movegen.Move(random.Uint32())}
		for range random.IntN(6) {
			l.line = append(l.line, movegen.Move(random.Uint32()))
		}
		c := protocol.NewController(func(int) (protocol.Searcher, error) { return l, nil }, protocol.Resources{Hash: 1}, nil)
		start(t, c, search.Limits{Depth: 1}, false)
		for _, e := range wait(t, c, soon) {
			position := c.Position()
			switch e := e.(type) {
			case protocol.Thinking:
				if len(e.Line) == 0 {
					t.Fatal("an empty line")
				}
				for _, m := range e.Line {
					if !position.IsLegal(m) {
						t.Fatalf("line %v", e.Line)
					}
					position.Make(m)
				}
			case protocol.Finished:
				if !position.IsLegal(e.Best) {
					t.Fatalf("best move %v", e.Best)
				}
				if next := position.After(e.Best); e.Ponder != movegen.NoMove && !next.IsLegal(e.Ponder) {
					t.Fatalf("ponder move %v", e.Ponder)
				}
			}
		}
	}
}

// A slow way between GUI and engine shows in the clock of the next move.
func TestTheNextSearchKnowsOfLostTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newController(t)
		clock := 10 * time.Second
		const lost = 300 * time.Millisecond
		for move := range 2 {
			start(t, c, search.Limits{Clock: search.Clock{Remaining: clock}, Depth: 2}, false)
			if lag := c.Limits().Clock.Lag; lag != time.Duration(move)*lost {
				t.Errorf("move %d: a lag of %v, but %v were lost", move+1, lag, lost)
			}
			wait(t, c, soon)
			for range 2 {
				position := c.Position()
				must.Do(t, c.Play(position.Moves()[0]))
			}
			clock -= lost
		}
		must.Do(t, c.NewGame())
		start(t, c, search.Limits{Clock: search.Clock{Remaining: clock}, Depth: 2}, false)
		if clock := c.Limits().Clock; clock.Lag != 0 || clock.Overhead != c.Settings().Overhead {
			t.Errorf("a new game begins with %+v", clock)
		}
	})
}

func TestTheSearcherIsClosedWithItsController(t *testing.T) {
	var searcher *protocoltest.Searcher
	c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		searcher = protocoltest.Open(megabytes)
		return searcher, nil
	}, protocol.Resources{Hash: 1}, rand.NewPCG(1, 1))
	must.Get(c.Go(search.Limits{Infinite: true}, false))(t)
	if err := c.Close(); err != nil || !searcher.Closed {
		t.Errorf("closed: %v, error %v", searcher.Closed, err)
	}
	unused := protocol.NewController(nil, protocol.Resources{}, nil)
	must.Do(t, unused.Close())
}

// TestMemoryTakesNoThinkingTime opens a searcher slowly: a time for the move is whole, and a clock is
// what the GUI's shows by then.
func TestMemoryTakesNoThinkingTime(t *testing.T) {
	const slow, clock = 50 * time.Millisecond, 10 * time.Second
	for _, test := range []struct {
		limits search.Limits
		ponder bool
		want   time.Duration // that the clock shows
	}{
		{limits: search.Limits{Depth: 1, Clock: search.Clock{Remaining: clock}}, want: clock - slow},
		{limits: search.Limits{Depth: 1, Clock: search.Clock{Remaining: clock}}, ponder: true, want: clock},
		{limits: search.Limits{Depth: 1, Clock: search.Clock{Remaining: clock}, MoveTime: time.Second}, want: clock},
		{limits: search.Limits{Depth: 1, Clock: search.Clock{Remaining: 1}}, want: 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			var searcher *protocoltest.Searcher
			c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
				time.Sleep(slow)
				searcher = protocoltest.Open(megabytes)
				return searcher, nil
			}, protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 1))
			start(t, c, test.limits, test.ponder)
			c.PonderHit()
			if !isFinished(wait(t, c, soon)) {
				t.Fatal("no move")
			}
			got, given := searcher.Last().Limits, test.limits
			if got.Clock.Remaining != test.want {
				t.Errorf("%+v, pondering %v: the clock shows %v", given, test.ponder, got.Clock.Remaining)
			}
			if given.MoveTime > 0 && got.MoveTime != given.MoveTime-10*time.Millisecond {
				t.Errorf("the time for the move is %v", got.MoveTime)
			}
			must.Do(t, c.Close())
		})
	}
}

// TestMoveNowPlaysASearchedMove ends searches of the engine itself as soon as they have begun: by
// "?" of xboard and an interrupt at the console, by "stop", and by a ponder hit with an empty clock.
func TestMoveNowPlaysASearchedMove(t *testing.T) {
	// Nxd5 wins a queen.
	position := must.Get(movegen.ParseFEN("r3k2r/pp3ppp/4b3/3q4/8/4N3/P4PPP/R2Q1RK1 w kq - 0 1"))(t)
	for name, end := range map[string]func(c *protocol.Controller, p *protocol.Player){
		"move now": func(c *protocol.Controller, p *protocol.Player) { _ = p.Think(nil); p.MoveNow() },
		"stop": func(c *protocol.Controller, _ *protocol.Player) {
			_, _ = c.Go(search.Limits{Infinite: true}, false)
			c.Stop()
		},
		"ponder hit": func(c *protocol.Controller, _ *protocol.Player) {
			_, _ = c.Go(search.Limits{MoveTime: time.Millisecond}, true)
			c.PonderHit()
		},
	} {
		c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) },
			protocol.Resources{Hash: 4, Threads: 1}, rand.NewPCG(1, 1))
		p := protocol.NewPlayer(c, time.Now)
		must.Do(t, p.SetPosition(position))
		end(c, p)
		events := wait(t, c, soon)
		if f, is := events[len(events)-1].(protocol.Finished); !is || f.Best.String() != "e3d5" || f.Depth < 1 {
			t.Errorf("%s: %+v", name, events[len(events)-1])
		}
		must.Do(t, c.Close())
	}
}
