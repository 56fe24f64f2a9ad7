package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/movegen"
)

// TestLinesOfOthersChangeNothingButTheOrder gives searches lines at random, many of them illegal: the same
// moves are searched, lines stay legal, and mates and the only move that avoids one are found as without.
func TestLinesOfOthersChangeNothingButTheOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, fen := range append(slices.Clone(benchPositions[:5]), "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "7k/8/8/8/8/5q2/8/R5RK w - - 0 1") {
		for _, exchange := range []bool{false, true} {
			e, asked := newEngine(t), 0
			root := mustPosition(t, fen)
			request := Request{Position: root, Limits: Limits{Depth: 4}, MultiPV: random.IntN(3)}
			if exchange {
				request.Exchange = func(line []movegen.Move) (others [][]movegen.Move) {
					asked++
					for range 5 {
						p, other := root, []movegen.Move{}
						for range random.IntN(8) {
							m := movegen.Move(random.Uint32())
							if moves := p.Moves(); len(moves) > 0 && random.IntN(8) > 0 {
								m = moves[random.IntN(len(moves))]
								p.Make(m)
							}
							other = append(other, m)
						}
						others = append(others, other)
					}
					return append(others, line)
				}
			}
			r := e.Search(context.Background(), request, func(info Info) {
				p := root
				for _, m := range info.Line {
					if !p.IsLegal(m) {
						t.Fatalf("%s: %v of the line %v is illegal", fen, m, info.Line)
					}
					p.Make(m)
				}
			})
			if mate, is := r.Score.Mate(); fen[0] == '6' && (!is || mate != 1) || exchange && asked != r.Depth {
				t.Errorf("%s: score %d, asked %d times in %d iterations", fen, r.Score, asked, r.Depth)
			}
			var searched []movegen.Move
			for _, m := range e.workers[0].rootMoves {
				searched = append(searched, m.move)
			}
			moves := root.Moves()
			slices.Sort(searched)
			if slices.Sort(moves); !slices.Equal(searched, moves) {
				t.Errorf("%s: the root moves are %v, not %v", fen, searched, moves)
			}
		}
	}
}

// TestMovesOfOthersFollowTheBest checks the order of the root moves and what the table knows.
func TestMovesOfOthersFollowTheBest(t *testing.T) {
	e := newEngine(t)
	root := movegen.StartPosition()
	line := []movegen.Move{quietly(t, "a2a3"), quietly(t, "h7h6"), quietly(t, "h2h3")}
	request := Request{Position: root, Limits: Limits{Depth: 1}, Exchange: func([]movegen.Move) [][]movegen.Move {
		return [][]movegen.Move{line, {quietly(t, "b2b3")}}
	}}
	best := e.Search(context.Background(), request, nil).Best
	w := e.workers[0]
	if got := w.rootMoves; got[0].move != best || got[1].move != line[0] || got[2].move.String() != "b2b3" {
		t.Errorf("the order is %v %v %v", got[0].move, got[1].move, got[2].move)
	}
	p := root.After(line[0])
	if got := w.tt.move(p.Key()); got != line[1] {
		t.Errorf("the table knows %v in reply to %v", got, line[0])
	}
	if got := w.tt.move(root.Key()); got != best {
		t.Errorf("the best move %v became %v", best, got)
	}
}
