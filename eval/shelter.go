package eval

import "alfiere/movegen"

// kingPawnEntry is what depends on the pawns and the squares of the kings.
type kingPawnEntry struct {
	key movegen.Key
	sum score // of letters k and a, and the squares of the kings, as far as in the set; positive for White
}

const kingPawnCacheSize = 1 << 13

// kingsAndPawns returns the sum of the terms that kings and pawns decide.
func (e judge[T]) kingsAndPawns() score {
	white, black := &e.white, &e.black
	kings := movegen.Key(white.king)<<6 | movegen.Key(black.king)
	key := e.position.PawnKey() ^ (kings+1)*0x9e3779b97f4a7c15
	entry := &e.kingPawnCache[key%kingPawnCacheSize]
	if entry.key == key && len(e.mode) == 0 {
		return entry.sum
	}
	sum := e.standing[movegen.White][movegen.King][white.king&63] - e.standing[movegen.Black][movegen.King][black.king&63]
	if e.knowledge&KingSafety != 0 {
		sum += e.shelter(white, black) - e.shelter(black, white)
	}
	if e.knowledge&Attack != 0 {
		sum += e.storm(white, black) - e.storm(black, white)
		sum += e.nearPawns(white, black)
	}
	*entry = kingPawnEntry{key, sum}
	return sum
}

// shelter is the part of letter k that pawns decide: those before the king, and
// open files on and beside its own.
func (e judge[T]) shelter(own, their *army) (sum score) {
	c, king := own.color&1, own.king
	middle := max(1, min(6, king.File()))
	for file := middle - 1; file <= middle+1; file++ {
		column := movegen.FileOf(file)
		pawns := column & own.men[movegen.Pawn]
		rank := 0
		if before := pawns & board.fromRank[c][king&63]; before != 0 {
			rank = relativeRank(c, hindmost(c, before))
		}
		sum += e.one(king, shelter+8*min(file, 7-file)+rank)
		if pawns == 0 {
			if column&their.men[movegen.Pawn] == 0 {
				sum += e.one(king, kingOpenFile)
			} else {
				sum += e.one(king, kingHalfOpen)
			}
		}
	}
	return sum
}

// storm is the part of letter a for pawns that advance on the enemy king.
func (e judge[T]) storm(own, their *army) (sum score) {
	c := own.color & 1
	family := storm
	if (own.king.File() < 4) != (their.king.File() < 4) {
		family += 8
	}
	middle := max(1, min(6, their.king.File()))
	for file := middle - 1; file <= middle+1; file++ {
		if pawns := movegen.FileOf(file) & own.men[movegen.Pawn]; pawns != 0 {
			s := hindmost(c.Other(), pawns)
			sum += e.one(s, family+relativeRank(c, s))
		}
	}
	return sum
}

// nearPawns is the part of letter a for kings that are close to the pawns of both sides.
func (e judge[T]) nearPawns(white, black *army) score {
	pawns := e.position.ByType(movegen.Pawn)
	if pawns == 0 {
		return 0
	}
	n, toWhite, toBlack := uint(pawns.Count()), uint(0), uint(0)
	for set := pawns; set != 0; set &= set - 1 {
		from := &board.distance[set.LSB()&63]
		toWhite += uint(from[white.king&63])
		toBlack += uint(from[black.king&63])
	}
	return e.times(int(4*toWhite/n), white.king, kingPawnDistance) - e.times(int(4*toBlack/n), black.king, kingPawnDistance)
}

// hindmost returns the square of the set that is nearest to c's first rank.
func hindmost(c movegen.Color, set movegen.Bitboard) movegen.Square {
	if c == movegen.White {
		return set.LSB()
	}
	return set.MSB()
}
