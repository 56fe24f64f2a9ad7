package search

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
	"alfiere/tt"
)

func TestGravityKeepsValuesWithinTheirLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 62))
	for _, limit := range []int{correctionLimit, quietLimit, continuationLimit, captureLimit} {
		var value int16
		for range 200_000 {
			before := int(value)
			bonus := random.IntN(limit/4+1) - limit/8
			gravity(&value, bonus, limit)
			if int(value) > limit || int(value) < -limit {
				t.Fatalf("limit %d: %d and %d make %d", limit, before, bonus, value)
			}
		}
		value = 0
		for range 10_000 {
			before := value
			if gravity(&value, limit/16, limit); value < before {
				t.Fatalf("limit %d: a bonus takes %d down to %d", limit, before, value)
			}
		}
		if int(value) < limit*9/10 {
			t.Errorf("limit %d: after ten thousand bonuses only %d", limit, value)
		}
	}
}

func TestADeeperCutOffIsWorthMore(t *testing.T) {
	for depth := 1; depth < MaxPly; depth++ {
		if historyBonus(depth) <= 0 || historyBonus(depth) < historyBonus(depth-1) || historyBonus(depth) > quietLimit/4 {
			t.Fatalf("depth %d is worth %d", depth, historyBonus(depth))
		}
	}
}

// entryAt returns a stack entry with the position, after two moves.
func entryAt(t *testing.T, fen string) *stackEntry {
	t.Helper()
	return &stackEntry{position: mustPosition(t, fen), previous: [3]pieceTo{77, 99}, lastTo: movegen.NoSquare}
}

func TestAQuietMoveThatCutsOffGainsAndThoseBeforeItLose(t *testing.T) {
	h, ss := new(history), entryAt(t, benchPositions[0])
	best, tried, other := quietly(t, "g1f3"), quietly(t, "a2a3"), quietly(t, "h2h3")
	ss.addTried(&candidate{move: tried, quiet: true})
	h.update(ss, best, historyBonus(6))
	if got := [3]int{h.quietScore(ss, best), h.quietScore(ss, tried), h.quietScore(ss, other)}; got[0] <= 0 || got[1] >= 0 || got[2] != 0 {
		t.Errorf("best, tried, other have %v", got)
	}
	if h.counterMove[77] != best || ss.killers != [2]movegen.Move{best} {
		t.Errorf("counter-move %v, killers %v", h.counterMove[77], ss.killers)
	}
	// What followed other moves is not touched: only from and to count there.
	elsewhere := entryAt(t, benchPositions[0])
	elsewhere.previous = [3]pieceTo{1000, 1001}
	if here, there := h.quietScore(ss, best), h.quietScore(elsewhere, best); there <= 0 || there >= here {
		t.Errorf("after other moves %d, here %d", there, here)
	}
	h.update(ss, other, historyBonus(6))
	if ss.killers != [2]movegen.Move{other, best} {
		t.Errorf("killers %v: the newest comes first", ss.killers)
	}
	h.update(ss, other, historyBonus(6))
	if ss.killers != [2]movegen.Move{other, best} {
		t.Errorf("killers %v: the same one twice", ss.killers)
	}
}

func TestACaptureThatCutsOffLeavesQuietMovesAlone(t *testing.T) {
	h, ss := new(history), entryAt(t, "4k3/8/8/2n1n3/3P4/8/8/7K w - - 0 1")
	best, tried, quiet := quietly(t, "d4c5"), quietly(t, "d4e5"), quietly(t, "h1g1")
	ss.addTried(&candidate{move: tried})
	ss.addTried(&candidate{move: quiet, quiet: true})
	h.update(ss, best, historyBonus(5))
	if *h.captureEntry(&ss.position, best) <= 0 || *h.captureEntry(&ss.position, tried) >= 0 {
		t.Errorf("the best has %d, the one before it %d", *h.captureEntry(&ss.position, best), *h.captureEntry(&ss.position, tried))
	}
	if h.quietScore(ss, quiet) != 0 || ss.killers != [2]movegen.Move{} || h.counterMove[77] != movegen.NoMove {
		t.Error("a quiet move has been judged by a capture")
	}
	// A quiet move that is best judges captures tried before it.
	h.update(ss, quiet, historyBonus(5))
	if *h.captureEntry(&ss.position, tried) >= -historyBonus5()/2 {
		t.Errorf("the capture has %d", *h.captureEntry(&ss.position, tried))
	}
}

func historyBonus5() int16 { return int16(historyBonus(5)) }

func TestStoredQuietMovesGainByCutOffsAndElseLose(t *testing.T) {
	quiet, capture := quietly(t, "h1g1"), quietly(t, "d4c5")
	for _, c := range []struct {
		name  string
		move  movegen.Move
		score Score
		sign  int
	}{
		{"a cut-off", quiet, 50, 1},
		{"a fail low", quiet, 49, -1},
		{"no move", movegen.NoMove, 90, 0},
		{"a capture", capture, 90, 0},
		{"a move from an empty square", quietly(t, "a4a5"), 90, 0},
	} {
		w, ss := new(worker), entryAt(t, "4k3/8/8/2n1n3/3P4/8/8/7K w - - 0 1")
		w.ttCutoffBonus(ss, &node{depth: 4, beta: 50, ttMove: c.move, ttScore: c.score})
		if got := w.history.quietScore(ss, quiet); cmp.Compare(got, 0) != c.sign || c.sign == 0 && w.history != (history{}) {
			t.Errorf("%s: %d", c.name, got)
		}
	}
}

