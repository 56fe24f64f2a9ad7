package theme

import "alfiere/movegen"

// What the attacker's men do to each other in tries: one shuts the line of another, which
// would mate, guard or pin if it could look through the square.

// whiteGrimshaw: in two quiet tries a rook and a bishop of the attacker enter the same
// empty square. Each shuts the other's line there, and each try is refuted because of that.
func whiteGrimshaw(s *study) (found []showing) {
	if !s.twoMover {
		return nil
	}
	tries := s.quietTries()
	for _, rook := range tries {
		for _, bishop := range tries {
			if _, ok := crossing(&s.report.Position, rook.Move, bishop.Move); ok &&
				rook.failsByShutting(bishop.Move.From()) && bishop.failsByShutting(rook.Move.From()) {
				found = append(found, showing{rook.refuted(), bishop.refuted()})
			}
		}
	}
	return found
}

// failsByShutting reports whether the refutation of the try succeeds because the man that
// tries shuts the line of its own side's line piece on home: if that could move and attack
// through the square, the refutation would be illegal or there would be a mate.
func (ph *phase) failsByShutting(home movegen.Square) bool {
	refutation := ph.Refutations[0]
	p := ph.after.After(refutation)
	x := ph.Move.To()
	l := shutLine{us: p.Side(), x: x, piece: ph.after.PieceAt(home), shutter: ph.after.PieceAt(x)}
	if p.PieceAt(x) != l.shutter || p.PieceAt(home) != l.piece {
		return false // nothing is shut where a man has been captured
	}
	if l.forbids(&ph.after, refutation, home) {
		return true
	}
	for _, m := range p.Moves() {
		if q := p.After(m); m.From() != x && l.mates(&q, home) {
			return true
		}
	}
	for to := movegen.AttacksOf(l.piece.Type(), l.us, home, p.Occupied()&^x.Bitboard()) &^ p.ByColor(l.us); to != 0; {
		at := to.Pop()
		q := p.After(movegen.MakeMove(home, at, movegen.Normal))
		if !q.IsAttacked(q.King(l.us), l.us.Other()) && l.mates(&q, at) {
			return true
		}
	}
	return false
}

// shutLine is a line of the attacker us that the shutter on x, a man of its own, shuts. The methods ask what would be
// if x were transparent for the piece behind it, as long as that stands at at and the shutter on x.
type shutLine struct {
	us             movegen.Color
	x              movegen.Square
	piece, shutter movegen.Piece
}

// strikes reports whether the piece would attack s.
func (l *shutLine) strikes(p *movegen.Position, at, s movegen.Square) bool {
	return p.PieceAt(l.x) == l.shutter && p.PieceAt(at) == l.piece &&
		movegen.AttacksOf(l.piece.Type(), l.us, at, p.Occupied()&^l.x.Bitboard()).Has(s)
}

// forbids reports whether the defender's move m, legal in p, would be illegal.
func (l *shutLine) forbids(p *movegen.Position, m movegen.Move, at movegen.Square) bool {
	next := p.After(m)
	if l.strikes(&next, at, next.King(p.Side())) {
		return true
	}
	if m.Kind() != movegen.Castling {
		return false
	}
	for crossed := movegen.Between(m.From(), m.KingTo()) | m.From().Bitboard(); crossed != 0; {
		if l.strikes(p, at, crossed.Pop()) {
			return true
		}
	}
	return false
}

// mates reports whether the defender, to move in p, would be mated.
func (l *shutLine) mates(p *movegen.Position, at movegen.Square) bool {
	if !p.InCheck() && !l.strikes(p, at, p.King(p.Side())) {
		return false
	}
	for _, m := range p.Moves() {
		if !l.forbids(p, m, at) {
			return false
		}
	}
	return true
}
