package theme

import "alfiere/movegen"

// crossing returns the square that a rook and a bishop, moving with a and b in this
// order, both enter, if it is empty in p.
func crossing(p *movegen.Position, a, b movegen.Move) (s movegen.Square, ok bool) {
	s = a.To()
	return s, s == b.To() && p.PieceAt(s) == movegen.NoPiece &&
		p.PieceAt(a.From()).Type() == movegen.Rook && p.PieceAt(b.From()).Type() == movegen.Bishop
}

// shuts reports whether the play's mate succeeds because the man that defends shuts
// the line of the one on s.
func (pl *play) shuts(s movegen.Square) bool {
	x := pl.Defence.To()
	if pl.mate().To() == x {
		return false // not the defender's man shuts the line then, but the mating one
	}
	end := pl.end()
	return shutOut(&end, x).Has(s)
}

// grimshaw: a rook and a bishop of the defender enter the same empty square in two
// variations, each shuts the other's line there, and each mate would fail if the line
// were open.
func grimshaw(s *study) []showing {
	return s.eachPair(func(rook, bishop *play) showing {
		if _, ok := crossing(&s.actual.after, rook.Defence, bishop.Defence); !ok ||
			!rook.shuts(bishop.Defence.From()) || !bishop.shuts(rook.Defence.From()) {
			return nil
		}
		return both(rook, bishop)
	})
}

// pawnGrimshaw: a pawn on its home rank and a bishop, rook or queen of the defender
// enter the square before the pawn in two variations. The pawn shuts the piece's line
// there, the piece takes the double step from the pawn, and each mate would fail
// otherwise.
func pawnGrimshaw(s *study) []showing {
	return s.eachPair(func(pawn, piece *play) showing {
		x := pawn.Defence.To()
		if x != piece.Defence.To() || pawn.mover() != movegen.Pawn || piece.mover() == movegen.Pawn ||
			s.actual.after.PieceAt(x) != movegen.NoPiece || piece.mate().To() == x ||
			!pawn.shuts(piece.Defence.From()) {
			return nil
		}
		home := pawn.Defence.From()
		end := piece.end()
		targets := parries(&end) &^ x.Bitboard()
		if end.Pinned(s.them).Has(home) || pawnMoves(&end, s.them, home, end.Occupied()&^x.Bitboard())&targets&^
			movegen.PawnAttacks(s.them, home) == 0 {
			return nil
		}
		return both(pawn, piece)
	})
}

// novotny: the attacker moves to the square where the lines of a rook and a bishop of
// the defender cross. With the key: whichever of the two captures shuts the other's
// line, and one of two threats, which would fail if the line were open, mates after
// either capture. With a mate: either could capture, and either could parry the mate
// if its line through the square were open.
func novotny(s *study) []showing {
	found := s.eachPair(func(rook, bishop *play) showing {
		x := s.actual.Move.To()
		if rook.Defence.To() != x || bishop.Defence.To() != x ||
			rook.mover() != movegen.Rook || bishop.mover() != movegen.Bishop ||
			!s.actual.isThreat(rook.mate()) || !s.actual.isThreat(bishop.mate()) ||
			!rook.shuts(bishop.Defence.From()) || !bishop.shuts(rook.Defence.From()) {
			return nil
		}
		return both(rook, bishop)
	})
	for _, pl := range s.variations() {
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
