package protocol_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search"
)

// newPlayer returns a player whose clock does not advance, at fen after moves.
func newPlayer(t *testing.T, fen string, moves ...string) (*protocol.Player, func() *protocoltest.Searcher) {
	t.Helper()
	controller, searcher := newController(t)
	player := protocol.NewPlayer(controller, func() time.Time { return time.Time{} })
	game := must.First(movegen.Follower().StartFEN(fen))(t)
	for _, text := range moves {
		must.Do(t, game.Play(parse(t, game.Position(), text)))
	}
	must.Do(t, player.SetPosition(game.Start(), game.Moves()...))
	return player, searcher
}

func parse(t *testing.T, p movegen.Position, text string) movegen.Move {
	t.Helper()
	return must.Get(notation.ParseUCI(&p, text))(t)
}

// shuffle is eight half-moves after which the position occurs for the third time.
var shuffle = []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}

func TestHowAGameStands(t *testing.T) {
	tests := []struct {
		name, fen string
		moves     []string
		alive     bool // dead positions are none
		want      movegen.Ending
	}{
		{"the beginning", movegen.StartFEN, nil, false, movegen.NotEnded},
		{"mate", movegen.StartFEN, []string{"f2f3", "e7e5", "g2g4", "d8h4"}, false, movegen.Checkmate},
		{"stalemate", "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", nil, false, movegen.Stalemate},
		{"a third repetition", movegen.StartFEN, shuffle, false, movegen.ThreefoldRepetition},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", nil, false, movegen.FiftyMoves},
		{"a dead position", "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", nil, false, movegen.DeadPosition},
		{"a dead position that is to be played on", "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", nil, true, movegen.NotEnded},
		{"fifty moves in it", "4k1n1/8/8/8/8/8/8/4K3 w - - 100 80", nil, true, movegen.FiftyMoves},
		{"a third repetition in it", "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1",
			[]string{"e1e2", "e8e7", "e2e1", "e7e8", "e1e2", "e8e7", "e2e1", "e7e8"}, true, movegen.ThreefoldRepetition},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			player, _ := newPlayer(t, test.fen, test.moves...)
			player.DeadDraws = !test.alive
			if got := player.Outcome(); got.Ending != test.want || (got.Result == movegen.Ongoing) != (test.want == movegen.NotEnded) {
				t.Errorf("the outcome is %+v, want %v", got, test.want)
			}
			if player.Both = true; player.Due() != (test.want == movegen.NotEnded) {
				t.Errorf("a move is due: %v", player.Due())
			}
		})
	}
}

func TestWhatEndsTheGameIsNotPonderedOn(t *testing.T) {
	tests := []struct {
		name, fen string
		moves     []string
		hint      string
		ponders   bool
	}{
		{"a quiet reply", movegen.StartFEN, nil, "e2e4", true},
		{"a mate", movegen.StartFEN, []string{"f2f3", "e7e5", "g2g4"}, "d8h4", false},
		{"a third repetition", movegen.StartFEN, shuffle[:7], shuffle[7], false},
		{"a second repetition", movegen.StartFEN, shuffle[:3], shuffle[3], true},
		{"the fiftieth move", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", nil, "e1e2", false},
		{"what leaves nothing to mate with", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", nil, "e1e2", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			player, _ := newPlayer(t, test.fen, test.moves...)
			position, length := player.Position(), player.Len()
			player.Easy, player.Hint = false, parse(t, position, test.hint)
			if begun, err := player.Ponder(); err != nil || begun != test.ponders || player.Pondering() != test.ponders {
				t.Errorf("it has begun: %v, error %v", begun, err)
			}
			player.Stop()
			if player.Position() != position || player.Len() != length || player.Pondering() {
				t.Error("the expected reply is on the board")
			}
		})
	}
}

// TestAPonderHitIsNotSearchedAnew: one search continues until its result is reported, once.
func TestAPonderHitIsNotSearchedAnew(t *testing.T) {
	player, searcher := newPlayer(t, movegen.StartFEN, "e2e4", "e7e5")
	player.Easy, player.Hint, player.Clock.Depth = false, parse(t, player.Position(), "g1f3"), 2
	if begun, err := player.Ponder(); !begun || err != nil {
		t.Fatal(begun, err)
	}
	hint := player.Hint
	if event, ok := finished(player); ok {
		t.Errorf("while it ponders it tells %+v", event)
	}
	if _, err := player.Play(hint); err != nil || !player.Thinking() || player.Len() != 3 {
		t.Fatalf("after the hit: thinking %v, %d half-moves, %v", player.Thinking(), player.Len(), err)
	}
	player.MoveNow()
	f, ok := finished(player)
	if !ok || f.Root != player.Position() || searcher().Searches() != 1 {
		t.Fatalf("found: %v, in %d searches", ok, searcher().Searches())
	}
	if _, err := player.Answer(f); err != nil || player.Len() != 4 || player.Hint != f.Ponder {
		t.Errorf("after the answer there are %d half-moves, %v", player.Len(), err)
	}
}

