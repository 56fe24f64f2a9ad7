package syzygy

import "alfiere/movegen"

// DistanceUnits says how the table of distances has p: whether it stores p's side to move,
// and whether wins and losses are counted in moves rather than half-moves. It is not ok
// without the table.
func (t *Tables) DistanceUnits(p *movegen.Position) (stored, wins, losses, ok bool) {
	e := t.find(of(p))
	if e == nil {
		return false, false, false, false
	}
	table := t.table(e, distances)
	if table == nil {
		return false, false, false, false
	}
	turned := of(p) != table.shape.white || table.shape.symmetric && p.Side() == movegen.Black
	side := p.Side()
	if turned {
		side = side.Other()
	}
	at := table.shape.place(p, turned)
	flags := table.parts[0][at.file()].flags
	stored = table.shape.symmetric && !table.shape.hasPawns() || (flags&otherSide != 0) == (side == movegen.Black)
	return stored, flags&winHalfMoves == 0, flags&lossHalfMoves == 0, true
}
