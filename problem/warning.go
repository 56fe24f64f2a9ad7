package problem

import "alfiere/movegen"

// warnings lists what is odd about the diagram, and what the last move says of its rights.
func warnings(p *movegen.Position) []Warning { return append(oddities(p), rightWarnings(p)...) }

// oddities lists what is odd about the diagram.
func oddities(p *movegen.Position) (all []Warning) {
	illegal, suspicious := p.Validate()
	for _, f := range append(illegal, suspicious...) {
		w := Warning{Color: p.PieceAt(f.Squares.LSB()).Color(), Squares: f.Squares, Need: f.Squares.Count()}
		switch f.Code {
		case movegen.TooManyMen:
			w.Kind, w.Have = SurplusMen, 16
		case movegen.TooManyPawns:
			w.Kind, w.Have = SurplusPawns, 8
		case movegen.ImpossibleCheck:
			w = Warning{Kind: ImpossibleCheck, Color: p.Side().Other(), Squares: f.Squares}
		default:
			continue // TooManyPromoted is found below, more exactly
		}
		all = append(all, w)
	}
	if !p.InCheck() && !p.HasLastMove() {
		all = append(all, Warning{Kind: NoLastMove, Color: p.Side().Other(), Squares: p.ByColor(p.Side().Other())})
	}
	h, known := newPast(p)
	if !known {
		return all
	}
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		all = append(all, h.pieceWarnings(c)...)
		if w, impossible := h.pawnWarning(c); impossible {
			all = append(all, w)
		}
	}
	return all
}

// pieceWarnings judges the king and the pieces of c by the ways to their squares.
func (h *past) pieceWarnings(c movegen.Color) (all []Warning) {
	var shut movegen.Bitboard // men with no way to their squares
	king := h.p.Pieces(c, movegen.King)
	if king&^h.fromHome(movegen.King, c) != 0 {
		shut = king
	}
	var promoted movegen.Bitboard
	need := 0
	for _, g := range h.groups(c) {
		barred := g.men &^ g.fromHome
		if barred != 0 {
			lost := barred &^ h.fromPromotion(g.t, c)
			shut |= lost
			g.men, barred = g.men&^lost, barred&^lost
		}
		n := g.promoted()
		if n == 0 {
			continue
		}
		w := Warning{Kind: PromotedPiece, Color: c, Squares: g.men, Need: n}
		if g.t == movegen.Bishop && g.men.MoreThanOne() {
			w.Kind = BishopsOnOneColour
		} else if barred.Count() == n {
			w.Squares = barred
		}
		all = append(all, w)
		promoted |= w.Squares
		need += n
	}
	if shut != 0 {
		all = append(all, Warning{Kind: ShutOut, Color: c, Squares: shut})
	}
	if missing := max(0, 8-h.p.Pieces(c, movegen.Pawn).Count()); need > missing {
		all = append(all, Warning{Kind: SurplusPromoted, Color: c, Squares: promoted, Need: need, Have: missing})
	}
	return all
}

// group is the pieces of one type and colour, bishops also of one colour of squares.
type group struct {
	t         movegen.PieceType
	men       movegen.Bitboard
	fromHome  movegen.Bitboard    // the squares that its original pieces can have reached
	ways      [2]movegen.Bitboard // the same for each original piece
	originals int                 // how many there are
}

// groups returns the groups of c.
func (h *past) groups(c movegen.Color) [5]group {
	const all = ^movegen.Bitboard(0)
	return [...]group{
		h.group(movegen.Queen, c, all), h.group(movegen.Rook, c, all), h.group(movegen.Knight, c, all),
		h.group(movegen.Bishop, c, movegen.LightSquares), h.group(movegen.Bishop, c, movegen.DarkSquares),
	}
}

func (h *past) group(t movegen.PieceType, c movegen.Color, squares movegen.Bitboard) group {
	g := group{t: t, men: h.p.Pieces(c, t) & squares}
	if g.men == 0 {
		return g // nothing to be said of it
	}
	for homes := homesOf(t, c) & squares; homes != 0; g.originals++ {
		g.ways[g.originals] = h.ways(t, c, homes.Pop())
		g.fromHome |= g.ways[g.originals]
	}
	return g
}

// promoted returns how many of the group must be promoted: those that are left when
// as many as possible are taken for original pieces.
func (g *group) promoted() int {
	originals := 0 // Hall's theorem for at most two originals
	for _, way := range g.ways[:g.originals] {
		if way&g.men != 0 {
			originals++
		}
	}
	return g.men.Count() - min(originals, (g.men&g.fromHome).Count())
}
