package theme

import (
	"context"
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// defenders returns the men, the king not among them, that move in the variations.
func (s *study) defenders() (men movegen.Bitboard) {
	for _, pl := range s.actual.answered() {
		men |= pl.Defence.From().Bitboard()
	}
	return men &^ s.actual.after.Pieces(s.them, movegen.King)
}

// secondMoves makes the finder of a theme that variations share look at every stage of two moves, and in longer
// problems at the attacker's second moves, too.
func secondMoves(find func(*study) []showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		if s.left > 1 {
			found = find(s)
		}
		return append(found, inStages(find)(s)...)
	}
}

// mostNodes bounds what is analysed to find out whether an error allows a second move.
const mostNodes = 200_000

// solutions returns the moves that mate soonest, at once in stages of two moves; none if the search takes more than
// mostNodes.
func (s *study) solutions(p *movegen.Position) (moves []movegen.Move) {
	if s.left == 1 {
		return matesInOne(p)
	}
	r, err := problem.Analyse(context.Background(), *p, problem.Options{Moves: s.left, Nodes: mostNodes})
	if err != nil || !r.Complete {
		return nil
	}
	for i := range r.Keys {
		moves = append(moves, r.Keys[i].Move)
	}
	soonest := s.left
	for _, short := range r.Short {
		if short.In < soonest {
			soonest, moves = short.In, nil
		}
		if short.In == soonest {
			moves = append(moves, short.Move)
		}
	}
	return moves
}

// errorsOfLeaving returns the mates, threats left out, that the attacker would have after the key if the defender's man
// on from were gone: what its departure as such allows, wherever it goes.
func (s *study) errorsOfLeaving(from movegen.Square) []movegen.Move {
	if s.actual.after.InCheck() {
		return nil // it cannot leave as it likes
	}
	p, ok := changed(&s.actual.after, from, movegen.NoPiece, s.us)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(s.solutions(&p), s.actual.isThreat)
}

// isCaptured reports whether the mate captures the man that has defended.
func (pl *play) isCaptured() bool { return pl.Mates.In == 1 && pl.answer().To() == pl.Defence.To() }

// blackCorrection: one man of the defender, not the king, has at least one move after which the only mate is one that
// its departure alone would allow, and at least one after which that mate fails and the only mate, no threat of the
// key, is one that its departure alone would not allow. Two moves are too few; promotions and captures of the man do
// not count.
func blackCorrection(s *study) (found []showing) {
	for men := s.defenders(); men != 0; {
		from := men.Pop()
		plays := slices.DeleteFunc(s.actual.answered(), func(pl *play) bool { return pl.Defence.From() != from })
		if !slices.ContainsFunc(plays, func(pl *play) bool { return pl.answer() != plays[0].answer() }) {
			continue
		}
		general := s.errorsOfLeaving(from)
		var random, corrections showing
		for _, pl := range plays {
			switch {
			case pl.Defence.Kind() == movegen.Promotion || pl.isCaptured():
			case slices.Contains(general, pl.answer()):
				random = append(random, pl.full())
			case !s.actual.isThreat(pl.answer()):
				corrections = append(corrections, pl.full())
			}
		}
		if random != nil && corrections != nil && len(random)+len(corrections) > 2 {
			found = append(found, append(random, corrections...))
		}
	}
	return found
}

// whiteCorrection: the key and at least one try are moves of one man of the attacker, not the king. The try threatens a
// mate that its departure alone would threaten. The refutation would also refute the departure alone; the key has an
// answer.
func whiteCorrection(s *study) []showing {
	from := s.actual.Move.From()
	man := s.actual.before.PieceAt(from).Type()
	waiting, ok := changed(&s.actual.before, from, movegen.NoPiece, s.us)
	gone, also := changed(&s.actual.before, from, movegen.NoPiece, s.them)
	if s.left != 1 || !ok || !also || man == movegen.King {
		return nil
	}
	threats := matesInOne(&waiting)
	kept := slices.DeleteFunc(slices.Clone(threats), func(m movegen.Move) bool { return !s.actual.isThreat(m) })
	for _, threat := range append(kept, threats...) {
		var lines showing
		for _, try := range s.quietTries() {
			if try.Move.From() == from && try.isThreat(threat) && !try.Stalemate &&
				refutes(&gone, try.refutation()) {
				lines = append(lines, try.refuted())
			}
		}
		if lines != nil {
			if s.actual.isThreat(threat) {
				lines = append(lines, s.actual.threatLine(threat))
			}
			return []showing{append(lines, line{s.actual.Move})}
		}
	}
	return nil
}

