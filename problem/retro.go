package problem

import (
	"slices"

	"alfiere/movegen"
)

// Conform returns the position with the rights that the moves before it leave. A king and a rook do not castle if the
// last move of their side must have been theirs, or if no game leads there without a move of theirs. A pawn can be
// captured en passant if the last move can only have been its double step. Where no game leads to the diagram
// anyway, nothing changes.
func Conform(p movegen.Position) movegen.Position {
	refuted, step := judgeRights(&p, p.CastlingRooks())
	if refuted == 0 && (step.to == step.from || p.EnPassant() != movegen.NoSquare) {
		return p
	}
	b := p.Builder()
	b.CastlingRooks &^= refuted
	if step.to != step.from && b.EnPassant == movegen.NoSquare {
		b.EnPassant = (step.from + step.to) / 2
	}
	if q, _, err := b.Build(Composed); err == nil {
		return q
	}
	return p
}

// rightWarnings says which rights to castle and to capture en passant the last moves refute or prove.
func rightWarnings(p *movegen.Position) (all []Warning) {
	b := p.Builder()
	refuted, step := judgeRights(p, b.RooksAtHome())
	for rooks := refuted; rooks != 0; {
		rook := rooks.Pop()
		c := p.PieceAt(rook).Color()
		all = append(all, Warning{Kind: CastlingRefuted, Color: c, Squares: rook.Bitboard() | p.King(c).Bitboard()})
	}
	them := p.Side().Other()
	switch passed := p.EnPassant(); {
	case passed != movegen.NoSquare && step.to == step.from:
		all = append(all, Warning{Kind: EnPassantUnproven, Color: them, Squares: passed.Bitboard().Forward(them)})
	case passed != movegen.NoSquare:
		all = append(all, Warning{Kind: EnPassantProven, Color: them, Squares: step.to.Bitboard()})
	}
	return all
}

// step is a double step of a pawn; none if both squares are the same.
type step struct{ from, to movegen.Square }

// judgeRights returns those of the rooks that have lost their right to castle, and the double step that must have been
// the last move if a capture en passant might follow it.
func judgeRights(p *movegen.Position, rooks movegen.Bitboard) (refuted movegen.Bitboard, proven step) {
	mayPass := mayHavePassed(p)
	if rooks == 0 && mayPass == 0 {
		return 0, step{}
	}
	bare := withRights(p, 0)
	if isImpossible(&bare) {
		return 0, step{}
	}
	for each := rooks; each != 0; {
		if rook := each.Pop().Bitboard(); isRefuted(p, rook) {
			refuted |= rook
		}
	}
	if mayPass == 0 {
		return refuted, step{}
	}
	lastMoves(&bare, func(from, to movegen.Square, _ *movegen.Position) bool {
		isStep := mayPass.Has(to) && from.File() == to.File() && from.Rank()-to.Rank() != 1 && to.Rank()-from.Rank() != 1
		isOnly := isStep && (proven == step{} || proven == step{from, to})
		if proven = (step{from, to}); !isOnly {
			proven = step{}
		}
		return isOnly
	})
	return refuted, proven
}

// mayHavePassed returns the pawns that may just have made a double step past a pawn that could capture them.
func mayHavePassed(p *movegen.Position) (pawns movegen.Bitboard) {
	us, them := p.Side(), p.Side().Other()
	empty := ^p.Occupied()
	for all := p.Pieces(them, movegen.Pawn) & (movegen.RankOf(3) | movegen.RankOf(4)); all != 0; {
		s := all.Pop()
		passed := s.Bitboard().Forward(us)
		from := passed.Forward(us)
		if homesOf(movegen.Pawn, them)&from != 0 && (passed|from)&^empty == 0 &&
			movegen.PawnSetAttacks(them, passed)&p.Pieces(us, movegen.Pawn) != 0 {
			pawns |= s.Bitboard()
		}
	}
	return pawns
}

// withRights returns the position with these rights to castle alone and none to capture en passant.
func withRights(p *movegen.Position, rooks movegen.Bitboard) movegen.Position {
	b := p.Builder()
	b.CastlingRooks, b.EnPassant = rooks, movegen.NoSquare
	q, _, err := b.Build(Composed)
	if err != nil {
		return *p
	}
	return q
}

// isImpossible reports whether the diagram shows that no game leads to the position.
func isImpossible(p *movegen.Position) bool {
	return slices.ContainsFunc(oddities(p), func(w Warning) bool { return w.Kind.IsImpossible() })
}

// isRefuted reports whether the rook, of a king at home, must have lost its right to castle: with the right no game
// leads to the position, or the side to which it belongs has no last move but with king or rook.
func isRefuted(p *movegen.Position, rook movegen.Bitboard) bool {
	q := withRights(p, rook)
	if q.CastlingRooks() != rook || isImpossible(&q) {
		return q.CastlingRooks() == rook
	}
	has := false
	exists := func(movegen.Square, movegen.Square, *movegen.Position) bool { has = true; return false }
	if rook&q.ByColor(q.Side()) == 0 {
		lastMoves(&q, exists)
		return !has
	}
	lastMoves(&q, func(_, _ movegen.Square, before *movegen.Position) bool {
		lastMoves(before, exists)
		return !has
	})
	return !has
}

