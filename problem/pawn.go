package problem

import (
	"math/bits"

	"alfiere/movegen"
)

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
