package problem

import "alfiere/movegen"

// past is what the diagram shows about the game before it. Men that have certainly
// never moved have been walls from the first move on, for both colours.
type past struct {
	p      *movegen.Position
	walls  movegen.Bitboard    // the squares of those men
	king   [2]movegen.Bitboard // by colour: squares that unmoved enemy pawns have always guarded
	castle [2]movegen.Bitboard // by colour: rooks at home that may have castled
}

// homesOf returns the squares on which the men of a type and colour begin a game.
func homesOf(t movegen.PieceType, c movegen.Color) movegen.Bitboard {
	homes := [...]movegen.Bitboard{
		movegen.Pawn:   movegen.Rank1 << 8,
		movegen.Knight: 0x42,
		movegen.Bishop: 0x24,
		movegen.Rook:   0x81,
		movegen.Queen:  0x08,
		movegen.King:   0x10,
	}[t]
	if c == movegen.Black {
		return homes.Mirror()
	}
	return homes
}

// newPast finds the men that have never moved: pawns at home, kings and rooks that
// may still castle, and pieces at home that such men shut in. known is false if the
// castling rights are those of a game of Chess960, whose beginning is unknown.
func newPast(p *movegen.Position) (h *past, known bool) {
	h = &past{p: p}
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		pawns := p.Pieces(c, movegen.Pawn) & homesOf(movegen.Pawn, c)
		h.walls |= pawns
		h.king[c.Other()] = movegen.PawnSetAttacks(c, pawns)
		if rooks := p.CastlingRooks() & p.ByColor(c); rooks != 0 {
			king := p.King(c).Bitboard()
			if (rooks&^homesOf(movegen.Rook, c))|(king&^homesOf(movegen.King, c)) != 0 {
				return nil, false
			}
			h.walls |= rooks | king
		}
	}
	for h.addShutIn() {
	}
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		h.castle[c] = h.mayHaveCastled(c)
	}
	return h, true
}

// addShutIn adds to the walls the pieces that stand at home and have no way out: no
// other piece can have come in either, so they are the original ones.
func (h *past) addShutIn() (added bool) {
	for men := h.p.Occupied() &^ h.walls &^ h.p.ByType(movegen.Pawn); men != 0; {
		s := men.Pop()
		man := h.p.PieceAt(s)
		if homesOf(man.Type(), man.Color()).Has(s) &&
			movegen.AttacksOf(man.Type(), man.Color(), s, h.walls)&^h.walls == 0 {
			h.walls |= s.Bitboard()
			added = true
		}
	}
	return added
}

// mayHaveCastled returns the homes of the rooks with which c may have castled.
func (h *past) mayHaveCastled(c movegen.Color) (rooks movegen.Bitboard) {
	king := homesOf(movegen.King, c)
	for homes := homesOf(movegen.Rook, c); homes != 0; {
		rook := homes.Pop()
		if (movegen.Between(king.LSB(), rook)|king|rook.Bitboard())&h.walls == 0 {
			rooks |= rook.Bitboard()
		}
	}
	return rooks
}

// castled returns where castling with the rook takes king and rook.
func castled(rook movegen.Square) (king, to movegen.Bitboard) {
	if rook.File() == 0 {
		return (rook + 2).Bitboard(), (rook + 3).Bitboard()
	}
	return (rook - 1).Bitboard(), (rook - 2).Bitboard()
}

// ways returns the squares that the original piece of the home square can have reached.
func (h *past) ways(t movegen.PieceType, c movegen.Color, home movegen.Square) movegen.Bitboard {
	from := home.Bitboard()
	if h.walls.Has(home) && h.p.PieceAt(home) == movegen.MakePiece(c, t) {
		return from
	}
	for rooks := h.castle[c]; rooks != 0; {
		rook := rooks.Pop()
		king, to := castled(rook)
		switch {
		case t == movegen.King:
			from |= king
		case rook == home:
			from |= to
		}
	}
	return h.flood(t, c, from)
}

// fromHome returns the squares that the original pieces of a type can have reached.
func (h *past) fromHome(t movegen.PieceType, c movegen.Color) (squares movegen.Bitboard) {
	for homes := homesOf(t, c); homes != 0; {
		squares |= h.ways(t, c, homes.Pop())
	}
	return squares
}

// fromPromotion returns the squares that a promoted piece of the type can have
// reached: a pawn must have had a way to the last rank.
func (h *past) fromPromotion(t movegen.PieceType, c movegen.Color) movegen.Bitboard {
	seventh := homesOf(movegen.Pawn, c.Other()) &^ h.walls
	ahead := seventh.Forward(c)
	return h.flood(t, c, (ahead|movegen.PawnSetAttacks(c, seventh))&^h.walls)
}

// flood returns the squares that a piece of the type can reach from some of a set, without ever standing on or passing
// a wall; kings also avoid what unmoved pawns guard.
func (h *past) flood(t movegen.PieceType, c movegen.Color, from movegen.Bitboard) movegen.Bitboard {
	barred := h.walls
	if t == movegen.King {
		barred |= h.king[c]
	}
	reached := from
	for next := from; next != 0; {
		squares := movegen.AttacksOf(t, c, next.Pop(), h.walls) &^ barred &^ reached
		reached |= squares
		next |= squares
	}
	return reached
}
