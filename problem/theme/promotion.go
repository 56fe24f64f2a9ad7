package theme

import (
	"slices"

	"alfiere/movegen"
)

// promotion is a promotion in a line of play, and what answers it.
type promotion struct {
	move   movegen.Move
	line   line
	answer movegen.Move // NoMove if the line ends there
}

// allumwandlung: one pawn, or the pawns that reach one square, promote to queen, rook,
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
			if m.Kind() != movegen.Promotion || (i%2 == 0) != (side == s.us) || s.actual.isDoubtful(l) {
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

// fourPromotions returns lines in which one pawn, or pawns on one square, promote to all four pieces, one for each; nil
// if there are none. If told is set the promotions must be told apart by their answers: those to knight and to rook or
// bishop have others than a queen on the same square would have.
func fourPromotions(list []promotion, told bool) showing {
	same := [...]func(a, b movegen.Move) bool{
		func(a, b movegen.Move) bool { return a.From() == b.From() },
		func(a, b movegen.Move) bool { return a.To() == b.To() },
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
			if told && (!isTold(four[movegen.Knight], list) ||
				!isTold(four[movegen.Rook], list) && !isTold(four[movegen.Bishop], list)) {
				continue
			}
			return slices.CompactFunc(showing{four[movegen.Queen].line, four[movegen.Rook].line,
				four[movegen.Bishop].line, four[movegen.Knight].line}, slices.Equal)
		}
	}
	return nil
}

// isTold reports whether the promotion has another answer than that to queen by the same move of the pawn.
func isTold(p promotion, list []promotion) bool {
	return slices.ContainsFunc(list, func(q promotion) bool {
		return q.move.PromotionType() == movegen.Queen && q.move.From() == p.move.From() && q.move.To() == p.move.To() &&
			q.answer != p.answer
	})
}

// firstPromotions returns the first moves of a pawn that promotes on one square to all four pieces, with four different
// outcomes: it is the key, or refuted in another way, or fails to stalemate alone.
func (s *study) firstPromotions() showing {
	const stalemate = movegen.NoMove
	outcomes := map[movegen.Move]movegen.Move{s.actual.Move: s.actual.Move}
	for _, try := range s.tries {
		outcomes[try.Move] = try.Refutations[0]
	}
	first := line{s.actual.Move}
	for _, m := range s.report.Position.Moves() {
		if m.Kind() == movegen.Promotion {
			first = append(first, m)
			if after := s.report.Position.After(m); !after.InCheck() && !after.HasLegalMove() {
				outcomes[m] = stalemate
			}
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
			if p == s.actual.Move || outcome == stalemate {
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

// isDoubtful reports whether l is the line of a threat to promote beside which another
// promotion is threatened with the same pawn on the same square.
func (ph *phase) isDoubtful(l line) bool {
	threat := l[len(l)-1]
	return l[1] == movegen.NoMove && slices.ContainsFunc(ph.Threats.Moves, func(m movegen.Move) bool {
		return m != threat && m.From() == threat.From() && m.To() == threat.To()
	})
}
