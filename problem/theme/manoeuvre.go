package theme

import (
	"slices"

	"alfiere/movegen"
)

// Manoeuvres are what the attacker's men do one after another in a line.

// manoeuvre is a line with the moves of one side in it.
type manoeuvre struct {
	moves []movegen.Move // NoMove where the side passes
	men   []movegen.PieceType
	other *manoeuvre       // the same with the moves of the other side
	late  int              // 1 for the side that moves second
	end   movegen.Position // after the mate
}

// inLine makes the finder of a manoeuvre that one line shows, in problems of that many moves or more. The theme is
// shown once, by all such lines.
func inLine(moves int, has func(*manoeuvre) bool) func(*study) []showing {
	return func(s *study) []showing {
		if s.report.Moves < moves {
			return nil
		}
		return s.each(func(l line) bool { return has(s.manoeuvre(l)) })
	}
}

func (s *study) manoeuvre(l line) *manoeuvre {
	m := &manoeuvre{end: s.report.Position, other: &manoeuvre{late: 1}}
	m.other.other = m
	for i, move := range l {
		side := m
		if i%2 != 0 {
			side = m.other
		}
		man := movegen.NoPieceType
		if move != movegen.NoMove {
			man = m.end.PieceAt(move.From()).Type()
		}
		side.moves, side.men = append(side.moves, move), append(side.men, man)
		m.end.MakeOrPass(move)
	}
	return m
}

// slides reports whether the i-th move is one of a queen, rook or bishop.
func (m *manoeuvre) slides(i int) bool {
	t := m.men[i]
	return t == movegen.Queen || t == movegen.Rook || t == movegen.Bishop
}

// stays reports whether the man that has made the i-th move stands where it went until the j-th move.
func (m *manoeuvre) stays(i, j int) bool {
	at := m.moves[i].To()
	leaves := func(k movegen.Move) bool { return k != movegen.NoMove && k.From() == at }
	captures := func(k movegen.Move) bool { return k != movegen.NoMove && k.To() == at }
	replies := m.other.moves[i+m.late : min(j+m.late, len(m.other.moves))]
	return !slices.ContainsFunc(m.moves[i+1:j], leaves) && !slices.ContainsFunc(replies, captures)
}

// stands reports whether the man that has made the i-th move stands there in the end.
func (m *manoeuvre) stands(i int) bool { return m.stays(i, len(m.moves)) }

// needs reports whether there would be no mate in the end without the man on the square.
func (m *manoeuvre) needs(s movegen.Square) bool {
	b := m.end.Builder()
	b.Board[s] = movegen.NoPiece
	p, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true})
	return err == nil && (!p.InCheck() || p.HasLegalMove())
}

// hasPair reports whether holds is true of a move of a queen, rook or bishop and a later move.
func (m *manoeuvre) hasPair(holds func(i, j int) bool) bool {
	for i := range m.moves {
		for j := i + 1; m.slides(i) && j < len(m.moves); j++ {
			if holds(i, j) {
				return true
			}
		}
	}
	return false
}

// inOrder reports whether the squares lie on one line in this order.
func inOrder(squares ...movegen.Square) bool {
	for i := 2; i < len(squares); i++ {
		if !movegen.Between(squares[i-2], squares[i]).Has(squares[i-1]) {
			return false
		}
	}
	return true
}

// isBristol: a queen, rook or bishop moves along a line to clear it for another one, which follows on the same line in
// the same direction, across the square that the first has left, and stops short of it. The second mates there or with
// its next move, or the mate needs it there.
func isBristol(m *manoeuvre) bool {
	last := len(m.moves) - 1
	return m.follows(func(j int) bool {
		to := m.moves[j].To()
		return j == last || m.moves[last].From() == to && m.stays(j, last) || m.stands(j) && m.needs(to)
	})
}

// follows reports whether a man follows another in a Bristol with a move of which holds is true.
func (m *manoeuvre) follows(holds func(j int) bool) bool {
	return m.hasPair(func(i, j int) bool {
		first, second := m.moves[i], m.moves[j]
		return m.slides(j) && m.stays(i, j) && second.From() != first.To() &&
			inOrder(second.From(), first.From(), second.To(), first.To()) && holds(j)
	})
}

// isBlackBristol: the defender's men show a Bristol. The answer to the second neither captures it nor mates.
func isBlackBristol(m *manoeuvre) bool {
	return m.other.follows(func(j int) bool { return j < len(m.other.moves)-1 && m.other.stays(j, j+1) })
}

// isTurton: a queen, rook or bishop crosses a square; another one goes to that square and
// mates, moving along the line away from the first, which supports it.
func isTurton(m *manoeuvre) bool {
	last := len(m.moves) - 1
	mate := m.moves[last]
	return m.hasPair(func(i, j int) bool {
		first, x := m.moves[i], m.moves[j].To()
		return m.slides(j) && mate.From() == x && m.stands(i) && m.stays(j, last) &&
			inOrder(first.From(), x, first.To()) && inOrder(first.To(), x, mate.To()) &&
			m.end.AttackersTo(mate.To(), m.end.Occupied()).Has(first.To()) && m.needs(first.To())
	})
}

// isZepler: a queen, rook or bishop crosses a square; another one goes to that square, and
// the first mates, moving on along the line, with the support of the second.
func isZepler(m *manoeuvre) bool {
	last := len(m.moves) - 1
	mate := m.moves[last]
	return m.hasPair(func(i, j int) bool {
		first, x := m.moves[i], m.moves[j].To()
		return m.slides(j) && mate.From() == first.To() && m.stays(i, last) && m.stands(j) &&
			inOrder(first.From(), x, first.To(), mate.To()) &&
			m.end.AttackersTo(mate.To(), m.end.Occupied()).Has(x) && m.needs(x)
	})
}