// finished returns the result of what is searched, if it has come.
func finished(p *protocol.Player) (protocol.Finished, bool) {
	for event, ok := p.Next(); ok; event, ok = p.Next() {
		if f, ok := event.(protocol.Finished); ok {
			return f, true
		}
	}
	return protocol.Finished{}, false
}

func TestAPositionWithAnIllegalMoveKeepsThoseBefore(t *testing.T) {
	player, _ := newPlayer(t, movegen.StartFEN)
	start := movegen.StartPosition()
	e4 := parse(t, start, "e2e4")
	if err := player.SetPosition(start, e4, e4); err == nil || player.Len() != 1 {
		t.Errorf("%d moves are played, error %v", player.Len(), err)
	}
}

func TestThinkingAmongMovesChoosesOneOfThem(t *testing.T) {
	player, _ := newPlayer(t, movegen.StartFEN)
	player.Clock.Depth = 1
	want := parse(t, player.Position(), "h2h4")
	must.Do(t, player.Think([]movegen.Move{want}))
	player.MoveNow()
	if f, ok := finished(player); !ok || f.Best != want {
		t.Errorf("%v, the move is %v", ok, f.Best)
	}
}

// TestALimitedSearcherIsThatOfTheOption: the same nodes and lines are asked of the searcher,
// and the lines that only serve the choice are kept secret.
func TestALimitedSearcherIsThatOfTheOption(t *testing.T) {
	lowest := protocol.Settings{}.Strength().Elo
	for _, elo := range []int{lowest, 1650, 2000} {
		full := protocoltest.Open(1)
		weak := must.Get(protocol.Settings{Elo: elo}.Limit(full, rand.NewPCG(1, 2)))(t)
		p := movegen.StartPosition()
		result := weak.Search(context.Background(), search.Request{Position: p, Limits: search.Limits{Depth: 4}}, func(i search.Info) {
			if i.MultiPV > 1 {
				t.Errorf("line %d is reported", i.MultiPV)
			}
		})
		if !p.IsLegal(result.Best) {
			t.Errorf("%v is played", result.Best)
		}
		want := protocol.Settings{Elo: elo}.Strength()
		if request := full.Last(); request.Limits.Nodes != want.Nodes || request.MultiPV < 2 {
			t.Errorf("with %d it is asked for %+v, want %d nodes", elo, request, want.Nodes)
		}
	}
	for _, elo := range []int{lowest - 1, -5, 100000} {
		if _, err := (protocol.Settings{Elo: elo}).Limit(protocoltest.Open(1), rand.NewPCG(1, 2)); err == nil {
			t.Errorf("a rating of %d is taken", elo)
		}
	}
}

// limited returns a controller of limited strength with a real engine.
func limited(t *testing.T, elo string, seed uint64) *protocol.Controller {
	t.Helper()
	c := protocol.NewController(func(int) (protocol.Searcher, error) { return search.New(1) },
		protocol.Resources{Hash: 1, Threads: 4}, rand.NewPCG(seed, 5))
	t.Cleanup(func() { must.Do(t, c.Close()) })
	set(t, c, "UCI_LimitStrength", "true")
	set(t, c, "UCI_Elo", elo)
	set(t, c, "Threads", "4")
	return c
}

func set(t *testing.T, c *protocol.Controller, name, value string) {
	t.Helper()
	must.Do(t, c.SetOption(name, value))
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
					t.Errorf("line %d is reported", thinking.MultiPV)
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
		must.Do(t, c.Play(finish(t, c).Best))
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

// TestTheStrongerWins plays a few games between weak engines, and with ALFIERE_LONG=1 matches over the whole range.
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
		must.Do(t, game.Play(m))
		for _, p := range players {
			must.Do(t, p.Play(m))
		}
	}
	return game.Outcome().Winner()
}
