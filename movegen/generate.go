package movegen

import "slices"

// generation is the requested part of the legal moves.
type generation uint8

const (
	allMoves generation = iota
	captureMoves
	quietMoves
	checkMoves
)

// LegalMoves fills list with all legal moves; in check these are the evasions.
func (p *Position) LegalMoves(list *MoveList) { p.generate(list, allMoves) }

// Moves returns all legal moves in a slice of its own. It allocates; hot loops keep a MoveList and call LegalMoves.
func (p *Position) Moves() []Move {
	var list MoveList
	p.LegalMoves(&list)
	return slices.Clone(list.Moves())
}

// Captures fills list with the legal captures and promotions.
func (p *Position) Captures(list *MoveList) { p.generate(list, captureMoves) }

// Quiets fills list with the legal moves that Captures leaves out.
func (p *Position) Quiets(list *MoveList) { p.generate(list, quietMoves) }

// CheckingMoves fills list with the legal moves that give check, captures and promotions among them.
func (p *Position) CheckingMoves(list *MoveList) { p.generate(list, checkMoves) }

// HasLegalMove reports whether the side to move can move at all.
func (p *Position) HasLegalMove() bool {
	var list MoveList // kings and pieces first would be no faster: mates are rare
	p.LegalMoves(&list)
	return list.count > 0
}

// generator holds the values that generate computes once for a position.
type generator struct {
	*Position
	list    *MoveList
	us      Color
	king    Square
	occ     Bitboard
	targets Bitboard // where pieces may go: the requested part within the check mask
	pinned  Bitboard
	checks  *CheckInfo // nil unless only checking moves are wanted
}

func (p *Position) generate(list *MoveList, part generation) {
	list.count = 0
	us := p.side
	own, enemy := p.byColor[us&1], p.byColor[us&1^1]
	var g generator // filled in place: the compiler would copy a literal
	g.Position, g.list, g.us, g.king, g.occ = p, list, us, p.King(us), own|enemy

	wanted := ^own
	switch part {
	case captureMoves:
		wanted = enemy
	case quietMoves:
		wanted = ^g.occ
	case checkMoves:
		info := p.CheckInfo()
		g.checks = &info
	}
	g.kingMoves(wanted)
	if p.checkers.MoreThanOne() {
		return
	}
	mask := ^Bitboard(0)
	if p.checkers != 0 {
		mask = Between(g.king, p.checkers.LSB()) | p.checkers
	} else if part != captureMoves && p.castling&p.BackRank(us) != 0 {
		g.castlingMoves()
	}
	g.targets = wanted & mask
	g.pinned = p.blockersOf(us) & own
	g.pieceMoves()
	first := list.count
	pawns := p.Pieces(us, Pawn)
	g.pawnMoves(pawns&^g.pinned, part, mask)
	for pinned := pawns & g.pinned; pinned != 0; {
		from := pinned.Pop()
		g.pawnMoves(from.bit(), part, mask&Line(g.king, from))
	}
	if p.enPassant != NoSquare && part != quietMoves {
		g.enPassantMoves()
	}
	if g.checks != nil {
		g.keepChecks(first)
	}
}

// keepChecks drops the moves from index first on that do not give check.
func (g *generator) keepChecks(first int) {
	kept := g.list.moves[:first]
	for _, m := range g.list.moves[first:g.list.count] {
		if g.GivesCheck(m, g.checks) {
			kept = append(kept, m)
		}
	}
	g.list.count = len(kept)
}

func (g *generator) kingMoves(wanted Bitboard) {
	targets := KingAttacks(g.king) & wanted
	if g.checks != nil { // a king gives check only by leaving a line
		if !g.checks.DiscoveredCheckCandidates.Has(g.king) {
			return
		}
		targets &^= Line(g.king, g.checks.King)
	}
	occ := g.occ ^ g.king.bit()
	for targets != 0 {
		if to := targets.Pop(); !g.attacked(to, g.us^1, occ) {
			g.list.add(MakeMove(g.king, to, Normal))
		}
	}
}

