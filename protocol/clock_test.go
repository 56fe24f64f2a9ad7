package protocol

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// randomControls returns one to four controls, any of which may last to the end.
func randomControls(random *rand.Rand) []TimeControl {
	controls := make([]TimeControl, 1+random.IntN(maxControls))
	for i := range controls {
		controls[i] = TimeControl{Moves: random.IntN(6), Base: time.Duration(i+1) * time.Minute,
			Increment: time.Duration(random.IntN(3)) * time.Second}
	}
	return controls
}

// handClock is the reference for Clock: one side's clock, kept by hand move by move.
type handClock struct {
	controls  []TimeControl
	index     int
	left      int // moves of the control; 0 is to the end of the game
	remaining time.Duration
}

func newHandClock(controls []TimeControl) *handClock {
	return &handClock{controls: controls, left: controls[0].Moves, remaining: controls[0].Base}
}

func (h *handClock) move(took time.Duration) {
	h.remaining += h.controls[h.index].Increment - took
	if h.left--; h.left == 0 {
		h.index = min(h.index+1, len(h.controls)-1)
		h.left = h.controls[h.index].Moves
		h.remaining += h.controls[h.index].Base
	}
	h.left = max(h.left, 0)
}

func (h *handClock) shown() search.Clock {
	return search.Clock{Remaining: h.remaining, Increment: h.controls[h.index].Increment, MovesToGo: h.left}
}

func TestTheClockAgreesWithOneKeptByHand(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for i := range 1000 {
		controls, since := randomControls(random), random.IntN(10)
		clock := newClock()
		clock.EngineOnly = i%2 == 0
		if !clock.SetControls(controls, since) {
			t.Fatal("refused")
		}
		hands := [2]*handClock{newHandClock(controls), newHandClock(controls)}
		engine := random.IntN(2)
		for ply := since; ply < since+60; ply++ {
			side := movegen.Color(ply & 1)
			if clock.EngineOnly && int(side) != engine {
				continue
			}
			if got, want := clock.limits(side, ply).Clock, hands[side].shown(); got != want {
				t.Fatalf("%v from half-move %d on, at %d: %+v, by hand %+v", controls, since, ply, got, want)
			}
			took := time.Duration(random.IntN(1000)) * time.Millisecond
			clock.spend(side, took, ply)
			hands[side].move(took)
		}
	}
}

func TestWhatBoundsASearch(t *testing.T) {
	tests := []struct {
		name string
		set  func(*Clock)
		want search.Limits
	}{
		{"the clock", func(*Clock) {}, search.Limits{Clock: search.Clock{Remaining: 5 * time.Minute, MovesToGo: 40}}},
		{"a clock of zero is still a clock", func(c *Clock) { c.SetRemaining(movegen.White, 0) },
			search.Limits{Clock: search.Clock{Remaining: time.Nanosecond, MovesToGo: 40}}},
		{"the other clock does not matter", func(c *Clock) { c.SetRemaining(movegen.Black, time.Second) },
			search.Limits{Clock: search.Clock{Remaining: 5 * time.Minute, MovesToGo: 40}}},
		{"the time is for the whole game", func(c *Clock) { c.GameIn = true }, search.Limits{Clock: search.Clock{Remaining: 5 * time.Minute}}},
		{"a time for every move instead", func(c *Clock) { c.MoveTime = time.Second }, search.Limits{MoveTime: time.Second}},
		{"a depth besides", func(c *Clock) { c.MoveTime, c.Depth = time.Second, 4 }, search.Limits{MoveTime: time.Second, Depth: 4}},
		{"nodes for time", func(c *Clock) { c.MoveTime, c.NodeRate, c.Depth = 8*time.Second, 10000, 4 },
			search.Limits{Nodes: 80000, Depth: 4}},
		{"at least one node", func(c *Clock) { c.NodeRate = 1; c.SetRemaining(movegen.White, -time.Second) }, search.Limits{Nodes: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			test.set(&c)
			if got := c.limits(movegen.White, 0); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestNewControlsBeginAtOnceAndTooManyAreRefused(t *testing.T) {
	c := newClock()
	c.MoveTime, c.Depth = time.Second, 5
	c.spend(movegen.White, time.Minute, 0)
	before := c
	for _, refused := range [][]TimeControl{nil, make([]TimeControl, maxControls+1)} {
		if c.SetControls(refused, 3) || !reflect.DeepEqual(c, before) {
			t.Errorf("%d controls: %+v", len(refused), c)
		}
	}
	controls := []TimeControl{{Moves: 1, Base: time.Hour}, {Base: time.Minute}}
	if !c.SetControls(controls, 7) {
		t.Fatal("two controls are refused")
	}
	want := Clock{Depth: 5, controls: controls, since: 7, remaining: [2]time.Duration{time.Hour, time.Hour}}
	if !reflect.DeepEqual(c, want) || !slices.Equal(c.Controls(), controls) {
		t.Errorf("the clock is %+v", c)
	}
}

func TestTheClockOfAnEngineAloneGoesWithItToTheOtherSide(t *testing.T) {
	c := newClock()
	c.EngineOnly = true
	c.SetRemaining(movegen.Black, time.Minute)
	c.spend(movegen.White, 10*time.Second, 0)
	if c.Remaining(movegen.White) != 50*time.Second || c.Remaining(movegen.Black) != 50*time.Second {
		t.Errorf("White has %v, Black %v", c.Remaining(movegen.White), c.Remaining(movegen.Black))
	}
}

func TestNoClockRunsOver(t *testing.T) {
	c := newClock()
	for range 100 {
		c.spend(movegen.White, 1<<62, 0)
	}
	if c.Remaining(movegen.White) != -maxClock {
		t.Errorf("after an age it shows %v", c.Remaining(movegen.White))
	}
}

func TestLagIsWhatTheClockLosesBeyondTheThinking(t *testing.T) {
	const ms = time.Millisecond
	type move struct {
		ply                           int
		remaining, increment, thought time.Duration
		want                          time.Duration
	}
	for _, c := range []struct {
		name  string
		moves []move
	}{
		{"nothing is known at first", []move{{0, 1000 * ms, 0, 50 * ms, 0}}},
		{"thirty lost", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 920 * ms, 0, 50 * ms, 30 * ms}}},
		{"the increment comes back", []move{{0, 1000 * ms, 100 * ms, 50 * ms, 0}, {2, 1020 * ms, 100 * ms, 50 * ms, 30 * ms}}},
		{"an eighth is forgotten", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 910 * ms, 0, 50 * ms, 40 * ms}, {4, 860 * ms, 0, 50 * ms, 35 * ms}}},
		{"a time control adds", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 90000 * ms, 0, 50 * ms, 0}}},
		{"a move taken back", []move{{2, 1000 * ms, 0, 50 * ms, 0}, {0, 900 * ms, 0, 50 * ms, 0}}},
		{"another increment", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 800 * ms, 10 * ms, 50 * ms, 0}}},
		{"a minute of sleep", []move{{0, 90000 * ms, 0, 50 * ms, 0}, {2, 30000 * ms, 0, 50 * ms, time.Second}}},
		{"a quarter of a low clock", []move{{0, 100 * ms, 0, 10 * ms, 0}, {2, 40 * ms, 0, 10 * ms, 10 * ms}}},
		{"a search that ends late", []move{{0, 1000 * ms, 0, 180 * ms, 0}, {2, 820 * ms, 0, 20 * ms, 80 * ms}}},
		{"a clock below zero", []move{{0, 100 * ms, 0, 10 * ms, 0}, {2, -40 * ms, 0, 10 * ms, 0}}},
	} {
		var m lagMeter
		for i, move := range c.moves {
			got := m.begin(search.Clock{Remaining: move.remaining, Increment: move.increment}, move.ply)
			if got != move.want {
				t.Errorf("%s: move %d: %v, want %v", c.name, i, got, move.want)
			}
			m.end(move.thought, 100*ms)
		}
	}
}

