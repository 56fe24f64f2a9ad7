package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// quiescence returns the fail-soft value of the frame's position when only captures
// and promotions that do not lose by exchanges, and evasions, are played on.
func (w *worker) quiescence(alpha, beta Score, ply int) Score {
	f := &w.frames[ply]
	if score, settled := w.enter(f, ply); settled {
		return score
	}
	pv := beta-alpha > 1
	key := f.position.Key() ^ w.run.salt
	entry, found := w.run.table.Probe(key)
	if found {
		score := fromTable(entry.Score, ply)
		if !pv && cutsOff(entry.Bound, score, alpha, beta) {
			return score
		}
	}
	n := node{ply: ply, alpha: alpha, beta: beta, inCheck: f.position.InCheck()}
	w.judge(f, &n, entry, found)
	best := -MateScore + Score(ply)
	if !n.inCheck {
		best = n.eval // standing pat
		if best >= beta {
			return best
		}
	}
	best, move := w.quietMoves(f, &n, best, max(alpha, best), beta, entry.Move)
	if w.stopped {
		return 0
	}
	bound := tt.Upper
	if best >= beta {
		bound = tt.Lower
	}
	w.run.table.Store(key, tt.Entry{Move: move, Score: toTable(best, ply), Eval: int16(f.rawEval), Bound: bound})
	return best
}

// quietMoves is the move loop of quiescence.
func (w *worker) quietMoves(f *frame, n *node, best, alpha, beta Score, table movegen.Move) (Score, movegen.Move) {
	if !n.inCheck && table != movegen.NoMove && isQuiet(&f.position, table) {
		table = movegen.NoMove
	}
	f.picker.start(f, table, movegen.NoMove, !n.inCheck)
	bestMove := movegen.NoMove
	number := 0
	for {
		m := f.picker.pick(f, &w.history)
		if m == movegen.NoMove {
			break
		}
		number++
		if !n.inCheck && best > -MateBound {
			gain := Score(movegen.ExchangeValue(f.position.Captured(m)))
			if m.Kind() == movegen.Promotion {
				gain += Score(movegen.ExchangeValue(m.PromotionType()))
			}
			if hope := f.staticEval + gain + deltaMargin; hope <= alpha && m.To() != f.lastTo {
				best = max(best, hope)
				continue
			}
		} else if n.inCheck && best > -MateBound && f.picker.stage > stageGoodCaptures && number > 2 {
			break // one good evasion found: quiet and losing ones will hardly be better
		}
		w.prefetch(f, m)
		w.push(n.ply, m)
		score := -w.quiescence(-beta, -alpha, n.ply+1)
		w.pop()
		if w.stopped {
			return 0, movegen.NoMove
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if score >= beta {
					break
				}
				w.setLine(n.ply, m)
			}
		}
	}
	return best, bestMove
}
