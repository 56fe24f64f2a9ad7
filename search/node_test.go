package search

import (
	"context"
	"testing"

	"alfiere/movegen"
	"alfiere/tt"
)

func TestChildrenOfCutNodesAreAllNodesAndTheReverse(t *testing.T) {
	for _, c := range []struct{ of, first, later nodeType }{
		{pvNode, pvNode, cutNode}, {cutNode, allNode, allNode}, {allNode, cutNode, cutNode},
	} {
		if c.of.firstChild() != c.first || c.of.child() != c.later {
			t.Errorf("a node of type %d has a first child of type %d and then %d", c.of, c.of.firstChild(), c.of.child())
		}
	}
}

// What a stored bound says of the true score decides whether it settles a window: it
// does if the window could not tell any two such scores apart.
func TestAStoredScoreSettlesAWindowOfWhichItSaysEnough(t *testing.T) {
	proves := func(bound tt.Bound, stored, truth Score) bool {
		return bound == tt.Exact && truth == stored || bound == tt.Lower && truth >= stored || bound == tt.Upper && truth <= stored
	}
	for _, bound := range []tt.Bound{tt.None, tt.Upper, tt.Lower, tt.Exact} {
		for stored := Score(-6); stored <= 6; stored++ {
			for alpha := Score(-4); alpha <= 4; alpha++ {
				for beta := alpha + 1; beta <= 5; beta++ {
					settles := bound != tt.None
					for truth := Score(-8); truth <= 8; truth++ {
						if proves(bound, stored, truth) && min(max(truth, alpha), beta) != min(max(stored, alpha), beta) {
							settles = false
						}
					}
					n := node{alpha: alpha, beta: beta, ttBound: bound, ttScore: stored}
					if n.ttSettles() != settles {
						t.Fatalf("bound %d, score %d, window %d to %d: settles %v", bound, stored, alpha, beta, !settles)
					}
				}
			}
		}
	}
}

func TestTheBoundOfANodeIsWhatItsWindowLets(t *testing.T) {
	for _, c := range []struct {
		kind  nodeType
		best  Score
		bound tt.Bound
	}{
		{pvNode, 10, tt.Upper}, {pvNode, 11, tt.Exact}, {pvNode, 19, tt.Exact}, {pvNode, 20, tt.Lower}, {pvNode, -5, tt.Upper},
		{cutNode, 10, tt.Upper}, {cutNode, 20, tt.Lower}, {allNode, 9, tt.Upper}, {allNode, 25, tt.Lower},
	} {
		n := node{kind: c.kind, alpha: 10, beta: 20, bestScore: c.best}
		if n.bound() != c.bound {
			t.Errorf("type %d, score %d: bound %d", c.kind, c.best, n.bound())
		}
		if raised := n.raisedAlpha(); raised < 10 || raised < c.best {
			t.Errorf("score %d: moves to come are searched from %d", c.best, raised)
		}
	}
}

// saveResult lets w's table know the position after the first line of play.
func saveResult(w *worker, key movegen.Key, depth int, bound tt.Bound, score Score) {
	w.tt.save(&node{key: key, bestScore: score}, depth, bound, 0)
}

func TestTTSettlesClosedWindowsOnlyAndNotNearTheFiftyMoveRule(t *testing.T) {
	const fen = "4k3/pp6/8/8/8/8/6PP/R3K3 w - - "
	for _, c := range []struct {
		name, clock string
		kind        nodeType
		beta        Score
		depth       int // of what is stored; the node asks for 3
		excl        movegen.Move
		settled     bool
	}{
		{"a cut node", "0 1", cutNode, 101, 3, 0, true},
		{"an all node", "0 1", allNode, 101, 3, 0, true},
		{"more depth than asked for", "0 1", cutNode, 101, 9, 0, true},
		{"too little depth", "0 1", cutNode, 101, 2, 0, false},
		{"an open window", "0 1", pvNode, 900, 3, 0, false},
		{"near the fifty-move rule", "90 80", cutNode, 101, 3, 0, false},
		{"just before that", "89 80", cutNode, 101, 3, 0, true},
		{"a singular search", "0 1", cutNode, 101, 3, quietly(t, "a1a7"), false},
	} {
		p := mustPosition(t, fen+c.clock)
		w := newWorker(t, p, Request{})
		saveResult(w, p.Key(), c.depth, tt.Exact, 12345)
		w.stack[0].excluded = c.excl
		if got := w.alphaBeta(100, c.beta, 3, 0, c.kind); (got == 12345) != c.settled {
			t.Errorf("%s: %d", c.name, got)
		}
	}
}

