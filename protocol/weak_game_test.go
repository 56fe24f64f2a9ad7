package protocol_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// limited returns a controller of limited strength with a real engine.
func limited(t *testing.T, elo string, seed uint64) *protocol.Controller {
	t.Helper()
	c := protocol.NewController(func(int) (protocol.Searcher, error) { return search.New(1) },
		protocol.Resources{Hash: 1, Threads: 4}, rand.NewPCG(seed, 5))
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	set(t, c, "UCI_LimitStrength", "true")
	set(t, c, "UCI_Elo", elo)
	set(t, c, "Threads", "4")
	return c
}

func set(t *testing.T, c *protocol.Controller, name, value string) {
	t.Helper()
	if err := c.SetOption(name, value); err != nil {
		t.Fatal(err)
	}
}

// finish waits for the end of the search and returns it.
func finish(t *testing.T, c *protocol.Controller) protocol.Finished {
	t.Helper()
	events := wait(t, c, 10*soon)
	f, ok := events[len(events)-1].(protocol.Finished)
	if !ok {
		t.Fatalf("no end: %+v", events)
	}
	return f
}

// TestAWeakEngineKeepsToItsNodes: they limit a move of a game, whatever the clock
// allows, but neither analysis nor the search for a mate; there is one line to see.
func TestAWeakEngineKeepsToItsNodes(t *testing.T) {
	nodes := protocol.Settings{Elo: 1300}.Strength().Nodes
	tests := []struct {
		name   string
		limits search.Limits
		weak   bool
		want   uint64 // nodes asked of the searcher
	}{
		{"a clock", search.Limits{Clock: search.Clock{Remaining: soon}}, true, nodes},
		{"a depth", search.Limits{Depth: 3}, true, nodes},
		{"fewer nodes", search.Limits{Nodes: 7}, true, 7},
		{"more nodes", search.Limits{Nodes: nodes + 1}, true, nodes},
		{"a mate", search.Limits{Mate: 2}, false, 0},
		{"analysis", search.Limits{Infinite: true}, false, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, searcher := newController(t)
			set(t, c, "UCI_LimitStrength", "true")
			set(t, c, "UCI_Elo", "1300")
			set(t, c, "Threads", "4")
			start(t, c, test.limits, false)
			if got := c.Limits().Nodes; got != test.want {
				t.Errorf("the controller says %d nodes, want %d", got, test.want)
			}
			c.Wait()
			for e, ok := c.Next(); ok; e, ok = c.Next() {
				if thinking, is := e.(protocol.Thinking); is && thinking.MultiPV > 1 {
					t.Errorf("line %d is told", thinking.MultiPV)
				}
			}
			got := searcher().Last()
			if got.Limits.Nodes != test.want || (got.MultiPV > 1) != test.weak || searcher().Threads != 1 {
				t.Errorf("asked for %d nodes and %d lines on %d threads", got.Limits.Nodes, got.MultiPV, searcher().Threads)
			}
		})
	}
}

// play plays moves of the engine against itself and returns them.
func play(t *testing.T, c *protocol.Controller, count int) []movegen.Move {
	t.Helper()
	for range count {
		if c.Game().Over() {
			break
		}
		start(t, c, search.Limits{}, false)
		if err := c.Play(finish(t, c).Best); err != nil {
			t.Fatal(err)
		}
	}
	return c.Game().Moves()
}

func TestTheSameSeedPlaysTheSameGame(t *testing.T) {
	moves := play(t, limited(t, "1300", 1), 20)
	again := play(t, limited(t, "1300", 1), 20)
	other := play(t, limited(t, "1300", 2), 20)
	if !slices.Equal(moves, again) {
		t.Errorf("%v, then %v", moves, again)
	}
	if slices.Equal(moves, other) {
		t.Errorf("another seed plays %v too", moves)
	}
}

// TestTheStrongerWins plays a few games between weak engines, and with ALFIERE_LONG=1
// matches over the whole range.
func TestTheStrongerWins(t *testing.T) {
	games, pairs := 4, [][2]string{{"1300", "1700"}}
	if os.Getenv("ALFIERE_LONG") == "1" {
		games, pairs = 40, append(pairs, [][2]string{{"800", "1200"}, {"1100", "1500"}, {"1500", "1900"}, {"1700", "2100"}, {"1900", "2300"}}...)
	}
	for _, pair := range pairs {
		points := 0.0
		for game := range games {
			players := [2]*protocol.Controller{limited(t, pair[0], uint64(game)), limited(t, pair[1], uint64(game))}
			strong := movegen.Color(1 - game%2) // plays White in every second game
			if strong == movegen.White {
				players[0], players[1] = players[1], players[0]
			}
			switch winner, won := duel(t, players); {
			case !won:
				points += 0.5
			case winner == strong:
				points++
			}
		}
		t.Logf("%s scores %.1f of %d against %s", pair[1], points, games, pair[0])
		if points < 0.65*float64(games) {
			t.Errorf("%s scores only %.1f of %d against %s", pair[1], points, games, pair[0])
		}
	}
}

// duel plays a game and returns its winner.
func duel(t *testing.T, players [2]*protocol.Controller) (movegen.Color, bool) {
	t.Helper()
	game := movegen.Referee{Draws: movegen.DrawsAtOnce}.Start(movegen.StartPosition())
	for !game.Over() {
		position := game.Position()
		c := players[position.Side()]
		start(t, c, search.Limits{}, false)
		m := finish(t, c).Best
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		for _, p := range players {
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return game.Outcome().Winner()
}
