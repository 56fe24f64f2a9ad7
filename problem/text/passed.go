package text

import "alfiere/movegen"

// ImpossiblePassed is an en passant square that no double step of a pawn can have left.
type ImpossiblePassed struct {
	Square movegen.Square // over which the pawn would have gone
	At     movegen.Square // the square that is occupied, or where the pawn is missing
	Empty  bool           // At is empty
	Color  movegen.Color  // of the pawn
}

// CheckPassed returns why no pawn can have passed the square in the last move, or nil: the square or the one where the
// pawn came from is occupied, or there is no pawn.
func CheckPassed(p *movegen.Position, passed movegen.Square) *ImpossiblePassed {
	if passed == movegen.NoSquare || p.EnPassant() == passed {
		return nil
	}
	mover, step := p.Side().Other(), 1
	if mover == movegen.Black {
		step = -1
	}
	if passed.Rank() != [...]int{2, 5}[mover] {
		return nil
	}
	from := movegen.MakeSquare(passed.File(), passed.Rank()-step)
	to := movegen.MakeSquare(passed.File(), passed.Rank()+step)
	w := &ImpossiblePassed{Square: passed, Color: mover}
	switch {
	case p.PieceAt(from) != movegen.NoPiece:
		w.At = from
	case p.PieceAt(passed) != movegen.NoPiece:
		w.At = passed
	case p.PieceAt(to) != movegen.MakePiece(mover, movegen.Pawn):
		w.At, w.Empty = to, true
	default:
		return nil
	}
	return w
}

// Squares are the squares concerned.
func (w *ImpossiblePassed) Squares() movegen.Bitboard { return w.Square.Bitboard() | w.At.Bitboard() }

// Name is what the warning is called in JSON.
func (w *ImpossiblePassed) Name() string { return "impossible en passant" }

// Passed describes an impossible en passant square in the language.
func (l Language) Passed(w *ImpossiblePassed) string {
	if w.Empty {
		return l.Sprintf("en passant on %s is impossible: there is no pawn on %s", w.Square, w.At)
	}
	return l.Sprintf("en passant on %s is impossible: %s is occupied", w.Square, w.At)
}