func TestQuiescenceIsSettledByTheTableInClosedWindowsOnly(t *testing.T) {
	p := mustPosition(t, "4k3/pp6/8/8/8/8/6PP/R3K3 w - - 0 1")
	for _, c := range []struct {
		name        string
		alpha, beta Score
		bound       tt.Bound
		settled     bool
	}{
		{"closed", 10, 11, tt.Exact, true}, {"open", -900, 900, tt.Exact, false},
		{"closed, a lower bound above", 10, 11, tt.Lower, true}, {"closed, an upper bound below", 60, 61, tt.Upper, true},
		{"open, a lower bound", -900, 900, tt.Lower, false}, {"closed, a lower bound below", 60, 61, tt.Lower, false},
	} {
		w := newWorker(t, p, Request{})
		saveResult(w, p.Key(), 0, c.bound, 50)
		if got := w.quiescence(c.alpha, c.beta, 0); c.settled && got != 50 || (w.nodes == 1) != c.settled {
			t.Errorf("%s: %d after %d nodes", c.name, got, w.nodes)
		}
	}
}

// Quiescence may stand pat: it never finds less than the evaluation, unless in check, and
// what it finds beyond alpha has a line of captures.
func TestQuiescenceFindsAtLeastTheEvaluation(t *testing.T) {
	for _, fen := range benchPositions {
		p := mustPosition(t, fen)
		if p.InCheck() {
			continue
		}
		w := newWorker(t, p, Request{})
		ss := &w.stack[0]
		score := w.quiescence(-Infinity, Infinity, 0)
		if score < ss.staticEval {
			t.Errorf("%s: %d, the evaluation is %d", fen, score, ss.staticEval)
		}
		if score > ss.staticEval != (ss.pvLength > 0) {
			t.Errorf("%s: %d after an evaluation of %d has the line %v", fen, score, ss.staticEval, ss.pv[:ss.pvLength])
		}
		for _, m := range ss.pv[:ss.pvLength] {
			if !p.InCheck() && isQuiet(&p, m) {
				t.Errorf("%s: %v of %v is quiet", fen, m, ss.pv[:ss.pvLength])
			}
			p.Make(m)
		}
	}
}

func TestNoMateIsLookedForBehindANearerOne(t *testing.T) {
	w := newWorker(t, movegen.StartPosition(), Request{})
	for ply := 2; ply < 60; ply += 3 {
		w.stack[ply].position = movegen.StartPosition()
		w.stack[ply].excluded = movegen.NoMove
		for _, c := range []struct{ alpha, beta, want Score }{
			{MateScore - Score(ply) - 1, Infinity, MateScore - Score(ply) - 1}, // a mate that is as near as any from here
			{-Infinity, -MateScore + Score(ply), -MateScore + Score(ply)},      // the best that we can lose by
		} {
			before := w.nodes
			if got := w.alphaBeta(c.alpha, c.beta, 9, ply, pvNode); got != c.want || w.nodes != before+1 {
				t.Fatalf("ply %d, window %d to %d: %d after %d nodes", ply, c.alpha, c.beta, got, w.nodes-before)
			}
		}
	}
}

// plainMate returns whether the side to move can force mate within the given number of
// its moves, by trying everything: the reference implementation for announced mates.
func plainMate(p *movegen.Position, moves int) bool {
	for _, m := range p.Moves() {
		next := p.After(m)
		replies := next.Moves()
		if len(replies) == 0 {
			if next.InCheck() {
				return true
			}
			continue
		}
		if moves > 1 && !anyEscapes(&next, replies, moves-1) {
			return true
		}
	}
	return false
}

func anyEscapes(p *movegen.Position, replies []movegen.Move, moves int) bool {
	for _, m := range replies {
		next := p.After(m)
		if !plainMate(&next, moves) {
			return true
		}
	}
	return false
}

