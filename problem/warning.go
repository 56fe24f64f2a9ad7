package problem

import (
	"math/bits"

	"alfiere/movegen"
)

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
		all = append(all, h.arrivalWarnings(c)...)
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

// pawnWarning reports that the pawns of c cannot stand as they do: there are no different files they can have come
// from, or to come from them they must have captured more men than they can have. The squares are those of pawns that
// prove it, without any one of which there would be no proof.
func (h *past) pawnWarning(c movegen.Color) (w Warning, impossible bool) {
	pawns := h.p.Pieces(c, movegen.Pawn)
	if pawns.Count() > 8 || pawns&(movegen.Rank1|movegen.Rank8) != 0 {
		return Warning{}, false // that is odd enough
	}
	have := h.victims(c.Other())
	if onDifferentFiles(pawns) || pawnCaptures(pawns, c) <= have {
		return Warning{}, false
	}
	for rest := pawns; rest != 0; {
		if without := pawns &^ rest.Pop().Bitboard(); pawnCaptures(without, c) > have {
			pawns = without
		}
	}
	w = Warning{Kind: ImpossiblePawns, Color: c, Squares: pawns, Have: have}
	if need := pawnCaptures(pawns, c); need < noOrigin {
		w.Need = need
	}
	return w, true
}

// onDifferentFiles reports whether no file holds two of the pawns: they need no capture.
func onDifferentFiles(pawns movegen.Bitboard) bool {
	var files movegen.Bitboard
	for ; pawns != 0; files |= movegen.FileOf(pawns.Pop().File()) {
		if files.Has(pawns.LSB()) {
			return false
		}
	}
	return true
}

// victims returns how many men of c pawns can have captured that are still pawns: those that are missing, but for
// bishops that were captured at home behind unmoved pawns. No pawn stays a pawn that captures there.
func (h *past) victims(c movegen.Color) int {
	missing := 16 - h.p.ByColor(c).Count()
	for homes := homesOf(movegen.Bishop, c); homes != 0; {
		home := homes.Pop()
		shut := movegen.BishopAttacks(home, h.walls)&^h.walls == 0
		if shut && h.p.PieceAt(home) != movegen.MakePiece(c, movegen.Bishop) {
			missing--
		}
	}
	return max(0, missing)
}

// noOrigin is more captures than any pawns can make.
const noOrigin = 1 << 10

// pawnCaptures returns the fewest captures that bring pawns of c from different
// files of their first rank to the given squares, noOrigin or more if nothing does:
// an assignment of at most eight pawns to the files, solved over the sets of files.
func pawnCaptures(pawns movegen.Bitboard, c movegen.Color) int {
	var fewest [1 << 8]int // for the pawns so far, from the files of the index
	for files := range fewest {
		fewest[files] = noOrigin
	}
	fewest[0] = 0
	placed := 0
	for ; pawns != 0; placed++ {
		square := pawns.Pop()
		steps := square.Relative(c).Rank() - 1
		for files := len(fewest) - 1; files > 0; files-- {
			if bits.OnesCount(uint(files)) != placed+1 {
				continue
			}
			fewest[files] = noOrigin
			for file := range 8 {
				captures := max(file-square.File(), square.File()-file)
				if files>>file&1 != 0 && captures <= steps {
					fewest[files] = min(fewest[files], fewest[files&^(1<<file)]+captures)
				}
			}
		}
	}
	best := noOrigin
	for files, captures := range fewest {
		if bits.OnesCount(uint(files)) == placed {
			best = min(best, captures)
		}
	}
	return best
}
