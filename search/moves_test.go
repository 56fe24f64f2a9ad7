package search

import (
	"math/rand/v2"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
)

func TestMovesAreReducedMoreTheLaterAndTheDeeper(t *testing.T) {
	w := new(worker)
	for depth := lmrDepth; depth < 100; depth++ {
		for number := lmrMoves + 1; number < 100; number++ {
			c := candidate{moveCount: int16(number), quiet: true}
			n := node{depth: depth, kind: allNode, improving: true}
			r := w.lateMoveReduction(&n, &c, historyCentre)
			later, deeper := c, n
			later.moveCount++
			deeper.depth++
			if r < 0 || w.lateMoveReduction(&n, &later, historyCentre) < r || w.lateMoveReduction(&deeper, &c, historyCentre) < r {
				t.Fatalf("depth %d, move %d: reduced by %d, the next by %d, a ply deeper by %d", depth, number, r,
					w.lateMoveReduction(&n, &later, historyCentre), w.lateMoveReduction(&deeper, &c, historyCentre))
			}
		}
	}
}

func TestWhatPromisesMoreIsReducedLess(t *testing.T) {
	base := node{ply: 3, depth: 12, kind: allNode, improving: true, alpha: 10, beta: 11}
	quiet := candidate{moveCount: 20, quiet: true}
	usual := new(worker).lateMoveReduction(&base, &quiet, historyCentre)
	for _, c := range []struct {
		name    string
		change  func(w *worker, n *node, c *candidate)
		history int
		more    int // parts of a ply
	}{
		{"nothing else", func(*worker, *node, *candidate) {}, 0, 0},
		{"a cut node", func(_ *worker, n *node, _ *candidate) { n.kind = cutNode }, 0, lmrCutNode},
		{"the principal variation", func(w *worker, n *node, _ *candidate) {
			n.kind, n.beta, w.rootWindow = pvNode, 20, 40
		}, 0, -lmrPV - lmrWindow/4},
		{"a former one", func(_ *worker, n *node, _ *candidate) { n.ttPV = true }, 0, -lmrTTPV},
		{"an evaluation that does not rise", func(_ *worker, n *node, _ *candidate) { n.improving = false }, 0, lmrNotImproving},
		{"a stored capture", func(_ *worker, n *node, _ *candidate) { n.ttCapture = true }, 0, lmrTTCapture},
		{"a singular move", func(_ *worker, n *node, _ *candidate) { n.singular = true }, 0, -lmrSingular},
		{"a check", func(_ *worker, _ *node, c *candidate) { c.givesCheck = true }, 0, -lmrCheck},
		{"an evasion", func(_ *worker, n *node, _ *candidate) { n.inCheck = true }, 0, -lmrInCheck},
		{"a good history", func(*worker, *node, *candidate) {}, historyPerPly, -lmrScale},
		{"a bad history", func(*worker, *node, *candidate) {}, -2 * historyPerPly, 2 * lmrScale},
		{"a bad capture", func(_ *worker, _ *node, c *candidate) { c.quiet, c.badCapture = false, true }, 0, 0},
		{"a good capture", func(_ *worker, _ *node, c *candidate) { c.quiet, c.seeNonNegative = false, true }, 0, -lmrGoodCapture},
		{"replies that cut off", func(w *worker, _ *node, _ *candidate) { w.stack[4].cutOffs = lmrChildren + 1 }, 0, lmrChildCutOffs},
		{"an answer to a late move", func(w *worker, _ *node, _ *candidate) { w.stack[2].moveCount = lmrLateMoves + 1 }, 0, -lmrLateParent},
	} {
		w, n, m := new(worker), base, quiet
		c.change(w, &n, &m)
		if got := w.lateMoveReduction(&n, &m, historyCentre+c.history); got != usual+c.more {
			t.Errorf("%s: %d instead of %d", c.name, got, usual+c.more)
		}
	}
}

