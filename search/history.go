package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// pieceTo identifies a move for the continuation history: the piece and its target.
type pieceTo uint16

func pieceToOf(p movegen.Piece, to movegen.Square) pieceTo { return pieceTo(p&15)<<6 | pieceTo(to&63) }

const pieceTos = 16 * 64

// history holds a worker's statistics about moves that cause cut-offs. All values stay within their limits.
type history struct {
	quiet        [2][4][64][64]int16       // colour, which of the two squares are attacked, from, to
	capture      [16][64][8]int16          // piece, to, captured type
	counterMove  [pieceTos]movegen.Move    // the reply that refuted the last move
	continuation [pieceTos][pieceTos]int16 // the quiet move by the move one, two or four plies before
}

// gravity moves a value towards bonus, the less the nearer it is to ±limit.
func gravity(value *int16, bonus, limit int) {
	v := int(*value)
	v += bonus - v*abs(bonus)/limit
	*value = int16(v)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// historyBonus is what a cut-off at this depth is worth.
func historyBonus(depth int) int {
	return min(historyBonusRate*depth-historyBonusOffset, historyBonusMax)
}

// quietRows are the parts of the history that the quiet moves of one node meet.
type quietRows struct {
	quiet          *[4][64][64]int16
	one, two, four *[pieceTos]int16 // by the moves one, two and four plies before
	attacked       movegen.Bitboard
}

// quietRows finds them. Where there was no move before, nothing has been learnt.
func (h *history) quietRows(ss *stackEntry) quietRows {
	ss.findAttacked()
	c := &h.continuation
	return quietRows{&h.quiet[ss.position.Side()&1],
		&c[ss.previous[0]], &c[ss.previous[1]], &c[ss.previous[2]], ss.attacked}
}

// score returns how well m has done as a quiet move in this place.
func (r *quietRows) score(ss *stackEntry, m movegen.Move) int {
	k := pieceToOf(ss.position.PieceAt(m.From()), m.To())
	return 2*int(r.quiet[attackedPair(r.attacked, m)&3][m.From()&63][m.To()&63]) +
		int(r.one[k&(pieceTos-1)]) + int(r.two[k&(pieceTos-1)]) + int(r.four[k&(pieceTos-1)])
}

// quietScore returns the score of a single move.
func (h *history) quietScore(ss *stackEntry, m movegen.Move) int {
	rows := h.quietRows(ss)
	return rows.score(ss, m)
}

// attackedPair tells which of m's squares are attacked: 1 from, 2 to.
func attackedPair(attacked movegen.Bitboard, m movegen.Move) movegen.Bitboard {
	return attacked>>(m.From()&63)&1 | attacked>>(m.To()&63)&1<<1
}

// findAttacked finds the squares that the opponent attacks, if nobody has asked before.
func (ss *stackEntry) findAttacked() {
	if ss.attacked == 0 {
		ss.attacked = ss.position.AttackedBy(ss.position.Side().Other())
	}
}

// quietEntry returns the entry of a quiet move, by the squares that are attacked.
func (h *history) quietEntry(ss *stackEntry, m movegen.Move) *int16 {
	return &h.quiet[ss.position.Side()&1][attackedPair(ss.attacked, m)&3][m.From()&63][m.To()&63]
}

func (h *history) addQuiet(ss *stackEntry, m movegen.Move, bonus int) {
	ss.findAttacked()
	gravity(h.quietEntry(ss, m), bonus, quietLimit)
	h.addContinuation(ss, m, bonus)
}

// addContinuation teaches how m does after the moves before.
func (h *history) addContinuation(ss *stackEntry, m movegen.Move, bonus int) {
	k := pieceToOf(ss.position.PieceAt(m.From()), m.To())
	for _, before := range ss.previous {
		if before != noPieceTo {
			gravity(&h.continuation[before][k], bonus, continuationLimit)
		}
	}
}

// searchedAgain learns from the full search of a quiet move that had risen in a reduced one.
func (h *history) searchedAgain(ss *stackEntry, m movegen.Move, depth int, rises bool) {
	bonus := historyBonus(depth)
	if !rises {
		bonus = -bonus
	}
	h.addContinuation(ss, m, bonus)
}

func (h *history) captureEntry(p *movegen.Position, m movegen.Move) *int16 {
	return &h.capture[p.PieceAt(m.From())&15][m.To()&63][p.Captured(m)&7]
}

// learn learns from the best move of a node. It gains, the moves tried before it lose, and so does
// a quiet move that led here early: this is its refutation.
func (w *worker) learn(ss *stackEntry, n *node) {
	depth := n.depth
	if n.bestScore > n.beta+Score(historySurplus) {
		depth++
	}
	w.history.update(ss, n.bestMove, historyBonus(depth))
	w.earlyMalus(n)
}

// earlyMalus lets a quiet move lose that was tried early and led to n, which refutes it.
func (w *worker) earlyMalus(n *node) {
	if before := w.previousQuiet(n.ply); before != nil && before.moveCount <= earlyMoves {
		w.history.addContinuation(before, before.quietMove, -historyBonus(n.depth+1))
	}
}

// update lets best gain the bonus and the moves tried before it lose it.
func (h *history) update(ss *stackEntry, best movegen.Move, bonus int) {
	if isQuiet(&ss.position, best) {
		ss.killers.add(best)
		if ss.previous[0] != noPieceTo {
			h.counterMove[ss.previous[0]] = best
		}
		h.addQuiet(ss, best, bonus)
		for _, m := range ss.quiets[:ss.quietCount] {
			if m != best {
				h.addQuiet(ss, m, -bonus)
			}
		}
	} else {
		gravity(h.captureEntry(&ss.position, best), bonus, captureLimit)
	}
	for _, m := range ss.captures[:ss.captureCount] {
		if m != best {
			gravity(h.captureEntry(&ss.position, m), -bonus, captureLimit)
		}
	}
}

// isQuiet reports whether m neither captures nor promotes.
func isQuiet(p *movegen.Position, m movegen.Move) bool {
	return m.Kind() != movegen.Promotion && !p.IsCapture(m)
}

// ttCutoffBonus lets the quiet move with which the table settles a node gain or lose as if it had been searched again.
func (w *worker) ttCutoffBonus(ss *stackEntry, n *node) {
	m := n.ttMove
	if m == movegen.NoMove || ss.position.PieceAt(m.From()) == movegen.NoPiece {
		return
	}
	bonus := historyBonus(n.depth)
	if n.ttScore < n.beta {
		bonus = -bonus
	}
	if isQuiet(&ss.position, m) {
		w.history.addQuiet(ss, m, bonus)
	}
	if bonus > 0 {
		w.earlyMalus(n)
	}
}

// previousQuiet returns the stack entry from which a quiet move led to ply, nil if none did.
func (w *worker) previousQuiet(ply int) *stackEntry {
	if ply == 0 || w.stack[ply-1].quietMove == movegen.NoMove {
		return nil
	}
	return &w.stack[ply-1]
}

// evalDiffBonus lets the quiet move that led here gain or lose by what the static
// evaluation thinks of its effect, before anything is searched.
func (w *worker) evalDiffBonus(ss *stackEntry, n *node) {
	before := w.previousQuiet(n.ply)
	if before == nil || n.inCheck || before.staticEval == noEval {
		return
	}
	// Both evaluations are seen from the side to move: the mover's gain is less their sum.
	gain := -int(before.staticEval + ss.staticEval)
	bonus := max(-evalDiffMax, min(evalDiffMax, evalDiffRate*gain))
	m := before.quietMove
	before.findAttacked()
	gravity(w.history.quietEntry(before, m), bonus, quietLimit)
}

// failLowBonus lets the quiet move gain that led to a node where nothing rose above alpha.
func (w *worker) failLowBonus(n *node) {
	if before := w.previousQuiet(n.ply); before != nil {
		w.history.addQuiet(before, before.quietMove, historyBonus(n.depth)/failLowShare)
	}
}

// The shape of the correction history; its weights are among the parameters.
const (
	correctionSize   = 1 << 14 // entries a side and key
	correctionSlices = 4       // pawns, white pieces, black pieces, the move before
)

// correctionHistory remembers by how much searches have found the static evaluation wrong in positions that share their
// pawns, one side's pieces or the last move: what the evaluation does not understand there it will misjudge again.
type correctionHistory struct {
	values [2][correctionSlices][correctionSize]int16 // by side to move
}

// find sets where the position belongs and returns what is to be added to its raw evaluation.
func (c *correctionHistory) find(ss *stackEntry) Score {
	p, at := &ss.position, &ss.correctionIndex
	at[0] = uint16(p.PawnKey())
	at[1] = piecesHash(p, movegen.White)
	at[2] = piecesHash(p, movegen.Black)
	at[3] = uint16(ss.previous[0])
	sum := 0
	for slice := range at {
		at[slice] %= correctionSize
		sum += int(c.values[p.Side()&1][slice][at[slice]])
	}
	return Score(sum / correctionGrain)
}

// piecesHash mixes the squares of one side's pieces, without pawns, into a number.
func piecesHash(p *movegen.Position, c movegen.Color) uint16 {
	h := uint64(p.Pieces(c, movegen.Knight)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.Bishop))) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.Rook))) * 0x94d049bb133111eb
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.Queen))) * 0xd6e8feb86659fd93
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.King))) * 0xa0761d6478bd642f
	return uint16(h >> 48)
}

// learnCorrection compares the result of a node with its static evaluation. Tactics
// and endgame tables teach nothing about it, nor does a bound that the evaluation already satisfies.
func (w *worker) learnCorrection(ss *stackEntry, n *node, bound tt.Bound) {
	best := n.bestScore
	if n.inCheck || best > TBBound || best < -TBBound ||
		n.bestMove != movegen.NoMove && !isQuiet(&ss.position, n.bestMove) ||
		bound == tt.Lower && best <= ss.staticEval || bound == tt.Upper && best >= ss.staticEval {
		return
	}
	bonus := min(max(int(best-ss.staticEval)*n.depth/correctionRate, -correctionMax), correctionMax)
	values := &w.correction.values[ss.position.Side()&1]
	for slice, at := range ss.correctionIndex {
		gravity(&values[slice][at&(correctionSize-1)], bonus, correctionLimit)
	}
}