func (g *generator) castlingMoves() {
	for rooks := g.castling & g.BackRank(g.us); rooks != 0; {
		m := MakeMove(g.king, rooks.Pop(), Castling)
		if g.castlingLegal(m) && (g.checks == nil || g.GivesCheck(m, g.checks)) {
			g.list.add(m)
		}
	}
}

// castlingLegal reports whether the paths of king and rook are free and no square of the king's path is attacked. The
// rook is removed for the attack test: in Chess960 it may be the only shield of the king's target square.
func (p *Position) castlingLegal(m Move) bool {
	path, occ, free := p.castlingPath(m)
	if !free {
		return false
	}
	for path != 0 {
		if p.attacked(path.Pop(), p.side^1, occ) {
			return false
		}
	}
	return true
}

// castlingPath returns the squares that the king crosses and reaches when it castles with m, the occupied squares
// without king and rook, and whether the way of both is free.
func (p *Position) castlingPath(m Move) (path, occ Bitboard, free bool) {
	king, rook := m.From(), m.To()
	kingTo, rookTo := m.KingTo(), m.RookTo()
	occ = p.Occupied() ^ king.bit() ^ rook.bit()
	path = Between(king, kingTo) | kingTo.bit()
	return path, occ, (path|Between(rook, rookTo)|rookTo.bit())&occ == 0
}

func (g *generator) pieceMoves() {
	own := g.byColor[g.us&1]
	for knights := g.byType[Knight] & own &^ g.pinned; knights != 0; {
		from := knights.Pop()
		g.addAll(from, KnightAttacks(from)&g.targets, Knight)
	}
	for bishops := g.byType[Bishop] & own; bishops != 0; {
		from := bishops.Pop()
		g.addAll(from, BishopAttacks(from, g.occ)&g.targets, Bishop)
	}
	for rooks := g.byType[Rook] & own; rooks != 0; {
		from := rooks.Pop()
		g.addAll(from, RookAttacks(from, g.occ)&g.targets, Rook)
	}
	for queens := g.byType[Queen] & own; queens != 0; {
		from := queens.Pop()
		g.addAll(from, QueenAttacks(from, g.occ)&g.targets, Queen)
	}
}

// addAll adds the moves of one piece, a pinned one kept on its line.
func (g *generator) addAll(from Square, targets Bitboard, t PieceType) {
	if g.pinned.Has(from) {
		targets &= Line(g.king, from)
	}
	if g.checks != nil {
		checking := g.checks.Squares[t&7]
		if g.checks.DiscoveredCheckCandidates.Has(from) {
			checking |= ^Line(from, g.checks.King)
		}
		targets &= checking
	}
	g.list.addTargets(from, targets)
}

// pawnMoves adds the moves of the pawns in the set, which are all unpinned or a single one that must stay within mask.
func (g *generator) pawnMoves(pawns Bitboard, part generation, mask Bitboard) {
	up, third, last := 8, RankOf(2), Rank8
	if g.us == Black {
		up, third, last = -8, RankOf(5), Rank1
	}
	enemy := g.byColor[g.us&1^1] & mask
	west := (pawns &^ FileA).rotate(up-1) & enemy
	east := (pawns &^ FileH).rotate(up+1) & enemy
	single := pawns.rotate(up) &^ g.occ
	double := (single & third).rotate(up) &^ g.occ & mask
	single &= mask
	switch part {
	case captureMoves:
		single &= last
		double = 0
	case quietMoves:
		single &^= last
		west, east = 0, 0
	}
	if (west|east|single)&last != 0 {
		g.list.addPromotions(west&last, up-1)
		g.list.addPromotions(east&last, up+1)
		g.list.addPromotions(single&last, up)
	}
	g.list.addShifted(west&^last, up-1)
	g.list.addShifted(east&^last, up+1)
	g.list.addShifted(single&^last, up)
	g.list.addShifted(double, 2*up)
}

func (g *generator) enPassantMoves() {
	to := g.enPassant
	for pawns := PawnAttacks(g.us^1, to) & g.Pieces(g.us, Pawn); pawns != 0; {
		from := pawns.Pop()
		if g.enPassantLegal(from, to, g.us) {
			g.list.add(MakeMove(from, to, EnPassant))
		}
	}
}
