package search

import "alfiere/movegen"

// pieceTo identifies a move for the continuation history: the piece and its target.
type pieceTo uint16

func pieceToOf(p movegen.Piece, to movegen.Square) pieceTo { return pieceTo(p&15)<<6 | pieceTo(to&63) }

const pieceTos = 16 * 64

// history is what a worker has learnt about which moves cut off. All values stay
// within ±historyLimit.
type history struct {
	quiet    [2][64][64]int16          // colour, from, to
	capture  [16][64][8]int16          // piece, to, captured type
	counter  [pieceTos]movegen.Move    // the reply that refuted the last move
	followUp [pieceTos][pieceTos]int16 // the quiet move after one or two plies before
}

// gravity moves a value towards bonus, the less the nearer it is to the limit.
func gravity(value *int16, bonus int) {
	v := int(*value)
	v += bonus - v*abs(bonus)/historyLimit
	*value = int16(v)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// historyBonus is what a cut-off at this depth is worth.
func historyBonus(depth int) int { return min(170*depth-110, 1700) }

// quietScore returns how well m has done as a quiet move in the frame's place.
func (h *history) quietScore(f *frame, m movegen.Move) int {
	piece := f.position.PieceAt(m.From())
	k := pieceToOf(piece, m.To())
	score := int(h.quiet[piece.Color()&1][m.From()&63][m.To()&63])
	if f.before[0] != noPieceTo {
		score += int(h.followUp[f.before[0]][k])
	}
	if f.before[1] != noPieceTo {
		score += int(h.followUp[f.before[1]][k])
	}
	return score
}

func (h *history) addQuiet(f *frame, m movegen.Move, bonus int) {
	piece := f.position.PieceAt(m.From())
	k := pieceToOf(piece, m.To())
	gravity(&h.quiet[piece.Color()&1][m.From()&63][m.To()&63], bonus)
	for _, before := range f.before {
		if before != noPieceTo {
			gravity(&h.followUp[before][k], bonus)
		}
	}
}

func (h *history) captureEntry(p *movegen.Position, m movegen.Move) *int16 {
	return &h.capture[p.PieceAt(m.From())&15][m.To()&63][p.Captured(m)&7]
}

// reward learns from a cut-off: best gains, the moves tried before it lose.
func (h *history) reward(f *frame, best movegen.Move, depth int) {
	bonus := historyBonus(depth)
	if isQuiet(&f.position, best) {
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		if f.before[0] != noPieceTo {
			h.counter[f.before[0]] = best
		}
		h.addQuiet(f, best, bonus)
		for _, m := range f.quiets[:f.quietCount] {
			if m != best {
				h.addQuiet(f, m, -bonus)
			}
		}
	} else {
		gravity(h.captureEntry(&f.position, best), bonus)
	}
	for _, m := range f.captures[:f.captureCount] {
		if m != best {
			gravity(h.captureEntry(&f.position, m), -bonus)
		}
	}
}

// isQuiet reports whether m neither captures nor promotes.
func isQuiet(p *movegen.Position, m movegen.Move) bool {
	return m.Kind() != movegen.Promotion && !p.IsCapture(m)
}

// confirm lets the quiet move with which the table cuts a node off gain as if it had
// been searched again.
func (h *history) confirm(f *frame, m movegen.Move, depth int, cuts bool) {
	if cuts && m != movegen.NoMove && f.position.PieceAt(m.From()) != movegen.NoPiece && isQuiet(&f.position, m) {
		h.addQuiet(f, m, historyBonus(depth))
	}
}

// mover returns the frame from which a quiet move led to ply, nil if none did.
func (w *worker) mover(ply int) *frame {
	if ply == 0 || w.frames[ply-1].quietMove == movegen.NoMove {
		return nil
	}
	return &w.frames[ply-1]
}

// learnFromJudgement lets a quiet move gain or lose by what the static evaluation
// thinks of its effect, before anything is searched.
func (w *worker) learnFromJudgement(f *frame, n *node) {
	before := w.mover(n.ply)
	if before == nil || n.inCheck || before.staticEval == noEval {
		return
	}
	// Both evaluations are seen from the side to move: the mover's gain is less their sum.
	gain := -int(before.staticEval + f.staticEval)
	bonus := max(-judgementMost, min(judgementMost, judgementRate*gain))
	m := before.quietMove
	gravity(&w.history.quiet[before.position.Side()&1][m.From()&63][m.To()&63], bonus)
}

// praise lets the quiet move gain that led to a node where nothing rose above alpha.
func (w *worker) praise(n *node) {
	if before := w.mover(n.ply); before != nil {
		w.history.addQuiet(before, before.quietMove, historyBonus(n.depth)/praiseShare)
	}
}
