package syzygy

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"alfiere/movegen"
)

var (
	errNoValue       = errors.New("it holds what is no value")
	errContradiction = errors.New("it and the table of values contradict each other")
)

// cursed is added to distances beyond the 50-move rule's reach.
const cursed = 100

// DTZ returns the distance of p to the next capture or pawn move of best play, in
// half-moves, as Move.DTZ counts it; of a mate it is -1.
func (t *Tables) DTZ(p *movegen.Position) (distance int, ok bool) {
	if !hasFiles || !t.covers(p) {
		return 0, false
	}
	return t.distance(p, true)
}

// distance is DTZ. lookAhead is not set after a move: if a table lacks the side to move,
// it has the other side, which is to move after a move; a table with neither is damaged.
func (t *Tables) distance(p *movegen.Position, lookAhead bool) (distance int, ok bool) {
	value, zeroing, ok := t.resolve(p, true)
	if !ok || value == Draw {
		return 0, ok
	}
	if zeroing {
		return value.zeroing(), true
	}
	e := t.find(of(p))
	if e == nil {
		return 0, false
	}
	table := t.table(e, distances)
	if table == nil {
		return 0, false
	}
	raw, stored, err := table.probe(p, value)
	switch {
	case err == nil && !stored && !lookAhead:
		err = errNoValue
	case err == nil && !stored:
		distance, ok, err = t.nearest(p, value)
		if err == nil {
			return distance, ok
		}
	}
	if err != nil {
		t.drop(e, distances, err)
		return 0, false
	}
	if value == CursedWin || value == BlessedLoss {
		raw += cursed
	}
	return raw * value.sign(), true
}

// nearest finds the distance of p, whose value is known, from those after each move. The
// error means that no move has this value, so that a table is damaged.
func (t *Tables) nearest(p *movegen.Position, value WDL) (distance int, ok bool, err error) {
	var list movegen.MoveList
	p.LegalMoves(&list)
	if list.Len() == 0 && p.InCheck() && value == Loss {
		return -1, true, nil
	}
	best := 0
	for _, m := range list.Moves() {
		d, ok := t.after(p, m, false)
		if !ok {
			return 0, false, nil
		}
		if d.DTZ*value.sign() > 0 && (best == 0 || d.DTZ < best) {
			best = d.DTZ
		}
	}
	if best == 0 {
		return 0, false, errContradiction
	}
	return best, true, nil
}

// after returns a move with its value and distance in the tables.
func (t *Tables) after(p *movegen.Position, m movegen.Move, lookAhead bool) (move Move, ok bool) {
	next := p.After(m)
	move.Move = m
	if !next.HasLegalMove() {
		if next.InCheck() {
			move.WDL, move.DTZ = Win, 1
		}
		return move, true
	}
	if p.IsCapture(m) || p.PieceAt(m.From()).Type() == movegen.Pawn {
		reply, _, ok := t.resolve(&next, false)
		move.WDL, move.DTZ = -reply, (-reply).zeroing()
		return move, ok
	}
	reply, _, ok := t.resolve(&next, false)
	if !ok {
		return move, false
	}
	distance, ok := t.distance(&next, lookAhead)
	if distance != 0 {
		move.DTZ = -distance + (-reply).sign()
	}
	move.WDL = -reply
	switch { // the move itself may exceed the limit
	case move.WDL == Win && move.DTZ > cursed:
		move.WDL = CursedWin
	case move.WDL == Loss && move.DTZ < -cursed:
		move.WDL = BlessedLoss
	}
	return move, ok
}

// zeroing returns the distance of a capture or pawn move that leads to the value.
func (v WDL) zeroing() int {
	if v == CursedWin || v == BlessedLoss {
		return v.sign() * (cursed + 1)
	}
	return v.sign()
}

// listOf is the index of the list of a part that has the distances of a value, from a loss to a win.
var listOf = [...]int{1, 3, 0, 2, 0}

// distance returns the half-moves of a raw value in a table of distances.
func (p *part) distance(lists []byte, raw int, value WDL) (int, error) {
	if p.flags&isMapped != 0 {
		list := p.lists[listOf[value-Loss]]
		if raw >= list.count {
			return 0, errNoValue
		}
		if p.flags&isWide != 0 {
			raw = int(binary.LittleEndian.Uint16(lists[list.first+2*raw:]))
		} else {
			raw = int(lists[list.first+raw])
		}
	}
	if value == Win && p.flags&winHalfMoves == 0 || value == Loss && p.flags&lossHalfMoves == 0 ||
		value == CursedWin || value == BlessedLoss {
		raw *= 2 // it was counted in moves
	}
	return raw + 1, nil
}

// Moves returns all legal moves of p with their values, the best for the mover first: among wins the shortest distance,
// among losses the longest. ok is false if one of them is not in a table. It allocates.
func (t *Tables) Moves(p *movegen.Position) (moves []Move, ok bool) {
	if !hasFiles || !t.covers(p) {
		return nil, false
	}
	for _, m := range p.Moves() {
		move, ok := t.after(p, m, true)
		if !ok {
			return nil, false
		}
		moves = append(moves, move)
	}
	slices.SortStableFunc(moves, func(a, b Move) int {
		return cmp.Or(-cmp.Compare(a.WDL, b.WDL), cmp.Compare(a.DTZ, b.DTZ))
	})
	return moves, true
}