// The move that led to the node is seen from the other side: a bad evaluation is its gain.
func TestTheMoveBeforeIsJudgedByTheEvaluation(t *testing.T) {
	for _, c := range []struct {
		name         string
		before, here Score
		inCheck      bool
		sign         int
	}{
		{"it gained", 10, -60, false, 1},
		{"it lost", 10, 40, false, -1},
		{"nothing changed", 10, -10, false, 0},
		{"it was in check", noEval, -500, false, 0},
		{"it gives check", 10, noEval, true, 0},
		{"a swing beyond all bounds", -20_000, -9000, false, 1},
	} {
		w := newLine(movegen.StartPosition())
		move := quietly(t, "g1f3")
		w.stack[0].quietMove, w.stack[0].staticEval, w.stack[1].staticEval = move, c.before, c.here
		w.evalDiffBonus(&w.stack[1], &node{ply: 1, inCheck: c.inCheck})
		got := w.history.quietScore(&w.stack[0], move)
		if sign := min(max(got, -1), 1); sign != c.sign || abs(got) > 2*evalDiffMax {
			t.Errorf("%s: %d", c.name, got)
		}
	}
	w := newLine(movegen.StartPosition())
	w.stack[0].staticEval, w.stack[1].staticEval = 10, -500
	if w.evalDiffBonus(&w.stack[1], &node{ply: 1}); w.history != (history{}) {
		t.Error("a capture has been judged as a quiet move")
	}
	w.stack[0].quietMove = quietly(t, "g1f3")
	if w.failLowBonus(&node{ply: 1, depth: 4}); w.history.quietScore(&w.stack[0], quietly(t, "g1f3")) <= 0 {
		t.Error("a move that no reply refutes gains nothing")
	}
	if w.failLowBonus(&node{ply: 0, depth: 4}); w.previousQuiet(0) != nil {
		t.Error("something led to the root")
	}
}

func TestCorrectionsPullTheEvaluationTowardsTheResult(t *testing.T) {
	for _, error := range []Score{300, -300} {
		w := newLine(movegen.StartPosition())
		ss := &w.stack[0]
		last := Score(0)
		for range 300 {
			ss.staticEval = 20 + w.correction.find(ss)
			w.learnCorrection(ss, &node{depth: 8, bestScore: 20 + error}, tt.Exact)
			value := w.correction.find(ss)
			if (value-last)*error < 0 {
				t.Fatalf("an error of %d moves the correction from %d to %d", error, last, value)
			}
			last = value
		}
		limit := Score(correctionSlices * correctionLimit / correctionGrain)
		if last == 0 || last > limit || last < -limit {
			t.Errorf("an error of %d is corrected by %d, within ±%d", error, last, limit)
		}
	}
}

func TestWhatTeachesNothingAboutTheEvaluation(t *testing.T) {
	capture := quietly(t, "d4c5")
	for _, c := range []struct {
		name   string
		n      node
		bound  tt.Bound
		learns bool
	}{
		{"an exact score", node{bestScore: 90}, tt.Exact, true},
		{"a lower bound above it", node{bestScore: 90}, tt.Lower, true},
		{"a lower bound below it", node{bestScore: -90}, tt.Lower, false},
		{"an upper bound below it", node{bestScore: -90}, tt.Upper, true},
		{"an upper bound above it", node{bestScore: 90}, tt.Upper, false},
		{"a mate", node{bestScore: MateScore - 5}, tt.Exact, false},
		{"being mated", node{bestScore: -MateScore + 4}, tt.Exact, false},
		{"check", node{bestScore: 90, inCheck: true}, tt.Exact, false},
		{"a capture", node{bestScore: 90, bestMove: capture}, tt.Exact, false},
		{"a quiet move", node{bestScore: 90, bestMove: quietly(t, "h1g1")}, tt.Exact, true},
	} {
		w := newLine(mustPosition(t, "4k3/8/8/2n1n3/3P4/8/8/7K w - - 0 1"))
		ss := &w.stack[0]
		w.correction.find(ss)
		c.n.depth = 8
		if w.learnCorrection(ss, &c.n, c.bound); (w.correction != correctionHistory{}) != c.learns {
			t.Errorf("%s: learns %v", c.name, !c.learns)
		}
	}
}

// Positions that share pawns, one side's pieces or the last move share what was learnt.
func TestCorrectionsAreSharedByLikePositions(t *testing.T) {
	w := new(worker)
	index := func(fen string, last pieceTo) [correctionSlices]uint16 {
		ss := entryAt(t, fen)
		ss.previous[0] = last
		w.correction.find(ss)
		return ss.correctionIndex
	}
	base := index("4k3/pp6/8/8/8/8/6PP/R3K3 w - - 0 1", 5)
	for _, c := range []struct {
		name, fen string
		last      pieceTo
		shares    [correctionSlices]bool
	}{
		{"other kings' places", "3k4/pp6/8/8/8/8/6PP/R4K2 w - - 0 1", 6, [4]bool{true, false, false, false}},
		{"another pawn", "4k3/p7/8/8/8/8/6PP/R3K3 w - - 0 1", 5, [4]bool{false, true, true, true}},
		{"another black piece", "3nk3/pp6/8/8/8/8/6PP/R3K3 w - - 0 1", 5, [4]bool{true, true, false, true}},
		{"another move before", "4k3/pp6/8/8/8/8/6PP/R3K3 w - - 0 1", 6, [4]bool{true, true, true, false}},
	} {
		other := index(c.fen, c.last)
		for slice, shares := range c.shares {
			if (other[slice] == base[slice]) != shares {
				t.Errorf("%s: slice %d shared %v", c.name, slice, !shares)
			}
		}
	}
}
