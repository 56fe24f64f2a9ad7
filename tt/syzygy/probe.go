package syzygy

import (
	"cmp"
	"encoding/binary"
	"errors"
	"runtime"
	"runtime/debug"
	"slices"

	"alfiere/movegen"
)

// hasFiles is false in a web page: the code that reads tables is then left out of the program.
const hasFiles = runtime.GOOS != "js"

// WDL returns the value of p for the side to move as if its 50-move clock were at zero.
// ok is false if no table has p, or p has castling rights.
func (t *Tables) WDL(p *movegen.Position) (value WDL, ok bool) {
	if !hasFiles || !t.covers(p) {
		return Draw, false
	}
	value, _, ok = t.resolve(p, false)
	return value, ok
}

// covers reports whether tables for p's number of pieces may exist.
func (t *Tables) covers(p *movegen.Position) bool {
	return t != nil && p.CastlingRooks() == 0 && p.Occupied().Count() <= t.pieces
}

// resolve returns the value of p: that of the table, or of a better capture. If a capture is best, a table may hold any
// value not better than the true one, since that compresses better; and it ignores captures en passant. With pawnMoves
// all zeroing moves are examined, and zeroing means that the best move is one of them, so that the distance is not
// needed.
func (t *Tables) resolve(p *movegen.Position, pawnMoves bool) (value WDL, zeroing, ok bool) {
	var list movegen.MoveList
	if pawnMoves || p.EnPassant() != movegen.NoSquare {
		p.LegalMoves(&list)
	} else {
		p.Captures(&list)
	}
	best, others := Loss, false
	var next movegen.Position // if declared in the loop it would be allocated, as p may point to it
	for _, m := range list.Moves() {
		if !p.IsCapture(m) && (!pawnMoves || p.PieceAt(m.From()).Type() != movegen.Pawn) {
			others = true
			continue
		}
		next = *p
		next.Make(m)
		reply, _, ok := t.resolve(&next, false)
		if !ok {
			return Draw, false, false
		}
		if best = max(best, -reply); best == Win {
			return Win, true, true
		}
	}
	// If the only moves are captures en passant, the table holds the position as a stalemate.
	if (pawnMoves || p.EnPassant() != movegen.NoSquare) && list.Len() > 0 && !others {
		return best, true, true
	}
	if value, ok = t.value(p); !ok {
		return Draw, false, false
	}
	if best >= value {
		return best, best > Draw, true
	}
	return value, false, true
}

// value returns the value of p in the table of values.
func (t *Tables) value(p *movegen.Position) (WDL, bool) {
	if p.Occupied().Count() == 2 {
		return Draw, true
	}
	e := t.find(of(p))
	if e == nil {
		return Draw, false
	}
	table := t.table(e, values)
	if table == nil {
		return Draw, false
	}
	raw, _, err := table.probe(p, Draw)
	if err == nil && (raw < 0 || raw > int(Win-Loss)) {
		err = errNoValue
	}
	if err != nil {
		t.drop(e, values, err)
		return Draw, false
	}
	return Loss + WDL(raw), true
}

// probe returns the table's entry for p: an index of values in a table of values, a distance in one of distances, for
// which value must be that of p. stored is false if the table has only positions with the other side to move.
func (t *table) probe(p *movegen.Position, value WDL) (raw int, stored bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see guard
	defer recoverFault(&err)
	turned := of(p) != t.shape.white || t.shape.symmetric && p.Side() == movegen.Black
	side := p.Side()
	if turned {
		side = side.Other()
	}
	at := t.shape.place(p, turned)
	file := at.file()
	if t.kind == distances {
		flags := t.parts[0][file].flags
		stored := (flags&otherSide != 0) == (side == movegen.Black) || t.shape.symmetric && !t.shape.hasPawns()
		if !stored {
			return 0, false, nil
		}
		side = movegen.White
	}
	part := &t.parts[min(int(side), t.sides-1)][file]
	raw, err = part.value(part.index(&t.shape, &at))
	if err == nil && t.kind == distances {
		raw, err = part.distance(t.list, raw, value)
	}
	return raw, true, err
}

// WDL is the value of a position, or of a move, for the side to move.
type WDL int8

// The values. A cursed win can be forced, but takes more than fifty moves without a capture
// or pawn move, so that the rule makes it a draw; a blessed loss is the other side's view.
const (
	Loss WDL = iota - 2
	BlessedLoss
	Draw
	CursedWin
	Win
)

// String returns the value in words.
func (v WDL) String() string {
	if v < Loss || v > Win {
		return "no value"
	}
	return [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}[v-Loss]
}

// sign returns 1 for wins of any kind, -1 for losses, 0 for a draw.
func (v WDL) sign() int {
	switch {
	case v > Draw:
		return 1
	case v < Draw:
		return -1
	}
	return 0
}

// Move is a legal move with its value and distance, from the mover's point of view.
type Move struct {
	Move movegen.Move
	WDL  WDL

	// DTZ is the distance from before the move to the next capture or pawn move of best play, in
	// half-moves: positive if the mover wins, negative if it loses, 0 for a draw. It is 1 for a
	// move that mates, captures or moves a pawn and wins, above 100 if the 50-move rule prevents
	// the win. With tables that count in moves it is sometimes one too small.
	DTZ int
}

var (
	errNoValue       = errors.New("it has an invalid value")
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
