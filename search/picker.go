package search

import "alfiere/movegen"

// stage is how far a picker has come.
type stage uint8

const (
	stageTable stage = iota
	stageCaptures
	stageGoodCaptures
	stageKillers
	stageCounter
	stageQuiets
	stageQuietPick
	stageBadCaptures
	stageDone
)

// picker hands out the legal moves of a position one by one, best first: the
// table's move, captures that do not lose, killers, the counter-move, quiet moves
// by history, losing captures. Moves are generated only when their turn comes.
type picker struct {
	stage     stage
	noQuiets  bool // quiescence: stop after the captures
	table     movegen.Move
	killers   [2]movegen.Move
	counter   movegen.Move
	special   int // next killer
	next      int
	bad       int // losing captures, kept at the front of the list
	list      movegen.MoveList
	scores    [movegen.MaxMoves]int32
	losers    [64]movegen.Move
	exchanged bool // the move handed out last is known not to lose by exchanges
}

// start prepares the picker; table is tested for legality, the others when used.
func (k *picker) start(f *frame, table, counter movegen.Move, noQuiets bool) {
	k.stage, k.noQuiets = stageTable, noQuiets
	k.table, k.counter, k.killers = table, counter, f.killers
	k.special, k.next, k.bad = 0, 0, 0
	if table == movegen.NoMove || !f.position.IsLegal(table) {
		k.table = movegen.NoMove
		k.stage = stageCaptures
	}
}

// pick returns the next move, NoMove after the last.
func (k *picker) pick(f *frame, h *history) movegen.Move {
	k.exchanged = false
	switch k.stage {
	case stageTable:
		k.stage = stageCaptures
		return k.table
	case stageCaptures:
		f.position.Captures(&k.list)
		k.scoreCaptures(f, h)
		k.stage, k.next = stageGoodCaptures, 0
		fallthrough
	case stageGoodCaptures:
		if m := k.goodCapture(f); m != movegen.NoMove {
			return m
		}
		if k.noQuiets {
			k.stage = stageDone
			return movegen.NoMove
		}
		k.stage = stageKillers
		fallthrough
	case stageKillers:
		for k.special < len(k.killers) {
			m := k.killers[k.special]
			k.special++
			if k.fresh(f, m) {
				return m
			}
		}
		k.stage = stageCounter
		fallthrough
	case stageCounter:
		k.stage = stageQuiets
		if k.counter != k.killers[0] && k.counter != k.killers[1] && k.fresh(f, k.counter) {
			return k.counter
		}
		k.counter = movegen.NoMove // not handed out here: the quiet moves hold it
		fallthrough
	case stageQuiets:
		f.position.Quiets(&k.list)
		k.scoreQuiets(f, h)
		k.stage, k.next = stageQuietPick, 0
		fallthrough
	case stageQuietPick:
		for k.next < k.list.Len() {
			m := k.selectBest()
			if m != k.table && m != k.counter && m != k.killers[0] && m != k.killers[1] {
				return m
			}
		}
		k.stage, k.next = stageBadCaptures, 0
		fallthrough
	case stageBadCaptures:
		if k.next < k.bad {
			k.next++
			return k.losers[k.next-1]
		}
		k.stage = stageDone
	}
	return movegen.NoMove
}

// fresh reports whether a remembered quiet move can be played now and is not the
// table's, which was handed out first.
func (k *picker) fresh(f *frame, m movegen.Move) bool {
	return m != movegen.NoMove && m != k.table && isQuiet(&f.position, m) && f.position.IsLegal(m)
}

// goodCapture returns the next capture that does not lose material; those that do
// are put aside (in quiescence they are dropped).
func (k *picker) goodCapture(f *frame) movegen.Move {
	for k.next < k.list.Len() {
		m := k.selectBest()
		if m == k.table {
			continue
		}
		if f.position.StaticExchange(m, 0) {
			k.exchanged = true
			return m
		}
		if !k.noQuiets && k.bad < len(k.losers) {
			k.losers[k.bad] = m
			k.bad++
		} else if !k.noQuiets {
			return m // no room to put it aside: take it now rather than lose it
		}
	}
	return movegen.NoMove
}

// selectBest moves the best of the remaining moves to the front and takes it.
func (k *picker) selectBest() movegen.Move {
	moves := k.list.Moves()
	best := k.next
	for i := k.next + 1; i < len(moves); i++ {
		if k.scores[i] > k.scores[best] {
			best = i
		}
	}
	moves[k.next], moves[best] = moves[best], moves[k.next]
	k.scores[k.next], k.scores[best] = k.scores[best], k.scores[k.next]
	k.next++
	return moves[k.next-1]
}

// scoreCaptures orders by the captured piece, then by capture history, with a
// bonus for retaking the piece that has just moved and for queening.
func (k *picker) scoreCaptures(f *frame, h *history) {
	for i, m := range k.list.Moves() {
		score := 16 * movegen.ExchangeValue(f.position.Captured(m))
		if m.To() == f.lastTo {
			score += 800
		}
		switch m.PromotionType() {
		case movegen.NoPieceType:
		case movegen.Queen:
			score += 16 * movegen.ExchangeValue(movegen.Queen)
		default:
			score -= 16 * movegen.ExchangeValue(movegen.Queen)
		}
		k.scores[i&(movegen.MaxMoves-1)] = int32(score + int(*h.captureEntry(&f.position, m)))
	}
}

func (k *picker) scoreQuiets(f *frame, h *history) {
	for i, m := range k.list.Moves() {
		k.scores[i&(movegen.MaxMoves-1)] = int32(h.quietScore(f, m))
	}
}
