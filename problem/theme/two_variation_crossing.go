package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
)

// cross reports whether a rook and a bishop, moving with a and b in this order, both enter a square that is empty in p.
func cross(p *movegen.Position, a, b movegen.Move) bool {
	return a.To() == b.To() && p.PieceAt(a.To()) == movegen.NoPiece &&
		p.PieceAt(a.From()).Type() == movegen.Rook && p.PieceAt(b.From()).Type() == movegen.Bishop
}

// shuts reports whether a mate after the play's answer, or a check on the way to it, succeeds because the man that
// defends shuts a line of the one on s: either that could parry, or the line is that of
// a pin which the mating man has left.
func (pl *play) shuts(s movegen.Square) bool {
	x := pl.Defence.To()
	for _, e := range slices.Concat(pl.finals(), pl.checks()) {
		stands := e.end.PieceAt(x) == pl.after.PieceAt(x) && e.end.PieceAt(s) == pl.after.PieceAt(s)
		if stands && e.mate.To() != x && (shutOut(&e.end, x) | pinsThrough(&e.end, x)).Has(s) {
			return true
		}
	}
	return false
}

// pinsThrough returns the defender's line pieces that would attack the king that has
// mated if the square x were transparent.
func pinsThrough(end *movegen.Position, x movegen.Square) (pinners movegen.Bitboard) {
	king := end.King(end.Side().Other())
	sliders := end.ByType(movegen.Bishop) | end.ByType(movegen.Rook) | end.ByType(movegen.Queen)
	for sliders &= end.AttackersTo(king, end.Occupied()&^x.Bitboard()) & end.ByColor(end.Side()); sliders != 0; {
		if s := sliders.Pop(); movegen.Between(s, king).Has(x) {
			pinners |= s.Bitboard()
		}
	}
	return pinners
}

// everywhere makes the finder of a theme of two variations look at actual play with all its stages, then at set play,
// then at the quiet tries: whatever one phase has shown by the same men on the same squares is not shown again.
func everywhere(find func(*phase) []showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		for _, st := range s.stagesOfPlay() {
			found = append(found, find(st.phase)...)
		}
		if s.set != nil {
			found = append(found, find(s.set)...)
		}
		for _, try := range s.quietTries() {
			found = append(found, find(try)...)
		}
		return distinct(found, squaresOf)
	}
}

// squaresOf names what a showing is about: where the defending men come from, and where
// they go if that is one square; of a single line also where its answer goes.
func squaresOf(lines showing) string {
	var from, to movegen.Bitboard
	for _, l := range lines {
		d := l[len(l)-2]
		if d == movegen.NoMove {
			d = l[len(l)-3] // a threat: what is said is the first move
		}
		from |= d.From().Bitboard()
		to |= d.To().Bitboard()
	}
	switch {
	case len(lines) == 1:
		return fmt.Sprintf("%x %x %v", uint64(from), uint64(to), lines[0][len(lines[0])-1].To())
	case to.MoreThanOne():
		to = 0
	}
	return fmt.Sprintf("%x %x", uint64(from), uint64(to))
}

// pairs is eachPair of one phase: of the variations that have different single answers.
func (ph *phase) pairs(have func(a, b *play) bool) []showing { return pairsThat(ph.answered(), have) }

// answered returns the effective defences with one answer, be it mate or not.
func (ph *phase) answered() (plays []*play) {
	for _, pl := range ph.plays {
		if pl.Effective && pl.answer() != movegen.NoMove {
			plays = append(plays, pl)
		}
	}
	return plays
}

// grimshaw: a rook and a bishop of the defender enter the same empty square in two variations, each shuts the other's
// line there, and each mate would fail if the line were open.
func grimshaw(ph *phase) []showing {
	return ph.pairs(func(rook, bishop *play) bool {
		return cross(&ph.after, rook.Defence, bishop.Defence) &&
			rook.shuts(bishop.Defence.From()) && bishop.shuts(rook.Defence.From())
	})
}

// pawnGrimshaw: a pawn on its home rank and a bishop, rook or queen of the defender enter the square before the pawn in
// two variations. The pawn shuts the piece's line there, the piece takes the double step from the pawn, and each mate
// would fail otherwise.
func pawnGrimshaw(ph *phase) []showing {
	return ph.pairs(func(pawn, piece *play) bool {
		x := pawn.Defence.To()
		return x == piece.Defence.To() && pawn.mover() == movegen.Pawn && piece.mover() != movegen.Pawn &&
			ph.after.PieceAt(x) == movegen.NoPiece &&
			piece.stopsPawn(pawn.Defence.From()) && pawn.shuts(piece.Defence.From())
	})
}

