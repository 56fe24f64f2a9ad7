package theme

import (
	"slices"

	"alfiere/movegen"
)

// flights makes the finder of star flights and plus flights: after the key the king's moves are exactly the four
// diagonal or orthogonal ones, each answered by one mate.
func flights(t movegen.PieceType) func(*study) []showing {
	return func(s *study) []showing {
		king := s.actual.after.King(s.them)
		squares := movegen.PseudoAttacks(t, king) & movegen.KingAttacks(king)
		if squares.Count() != 4 || !s.kingGoes(squares) {
			return nil // on the edge, or others
		}
		return s.defences(king, squares)
	}
}

// flightsAlone makes the finder of star by flights and plus by flights: the king's defences after the key are exactly
// the four diagonal or orthogonal ones, whatever answers them, and it is no star or plus flights.
func flightsAlone(t movegen.PieceType) func(*study) []showing {
	strict := flights(t)
	return func(s *study) []showing {
		king := s.actual.after.King(s.them)
		squares := movegen.PseudoAttacks(t, king) & movegen.KingAttacks(king)
		lines := s.moves(king, squares)
		if squares.Count() != 4 || len(lines) != 4 || len(s.moves(king, ^squares)) > 0 || strict(s) != nil {
			return nil
		}
		return once(lines)
	}
}

// eightKnightMoves: a knight of the defender defends with all its eight moves, whatever answers them, and it is no
// wheel.
func eightKnightMoves(s *study) (found []showing) {
	wheels := blackKnightWheel(s)
	for knights := s.actual.after.Pieces(s.them, movegen.Knight); knights != 0; {
		from := knights.Pop()
		isWheel := func(lines showing) bool { return lines[0][1].From() == from }
		if lines := s.moves(from, movegen.KnightAttacks(from)); len(lines) == 8 && !slices.ContainsFunc(wheels, isWheel) {
			found = append(found, lines)
		}
	}
	return found
}

// moves returns the lines in which the man on from defends on the squares, each with its answer if there is one only.
func (s *study) moves(from movegen.Square, squares movegen.Bitboard) (lines showing) {
	for _, pl := range s.actual.plays {
		if pl.Defence.From() != from || !squares.Has(pl.Defence.To()) || !pl.Effective {
			continue
		}
		if pl.answer() == movegen.NoMove {
			lines = append(lines, pl.line())
		} else {
			lines = append(lines, pl.full())
		}
	}
	return lines
}

// unlike returns the showings whose lines end with at least n different moves: a man whose
// moves are nearly all alike is a mere tempo.
func unlike(n int, found []showing) []showing {
	return slices.DeleteFunc(found, func(lines showing) bool {
		answers := map[movegen.Move]bool{}
		for _, l := range lines {
			answers[l[len(l)-1]] = true
		}
		return len(answers) < n
	})
}

// defences shows that the man on from defends on all the squares, with one answer to each defence.
func (s *study) defences(from movegen.Square, squares movegen.Bitboard) []showing {
	var lines showing
	for _, pl := range s.actual.plays {
		if pl.Defence.From() == from && squares.Has(pl.Defence.To()) && pl.Effective && pl.answer() != movegen.NoMove {
			squares &^= pl.Defence.To().Bitboard()
			lines = append(lines, pl.line(pl.answer()))
		}
	}
	if squares != 0 {
		return nil
	}
	return []showing{lines}
}

// twoSquares makes the finder of big star and big plus: a queen of the defender, or a bishop or rook, makes all four
// moves of two squares along its lines as defences that have not all the same answer.
func twoSquares(t movegen.PieceType) func(*study) []showing {
	return func(s *study) (found []showing) {
		after := &s.actual.after
		for men := after.Pieces(s.them, t) | after.Pieces(s.them, movegen.Queen); men != 0; {
			from := men.Pop()
			near := movegen.KingAttacks(from)
			// The second squares of the rays are those seen over the first ones.
			squares := (movegen.AttacksOf(t, s.them, from, 0) &^ movegen.AttacksOf(t, s.them, from, near)) & ring(from)
			if squares.Count() == 4 {
				found = append(found, unlike(2, s.defences(from, squares))...)
			}
		}
		return found
	}
}

// ring returns the squares two king's moves away from s.
func ring(s movegen.Square) (squares movegen.Bitboard) {
	near := movegen.KingAttacks(s)
	for rest := near; rest != 0; {
		squares |= movegen.KingAttacks(rest.Pop())
	}
	return squares &^ near &^ s.Bitboard()
}

