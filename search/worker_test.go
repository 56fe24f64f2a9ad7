package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/tt"
)

// newWorker returns the worker of a search of the position that has not begun.
func newWorker(t testing.TB, p movegen.Position, request Request) *worker {
	t.Helper()
	e := must.Get(New(1))(t)
	t.Cleanup(e.Close)
	request.Position = p
	if request.Knowledge == 0 {
		request.Knowledge = eval.All
	}
	w := e.workers[0]
	w.prepare(&run{request: &request, tt: e.tt, workers: e.workers, report: func(Info) {}}, true)
	w.rootDepth = 8
	return w
}

// randomLine plays up to plies random moves from p and reports every position on the way.
func randomLine(random *rand.Rand, p movegen.Position, plies int, tell func(p movegen.Position)) {
	for range plies {
		tell(p)
		moves := p.Moves()
		if len(moves) == 0 {
			return
		}
		p.Make(moves[random.IntN(len(moves))])
	}
}

// The reference implementation counts positions by their text: board, side, castling and
// en passant. What the keys of the line make of it must agree.
func TestRepetitionsAreThoseOfTheReference(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	draws := 0
	walks := effort.Of(300, 100, 100)
	for range walks {
		p := mustPosition(t, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1")
		var texts []string
		var keys []movegen.Key
		before := random.IntN(12) // positions of the game before the root
		var w *worker             // of the root, which is one of the positions
		for ply := range 40 {
			if ply < before {
				texts, keys = append(texts, textOf(&p)), append(keys, p.Key())
			} else {
				if ply == before {
					w = newLine(p)
					w.keys, w.rootPly = append(append([]movegen.Key{}, keys...), p.Key()), len(keys)
				}
				inTree, inGame := 0, 0
				for i, text := range texts {
					if text == textOf(&p) && i > before {
						inTree++
					} else if text == textOf(&p) {
						inGame++
					}
				}
				want := inTree > 0 || inGame > 1 || p.InsufficientMaterial()
				if got := w.isDraw(&w.stack[ply-before]); got != want {
					t.Fatalf("%s after %v: draw %v, the reference says %v", p.FEN(), texts, got, want)
				}
				if want {
					draws++
					break
				}
				canRepeat := slices.ContainsFunc(p.Moves(), func(m movegen.Move) bool {
					next := p.After(m)
					return len(texts) > before && slices.Contains(texts[before+1:], textOf(&next))
				})
				if got := w.canRepeat(&w.stack[ply-before]); got != canRepeat {
					t.Fatalf("%s after %v: can be repeated %v, the reference says %v", p.FEN(), texts, got, canRepeat)
				}
				texts = append(texts, textOf(&p))
			}
			m := shuffle(random, &p)
			if ply >= before {
				w.push(ply-before, m)
			}
			p.Make(m)
		}
	}
	if draws < walks/3 {
		t.Errorf("only %d lines came to a draw", draws)
	}
}

// newLine returns a worker that knows no more than the root.
func newLine(p movegen.Position) *worker {
	w := new(worker)
	w.stack[0].position, w.stack[0].lastTo = p, movegen.NoSquare
	w.keys = []movegen.Key{p.Key()}
	return w
}

// shuffle returns a random move of king or rook, so that positions come again.
func shuffle(random *rand.Rand, p *movegen.Position) movegen.Move {
	var moves []movegen.Move
	for _, m := range p.Moves() {
		if p.PieceAt(m.From()).Type() != movegen.Pawn && !p.IsCapture(m) && m.From()&7 <= 5 {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		moves = p.Moves()
	}
	return moves[random.IntN(min(len(moves), 3))]
}

// textOf returns what makes two positions the same.
func textOf(p *movegen.Position) string { return strings.Join(strings.Fields(p.FEN())[:4], " ") }

// A position of the game counts as a draw when it comes for the third time, one of the search when it comes again.
func TestWhatWasPlayedMayComeAgainOnce(t *testing.T) {
	shuttle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, c := range []struct {
		name         string
		game, search int // plies of the shuttle before the root and behind it
		draw         bool
	}{
		{"once in the search", 0, 3, false},
		{"the root again", 0, 4, false},
		{"a position of the search again", 0, 5, true},
		{"once in the game", 4, 0, false},
		{"twice in the game", 8, 0, true},
		{"once in the game, once in the search", 4, 4, true},
		{"once in the game, the second time in the search", 2, 2, false},
	} {
		w := newLine(movegen.StartPosition())
		for ply := range c.game + c.search {
			p := w.stack[ply].position
			next := p.After(parsed(t, &p, shuttle[ply%4]))
			w.stack[ply+1].position = next
			w.keys = append(w.keys, next.Key())
		}
		w.rootPly = c.game
		if got := w.isDraw(&w.stack[c.game+c.search]); got != c.draw {
			t.Errorf("%s: draw %v", c.name, got)
		}
	}
}

func TestTheFiftyMoveRuleYieldsToMate(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      bool
	}{
		{"99 half-moves", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", false},
		{"100 half-moves", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", true},
		{"100 half-moves, the last one mates", "R3k3/8/4K3/8/8/8/8/8 b - - 100 80", false},
		{"100 half-moves, the last one checks", "R3k3/8/8/4K3/8/8/8/8 b - - 100 80", true},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"a bishop is not enough", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
		{"a pawn is", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1", false},
	} {
		w := newLine(mustPosition(t, c.fen))
		if got := w.isDraw(&w.stack[0]); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestPushAndPopLeaveTheLineAsItWas(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 34))
	table := must.Get(tt.New(1))(t)
	defer table.Close()
	for _, fen := range benchPositions[:20] {
		w := newLine(mustPosition(t, fen))
		w.tt.tt = table
		root := w.stack[0].position
		depth := 0
		for ; depth < 30; depth++ {
			at := w.stack[depth].position
			moves := at.Moves()
			if len(moves) == 0 {
				break
			}
			if random.IntN(4) == 0 && !at.InCheck() {
				w.pushNull(depth)
				at.MakeNull()
				if next := &w.stack[depth+1]; !next.afterNullMove || next.previous[0] != noPieceTo || next.lastTo != movegen.NoSquare {
					t.Fatalf("%s: after a null move %+v", fen, next.previous)
				}
			} else {
				m := moves[random.IntN(len(moves))]
				piece := at.PieceAt(m.From())
				w.push(depth, m)
				at.Make(m)
				if next := &w.stack[depth+1]; next.afterNullMove || next.previous[0] != pieceToOf(piece, m.To()) || next.lastTo != m.To() {
					t.Fatalf("%s: after %v %+v", fen, m, next.previous)
				}
				if next := &w.stack[depth+1]; next.previous[1] != w.stack[depth].previous[0] {
					t.Fatalf("%s: the move two plies before is %v", fen, next.previous[1])
				}
			}
			if w.stack[depth+1].position != at || w.keys[len(w.keys)-1] != at.Key() {
				t.Fatalf("%s: %s instead of %s", fen, w.stack[depth+1].position.FEN(), at.FEN())
			}
		}
		for range depth {
			w.pop()
		}
		if len(w.keys) != 1 || w.keys[0] != root.Key() || w.stack[0].position != root {
			t.Errorf("%s: %d keys are left", fen, len(w.keys))
		}
	}
}

func TestAPrincipalVariationIsTheMoveAndTheOneAfterIt(t *testing.T) {
	w := new(worker)
	moves := []movegen.Move{quietly(t, "e2e4"), quietly(t, "e7e5"), quietly(t, "g1f3")}
	for ply := len(moves) - 1; ply >= 0; ply-- {
		w.updatePV(ply, moves[ply])
	}
	ss := &w.stack[0]
	if got := ss.pv[:ss.pvLength]; len(got) != 3 || got[0] != moves[0] || got[1] != moves[1] || got[2] != moves[2] {
		t.Errorf("the variation is %v", got)
	}
	w.stack[1].pvLength = 0
	w.updatePV(0, moves[2])
	if got := ss.pv[:ss.pvLength]; len(got) != 1 || got[0] != moves[2] {
		t.Errorf("with nothing behind it the variation is %v", got)
	}
}

func TestTheLimitOfNodesIsPolledInTime(t *testing.T) {
	w := newWorker(t, movegen.StartPosition(), Request{Limits: Limits{Nodes: 2500}})
	w.completed = 1
	for w.countNode() {
		if w.nodes > 2500 {
			t.Fatal("counts on beyond the limit")
		}
	}
	if w.nodes != 2500 || w.countNode() || w.nodes != 2500 {
		t.Errorf("stopped after %d nodes", w.nodes)
	}
}

// freeQueen has a knight that takes a queen for nothing, as the first move of no order.
const freeQueen = "r3k2r/pp3ppp/4b3/3q4/8/4N3/P4PPP/R2Q1RK1 w kq - 0 1"

func TestDepthOneIsCompletedBeforeAnyLimitOrStop(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	hit := make(chan struct{})
	close(hit)
	long := time.Now().Add(-time.Hour)
	for _, test := range []struct {
		name   string
		ctx    context.Context
		limits Limits
	}{
		{"stopped before it begins", ended, Limits{Infinite: true}},
		{"pondering, stopped before it begins", ended, Limits{PonderHit: make(chan struct{})}},
		{"one node", context.Background(), Limits{Nodes: 1}},
		{"no time left", context.Background(), Limits{MoveTime: time.Nanosecond}},
		{"the time is over", context.Background(), Limits{MoveTime: time.Millisecond, Started: long}},
		{"the clock has run out", context.Background(), Limits{Clock: Clock{Remaining: -time.Second}, Started: long}},
		{"the ponder move was played at once", context.Background(), Limits{PonderHit: hit, Clock: Clock{Remaining: 1}, Started: long}},
	} {
		for _, threads := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, %d threads", test.name, threads), func(t *testing.T) {
				e := newEngine(t)
				e.SetThreads(threads)
				var lines []Info
				r := e.Search(test.ctx, Request{Position: mustPosition(t, freeQueen), Limits: test.limits}, func(i Info) {
					if len(i.Line) > 0 {
						lines = append(lines, i)
					}
				})
				if r.Depth < 1 || r.Best.String() != "e3d5" || r.Score < 300 {
					t.Errorf("depth %d, %v with %d", r.Depth, r.Best, r.Score)
				}
				if len(lines) == 0 || lines[len(lines)-1].Line[0] != r.Best {
					t.Errorf("reported are %+v", lines)
				}
			})
		}
	}
}

func TestOfSeveralLinesTheBestIsCompletedBeforeAStop(t *testing.T) {
	var lines []Info
	r := newEngine(t).Search(context.Background(), Request{Position: mustPosition(t, freeQueen), MultiPV: 5, Limits: Limits{Nodes: 1}},
		func(i Info) { lines = append(lines, i) })
	if r.Depth != 1 || r.Best.String() != "e3d5" || len(lines) == 0 || lines[0].Depth != 1 || lines[0].Line[0] != r.Best {
		t.Errorf("%v at depth %d, reported are %+v", r.Best, r.Depth, lines)
	}
}

// The exchanges of many queens have hardly an end that a stop could wait for.
func TestDepthOneIsShortWhereCapturesHaveNoEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	e, most := newEngine(t), uint64(0)
	for range 40 {
		board := []byte("111111qk" + "111111qq" + strings.Repeat("1", 32) + "QQ111111" + "KQ111111")
		free := []int{}
		for i, piece := range board {
			if piece == '1' {
				free = append(free, i)
			}
		}
		for i, at := range random.Perm(len(free))[:24] {
			board[free[at]] = "QqQqQqQqQqQqRrRrBbBbNnNn"[i]
		}
		text := string(board[:8])
		for i := 8; i < 64; i += 8 {
			text += "/" + string(board[i:i+8])
		}
		for n := 8; n > 1; n-- {
			text = strings.ReplaceAll(text, strings.Repeat("1", n), strconv.Itoa(n))
		}
		p, err := movegen.ParseFEN(text + " w - - 0 1")
		if err != nil {
			continue // a knight gives check
		}
		r := e.Search(context.Background(), Request{Position: p, Limits: Limits{Nodes: 1}}, nil)
		if r.Depth != 1 || r.Nodes > 2*firstIterationNodes {
			t.Errorf("%s: depth %d with %d nodes", p.FEN(), r.Depth, r.Nodes)
		}
		most = max(most, r.Nodes)
	}
	if most < firstIterationNodes {
		t.Errorf("no exchanges of more than %d nodes: the positions are too easy", most)
	}
}
