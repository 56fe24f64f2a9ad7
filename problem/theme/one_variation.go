package theme

import (
	"slices"

	"alfiere/movegen"
)

// ending is the end of a line: the last defence and the mate that answers it.
type ending struct {
	before  movegen.Position // the last defence is played here
	defence movegen.Move     // NoMove in the line of a threat
	after   movegen.Position // the mate is played here
	mate    movegen.Move
	end     movegen.Position // mate is on the board; the defender is the side to move
}

// ending returns the end of a play that ends in mate.
func (pl *play) ending() *ending {
	e := &ending{before: pl.phase.after, defence: pl.Defence, after: pl.after, mate: pl.mate()}
	e.end = e.after.After(e.mate)
	return e
}

// anyEnding makes the finder of a theme that one defence and its mate show by
// themselves. The theme is shown once, by all such lines.
func anyEnding(has func(*ending) bool) func(*study) []showing {
	return func(s *study) []showing {
		return shownIn(s.actual.endings(), func(pl *play) bool { return has(pl.ending()) })
	}
}

// anyMate makes the finder of a theme that a mate shows by itself, be it the only threat or the answer to a defence.
func anyMate(has func(*ending) bool) func(*study) []showing {
	return func(s *study) (found []showing) {
		m := s.actual.Threats.Sole()
		found = anyEnding(has)(s)
		if m != movegen.NoMove && s.actual.Threats.In == 1 && has(s.actual.threat(m)) {
			found = once(slices.Concat(showing{s.actual.threatLine(m)}, slices.Concat(found...)))
		}
		return found
	}
}

// threat returns the end of the line of the threat m.
func (ph *phase) threat(m movegen.Move) *ending {
	e := &ending{before: ph.after, after: ph.after, mate: m}
	e.after.MakeNull()
	e.end = e.after.After(m)
	return e
}

// once shows a theme once by the lines, or not at all if there are none.
func once(lines showing) []showing {
	if lines == nil {
		return nil
	}
	return []showing{lines}
}

// isSelfBlock: the defence brings a man, not the king, to a square beside its king,
// which it could go to in the mate if it were empty.
func isSelfBlock(e *ending) bool {
	block := e.defence.To()
	king := e.end.King(e.end.Side())
	if e.movesKing() || e.mate.To() == block || !movegen.KingAttacks(king).Has(block) {
		return false
	}
	occ := e.end.Occupied() &^ (block.Bitboard() | king.Bitboard())
	return e.end.AttackersTo(block, occ)&e.end.ByColor(e.after.Side()) == 0
}

// movesKing reports whether the defence is a king's move.
func (e *ending) movesKing() bool {
	return e.before.PieceAt(e.defence.From()).Type() == movegen.King
}

// isSelfPin: the defence pins a man of its own side, which could parry the mate if it were not pinned.
func isSelfPin(e *ending) bool {
	them := e.before.Side()
	before := e.before.Pinned(them)
	if before.Has(e.defence.From()) { // the man was pinned before wherever it goes
		before |= e.defence.To().Bitboard()
	}
	return neededPins(&e.end)&e.after.Pinned(them)&^before != 0
}

// isPinMate: a pinned man of the defender could parry the mate if it were not pinned.
func isPinMate(e *ending) bool { return neededPins(&e.end) != 0 }

// isUnpinOfMate: the defence unpins the man that mates, with a move that the pin would not have allowed.
func isUnpinOfMate(e *ending) bool {
	us, from := e.after.Side(), e.mate.From()
	return e.before.Pinned(us).Has(from) && !e.after.Pinned(us).Has(from) &&
		!movegen.Line(e.before.King(us), from).Has(e.mate.To())
}

// unpinOfDefender: the key unpins a man of the defender, which then defends with a move that the pin did not allow.
func unpinOfDefender(s *study) []showing {
	ph := s.actual
	unpinned := ph.before.Pinned(s.them) &^ ph.after.Pinned(s.them)
	king := ph.before.King(s.them)
	return shownIn(ph.plays, func(pl *play) bool {
		from := pl.Defence.From()
		return pl.Effective && pl.answer() != movegen.NoMove && unpinned.Has(from) &&
			!movegen.Line(king, from).Has(pl.Defence.To())
	})
}

// isMari: the defending man, not the king, pins itself and unpins the man that mates. The mate needs the pin.
func isMari(e *ending) bool {
	return isUnpinOfMate(e) && isSelfPin(e) && !e.movesKing() && neededPins(&e.end).Has(e.defence.To())
}

// isInterference: the man that defends, not the king, stops, without capturing, on a line of another man of its side, a
// queen, rook or bishop, which could otherwise parry the mate.
func isInterference(e *ending) bool {
	return e.mate.To() != e.defence.To() && !e.before.IsCapture(e.defence) && !e.movesKing() && e.closes(e.defence)
}

// closes reports whether the man that has made the move shuts a line on which the mate could be parried. A man that
// comes along the line has closed it before.
func (e *ending) closes(m movegen.Move) bool {
	for shut := shutOut(&e.end, m.To()); shut != 0; {
		if !e.beyond(shut.Pop(), m.To()).Has(m.From()) {
			return true
		}
	}
	return false
}

// beyond returns the squares of the line from the slider through at up to the squares
// where it would parry, and those from the slider to at.
func (e *ending) beyond(slider, at movegen.Square) (squares movegen.Bitboard) {
	for targets := parries(&e.end); targets != 0; {
		if t := targets.Pop(); movegen.Between(slider, t).Has(at) {
			squares |= movegen.Between(slider, t)
		}
	}
	return squares
}

// isLineOpening: the defence leaves a square that a line of an attacker runs across;
// were the square still occupied, the king would not be in check or could escape.
func isLineOpening(e *ending) bool {
	from := e.defence.From()
	return e.end.PieceAt(from) == movegen.NoPiece && !e.movesKing() && needsOpen(&e.end, from)
}

// isGateOpening: the man that mates crosses the square that the defence has left.
func isGateOpening(e *ending) bool {
	return crossed(e.mate).Has(e.defence.From()) && !e.movesKing()
}

// isLineClosing: the mating move stops on a line of a queen, rook or bishop of the
// defender that could otherwise parry the mate.
func isLineClosing(e *ending) bool {
	return e.mate.Kind() != movegen.Castling && !e.after.IsCapture(e.mate) && e.closes(e.mate)
}

// isUnguard: the man that defends, not the king, could parry the mate from the square
// it has left. It was not pinned there, and the mate does not capture it.
func isUnguard(e *ending) bool {
	from, to := e.defence.From(), e.defence.To()
	if e.movesKing() || e.mate.To() == to || e.before.Pinned(e.before.Side()).Has(from) ||
		e.end.PieceAt(from) != movegen.NoPiece {
		return false
	}
	occ := e.end.Occupied()&^to.Bitboard() | from.Bitboard()
	return reaches(&e.end, e.before.PieceAt(from).Type(), from, occ, parries(&e.end))
}