func TestMovesAreExtendedOnceAndForAReason(t *testing.T) {
	const fen = "4k3/8/8/3n4/4P3/8/8/R3K3 w - - 0 1"
	for _, c := range []struct {
		name, move string
		n          node
		recaptures bool
		want       int
	}{
		{"a quiet move", "e1d2", node{ply: 1, depth: 5}, false, 0},
		{"a check that is safe", "a1a8", node{ply: 1, depth: checkExtensionDepth}, false, 1},
		{"a check near the horizon", "a1a8", node{ply: 1, depth: checkExtensionDepth - 1}, false, 0},
		{"a check far below the root", "a1a8", node{ply: 16, depth: checkExtensionDepth}, false, 0},
		{"a singular move", "e1d2", node{ply: 1, depth: 5, extension: 2, ttMove: 1}, false, 2},
		{"a singular check", "a1a8", node{ply: 1, depth: checkExtensionDepth, extension: 1, ttMove: 1}, false, 1},
		{"a move that is not alone", "e1d2", node{ply: 1, depth: 5, extension: -2, ttMove: 1}, false, -2},
		{"a check that is not alone", "a1a8", node{ply: 1, depth: checkExtensionDepth, extension: -1, ttMove: 1}, false, -1},
		{"the extension of another move", "e1d2", node{ply: 1, depth: 5, extension: 2}, false, 0},
		{"a recapture at the horizon", "e4d5", node{ply: 1, depth: 1}, true, 1},
		{"a recapture, not asked for", "e4d5", node{ply: 1, depth: 1}, false, 0},
		{"a recapture before the horizon", "e4d5", node{ply: 1, depth: 2}, true, 0},
		{"a singular recapture", "e4d5", node{ply: 1, depth: 1, extension: 1, ttMove: 1}, true, 2},
	} {
		w := newWorker(t, movegen.StartPosition(), Request{Legacy: Legacy{Recaptures: c.recaptures}})
		ss := &w.stack[c.n.ply]
		ss.position = mustPosition(t, fen)
		ss.lastTo, _ = movegen.ParseSquare("d5")
		w.stack[c.n.ply-1].position = mustPosition(t, "4k3/8/2n5/3P4/4P3/8/8/R3K3 b - - 0 1") // the knight takes on d5
		m := parsed(t, &ss.position, c.move)
		if c.n.ttMove != movegen.NoMove {
			c.n.ttMove = m
		}
		info := ss.position.CheckInfo()
		got := w.extensionOf(ss, &c.n, &candidate{move: m, givesCheck: ss.position.GivesCheck(m, &info)})
		if got != c.want {
			t.Errorf("%s: %d plies, not %d", c.name, got, c.want)
		}
	}
}

func TestACheckThatLosesThePieceIsExtendedOnThePrincipalVariationOnly(t *testing.T) {
	for kind, want := range map[nodeType]int{pvNode: 1, cutNode: 0, allNode: 0} {
		w := newWorker(t, mustPosition(t, "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1"), Request{})
		ss := &w.stack[0]
		m := parsed(t, &ss.position, "d1d7")
		if got := w.extensionOf(ss, &node{kind: kind, depth: checkExtensionDepth}, &candidate{move: m, givesCheck: true}); got != want {
			t.Errorf("in a node of type %d: %d", kind, got)
		}
	}
}

func TestLateQuietMovesAreLeftOutOnlyOffThePrincipalVariation(t *testing.T) {
	for depth := 1; depth < 20; depth++ {
		for _, improving := range []bool{false, true} {
			limit := lateMoveLimit(depth, improving)
			if limit < 1 || lateMoveLimit(depth+1, improving) < limit || improving && limit < lateMoveLimit(depth, false) {
				t.Fatalf("depth %d, improving %v: limit %d", depth, improving, limit)
			}
			n := node{depth: depth, kind: allNode, improving: improving}
			pv, check := n, n
			pv.kind, check.inCheck = pvNode, true
			if lateMovePrune(&n, limit) || lateMovePrune(&n, limit+1) != (depth <= lateMoveDepth) ||
				lateMovePrune(&pv, 200) || lateMovePrune(&check, 200) {
				t.Fatalf("depth %d: wrong about the move after %d", depth, limit)
			}
		}
	}
}