// isIndian: a queen, rook or bishop crosses a square; another man goes to that square,
// which shuts the line, and mates by opening it again.
func isIndian(m *manoeuvre) bool {
	last := len(m.moves) - 1
	mate := m.moves[last]
	return m.hasPair(func(i, j int) bool {
		first, x := m.moves[i], m.moves[j].To()
		return mate.From() == x && m.stands(i) && m.stays(j, last) &&
			inOrder(first.From(), x, first.To()) &&
			m.end.Checkers().Has(first.To()) && movegen.Between(first.To(), m.end.King(m.end.Side())).Has(x)
	})
}

// isHerlin: a queen, rook or bishop crosses a square; another man goes to that square and stays there. The mate needs
// the first on its line beyond the square, which would be shut if it stood where it came from.
func isHerlin(m *manoeuvre) bool {
	return m.hasPair(func(i, j int) bool {
		first, x := m.moves[i], m.moves[j].To()
		return m.moves[j].From() != first.To() && m.stands(i) && m.stands(j) &&
			inOrder(first.From(), x, first.To()) && needsBeyond(&m.end, first, x)
	})
}

// needsBeyond reports whether the mate needs the man that made the move, in order to check or to guard a square beside
// the king, on its line beyond x: it could do so from where it came from too, if x were not in the way.
func needsBeyond(end *movegen.Position, m movegen.Move, x movegen.Square) bool {
	us, man := end.Side().Other(), end.PieceAt(m.To()).Type()
	king := end.King(end.Side())
	occ := end.Occupied() &^ king.Bitboard()
	now := movegen.AttacksOf(man, us, m.To(), occ)
	once := movegen.AttacksOf(man, us, m.From(), occ&^(x.Bitboard()|m.To().Bitboard()))
	needed := king.Bitboard() | movegen.KingAttacks(king)&^end.ByColor(end.Side())
	for needed &= now & once; needed != 0; {
		z := needed.Pop()
		if inOrder(m.From(), x, z) && end.AttackersTo(z, occ)&end.ByColor(us) == m.To().Bitboard() {
			return true
		}
	}
	return false
}

// plachutta: the attacker moves to the square where the lines of two men of the defender that move alike cross.
// Whichever captures there takes the other's duty too, and one of the two duties is then abandoned.
func plachutta(s *study) []showing {
	return s.overloads(func(ph *phase, x movegen.Square) bool { return ph.Move != movegen.NoMove && ph.Move.To() == x })
}

// wurzburgPlachutta: the same without a sacrifice: the men shut each other's lines on an empty square.
func wurzburgPlachutta(s *study) []showing {
	return s.overloads(func(ph *phase, x movegen.Square) bool { return ph.after.PieceAt(x) == movegen.NoPiece })
}

// overloads shows the pairs of like men that meet on a square of the kind asked for, and
// are drawn away from it along the other's line.
func (s *study) overloads(at func(*phase, movegen.Square) bool) (found []showing) {
	for _, st := range s.stagesOfPlay() {
		if st.moves < 3 {
			continue
		}
		found = append(found, pairsOf(st.answered(), func(a, b *play) showing {
			x := a.Defence.To()
			p, q := a.Defence.From(), b.Defence.From()
			if a.Defence > b.Defence || x != b.Defence.To() || p == q || !at(st.phase, x) ||
				!moveAlike(&st.after, p, q, x) || movegen.Line(p, x) == movegen.Line(q, x) {
				return nil
			}
			first, second := a.drawnAway(q), b.drawnAway(p)
			if first == nil || second == nil {
				return nil
			}
			return showing{first, second}
		})...)
	}
	return unequal(found)
}

// holzhausen: a man of the defender goes to an empty square on another line of a man that
// moves alike, and is drawn away along that line. Where both do so it is a Wurzburg-Plachutta.
func holzhausen(s *study) []showing {
	var lines showing
	for _, st := range s.stagesOfPlay() {
		for _, pl := range st.answered() {
			p, x := pl.Defence.From(), pl.Defence.To()
			if st.moves < 3 || st.after.PieceAt(x) != movegen.NoPiece {
				continue
			}
			for men := st.after.ByColor(s.them) &^ p.Bitboard(); men != 0; {
				q := men.Pop()
				if !moveAlike(&st.after, p, q, x) || movegen.Line(p, x) == movegen.Line(q, x) {
					continue
				}
				if l := pl.drawnAway(q); l != nil {
					lines = append(lines, l)
					break
				}
			}
		}
	}
	if lines == nil || wurzburgPlachutta(s) != nil {
		return nil
	}
	return once(lines)
}

// moveAlike reports whether the men on a and b both reach x, both straight or both diagonally.
func moveAlike(p *movegen.Position, a, b, x movegen.Square) bool {
	both := a.Bitboard() | b.Bitboard()
	queens := p.ByType(movegen.Queen)
	straight := movegen.RookAttacks(x, p.Occupied()) & (p.ByType(movegen.Rook) | queens)
	diagonal := movegen.BishopAttacks(x, p.Occupied()) & (p.ByType(movegen.Bishop) | queens)
	return both&^straight == 0 || both&^diagonal == 0
}

// drawnAway returns a line in which the man that has defended leaves its square again
// along the line of the man on other, and from there could have parried the mate.
func (pl *play) drawnAway(other movegen.Square) line {
	next := pl.continuation()
	if next == nil {
		return nil
	}
	x := pl.Defence.To()
	i := slices.IndexFunc(next.plays, func(later *play) bool {
		return later.Defence.From() == x && later.Effective && later.mate() != movegen.NoMove &&
			inOrder(other, x, later.Defence.To()) && isUnguard(later.ending())
	})
	if i < 0 {
		return nil
	}
	return next.plays[i].full()
}