// refutes reports whether nothing mates after the defence m.
func refutes(p *movegen.Position, m movegen.Move) bool {
	if !p.IsLegal(m) {
		return false
	}
	next := p.After(m)
	return matesInOne(&next) == nil
}

// dualAvoidance: two variations have an error in common that would allow either mate, and yet each allows only its own.
// The error is that one man leaves its square, or that two men block the same square; the threats of the key are no
// such mates, nor are captures of the man. It is shown once, by all such variations.
func dualAvoidance(s *study) []showing {
	var lines showing
	for _, pair := range s.avoidances() {
		for _, l := range pair {
			if !slices.ContainsFunc(lines, func(m line) bool { return slices.Equal(l, m) }) {
				lines = append(lines, l)
			}
		}
	}
	return once(lines)
}

// avoidances returns the pairs of variations that avoid duals.
func (s *study) avoidances() []showing {
	allowed := map[[2]movegen.Square][]movegen.Move{}
	return s.actual.pairs(func(a, b *play) bool {
		if a.Defence > b.Defence || a.mover() == movegen.King || b.mover() == movegen.King ||
			a.isCaptured() || b.isCaptured() {
			return false
		}
		var key [2]movegen.Square
		var mates func() []movegen.Move
		switch {
		case a.Defence.From() == b.Defence.From():
			key = [2]movegen.Square{a.Defence.From(), movegen.NoSquare}
			mates = func() []movegen.Move { return s.errorsOfLeaving(key[0]) }
		case a.Defence.To() == b.Defence.To():
			key = [2]movegen.Square{movegen.NoSquare, a.Defence.To()}
			mates = func() []movegen.Move { return s.errorsOfBlocking(key[1]) }
		default:
			return false
		}
		if _, known := allowed[key]; !known {
			allowed[key] = mates()
		}
		return slices.Contains(allowed[key], a.answer()) && slices.Contains(allowed[key], b.answer())
	})
}

// errorsOfBlocking returns the mates, threats left out, that the attacker would have
// after the key if a pawn of the defender stood on the square x beside its king.
func (s *study) errorsOfBlocking(x movegen.Square) []movegen.Move {
	after := &s.actual.after
	if after.InCheck() || !movegen.KingAttacks(after.King(s.them)).Has(x) || x.Rank() == 0 || x.Rank() == 7 {
		return nil
	}
	p, ok := changed(after, x, movegen.MakePiece(s.them, movegen.Pawn), s.us)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(s.solutions(&p), s.actual.isThreat)
}

// focal: after a key that leaves the defender in zugzwang, one queen, rook or bishop guards two squares where the
// attacker would mate. It moves, keeps one of them and gives up the other; in two variations it gives up different
// ones, and the mate follows there.
func focal(s *study) []showing {
	if s.actual.Threats.Moves != nil || s.actual.after.InCheck() {
		return nil
	}
	after := &s.actual.after
	return s.eachPair(func(a, b *play) bool {
		from := a.Defence.From()
		t := a.mover()
		if a.Defence > b.Defence || b.Defence.From() != from ||
			t != movegen.Queen && t != movegen.Rook && t != movegen.Bishop {
			return false
		}
		held := movegen.AttacksOf(t, s.them, from, after.Occupied())
		x, y := a.mate().To(), b.mate().To()
		return x != y && x != a.Defence.To() && y != b.Defence.To() && held.Has(x) && held.Has(y) &&
			!a.holds(x) && a.holds(y) && !b.holds(y) && b.holds(x)
	})
}

// holds reports whether the man that has defended guards the square s.
func (pl *play) holds(s movegen.Square) bool {
	to := pl.Defence.To()
	man := pl.after.PieceAt(to)
	return movegen.AttacksOf(man.Type(), man.Color(), to, pl.after.Occupied()).Has(s)
}
