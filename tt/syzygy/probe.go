package syzygy

import (
	"runtime"
	"runtime/debug"

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
