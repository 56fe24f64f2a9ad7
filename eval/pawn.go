package eval

import "alfiere/movegen"

// pawnEntry is what depends on the pawns alone. The zero entry is right for a board
// without pawns, whose key is 0.
type pawnEntry struct {
	key        movegen.Key
	sum        score               // of what the set knows of pawns alone, positive for White
	passed     movegen.Bitboard    // pawns of both sides that no pawn can stop: see survey
	candidates movegen.Bitboard    // pawns of both sides that have only enemy pawns beside their path against them
	backward   movegen.Bitboard    // backward pawns of both sides
	span       [2]movegen.Bitboard // squares the pawns of a side attack now or after advances
	files      [2]movegen.Bitboard // files with pawns of a side
}

// pawnCacheSize is the number of entries, a power of two.
const pawnCacheSize = 1 << 12

// studyPawns returns the entry for the position's pawns, from the cache if it is
// there. A trace needs the terms and so has them worked out again. The set of
// knowledge of an evaluator never changes, so it is no part of the key.
func (e judge[T]) studyPawns() *pawnEntry {
	key := e.position.PawnKey()
	entry := &e.pawnCache[key%pawnCacheSize]
	if entry.key == key && len(e.mode) == 0 {
		return entry
	}
	white, black := &e.white, &e.black
	*entry = pawnEntry{key: key}
	entry.spread(white)
	entry.spread(black)
	entry.survey(white, black)
	entry.survey(black, white)
	entry.sum = e.standing.sumOf(movegen.White, movegen.Pawn, white.men[movegen.Pawn]) -
		e.standing.sumOf(movegen.Black, movegen.Pawn, black.men[movegen.Pawn])
	if e.knowledge&Pawns != 0 {
		entry.sum += e.structure(entry, white, black) - e.structure(entry, black, white)
	}
	if e.knowledge&Attack != 0 {
		entry.sum += e.candidates(entry, white) - e.candidates(entry, black)
	}
	return entry
}

// spread fills in where own's pawns are and can come to.
func (entry *pawnEntry) spread(own *army) {
	c := own.color & 1
	pawns := own.men[movegen.Pawn]
	path := pathOf(c, pawns)
	entry.files[c] = pawns | path | pathOf(c.Other(), pawns)
	entry.span[c] = movegen.PawnSetAttacks(c, pawns|path)
}

// survey adds the sets of own's pawns to the entry. A pawn is passed if no pawn stands
// before it on its file and no enemy pawn before it on the files beside; if there is one of
// these, it is a candidate.
func (entry *pawnEntry) survey(own, their *army) {
	c := own.color & 1
	pawns := own.men[movegen.Pawn]
	opposed := pathOf(their.color, their.men[movegen.Pawn])
	front := pawns &^ opposed &^ pathOf(c.Other(), pawns)
	entry.passed |= front &^ entry.span[their.color&1]
	entry.candidates |= front & entry.span[their.color&1]

	// A pawn is backward if no pawn guards it or the square before it.
	guarded := own.by[movegen.Pawn]
	entry.backward |= pawns &^ guarded &^ guarded.Forward(c.Other())
}

// pawnStandings are the part of letter p for the advance of a pawn.
var pawnStandings = []standing{
	{man: movegen.Pawn, weight: pawnAdvance, bySquare: true, on: everywhere},
}

// structure is the letter p without the advance: isolated, doubled, backward and weak pawns,
// and those that stand together.
func (e judge[T]) structure(entry *pawnEntry, own, their *army) score {
	c := own.color & 1
	pawns := own.men[movegen.Pawn]
	alone := pawns &^ beside(entry.files[c])
	behind := pawns & entry.backward &^ alone
	stopped := pathOf(their.color, their.men[movegen.Pawn]) // by an enemy pawn before them
	sum := e.each(pawns&pathOf(c.Other(), pawns), doubled) + e.each((alone|behind)&^stopped, weakPawn)
	for set := alone; set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.one(s, isolated+s.File()) + e.one(s, isolatedAdvance+relativeRank(c, s))
	}
	for set := behind; set != 0; set &= set - 1 {
		s := set.LSB()
		guards := movegen.PawnAttacks(c, inFront(c, s)) & their.men[movegen.Pawn]
		sum += e.one(s, backward+guards.Count())
	}
	for set := pawns & beside(pawns); set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.one(s, phalanx+relativeRank(c, s))
	}
	for set := pawns & own.by[movegen.Pawn]; set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.one(s, guardedPawn+relativeRank(c, s))
	}
	return sum
}

// candidates is the part of letter a for pawns that may become passed.
func (e judge[T]) candidates(entry *pawnEntry, own *army) (sum score) {
	for set := entry.candidates & own.men[movegen.Pawn]; set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.one(s, candidate+relativeRank(own.color, s))
	}
	return sum
}

// blocked is the part of letter p that pieces change: backward pawns that cannot move.
func (e judge[T]) blocked(own, their *army) score {
	return e.each(e.pawns.backward&own.men[movegen.Pawn]&e.occupied.Forward(their.color), blockedPawn)
}
