package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// The shape of the correction history; its weights are among the parameters.
const (
	correctionSize   = 1 << 14 // entries a side and key
	correctionSlices = 4       // pawns, white pieces, black pieces, the move before
)

// correction remembers by how much searches have found the static evaluation wrong
// in positions that share their pawns, one side's pieces or the last move: what the
// evaluation does not understand there it will misjudge again.
type correction struct {
	values [2][correctionSlices][correctionSize]int16 // by side to move
}

// places returns where the frame's position belongs.
func (c *correction) places(f *frame) (at [correctionSlices]uint16) {
	p := &f.position
	at[0] = uint16(p.PawnKey()) % correctionSize
	at[1] = piecesHash(p, movegen.White)
	at[2] = piecesHash(p, movegen.Black)
	at[3] = uint16(f.before[0]) % correctionSize
	return at
}

// piecesHash mixes the squares of one side's men but pawns into an index.
func piecesHash(p *movegen.Position, c movegen.Color) uint16 {
	h := uint64(p.Pieces(c, movegen.Knight)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.Bishop))) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.Rook))) * 0x94d049bb133111eb
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.Queen))) * 0xd6e8feb86659fd93
	h = (h ^ h>>29 ^ uint64(p.Pieces(c, movegen.King))) * 0xa0761d6478bd642f
	return uint16(h>>48) % correctionSize
}

// of returns what is to be added to the frame's raw evaluation.
func (c *correction) of(f *frame) Score {
	values := &c.values[f.position.Side()&1]
	sum := 0
	for slice, at := range f.correctionAt {
		sum += int(values[slice][at&(correctionSize-1)])
	}
	return Score(sum / correctionGrain)
}

// learnCorrection compares the result of a search with the static evaluation. Tactics
// teach nothing about it, nor does a bound that the evaluation already satisfies.
func (w *worker) learnCorrection(f *frame, n *node, best Score, move movegen.Move, bound tt.Bound) {
	if n.inCheck || best > MateBound || best < -MateBound ||
		move != movegen.NoMove && !isQuiet(&f.position, move) ||
		bound == tt.Lower && best <= f.staticEval || bound == tt.Upper && best >= f.staticEval {
		return
	}
	bonus := min(max(int(best-f.staticEval)*n.depth/correctionRate, -correctionMost), correctionMost)
	values := &w.correction.values[f.position.Side()&1]
	for slice, at := range f.correctionAt {
		v := int(values[slice][at&(correctionSize-1)])
		v += bonus - v*abs(bonus)/correctionLimit
		values[slice][at&(correctionSize-1)] = int16(v)
	}
}
