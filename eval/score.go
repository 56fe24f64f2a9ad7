package eval

import "alfiere/movegen"

// score is a middlegame and an endgame value in one word, so that both are added
// and multiplied at once. Halves of 32 bits cannot overflow, whatever pieces are on
// the board of a composed position.
type score int64

// makeScore packs two values in centipawns.
func makeScore(mg, eg int) score { return score(mg)<<32 + score(eg) }

// mg returns the middlegame half. The endgame half borrows one from it when it is
// negative, hence the rounding.
func (s score) mg() int { return int((s + 1<<31) >> 32) }

// eg returns the endgame half.
func (s score) eg() int { return int(int32(s)) }

// phaseMax is the phase of the full set of pieces, the middlegame; 0 is the ending
// with pawns alone. More pieces than that count as the full set.
const phaseMax = 24

// phaseOf returns how much of the pieces is on the board, from 0 to phaseMax.
func phaseOf(p *movegen.Position) int {
	minors := p.ByType(movegen.Knight) | p.ByType(movegen.Bishop)
	return min(phaseMax, minors.Count()+2*p.ByType(movegen.Rook).Count()+4*p.ByType(movegen.Queen).Count())
}

// scaleFull is the scale of an ending that is not drawish.
const scaleFull = 64

// taper says how the two halves of a score become one number: by the stage of the game.
type taper struct {
	phase int // share of the middlegame half, in phaseMax-ths
	scale int // how much the endgame half counts, in scaleFull-ths
}

// unit is the denominator of shares.
const unit = phaseMax * scaleFull

// share returns what s contributes at this stage, in centipawns times unit. It is
// linear in s: the shares of the terms add up to that of their sum.
func (t taper) share(s score) int {
	return s.mg()*t.phase*scaleFull + s.eg()*(phaseMax-t.phase)*t.scale
}

// centipawns returns s at this stage, rounded towards zero so that it is the same
// number from either side.
func (t taper) centipawns(s score) int { return t.share(s) / unit }