// blackKnightWheel: a knight of the defender defends with all its eight moves, which have not all the same answer.
func blackKnightWheel(s *study) (found []showing) {
	for knights := s.actual.after.Pieces(s.them, movegen.Knight); knights != 0; {
		from := knights.Pop()
		if wheel := movegen.KnightAttacks(from); wheel.Count() == 8 {
			found = append(found, unlike(4, s.defences(from, wheel))...)
		}
	}
	return found
}

// whiteKnightWheel: a knight of the attacker answers, from one square, with all its eight moves, threats included.
func whiteKnightWheel(s *study) (found []showing) {
	for _, st := range s.stagesOfPlay() {
		for knights := st.after.Pieces(s.us, movegen.Knight); knights != 0; {
			from := knights.Pop()
			if wheel := movegen.KnightAttacks(from); wheel.Count() == 8 {
				found = append(found, st.replies(from, wheel)...)
			}
		}
	}
	return unequal(found)
}

// replies shows that the man that stands on from after the first move of the phase goes to all the squares with the
// attacker's next move, a mate or a continuation, threats included.
func (ph *phase) replies(from movegen.Square, squares movegen.Bitboard) []showing {
	var lines showing
	add := func(m movegen.Move, l line) {
		if m.From() == from && squares.Has(m.To()) {
			squares &^= m.To().Bitboard()
			lines = append(lines, l)
		}
	}
	if threat := ph.Threats.Sole(); threat != movegen.NoMove {
		add(threat, ph.threatLine(threat))
	}
	for _, pl := range ph.answered() {
		add(pl.answer(), pl.line(pl.answer()))
	}
	if squares != 0 {
		return nil
	}
	return []showing{lines}
}

// whiteKnightTour: key and tries are all the eight moves of one knight.
func whiteKnightTour(s *study) []showing {
	from := s.actual.Move.From()
	wheel := movegen.KnightAttacks(from)
	if s.report.Position.PieceAt(from).Type() != movegen.Knight || wheel.Count() != 8 {
		return nil
	}
	return s.firstMoves(wheel)
}

// firstMoves shows that the key's man goes to all the squares with key and tries.
func (s *study) firstMoves(squares movegen.Bitboard) []showing {
	var lines showing
	for _, ph := range append([]*phase{s.actual}, s.tries...) {
		if ph.Move.From() == s.actual.Move.From() && squares.Has(ph.Move.To()) {
			squares &^= ph.Move.To().Bitboard()
			lines = append(lines, line{ph.Move})
		}
	}
	if squares != 0 {
		return nil
	}
	return []showing{lines}
}

// pickaninny: a pawn of the defender on its first square defends with all its four
// moves, which have not all the same answer.
func pickaninny(s *study) (found []showing) {
	for pawns := s.actual.after.Pieces(s.them, movegen.Pawn); pawns != 0; {
		from := pawns.Pop()
		if four := fourMoves(s.them, from); four.Count() == 4 {
			found = append(found, unlike(2, s.defences(from, four))...)
		}
	}
	return found
}

// albino: a pawn of the attacker on its first square makes all its four moves, either
// as mates or continuations of actual play, threats included, or as key and tries.
func albino(s *study) (found []showing) {
	for _, st := range s.stagesOfPlay() {
		for pawns := st.after.Pieces(s.us, movegen.Pawn); pawns != 0; {
			from := pawns.Pop()
			if four := fourMoves(s.us, from); four.Count() == 4 {
				found = append(found, st.replies(from, four)...)
			}
		}
	}
	found = unequal(found)
	from := s.actual.Move.From()
	if four := fourMoves(s.us, from); four.Count() == 4 && s.report.Position.PieceAt(from).Type() == movegen.Pawn {
		found = append(found, s.firstMoves(four)...)
	}
	return found
}

// fourMoves returns the targets of a pawn of colour c on its first square s: two steps
// and two captures. There are fewer on the edge files, and elsewhere.
func fourMoves(c movegen.Color, s movegen.Square) movegen.Bitboard {
	step := s.Bitboard().Forward(c)
	if s.Relative(c).Rank() != 1 {
		return 0
	}
	return movegen.PawnAttacks(c, s) | step | step.Forward(c)
}

// promotion is a promotion in a line of play, and what answers it.
type promotion struct {
	move   movegen.Move
	line   line
	answer movegen.Move // NoMove if the line ends there
}

