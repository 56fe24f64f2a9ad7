package eval

import "alfiere/movegen"

// kingPawnEntry is what depends on the pawns and the squares of the kings.
type kingPawnEntry struct {
	key movegen.Key
	sum score // of letters k and a, and the squares of the kings, as far as in the set; positive for White
}

const kingPawnCacheSize = 1 << 13

// kingsAndPawns returns the sum of the terms of k and a that kings and pawns decide.
func (e judge[T]) kingsAndPawns() score {
	white, black := &e.white, &e.black
	kings := movegen.Key(white.king)<<6 | movegen.Key(black.king)
	key := e.position.PawnKey() ^ (kings+1)*0x9e3779b97f4a7c15 ^ movegen.Key(e.position.CastlingRooks())*0xbf58476d1ce4e5b9
	entry := &e.kingPawnCache[key%kingPawnCacheSize]
	if entry.key == key && len(e.mode) == 0 {
		return entry.sum
	}
	sum := e.pieceSquares[movegen.White][movegen.King][white.king&63] -
		e.pieceSquares[movegen.Black][movegen.King][black.king&63]
	if e.knowledge&KingSafety != 0 {
		sum += e.shelter(white, black) - e.shelter(black, white)
	}
	if e.knowledge&Attack != 0 {
		sum += e.pawnStorm(white, black) - e.pawnStorm(black, white)
		sum += e.kingsNearPawns(white, black)
	}
	*entry = kingPawnEntry{key, sum}
	return sum
}

// shelter is the part of letter k that pawns decide: those before the king where it is or, if
// that is better, where it may castle to.
func (e judge[T]) shelter(own, their *sideInfo) (sum score) {
	if (own.pieces[movegen.Pawn]|their.pieces[movegen.Pawn])&flankFiles[own.king.File()] == 0 {
		sum = e.add(own.king, &e.weights.PawnlessFlank)
	}
	goal, quiet := own.king, judge[plain]{Evaluator: e.Evaluator}
	best := quiet.shelterOf(own, their, goal)
	for rooks := e.position.CastlingRooks() & own.pieces[movegen.Rook]; rooks != 0; {
		file := 6
		if rooks.Pop() < own.king {
			file = 2
		}
		s := movegen.MakeSquare(file, 0).Relative(own.color)
		if castled := quiet.shelterOf(own, their, s); castled.mg() > best.mg() {
			best, goal = castled, s
		}
	}
	if len(e.mode) != 0 {
		e.shelterOf(own, their, goal)
	}
	return sum + best
}

// shelterOf judges the pawns before own's king if it were on s, and open files on its own file and the adjacent ones.
func (e judge[T]) shelterOf(own, their *sideInfo, s movegen.Square) (sum score) {
	c, king := own.color&1, own.king
	middle := max(1, min(6, s.File()))
	for file := middle - 1; file <= middle+1; file++ {
		column := movegen.FileOf(file)
		pawns := column & own.pieces[movegen.Pawn]
		rank := 0
		if before := pawns & geometry.forwardRanks[c][s&63]; before != 0 {
			rank = relativeRank(c, rearmost(c, before))
		}
		sum += e.add(king, &e.weights.Shelter[min(file, 7-file)][rank])
		if pawns == 0 {
			if column&their.pieces[movegen.Pawn] == 0 {
				sum += e.add(king, &e.weights.KingOpenFile)
			} else {
				sum += e.add(king, &e.weights.KingHalfOpenFile)
			}
		}
	}
	return sum
}

// pawnStorm is the part of letter a for pawns that advance on the enemy king, unless a pawn blocks them.
func (e judge[T]) pawnStorm(own, their *sideInfo) (sum score) {
	c := own.color & 1
	byRank := &e.weights.PawnStorm[0]
	if (own.king.File() < 4) != (their.king.File() < 4) {
		byRank = &e.weights.PawnStorm[1]
	}
	middle := max(1, min(6, their.king.File()))
	for file := middle - 1; file <= middle+1; file++ {
		if pawns := movegen.FileOf(file) & own.pieces[movegen.Pawn]; pawns != 0 {
			s := rearmost(c.Other(), pawns)
			if their.pieces[movegen.Pawn].Has(inFront(c, s)) {
				sum += e.add(s, &e.weights.PawnStorm[2][relativeRank(c, s)])
			} else {
				sum += e.add(s, &byRank[relativeRank(c, s)])
			}
		}
	}
	return sum
}

// kingsNearPawns is the part of letter a for kings that are close to the pawns of both sides.
func (e judge[T]) kingsNearPawns(white, black *sideInfo) score {
	pawns := e.position.ByType(movegen.Pawn)
	if pawns == 0 {
		return 0
	}
	n, toWhite, toBlack := uint(pawns.Count()), uint(0), uint(0)
	for set := pawns; set != 0; set &= set - 1 {
		from := &geometry.distance[set.LSB()&63]
		toWhite += uint(from[white.king&63])
		toBlack += uint(from[black.king&63])
	}
	w := &e.weights.KingPawnDistance
	return e.addN(int(4*toWhite/n), white.king, w) - e.addN(int(4*toBlack/n), black.king, w)
}

// rearmost returns the square of the set that is nearest to c's first rank.
func rearmost(c movegen.Color, set movegen.Bitboard) movegen.Square {
	if c == movegen.White {
		return set.LSB()
	}
	return set.MSB()
}
