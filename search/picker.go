package search

import "alfiere/movegen"

// candidate is a move on its way through a node: the picker fills in what it knows of it,
// searchMoves adds the rest, and if the move is deferred all of it is kept.
type candidate struct {
	move           movegen.Move // NoMove if there are no more
	moveCount      int16        // its place among the moves of the node, from 1
	history        int          // of a quiet move, or unknownHistory
	quiet          bool         // it neither captures nor promotes
	givesCheck     bool
	seeNonNegative bool // a capture that is known not to lose by exchanges
	badCapture     bool // a capture that does
}

// unknownHistory marks a quiet move whose history has not been asked for.
const unknownHistory = 1 << 30

// stage is how far a picker has come.
type stage uint8

const (
	stageTTMove stage = iota
	stageGenerateCaptures
	stageGoodCaptures
	stageKillers
	stageCounterMove
	stageGenerateQuiets
	stageQuiets
	stageBadCaptures
	stageDone
)

// picker yields the legal moves of a position one by one, best first: the TT move, captures that do not lose, killers,
// the counter-move, quiet moves by history, losing captures. Moves are generated only when their turn comes.
type picker struct {
	stage        stage
	capturesOnly bool // stop after the captures that do not lose
	skipQuiets   bool // yield no more quiet moves but killers and counter-move
	ttMove       movegen.Move
	killers      killers
	counterMove  movegen.Move
	killerIndex  int // of the next killer
	index        int
	badCount     int
	list         movegen.MoveList
	ranks        [movegen.MaxMoves]int64 // of the list: see rank
	badCaptures  [64]movegen.Move
}

// start readies the picker for all moves of the position. Whether the TT move and
// the others that are remembered are legal here is tested before they are yielded.
func (k *picker) start(ss *stackEntry, ttMove, counterMove movegen.Move) {
	k.stage, k.capturesOnly, k.skipQuiets = stageTTMove, false, false
	k.ttMove, k.counterMove, k.killers = ttMove, counterMove, ss.killers
	k.killerIndex, k.index, k.badCount = 0, 0, 0
	if ttMove == movegen.NoMove || !ss.position.IsLegal(ttMove) {
		k.ttMove = movegen.NoMove
		k.stage = stageGenerateCaptures
	}
}

// startCaptures readies the picker for captures and promotions that do not lose, and the TT move if it is one.
func (k *picker) startCaptures(ss *stackEntry, ttMove movegen.Move) {
	if ttMove != movegen.NoMove && isQuiet(&ss.position, ttMove) {
		ttMove = movegen.NoMove
	}
	k.start(ss, ttMove, movegen.NoMove)
	k.capturesOnly = true
}

// next yields the next move. It is written to c, which is faster than to return it.
func (k *picker) next(ss *stackEntry, h *history, c *candidate) {
	switch k.stage {
	case stageTTMove:
		k.stage = stageGenerateCaptures
		*c = candidate{move: k.ttMove, quiet: isQuiet(&ss.position, k.ttMove), history: unknownHistory}
		return
	case stageGenerateCaptures:
		ss.position.Captures(&k.list)
		k.scoreCaptures(ss, h)
		k.stage, k.index = stageGoodCaptures, 0
		fallthrough
	case stageGoodCaptures:
		if m, nonNegative := k.goodCapture(ss); m != movegen.NoMove {
			*c = candidate{move: m, seeNonNegative: nonNegative}
			return
		}
		if k.capturesOnly {
			k.stage = stageDone
			break
		}
		k.stage = stageKillers
		fallthrough
	case stageKillers:
		if m := k.killer(ss); m != movegen.NoMove {
			*c = candidate{move: m, quiet: true, history: unknownHistory}
			return
		}
		k.stage = stageCounterMove
		fallthrough
	case stageCounterMove:
		k.stage = stageGenerateQuiets
		if !k.killers.has(k.counterMove) && k.usable(ss, k.counterMove) {
			*c = candidate{move: k.counterMove, quiet: true, history: unknownHistory}
			return
		}
		fallthrough
	case stageGenerateQuiets:
		if !k.skipQuiets {
			ss.position.Quiets(&k.list)
			k.scoreQuiets(ss, h)
		}
		k.stage, k.index = stageQuiets, 0
		fallthrough
	case stageQuiets:
		if k.quiet(ss, c) {
			return
		}
		k.stage, k.index = stageBadCaptures, 0
		fallthrough
	case stageBadCaptures:
		if k.index < k.badCount {
			k.index++
			*c = candidate{move: k.badCaptures[k.index-1], badCapture: true}
			return
		}
		k.stage = stageDone
	}
	c.move = movegen.NoMove
}