// A side with pawns only is not pruned: there a quiet move decides.
func TestWhichMovesMayBePruned(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		n               node
		pruned          bool
	}{
		{"a hopeless quiet move", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a2a3", node{depth: 2, alpha: 900}, true},
		{"one that gives check", "4k3/8/8/8/8/8/P7/1R2K3 w - - 0 1", "b1b8", node{depth: 2, alpha: 900}, false},
		{"one in check", "4k3/8/8/8/8/8/P3q3/R3K3 w - - 0 1", "e1e2", node{depth: 2, alpha: 900, inCheck: true}, false},
		{"one that may yet be good", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a2a3", node{depth: 2, alpha: 90}, false},
		{"one at a greater depth", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a2a3", node{depth: 15, alpha: 900}, false},
		{"one of a side with pawns only", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", node{depth: 2, alpha: 900}, false},
		{"one that loses the rook", "4k3/8/8/8/1p6/8/8/R3K3 w - - 0 1", "a1a3", node{depth: 3, alpha: -900}, true},
		{"a capture that loses the queen", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", node{depth: 3, alpha: -900}, true},
		{"the same at a greater depth", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", node{depth: 12, alpha: -900}, false},
		{"a capture that wins", "4k3/3q4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", node{depth: 3, alpha: 900}, false},
	} {
		w := newWorker(t, mustPosition(t, c.fen), Request{})
		ss := &w.stack[0]
		m := parsed(t, &ss.position, c.move)
		info := ss.position.CheckInfo()
		c.n.kind, c.n.improving = cutNode, true
		got := w.canPrune(ss, &c.n, &candidate{move: m, moveCount: 2, quiet: isQuiet(&ss.position, m), givesCheck: ss.position.GivesCheck(m, &info)})
		if got != c.pruned {
			t.Errorf("%s: pruned %v", c.name, got)
		}
	}
}

func TestNoMoreMovesAreNotedThanThereIsRoomFor(t *testing.T) {
	ss := new(stackEntry)
	for i := range 200 {
		ss.addTried(&candidate{move: movegen.Move(i + 1), quiet: true})
		ss.addTried(&candidate{move: movegen.Move(i + 1)})
	}
	if ss.quietCount != len(ss.quiets) || ss.captureCount != len(ss.captures) || ss.quiets[3] != 4 || ss.captures[3] != 4 {
		t.Errorf("%d quiet moves and %d captures", ss.quietCount, ss.captureCount)
	}
}

// With the window wide open nothing can be cut off: every legal move of a node is then
// searched, or pruned after the first.
func TestTheBestMoveOfANodeIsLegalAndItsScoreIsItsOwn(t *testing.T) {
	random := rand.New(rand.NewPCG(71, 72))
	for _, fen := range benchPositions[:effort.Of(25, 10, 10)] {
		randomLine(random, mustPosition(t, fen), 3, func(p movegen.Position) {
			if len(p.Moves()) == 0 {
				return
			}
			w := newWorker(t, p, Request{})
			ss := &w.stack[0]
			n := node{depth: 3, alpha: -Infinity, beta: Infinity, kind: pvNode, key: p.Key(), inCheck: p.InCheck(), ttEval: noEval}
			w.staticEvaluation(ss, &n)
			w.prepareMoves(ss, &n)
			w.searchMoves(ss, &n)
			if !p.IsLegal(n.bestMove) || n.bestScore <= -Infinity || n.bestScore >= Infinity || ss.pvLength == 0 || ss.pv[0] != n.bestMove {
				t.Fatalf("%s: %v with %d, variation %v", p.FEN(), n.bestMove, n.bestScore, ss.pv[:ss.pvLength])
			}
			at := p
			for _, m := range ss.pv[:ss.pvLength] {
				if !at.IsLegal(m) {
					t.Fatalf("%s: %v of %v is illegal", p.FEN(), m, ss.pv[:ss.pvLength])
				}
				at.Make(m)
			}
		})
	}
}
