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
	enough    bool // no further quiet moves are wanted
	table     movegen.Move
	killers   [2]movegen.Move
	counter   movegen.Move
	special   int // next killer
	next      int
	bad       int // losing captures, kept at the front of the list
	list      movegen.MoveList
	ranks     [movegen.MaxMoves]int64 // of the list: score above, move below
	losers    [64]movegen.Move
	exchanged bool // the move handed out last is known not to lose by exchanges
	losing    bool // it is a capture that does
}

// start prepares the picker; table is tested for legality, the others when used.
func (k *picker) start(f *frame, table, counter movegen.Move, noQuiets bool) {
	k.stage, k.noQuiets, k.enough = stageTable, noQuiets, false
	k.table, k.counter, k.killers = table, counter, f.killers
	k.special, k.next, k.bad = 0, 0, 0
	if table == movegen.NoMove || !f.position.IsLegal(table) {
		k.table = movegen.NoMove
		k.stage = stageCaptures
	}
}

// pick returns the next move, NoMove after the last.
func (k *picker) pick(f *frame, h *history) movegen.Move {
	k.exchanged, k.losing = false, false
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
		if !k.enough {
			f.position.Quiets(&k.list)
			k.scoreQuiets(f, h)
		}
		k.stage, k.next = stageQuietPick, 0
		fallthrough
	case stageQuietPick:
		for !k.enough && k.next < k.list.Len() {
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
			k.losing = true
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
		if f.position.SeeGE(m, 0) {
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

// rank makes the rank of a move, by which it is found again: among moves of the same
// score the move itself decides.
func rank(m movegen.Move, score int) int64 { return int64(score)<<16 | int64(m) }

// selectBest moves the best of the remaining ranks to the front and takes its move.
func (k *picker) selectBest() movegen.Move {
	ranks := k.ranks[k.next:k.list.Len()]
	best, at := ranks[0], 0
	for i, r := range ranks {
		if r > best {
			best, at = r, i
		}
	}
	ranks[at] = ranks[0]
	k.next++
	return movegen.Move(best & 0xffff)
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
		k.ranks[i&(movegen.MaxMoves-1)] = rank(m, score+int(*h.captureEntry(&f.position, m)))
	}
}

func (k *picker) scoreQuiets(f *frame, h *history) {
	for i, m := range k.list.Moves() {
		k.ranks[i&(movegen.MaxMoves-1)] = rank(m, h.quietScore(f, m))
	}
}