// stopsPawn reports whether a mate after the play's answer succeeds because the man that
// defends takes the double step from the pawn on home.
func (pl *play) stopsPawn(home movegen.Square) bool {
	x := pl.Defence.To()
	for _, e := range pl.finals() {
		if e.mate.To() == x || e.end.PieceAt(x) != pl.after.PieceAt(x) || e.end.PieceAt(home) != pl.after.PieceAt(home) ||
			e.end.Pinned(e.end.Side()).Has(home) {
			continue
		}
		them := e.end.Side()
		targets := parries(&e.end) &^ x.Bitboard()
		if pawnMoves(&e.end, them, home, e.end.Occupied()&^x.Bitboard())&targets&^movegen.PawnAttacks(them, home) != 0 {
			return true
		}
	}
	return false
}

// novotny: the attacker moves to the square where the lines of a rook and a bishop of the defender cross. With the
// first move of a phase: whichever of the two captures shuts the other's line, and one of two threats, which would fail
// if the line were open, follows either capture; or see closesTwo. With a mate: either could capture, and either could
// parry the mate if its line through the square were open.
func novotny(ph *phase) []showing {
	x := ph.Move.To()
	found := ph.pairs(func(rook, bishop *play) bool {
		return ph.Move != movegen.NoMove && rook.Defence.To() == x && bishop.Defence.To() == x &&
			rook.mover() == movegen.Rook && bishop.mover() == movegen.Bishop &&
			ph.isThreat(rook.answer()) && ph.isThreat(bishop.answer()) &&
			rook.shuts(bishop.Defence.From()) && bishop.shuts(rook.Defence.From())
	})
	if found == nil {
		found = once(ph.closesTwo())
	}
	for _, pl := range ph.thematic(1) {
		x := pl.mate().To()
		end := pl.end()
		shut := shutOut(&end, x) & end.AttackersTo(x, end.Occupied())
		if pl.mate().Kind() != movegen.Castling &&
			shut&end.ByType(movegen.Rook) != 0 && shut&end.ByType(movegen.Bishop) != 0 {
			found = append(found, showing{pl.full()})
		}
	}
	return found
}

// closesTwo shows two mates of the phase, threats or answers, which one man and another
// could parry if they could move through the man of the first move. Both could capture
// it, one along a rank or file and one along a diagonal, and they are not two queens.
func (ph *phase) closesTwo() showing {
	x := ph.Move.To()
	if ph.Move == movegen.NoMove || ph.Move.Kind() == movegen.Castling {
		return nil
	}
	p := &ph.after
	men := p.AttackersTo(x, p.Occupied()) & p.ByColor(p.Side())
	rooks := men & movegen.PseudoAttacks(movegen.Rook, x) & (p.ByType(movegen.Rook) | p.ByType(movegen.Queen))
	bishops := men & movegen.PseudoAttacks(movegen.Bishop, x) & (p.ByType(movegen.Bishop) | p.ByType(movegen.Queen))
	if rooks == 0 || bishops == 0 {
		return nil
	}
	shut := ph.shutBy(x)
	for straight := rooks; straight != 0; {
		a := straight.Pop()
		for diagonal := bishops; diagonal != 0; {
			b := diagonal.Pop()
			if p.PieceAt(a) == p.PieceAt(b) {
				continue
			}
			for _, one := range shut[a] {
				for _, two := range shut[b] {
					if one[len(one)-1] != two[len(two)-1] {
						return showing{one, two}
					}
				}
			}
		}
	}
	return nil
}

// shutBy returns, for every line piece of the defender that still stands, the lines of the
// phase whose mate it could parry if it could move through the square x of the first move.
func (ph *phase) shutBy(x movegen.Square) map[movegen.Square][]line {
	lines := map[movegen.Square][]line{}
	add := func(e *ending, l line) {
		if e.mate.To() == x || e.end.PieceAt(x) != ph.after.PieceAt(x) {
			return
		}
		for shut := shutOut(&e.end, x); shut != 0; {
			if s := shut.Pop(); e.end.PieceAt(s) == ph.after.PieceAt(s) {
				lines[s] = append(lines[s], l)
			}
		}
	}
	if ph.Threats.In == 1 {
		for _, m := range ph.Threats.Moves {
			add(ph.threat(m), ph.threatLine(m))
		}
	}
	for _, pl := range ph.thematic(1) {
		add(pl.ending(), pl.full())
	}
	return lines
}