// Mates are near in these positions: what is announced must be true at any depth.
func TestAnnouncedMatesAreThoseOfPlainSearch(t *testing.T) {
	announced := 0
	engine := newEngine(t)
	for _, fen := range []string{
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "2r4k/6pp/7N/3Q4/8/8/5PPP/6K1 w - - 0 1",
		"7k/P5pp/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/2k5/2q5/K7 b - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
		"8/8/8/8/8/k7/7r/K7 b - - 0 1", "k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
		"5k2/8/4KP2/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/1q6/3k4/K7 w - - 0 1", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "k7/2K5/8/8/8/8/8/8 w - - 0 1",
	} {
		p := mustPosition(t, fen)
		for depth := 1; depth <= 8; depth++ {
			engine.NewGame()
			r := engine.Search(context.Background(), Request{Position: p, Limits: Limits{Depth: depth}}, nil)
			mate, ok := r.Score.Mate()
			if !ok || max(mate, -mate) > 2+3/p.Occupied().Count() {
				continue // too far for the reference
			}
			announced++
			if mate > 0 && !plainMate(&p, mate) || mate < 0 && anyEscapes(&p, p.Moves(), -mate) {
				t.Errorf("%s, depth %d: mate in %d announced, there is none", fen, depth, mate)
			}
		}
	}
	if announced < 30 {
		t.Errorf("only %d mates were announced", announced)
	}
}

func TestTheScoreOfANodeWithoutMoves(t *testing.T) {
	for _, c := range []struct {
		name string
		n    node
		want Score
	}{
		{"mate at ply 7", node{ply: 7, inCheck: true}, -MateScore + 7},
		{"stalemate", node{ply: 7}, 0},
		{"only the excluded move", node{ply: 7, alpha: 31, excluding: true}, 31},
		{"only the excluded move, in check", node{ply: 7, alpha: 31, excluding: true, inCheck: true}, 31},
	} {
		if got := scoreWithoutMoves(&c.n); got != c.want {
			t.Errorf("%s: %d", c.name, got)
		}
	}
}

// A single legal reply is as singular as can be, and several equal ones are not.
func TestAMoveIsSingularIfAllElseIsClearlyWorse(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		score           Score
		singular        bool
	}{
		{"the only legal move", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "h8g8", 0, true},
		{"the only move that takes the queen", "4k3/8/8/8/3q4/4P3/8/4K3 w - - 0 1", "e3d4", 100, true},
		{"one of many", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "a2a3", 0, false},
	} {
		w := newWorker(t, movegen.StartPosition(), Request{})
		ss := &w.stack[1]
		ss.position, ss.lastTo = mustPosition(t, c.fen), movegen.NoSquare
		w.keys = append(w.keys, ss.position.Key())
		move := parsed(t, &ss.position, c.move)
		n := node{ply: 1, depth: singularDepth, kind: allNode, alpha: -100, beta: -99, key: ss.position.Key(), ttHit: true,
			ttMove: move, ttDepth: singularDepth, ttBound: tt.Lower, ttScore: c.score, ttEval: noEval}
		if !w.mayBeSingular(ss, &n) {
			t.Fatalf("%s: is not asked", c.name)
		}
		n.beta = 5000 // so that no multi-cut is found
		if multiCut := w.singular(ss, &n); multiCut || (n.extension > 0) != c.singular {
			t.Errorf("%s: multi-cut %v, extension %d", c.name, multiCut, n.extension)
		}
		if ss.excluded != movegen.NoMove {
			t.Errorf("%s: the move is still excluded", c.name)
		}
		for name, change := range map[string]func(n *node){
			"the root":           func(n *node) { n.ply = 0 },
			"a shallow node":     func(n *node) { n.depth = singularDepth - 1 },
			"a shallow entry":    func(n *node) { n.ttDepth = n.depth - singularTTDepth - 1 },
			"an upper bound":     func(n *node) { n.ttBound = tt.Upper },
			"a mate":             func(n *node) { n.ttScore = MateScore - 3 },
			"an illegal move":    func(n *node) { n.ttMove = quietly(t, "a8h1") },
			"no move":            func(n *node) { n.ttMove = movegen.NoMove },
			"a singular search":  func(n *node) { n.excluding = true },
			"far below the root": func(n *node) { n.ply = 2 * w.rootDepth },
		} {
			other := n
			if change(&other); w.mayBeSingular(ss, &other) {
				t.Errorf("%s: asked at %s", c.name, name)
			}
		}
	}
}

// parsed returns the legal move with the text.
func parsed(t *testing.T, p *movegen.Position, text string) movegen.Move {
	t.Helper()
	for _, m := range p.Moves() {
		if m.String() == text {
			return m
		}
	}
	t.Fatalf("%s has no move %s", p.FEN(), text)
	return movegen.NoMove
}
