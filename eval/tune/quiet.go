package tune

import (
	"alfiere/eval"
	"alfiere/movegen"
)

// What makes a position quiet, in centipawns: captures gain no more than
// captureGain, and the search is no further than searchGain from the static score.
// Beyond that the score of a position depends on tactics, which a static score cannot know.
const (
	captureGain = 50
	searchGain  = 250
)

// judge keeps the quiet positions.
type judge struct{ evaluator *eval.Evaluator }

// isQuiet reports whether p is quiet; best and score, from the side to move's point
// of view, are what the search found.
func (j judge) isQuiet(p *movegen.Position, best movegen.Move, score int) bool {
	if p.InCheck() || p.IsCapture(best) || best.Kind() == movegen.Promotion {
		return false
	}
	static := j.evaluator.Evaluate(p)
	if score-static > searchGain || static-score > searchGain {
		return false
	}
	bound := static + captureGain
	value, _ := j.capture(p, bound, bound+1, captureDepth)
	return value <= bound
}

// captureDepth ends the search of captures; longer exchanges are rare and are
// taken for even.
const captureDepth = 12

// capture returns the fail-hard value of p when only captures and promotions that
// lose nothing by exchanges are played on, or none, and the position at the end of the
// best line.
func (j judge) capture(p *movegen.Position, alpha, beta, depth int) (value int, leaf movegen.Position) {
	alpha, leaf = max(alpha, j.evaluator.Evaluate(p)), *p
	var moves movegen.MoveList
	if depth > 0 {
		p.Captures(&moves)
	}
	for _, m := range moves.Moves() {
		if alpha >= beta {
			break
		}
		if !p.SeeGE(m, 0) {
			continue
		}
		next := p.After(m)
		if value, end := j.capture(&next, -beta, -alpha, depth-1); -value > alpha {
			alpha, leaf = -value, end
		}
	}
	return min(alpha, beta), leaf
}