func TestASearchWithoutAnEndSaysNothingAboutLag(t *testing.T) {
	var m lagMeter
	m.begin(search.Clock{Remaining: time.Second}, 0)
	if lag := m.begin(search.Clock{Remaining: time.Second / 2}, 2); lag != 0 {
		t.Errorf("a search that was dropped: lag %v", lag)
	}
}

// TestPlayableLikeReferee compares the cutting of lines with a referee that knows every
// rule by itself, on random games that like to go back and forth.
func TestPlayableLikeReferee(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	ends := 0
	for range 3000 {
		position := must.Get(movegen.ParseFEN([]string{
			"7k/8/8/8/8/8/8/KQ6 w - - 90 100", "7k/8/8/8/8/8/8/K5R1 w - - 0 1", movegen.StartFEN,
			"k7/8/1K6/8/8/8/8/7R b - - 97 80"}[random.IntN(4)]))(t)
		game := movegen.Follower().Start(position)
		for range random.IntN(8) {
			playRandom(game, random)
		}
		j := &job{root: game.Position(), history: game.Keys()}
		referee := game
		var line []movegen.Move
		want := -1
		for len(line) < 14 {
			m, ok := playRandom(referee, random)
			if !ok {
				break
			}
			line = append(line, m)
			if want < 0 && ended(referee) {
				want = len(line)
				ends++
			}
		}
		if random.IntN(3) == 0 {
			line = append(line, movegen.MakeMove(movegen.A1, movegen.A1, movegen.Normal))
			if want < 0 {
				want = len(line) - 1
			}
		} else if want < 0 {
			want = len(line)
		}
		if got := j.legalPrefix(line); len(got) != want {
			t.Fatalf("from %s the line %v is cut after %d moves, want %d", j.root.FEN(), line, len(got), want)
		}
	}
	if ends < 100 {
		t.Errorf("only %d lines ended the game: the test tests nothing", ends)
	}
}

// ended reports whether the game has ended in a way after which a line is cut.
func ended(g *movegen.Game) bool {
	position := g.Position()
	return g.Over() || g.Repetitions() >= 3 || position.HalfmoveClock() >= 100
}

// playRandom plays a random move; half of the time it goes back where it came from.
func playRandom(g *movegen.Game, random *rand.Rand) (movegen.Move, bool) {
	position := g.Position()
	legal := position.Moves()
	if len(legal) == 0 {
		return movegen.NoMove, false
	}
	m := legal[random.IntN(len(legal))]
	if moves := g.Moves(); len(moves) >= 2 && random.IntN(4) > 0 {
		last := moves[len(moves)-2]
		if back := movegen.MakeMove(last.To(), last.From(), movegen.Normal); position.IsLegal(back) {
			m = back
		}
	}
	return m, g.Play(m) == nil
}
