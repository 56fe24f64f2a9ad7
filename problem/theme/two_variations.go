package theme

import (
	"slices"

	"alfiere/movegen"
)

// variations returns the plays after the key of a two-mover, or of a stage of two moves,
// that can show something; none of a longer problem.
func (s *study) variations() []*play {
	if s.left != 1 {
		return nil
	}
	return s.actual.thematic(1)
}

// eachPair collects every two of the variations that have different mates and what is asked for, in this order: of
// random moves that show the same, once.
func (s *study) eachPair(have func(a, b *play) bool) []showing {
	return pairsThat(s.variations(), have)
}

// pairsThat is eachPair of the given plays, which have one answer each.
func pairsThat(plays []*play, have func(a, b *play) bool) []showing {
	return pairsOf(plays, func(a, b *play) showing {
		if have(a, b) {
			return showing{a.full(), b.full()}
		}
		return nil
	})
}

// pairsOf collects what show makes of the pairs.
func pairsOf(plays []*play, show func(a, b *play) showing) (found []showing) {
	type pair struct {
		a, b         movegen.Square
		mateA, mateB movegen.Move
	}
	seen := map[pair]bool{}
	for _, a := range plays {
		for _, b := range plays {
			p := pair{a.Defence.From(), b.Defence.From(), a.answer(), b.answer()}
			if p.mateA == p.mateB || len(seen) > 0 && (seen[p] || seen[pair{p.b, p.a, p.mateB, p.mateA}]) {
				continue
			}
			if lines := show(a, b); lines != nil {
				seen[p] = true
				found = append(found, lines)
			}
		}
	}
	return found
}

// end returns the position after the one mate of the play.
func (pl *play) end() movegen.Position { return pl.after.After(pl.mate()) }

// mover returns the type of the man that defends.
func (pl *play) mover() movegen.PieceType { return pl.phase.after.PieceAt(pl.Defence.From()).Type() }

// isThreat reports whether m is a threat of the phase.
func (ph *phase) isThreat(m movegen.Move) bool { return slices.Contains(ph.Threats.Moves, m) }

// matesInOne returns the moves that mate at once.
func matesInOne(p *movegen.Position) (mates []movegen.Move) {
	var list movegen.MoveList
	p.CheckingMoves(&list)
	for _, m := range list.Moves() {
		if next := p.After(m); isMate(&next) {
			mates = append(mates, m)
		}
	}
	return mates
}

func isMate(p *movegen.Position) bool { return p.InCheck() && !p.HasLegalMove() }

// changed returns p with another man, or none, on s, and with side to move. ok is false if
// the position is illegal because the side that is not to move is in check.
func changed(p *movegen.Position, s movegen.Square, man movegen.Piece,
	side movegen.Color) (q movegen.Position, ok bool) {
	b := p.Builder()
	b.Board[s] = man
	b.Side = side
	b.EnPassant = movegen.NoSquare
	b.CastlingRooks &^= s.Bitboard()
	q, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true})
	return q, err == nil
}

// pinnedInAdvance makes the finder of Schiffmann: the defence pins a man of its own side, be it the one that moves or
// one that it leaves on the line. Against the threat this helps, because the threat would
// close the line of the pin and the man could parry; but another mate succeeds because
// it is pinned. In a Nietvelt the threat would unpin the man because the man that pins it would move.
func pinnedInAdvance(byPinner bool) func(*study) []showing {
	return func(s *study) []showing {
		var lines showing
		for _, pl := range s.variations() {
			end := pl.end()
			pinned := pl.after.Pinned(s.them) & neededPins(&end)
			if old := s.actual.after.Pinned(s.them); old.Has(pl.Defence.From()) {
				pinned &^= old | pl.Defence.To().Bitboard()
			} else {
				pinned &^= old
			}
			for _, threat := range s.actual.Threats.Moves {
				if man := pl.freed(threat) & pinned; man != 0 &&
					(threat.From() == behind(pl.after.King(s.them), man.LSB(), pl.after.Occupied())) == byPinner {
					if len(lines) == 0 {
						lines = append(lines, s.actual.threatLine(threat))
					}
					lines = append(lines, pl.full())
					break
				}
			}
		}
		return once(lines)
	}
}

// freed returns the men that are pinned after the defence, and that the threat, played
// now, would unpin so that they could parry it.
func (pl *play) freed(threat movegen.Move) (men movegen.Bitboard) {
	if !pl.after.IsLegal(threat) {
		return 0
	}
	them := pl.after.Side().Other()
	p := pl.after.After(threat)
	targets := parries(&p)
	freed := pl.after.Pinned(them) &^ p.Pinned(them) & p.ByColor(them)
	for freed != 0 && p.InCheck() {
		s := freed.Pop()
		if reaches(&p, p.PieceAt(s).Type(), s, p.Occupied(), targets) {
			men |= s.Bitboard()
		}
	}
	return men
}

// unpinnedInVain makes the finder of Goethart: the mating man enters the line on which a queen, rook or bishop of the
// defender is pinned and so unpins it; it could parry now, but for the defence, which
// has shut its line. In a Gamage the mating man is the one that has pinned.
func unpinnedInVain(byPinner bool) func(*study) []showing {
	return func(s *study) []showing {
		return shownIn(s.variations(), func(pl *play) bool {
			m, end := pl.mate(), pl.end()
			king := end.King(s.them)
			freed := pl.after.Pinned(s.them) &^ end.Pinned(s.them) & shutOut(&end, pl.Defence.To())
			for freed != 0 && m.To() != pl.Defence.To() {
				pinner := behind(king, freed.Pop(), pl.after.Occupied())
				if pinner != movegen.NoSquare && (pinner == m.From()) == byPinner &&
					(byPinner || movegen.Between(king, pinner).Has(m.To())) {
					return true
				}
			}
			return false
		})
	}
}

// What the attacker's men do to each other in tries: one shuts the line of another, which
// would mate, guard or pin if it could look through the square.

// whiteGrimshaw: in two quiet tries a rook and a bishop of the attacker enter the same
// empty square. Each shuts the other's line there, and each try is refuted because of that.
func whiteGrimshaw(s *study) (found []showing) {
	if s.left != 1 {
		return nil
	}
	tries := s.quietTries()
	for _, rook := range tries {
		for _, bishop := range tries {
			if cross(&s.report.Position, rook.Move, bishop.Move) &&
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
	refutation := ph.refutation()
	if refutation == movegen.NoMove {
		return false
	}
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