// allumwandlung: one pawn, the pawns that reach one square, or pawns of the attacker anywhere promote to queen, rook,
// bishop and knight: in actual play, or as first moves of one pawn.
func allumwandlung(s *study) (found []showing) {
	for _, side := range [...]movegen.Color{s.us, s.them} {
		if lines := fourPromotions(s.promotions(side), side == s.them); lines != nil {
			found = append(found, lines)
		}
	}
	if found == nil {
		found = once(s.firstPromotions())
	}
	return found
}

// promotions returns the promotions of one side in actual play. Those of the attacker are key, threats, continuations
// or mates, each without another promotion that does as well; those of the defender are defences.
func (s *study) promotions(side movegen.Color) (list []promotion) {
	for _, w := range s.ways() {
		l := w.line
		for i, m := range l {
			if m.Kind() != movegen.Promotion || (i%2 == 0) != (side == s.us) || i == len(l)-1 && s.isDoubtful(l) {
				continue
			}
			p := promotion{move: m, line: l}
			if i+1 < len(l) {
				p.answer = l[i+1]
			}
			list = append(list, p)
		}
	}
	return list
}

// fourPromotions returns lines in which one pawn, pawns on one square, or else pawns of the attacker on several squares
// promote to all four pieces, one for each; nil if there are none. The defender's promotions to knight and to rook or
// bishop must have other answers than a promotion to queen on the same square.
func fourPromotions(list []promotion, defends bool) showing {
	same := [...]func(a, b movegen.Move) bool{
		func(a, b movegen.Move) bool { return a.From() == b.From() },
		func(a, b movegen.Move) bool { return a.To() == b.To() },
		func(a, b movegen.Move) bool { return !defends },
	}
	for _, alike := range same {
		for _, p := range list {
			four := map[movegen.PieceType]promotion{}
			for _, q := range list {
				if _, known := four[q.move.PromotionType()]; !known && alike(p.move, q.move) {
					four[q.move.PromotionType()] = q
				}
			}
			if len(four) < 4 {
				continue
			}
			if defends && (!isListed(four[movegen.Knight], list) ||
				!isListed(four[movegen.Rook], list) && !isListed(four[movegen.Bishop], list)) {
				continue
			}
			var lines showing
			for t := movegen.Queen; t >= movegen.Knight; t-- {
				if l := four[t].line; !slices.ContainsFunc(lines, func(m line) bool { return slices.Equal(l, m) }) {
					lines = append(lines, l)
				}
			}
			return lines
		}
	}
	return nil
}

// isListed reports whether the promotion has another answer than that to queen by the same move of the pawn.
func isListed(p promotion, list []promotion) bool {
	return slices.ContainsFunc(list, func(q promotion) bool {
		return q.move.PromotionType() == movegen.Queen && q.move.From() == p.move.From() && q.move.To() == p.move.To() &&
			q.answer != p.answer
	})
}

// firstPromotions returns the first moves of a pawn that promotes on one square to all four pieces, with four different
// outcomes: it is the key, or refuted in another way, or fails to stalemate alone.
func (s *study) firstPromotions() showing {
	outcomes := map[movegen.Move]movegen.Move{s.actual.Move: s.actual.Move}
	for _, try := range s.tries {
		outcomes[try.Move] = try.refutation()
	}
	first := line{s.actual.Move}
	for _, m := range s.report.Position.Moves() {
		if m.Kind() == movegen.Promotion {
			first = append(first, m)
		}
	}
	for _, m := range first {
		var lines showing
		seen := map[movegen.Move]bool{}
		for t := movegen.Knight; t <= movegen.Queen && m.Kind() == movegen.Promotion; t++ {
			p := movegen.MakePromotion(m.From(), m.To(), t)
			outcome, known := outcomes[p]
			if !known || seen[outcome] {
				break
			}
			seen[outcome] = true
			if p == s.actual.Move || outcome == movegen.NoMove {
				lines = append(lines, line{p})
			} else {
				lines = append(lines, line{p, outcome})
			}
		}
		if len(lines) == 4 {
			return lines
		}
	}
	return nil
}

// isDoubtful reports whether the line ends with a threat to promote beside which another promotion is threatened with
// the same pawn on the same square.
func (s *study) isDoubtful(l line) bool {
	n := len(l) - 1
	return l[n-1] == movegen.NoMove && slices.ContainsFunc(s.ways(), func(w way) bool {
		return len(w.line) == n+1 && slices.Equal(w.line[:n], l[:n]) && w.line[n] != l[n] &&
			w.line[n].From() == l[n].From() && w.line[n].To() == l[n].To()
	})
}
