package arena

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol/client"
)

// misbehaviour is what an opponent writes in place of its second move, and how the game may end.
type misbehaviour struct {
	protocol client.Protocol
	says     string // BEST is a legal move
	want     []Termination
}

// misbehaviours are opponents that write what no engine should.
func misbehaviours() (all []misbehaviour) {
	add := func(p client.Protocol, want []Termination, texts ...string) {
		for _, text := range texts {
			all = append(all, misbehaviour{p, text, want})
		}
	}
	long := strings.Repeat("x", 1<<16)
	good, illegal, late := []Termination{MoveLimit, Normal}, []Termination{IllegalMove}, []Termination{Stall}
	add(client.UCI, illegal, "bestmove\n", "bestmove 0000\n", "bestmove e9e9\n", "bestmove NULL\n", "bestmove Nf3Nf3\n", "bestmove e1g1\n",
		"bestmove \x01\xff\n", "bestmove BESTq\n", "bestmove "+strings.Repeat("e2e4", 1000)+"\n", "bestmove a1a1 ponder a1a1\n",
		"bestmove resign\n", "bestmove (none) ponder BEST\n")
	// A second answer that comes after the next go, and was never legal, cannot be recognised as one.
	add(client.UCI, []Termination{SurplusMove, IllegalMove}, "bestmove BEST\nbestmove BEST\n", "bestmove BEST\nbestmove e9e9\n",
		"bestmove BEST\n\ninfo string again\nbestmove (none)\n")
	add(client.UCI, good, "info depth x score cp y\nbestmove BEST\n", "info depth 99999999999999999999 score cp 99999999999999999999\nbestmove BEST\n",
		"info depth -5 score mate -99999 nodes -1 time -1 pv\nbestmove BEST\n", "info pv a1a1 b2b2\nbestmove BEST ponder a1a1\n",
		"info string bestmove a1a1\nbestmove BEST\n", "\r\n\r\n  bestmove   BEST  \r\n", "readyok\nuciok\nid name Other\nbestmove BEST\n",
		"info "+long+"\nbestmove BEST\n", long+"\nbestmove BEST\n", "info multipv 2 score cp 5 pv a1a1\nbestmove BEST\n", "\xef\xbb\xbfinfo\nbestmove BEST\n",
		"copyprotection error\nregistration error\nbestmove BEST\n", "bestmove BEST ponder\n", "bestmove BEST ponder (none) and more\n", "BESTMOVE a1a1\nbestmove BEST\n")
	add(client.UCI, late, "info depth 1\rbestmove\n", "best move BEST\n", "move BEST\n", "bestmove BEST", "bestmoveBEST\n", "BESTMOVE BEST\n", "\x01bestmove BEST\n", "info string bestmove BEST\n")
	add(client.CECP, illegal, "move\n", "move e9e9\n", "move \x01\n", "1. ... a1a1\n", "My move is : a1a1\n", "move BESTq\n", "move --\n", "move @@@@\n")
	add(client.CECP, good, "1. ... BEST\nMy move is : BEST\n", "99 x y z\nmove BEST\n", "9 99999999999999999999 1 1 a1a1\nmove BEST\n", "feature done=0\nmove BEST\n",
		"pong 77\nmove BEST\n", "offer draw\nmove BEST\n", "Error (too many parameters): usermove\nmove BEST\n", "tellopponent hello\nmove BEST\n",
		long+"\nmove BEST\n", "  move BEST  \r\n")
	add(client.CECP, late, "bestmove BEST\n", "1. BEST\n", "moveBEST\n", "Hint: BEST\n", "move BEST")
	add(client.CECP, []Termination{FalseClaim}, "1/2-1/2\n", "1/2-1/2 {Draw}\nmove BEST\n")
	add(client.CECP, []Termination{Rejection}, "Illegal move: e2e4\n", "Invalid move: e2e4\n", "Illegal move (no reason): BEST\nmove BEST\n")
	return all
}

// TestMisbehavingOpponentsLoseNoGameOfTheMatch plays two games against each: both are recorded, and end as they may.
func TestMisbehavingOpponentsLoseNoGameOfTheMatch(t *testing.T) {
	t.Parallel()
	all := misbehaviours()
	if len(all) < 50 {
		t.Fatalf("only %d kinds", len(all))
	}
	for _, m := range all {
		t.Run(wire.Clip(m.says), func(t *testing.T) {
			program := fakeProgram(t, m.protocol, "says", m.says)
			rules := patientRules
			rules.Grace, rules.MaxMoves = 20*time.Second, 3
			control := client.Control{MoveTime: 20 * time.Second}
			if slices.Contains(m.want, Stall) {
				control.MoveTime, rules.Grace = 700*time.Millisecond, 100*time.Millisecond
			}
			match := Match{Contestants: []Contestant{{Name: "Fake", Control: control, Open: opened(program)}, partner()},
				Openings: []movegen.Position{opening(t)}, Games: 2, Rules: rules}
			match.Report = eachGame(func(g *Game) {
				if !slices.Contains(m.want, g.Termination) || g.Reason == "" || g.Result == movegen.Ongoing ||
					g.Termination.IsFault() && g.Points(0) != 0 {
					t.Errorf("game %d: %v (%s), result %v", g.Number, g.Termination, g.Reason, g.Result)
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}
