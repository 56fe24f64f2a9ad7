package search

import "math"

// The parameters of the search; depths in plies, margins in centipawns. They are
// set by the field's experience, not tuned yet.
const (
	aspirationDepth  = 5  // iterations before the window is opened fully
	aspirationWindow = 18 // half-width at first
	aspirationGrowth = 2  // denominator of the widening: the width grows by half
	widestWindow     = 500

	reverseFutilityDepth  = 8
	reverseFutilityMargin = 75 // a ply

	nullMoveDepth     = 3
	nullMoveReduction = 4   // plus a quarter of the depth, plus the surplus
	nullMoveSurplus   = 200 // centipawns above beta for one more ply

	iterativeReductionDepth = 4 // without a table move, from here a ply less

	razorDepth  = 3
	razorMargin = 260 // a ply

	probCutDepth  = 5
	probCutMargin = 180

	singularDepth  = 7
	singularLag    = 3  // plies that the table's search may be shallower
	singularMargin = 2  // a ply below the table's score
	doubleMargin   = 20 // so much lower still: two plies

	lateMoveDepth   = 8
	futilityDepth   = 7
	futilityMargin  = 95 // at depth 0
	futilityPerPly  = 85
	quietLossPerPly = 60 // what a quiet move may lose by exchanges
	lossPerPly      = 95 // what a capture may lose by exchanges, in all plies
	exchangeDepth   = 8

	reductionDepth = 3 // late-move reductions begin here
	reductionMoves = 3 // and after this many moves

	fullPly         = 1024 // reductions are counted in parts of a ply
	deeperMargin    = 50   // a reduced move so far above the best is looked at deeper
	shallowerMargin = 8    // one hardly above it less deep

	deltaMargin = 200 // quiescence: a capture must come this close to alpha

	deferDepth = 3 // nearer to the horizon threads do not look at what the others search

	clockMatters = 90 // half-moves without progress from which stored scores, which do not know them, are not used

	voteBase = 14 // centipawns: what the weight of a thread begins with that scores worst

	historyPruneDepth  = 4
	historyPruneMargin = 3500 // a ply
	historyPerPly      = 7500 // history worth one ply of reduction
	historyLimit       = 16384
	judgementRate      = 15   // history a centipawn that a move gains statically
	judgementMost      = 1000 // so much at most
	praiseShare        = 2    // of the bonus, for a move that no reply refutes

	correctionRate  = 8    // one of so many parts of error times depth is learnt
	correctionMost  = 256  // that an entry learns from one search
	correctionLimit = 1024 // of an entry
	correctionGrain = 64   // what an entry counts for: value / grain centipawns
)

// reductionTable holds the logarithmic late-move reduction by depth and move number.
var reductionTable = buildReductionTable()

func buildReductionTable() *[64][64]int16 {
	table := new([64][64]int16)
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			table[depth][number] = int16(fullPly * (0.8 + math.Log(float64(depth))*math.Log(float64(number))/2.1))
		}
	}
	return table
}

// lateMoveLimit returns after how many moves quiet ones are left out at this depth.
func lateMoveLimit(depth int, improving bool) int {
	if improving {
		return 4 + depth*depth
	}
	return (5 + depth*depth) / 2
}
