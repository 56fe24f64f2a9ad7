package protocol_test

import (
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
)

// newPlayer returns a player whose clock does not advance, at fen after moves.
func newPlayer(t *testing.T, fen string, moves ...string) (*protocol.Player, func() *protocoltest.Searcher) {
	t.Helper()
	controller, searcher := newController(t)
	player := protocol.NewPlayer(controller, func() time.Time { return time.Time{} })
	game, _, err := movegen.Follower().StartFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		if err := game.Play(parse(t, game.Position(), text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := player.SetPosition(game.Start(), game.Moves()...); err != nil {
		t.Fatal(err)
	}
	return player, searcher
}

func parse(t *testing.T, p movegen.Position, text string) movegen.Move {
	t.Helper()
	m, err := notation.ParseUCI(&p, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
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
	if err := player.Think([]movegen.Move{want}); err != nil {
		t.Fatal(err)
	}
	player.MoveNow()
	if f, ok := finished(player); !ok || f.Best != want {
		t.Errorf("%v, the move is %v", ok, f.Best)
	}
}
