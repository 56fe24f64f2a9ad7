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

// picker yields the legal moves of a position one by one, best first: the store's move,
// captures that do not lose, killers, the counter-move, quiet moves by history, losing
// captures. Moves are generated only when their turn comes.
type picker struct {
	stage        stage
	capturesOnly bool // stop after the captures that do not lose
	skipQuiets   bool // yield no more quiet moves but killers and counter-move
	ttMove       movegen.Move
	killers      [2]movegen.Move
	counterMove  movegen.Move
	killerIndex  int // of the next killer
	index        int
	badCount     int
	list         movegen.MoveList
	ranks        [movegen.MaxMoves]int64 // of the list: score above, move below
	badCaptures  [64]movegen.Move
}

// start readies the picker for all moves of the position. Whether the store's move and
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

// startCaptures readies the picker for captures and promotions that do not lose, and the
// store's move if it is one.
func (k *picker) startCaptures(ss *stackEntry, ttMove movegen.Move) {
	if ttMove != movegen.NoMove && isQuiet(&ss.position, ttMove) {
		ttMove = movegen.NoMove
	}
	k.start(ss, ttMove, movegen.NoMove)
	k.capturesOnly = true
}

// next yields the next move.
func (k *picker) next(ss *stackEntry, h *history) candidate {
	switch k.stage {
	case stageTTMove:
		k.stage = stageGenerateCaptures
		return candidate{move: k.ttMove, quiet: isQuiet(&ss.position, k.ttMove), history: unknownHistory}
	case stageGenerateCaptures:
		ss.position.Captures(&k.list)
		k.scoreCaptures(ss, h)
		k.stage, k.index = stageGoodCaptures, 0
		fallthrough
	case stageGoodCaptures:
		if c := k.goodCapture(ss); c.move != movegen.NoMove {
			return c
		}
		if k.capturesOnly {
			k.stage = stageDone
			return candidate{}
		}
		k.stage = stageKillers
		fallthrough
	case stageKillers:
		if m := k.killer(ss); m != movegen.NoMove {
			return candidate{move: m, quiet: true, history: unknownHistory}
		}
		k.stage = stageCounterMove
		fallthrough
	case stageCounterMove:
		k.stage = stageGenerateQuiets
		if k.counterMove != k.killers[0] && k.counterMove != k.killers[1] && k.usable(ss, k.counterMove) {
			return candidate{move: k.counterMove, quiet: true, history: unknownHistory}
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
		for !k.skipQuiets && k.index < k.list.Len() {
			m, score := k.selectBest()
			if m != k.ttMove && m != k.counterMove && m != k.killers[0] && m != k.killers[1] {
				return candidate{move: m, quiet: true, history: score - ss.checkBonus(m)}
			}
		}
		k.stage, k.index = stageBadCaptures, 0
		fallthrough
	case stageBadCaptures:
		if k.index < k.badCount {
			k.index++
			return candidate{move: k.badCaptures[k.index-1], badCapture: true}
		}
		k.stage = stageDone
	}
	return candidate{}
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

// usable reports whether a remembered quiet move can be played now and is not the
// store's, which was yielded first.
func (k *picker) usable(ss *stackEntry, m movegen.Move) bool {
	return m != movegen.NoMove && m != k.ttMove && isQuiet(&ss.position, m) && ss.position.IsLegal(m)
}

// goodCapture returns the next capture that does not lose material; those that do are
// kept for later, or dropped if only captures are wanted.
func (k *picker) goodCapture(ss *stackEntry) candidate {
	for k.index < k.list.Len() {
		m, _ := k.selectBest()
		if m == k.ttMove {
			continue
		}
		if ss.position.SeeGE(m, 0) {
			return candidate{move: m, seeNonNegative: true}
		}
		if k.capturesOnly {
			continue
		}
		if k.badCount == len(k.badCaptures) {
			return candidate{move: m} // no room to keep it: yield it now rather than lose it
		}
		k.badCaptures[k.badCount] = m
		k.badCount++
	}
	return candidate{}
}

// rank makes the rank of a move, by which it is found again: among moves of the same
// score the move itself decides.
func rank(m movegen.Move, score int) int64 { return int64(score)<<16 | int64(m) }

// selectBest moves the best of the remaining ranks to the front and takes its move and score.
func (k *picker) selectBest() (movegen.Move, int) {
	ranks := k.ranks[k.index:k.list.Len()]
	best, at := ranks[0], 0
	for i, r := range ranks {
		if r > best {
			best, at = r, i
		}
	}
	ranks[at] = ranks[0]
	k.index++
	return movegen.Move(best & 0xffff), int(best >> 16)
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
		k.ranks[i&(movegen.MaxMoves-1)] = rank(m, score+int(*h.captureEntry(&ss.position, m)))
	}
}

func (k *picker) scoreQuiets(ss *stackEntry, h *history) {
	for i, m := range k.list.Moves() {
		k.ranks[i&(movegen.MaxMoves-1)] = rank(m, h.quietScore(ss, m)+ss.checkBonus(m))
	}
}

// checkBonus is what m gains in the order of moves if the piece gives check from its new square.
func (ss *stackEntry) checkBonus(m movegen.Move) int {
	if ss.checks.Squares[ss.position.PieceAt(m.From()).Type()&7].Has(m.To()) {
		return checkBonus
	}
	return 0
}

// deferredMoves are the moves of a node that another thread was searching when their
// turn came. They come last.
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