// quiet writes the next quiet move that was not yielded before to c and reports whether there is one.
func (k *picker) quiet(ss *stackEntry, c *candidate) bool {
	for !k.skipQuiets && k.index < k.list.Len() {
		m, score := k.selectBest()
		if m != k.ttMove && m != k.counterMove && !k.killers.has(m) {
			*c = candidate{move: m, quiet: true, history: score - ss.checkBonus(m)}
			return true
		}
	}
	return false
}

// killer returns the next killer that can be played.
func (k *picker) killer(ss *stackEntry) movegen.Move {
	for k.killerIndex < len(k.killers) {
		m := k.killers[k.killerIndex]
		k.killerIndex++
		if k.usable(ss, m) {
			return m
		}
	}
	return movegen.NoMove
}

// usable reports whether a remembered quiet move can be played now and is not the TT move, which was yielded first.
func (k *picker) usable(ss *stackEntry, m movegen.Move) bool {
	return m != movegen.NoMove && m != k.ttMove && isQuiet(&ss.position, m) && ss.position.IsLegal(m)
}

// goodCapture returns the next capture that does not lose material, and that this is known; those
// that do are kept for later, or dropped if only captures are wanted.
func (k *picker) goodCapture(ss *stackEntry) (m movegen.Move, seeNonNegative bool) {
	for k.index < k.list.Len() {
		m, _ := k.selectBest()
		if m == k.ttMove {
			continue
		}
		if ss.position.SeeGE(m, 0) {
			return m, true
		}
		if k.capturesOnly {
			continue
		}
		if k.badCount == len(k.badCaptures) {
			return m, false // no room to keep it: yield it now rather than lose it
		}
		k.badCaptures[k.badCount] = m
		k.badCount++
	}
	return movegen.NoMove, false
}

// rank makes the rank of a move: its score above, the move in the middle, so that it decides
// among moves of the same score, and below the rank's place, where it is found again.
func rank(m movegen.Move, score, at int) int64 { return int64(score)<<25 | int64(m)<<9 | int64(at) }

// selectBest moves the best of the remaining ranks to the front and takes its move and score.
func (k *picker) selectBest() (movegen.Move, int) {
	first := k.ranks[k.index&(movegen.MaxMoves-1)]
	best, second := first, first
	ranks := k.ranks[k.index+1 : k.list.Len()]
	for ; len(ranks) >= 2; ranks = ranks[2:] {
		best, second = maxRank(best, ranks[0]), maxRank(second, ranks[1])
	}
	if len(ranks) > 0 {
		best = maxRank(best, ranks[0])
	}
	best = maxRank(best, second)
	at := best & (movegen.MaxMoves - 1)
	k.ranks[at] = first&^(movegen.MaxMoves-1) | at
	k.index++
	return movegen.Move(best >> 9 & 0xffff), int(best >> 25)
}

// maxRank is max without a branch: which of the moves is better cannot be predicted.
func maxRank(a, b int64) int64 {
	d := b - a
	return a + d&^(d>>63)
}

// scoreCaptures orders by the captured piece, then by capture history, with a
// bonus for retaking the piece that has just moved and for queening.
func (k *picker) scoreCaptures(ss *stackEntry, h *history) {
	for i, m := range k.list.Moves() {
		score := 16 * movegen.ExchangeValue(ss.position.Captured(m))
		if m.To() == ss.lastTo {
			score += 800
		}
		switch m.PromotionType() {
		case movegen.NoPieceType:
		case movegen.Queen:
			score += 16 * movegen.ExchangeValue(movegen.Queen)
		default:
			score -= 16 * movegen.ExchangeValue(movegen.Queen)
		}
		k.ranks[i&(movegen.MaxMoves-1)] = rank(m, score+int(*h.captureEntry(&ss.position, m)), i)
	}
}

func (k *picker) scoreQuiets(ss *stackEntry, h *history) {
	rows := h.quietRows(ss)
	for i, m := range k.list.Moves() {
		k.ranks[i&(movegen.MaxMoves-1)] = rank(m, rows.score(ss, m)+ss.checkBonus(m), i)
	}
}

// checkBonus is what m gains in the order of moves if the piece gives check from its new square.
func (ss *stackEntry) checkBonus(m movegen.Move) int {
	if ss.checks.Squares[ss.position.PieceAt(m.From()).Type()&7].Has(m.To()) {
		return checkBonus
	}
	return 0
}

// deferredMoves are the moves of a node that another thread was searching when their turn came. They come last.
type deferredMoves struct {
	moves       [16]candidate
	count, next int
}

func (d *deferredMoves) clear() { d.count, d.next = 0, 0 }

// add defers c and reports whether there was room.
func (d *deferredMoves) add(c *candidate) bool {
	if d.count == len(d.moves) {
		return false
	}
	d.moves[d.count] = *c
	d.count++
	return true
}

// take returns the next deferred move.
func (d *deferredMoves) take() candidate {
	if d.next == d.count {
		return candidate{}
	}
	d.next++
	return d.moves[d.next-1]
}
