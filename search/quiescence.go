package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// quiescence returns the fail-soft value of the position at ply when only captures and
// promotions that do not lose by exchanges, and evasions, are played on.
func (w *worker) quiescence(alpha, beta Score, ply int) Score {
	// Step 1. Count the node; a stop, a draw or the end of the stack settles it.
	ss := &w.stack[ply]
	if score, settled := w.enter(ss, ply); settled {
		return score
	}
	var n node // filled in place, as in alphaBeta
	n.ply, n.alpha, n.beta, n.kind = ply, alpha, beta, allNode
	n.key, n.inCheck = ss.position.Key(), ss.position.InCheck()
	if beta-alpha > 1 {
		n.kind, n.ttPV = pvNode, true
	}

	// Step 2. Ask the transposition table.
	w.tt.probe(&n)
	if n.kind != pvNode && n.ttSettles() {
		return n.ttScore
	}

	// Step 3. Standing pat: the static evaluation is a lower bound unless in check.
	w.staticEvaluation(ss, &n)
	n.bestScore = -MateScore + Score(ply)
	if !n.inCheck {
		n.bestScore = n.eval
		if n.bestScore >= beta {
			return n.bestScore
		}
	}

	// Step 4. Search the noisy moves, or all evasions.
	w.searchNoisy(ss, &n)
	if w.stopped {
		return 0
	}

	// Step 5. Store the result.
	bound := tt.Upper
	if n.bestScore >= beta {
		bound = tt.Lower
	}
	w.tt.save(&n, 0, bound, ss.rawEval)
	return n.bestScore
}

// searchNoisy is the move loop of quiescence.
func (w *worker) searchNoisy(ss *stackEntry, n *node) {
	if n.inCheck {
		ss.checks.Set(&ss.position)
		ss.picker.start(ss, n.ttMove, movegen.NoMove)
	} else {
		ss.picker.startCaptures(ss, n.ttMove)
	}
	var c candidate
	for moveCount := 1; ; moveCount++ {
		// Step 4a. Take the next move.
		ss.picker.next(ss, &w.history, &c)
		if c.move == movegen.NoMove {
			return
		}
		alpha := n.raisedAlpha()

		// Step 4b. Delta pruning; one good evasion makes quiet and losing ones needless.
		if n.bestScore > -TBBound {
			if n.inCheck {
				if moveCount > 2 && (c.quiet || c.badCapture) {
					return
				}
			} else if c.move.To() != ss.lastTo {
				if moveCount > quiescenceMoves {
					continue
				}
				if hope := ss.staticEval + gainOf(&ss.position, c.move) + Score(deltaMargin); hope <= alpha {
					n.bestScore = max(n.bestScore, hope)
					continue
				}
			}
		}

		// Step 4c. Search it.
		w.prefetch(ss, c.move)
		w.push(n.ply, c.move)
		score := -w.quiescence(-n.beta, -alpha, n.ply+1)
		w.pop()
		if w.stopped {
			return
		}

		// Step 4d. Is it the best so far, does it cut off?
		if score > n.bestScore {
			n.bestScore = score
			if score > n.alpha {
				n.bestMove = c.move
				if score >= n.beta {
					return
				}
				w.updatePV(n.ply, c.move)
			}
		}
	}
}

// gainOf returns what m takes and promotes to, in centipawns.
func gainOf(p *movegen.Position, m movegen.Move) Score {
	gain := Score(movegen.ExchangeValue(p.Captured(m)))
	if m.Kind() == movegen.Promotion {
		gain += Score(movegen.ExchangeValue(m.PromotionType()))
	}
	return gain
}