// unmaking is the search for last moves.
type unmaking struct {
	p     *movegen.Position
	board movegen.Builder
	mover movegen.Color
	yield func(from, to movegen.Square, before *movegen.Position) bool
	done  bool
}

// lastMoves calls yield with each move that can have led to p and the position before it, until yield returns false.
// Kings and rooks that may castle have not moved. Positions before that show that no game leads to them do not count.
// A move that may have captured one man or another comes several times.
func lastMoves(p *movegen.Position, yield func(from, to movegen.Square, before *movegen.Position) bool) {
	u := unmaking{p: p, board: p.Builder(), mover: p.Side().Other(), yield: yield}
	u.board.Side, u.board.EnPassant = u.mover, movegen.NoSquare
	men := p.ByColor(u.mover) &^ p.CastlingRooks()
	if p.CastlingRooks()&p.ByColor(u.mover) != 0 {
		men &^= p.Pieces(u.mover, movegen.King)
	}
	for men != 0 && !u.done {
		to := men.Pop()
		t := p.PieceAt(to).Type()
		if t != movegen.Pawn {
			for froms := movegen.AttacksOf(t, u.mover, to, p.Occupied()) &^ p.Occupied(); froms != 0; {
				u.takeBackAll(t, froms.Pop(), to, true)
			}
		}
		last := p.BackRank(u.p.Side()).Has(to)
		if t == movegen.Pawn || t != movegen.King && last {
			u.pawnMoves(to)
		}
		if t == movegen.King {
			u.castlings(to)
		}
	}
}

// pawnMoves takes back the moves that a pawn can have made to a square.
func (u *unmaking) pawnMoves(to movegen.Square) {
	us := u.p.Side()
	free := ^u.p.Occupied() &^ (movegen.Rank1 | movegen.Rank8)
	one := to.Bitboard().Forward(us) & free
	if one != 0 {
		u.takeBack(movegen.Pawn, one.LSB(), to, movegen.NoPieceType)
		if two := one.Forward(us) & free & homesOf(movegen.Pawn, u.mover); two != 0 {
			u.takeBack(movegen.Pawn, two.LSB(), to, movegen.NoPieceType)
		}
	}
	for froms := movegen.AttacksOf(movegen.Pawn, us, to, 0) & free; froms != 0; {
		from := froms.Pop()
		u.takeBackAll(movegen.Pawn, from, to, false)
		// En passant: the pawn that was taken has just passed the square.
		if behind := to.Bitboard().Forward(u.mover); one != 0 && behind&free&homesOf(movegen.Pawn, us) != 0 {
			b := u.board
			b.Board[one.LSB()], b.EnPassant = movegen.MakePiece(us, movegen.Pawn), to
			b.Board[from], b.Board[to] = u.p.PieceAt(to), movegen.NoPiece
			if u.p.PieceAt(to).Type() == movegen.Pawn {
				u.try(&b, from, to)
			}
		}
	}
}

// castlings takes back castling with the king on a square.
func (u *unmaking) castlings(king movegen.Square) {
	home := homesOf(movegen.King, u.mover).LSB()
	for rooks := homesOf(movegen.Rook, u.mover); rooks != 0; {
		rook := rooks.Pop()
		kingTo, rookTo := castled(rook)
		ways := movegen.Between(home, rook) | home.Bitboard() | rook.Bitboard()
		man := movegen.MakePiece(u.mover, movegen.Rook)
		if !kingTo.Has(king) || u.p.PieceAt(rookTo.LSB()) != man || ways&u.p.Occupied()&^(kingTo|rookTo) != 0 {
			continue
		}
		b := u.board
		b.Board[home], b.Board[rook] = b.Board[king], man
		b.Board[king], b.Board[rookTo.LSB()] = movegen.NoPiece, movegen.NoPiece
		b.CastlingRooks |= rook.Bitboard()
		before, _, err := b.Build(Composed)
		if err == nil && before.IsLegal(movegen.MakeMove(home, rook, movegen.Castling)) {
			u.try(&b, home, king)
		}
	}
}

// takeBackAll takes back a move of a man with every man that it may have captured; quiet says that it may also have
// captured none.
func (u *unmaking) takeBackAll(t movegen.PieceType, from, to movegen.Square, quiet bool) {
	if quiet {
		u.takeBack(t, from, to, movegen.NoPieceType)
	}
	for victim := movegen.Pawn; victim < movegen.King; victim++ {
		if victim != movegen.Pawn || !(movegen.Rank1 | movegen.Rank8).Has(to) {
			u.takeBack(t, from, to, victim)
		}
	}
}

// takeBack takes back a move of a man that was of type t.
func (u *unmaking) takeBack(t movegen.PieceType, from, to movegen.Square, victim movegen.PieceType) {
	b := u.board
	b.Board[from], b.Board[to] = movegen.MakePiece(u.mover, t), movegen.NoPiece
	if victim != movegen.NoPieceType {
		b.Board[to] = movegen.MakePiece(u.p.Side(), victim)
	}
	u.try(&b, from, to)
}

// try yields a position before the last move if a game may lead there.
func (u *unmaking) try(b *movegen.Builder, from, to movegen.Square) {
	if u.done {
		return
	}
	before, _, err := b.Build(Composed)
	if err == nil && before.EnPassant() == b.EnPassant && !isImpossible(&before) {
		u.done = !u.yield(from, to, &before)
	}
}
