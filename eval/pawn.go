package eval

import "alfiere/movegen"

// pawnEntry is what depends on the pawns alone. The zero entry is right for a board without pawns, whose key is 0.
type pawnEntry struct {
	key        movegen.Key
	sum        score               // of what the set knows of pawns alone, positive for White
	passed     movegen.Bitboard    // pawns of both sides that no pawn can stop
	candidates movegen.Bitboard    // pawns of both sides that only enemy pawns on the adjacent files can stop
	backward   movegen.Bitboard    // backward pawns of both sides
	span       [2]movegen.Bitboard // squares the pawns of a side attack now or after advances
	files      [2]movegen.Bitboard // files with pawns of a side
}

// pawnCacheSize is the number of entries, a power of two.
const pawnCacheSize = 1 << 12

// probePawns returns the entry for the position's pawns, from the cache if it is there. A trace needs the terms, so
// they are computed again. The set of knowledge of an evaluator never changes, so it is no part of the key.
func (e judge[T]) probePawns() *pawnEntry {
	key := e.position.PawnKey()
	entry := &e.pawnCache[key%pawnCacheSize]
	if entry.key == key && len(e.mode) == 0 {
		return entry
	}
	white, black := &e.white, &e.black
	*entry = pawnEntry{key: key}
	entry.fillReach(white)
	entry.fillReach(black)
	entry.classify(white, black)
	entry.classify(black, white)
	entry.sum = e.pieceSquares.sumOf(movegen.White, movegen.Pawn, white.pieces[movegen.Pawn]) -
		e.pieceSquares.sumOf(movegen.Black, movegen.Pawn, black.pieces[movegen.Pawn])
	if e.knowledge&Pawns != 0 {
		entry.sum += e.structure(entry, white, black) - e.structure(entry, black, white)
	}
	if e.knowledge&Attack != 0 {
		entry.sum += e.candidates(entry, white) - e.candidates(entry, black)
	}
	return entry
}

// fillReach fills in the files of own's pawns and what they can attack.
func (entry *pawnEntry) fillReach(own *sideInfo) {
	c := own.color & 1
	pawns := own.pieces[movegen.Pawn]
	path := forwardFill(c, pawns)
	entry.files[c] = pawns | path | forwardFill(c.Other(), pawns)
	entry.span[c] = movegen.PawnSetAttacks(c, pawns|path)
}

// classify adds own's passed, candidate and backward pawns to the entry. A pawn is passed
// if there is no pawn in front of it on its file and no enemy pawn in front of it on the two
// adjacent files; a candidate lacks only the last condition.
func (entry *pawnEntry) classify(own, their *sideInfo) {
	c := own.color & 1
	pawns := own.pieces[movegen.Pawn]
	opposed := forwardFill(their.color, their.pieces[movegen.Pawn])
	front := pawns &^ opposed &^ forwardFill(c.Other(), pawns)
	entry.passed |= front &^ entry.span[their.color&1]
	entry.candidates |= front & entry.span[their.color&1]

	// A pawn is backward if no pawn guards it or the square before it.
	guarded := own.attackedBy[movegen.Pawn]
	entry.backward |= pawns &^ guarded &^ guarded.Forward(c.Other())
}

// structure is the letter p without the worth of squares (piece_square.go): isolated,
// doubled, backward and weak pawns, and those that are side by side.
func (e judge[T]) structure(entry *pawnEntry, own, their *sideInfo) score {
	w, c := &e.weights, own.color&1
	pawns := own.pieces[movegen.Pawn]
	alone := pawns &^ neighbourFiles(entry.files[c])
	behind := pawns & entry.backward &^ alone
	stopped := forwardFill(their.color, their.pieces[movegen.Pawn]) // by an enemy pawn before them
	sum := e.addSet(pawns&forwardFill(c.Other(), pawns), &w.Doubled) + e.addSet((alone|behind)&^stopped, &w.WeakUnopposed)
	for set := alone; set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.add(s, &w.Isolated[s.File()]) + e.add(s, &w.IsolatedByRank[relativeRank(c, s)])
	}
	for set := behind; set != 0; set &= set - 1 {
		s := set.LSB()
		guards := movegen.PawnAttacks(c, inFront(c, s)) & their.pieces[movegen.Pawn]
		sum += e.add(s, &w.Backward[guards.Count()])
	}
	for set := pawns & neighbourFiles(pawns); set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.add(s, &w.Phalanx[relativeRank(c, s)])
	}
	for set := pawns & own.attackedBy[movegen.Pawn]; set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.add(s, &w.SupportedPawn[relativeRank(c, s)])
	}
	return sum
}

// candidates is the part of letter a for pawns that may become passed.
func (e judge[T]) candidates(entry *pawnEntry, own *sideInfo) (sum score) {
	for set := entry.candidates & own.pieces[movegen.Pawn]; set != 0; set &= set - 1 {
		s := set.LSB()
		sum += e.add(s, &e.weights.Candidate[relativeRank(own.color, s)])
	}
	return sum
}

// blocked is the part of letter p that pieces change: backward pawns that cannot move.
func (e judge[T]) blocked(own, their *sideInfo) score {
	return e.addSet(e.pawns.backward&own.pieces[movegen.Pawn]&e.occupied.Forward(their.color), &e.weights.BlockedBackward)
}
