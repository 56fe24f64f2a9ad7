package search

import "math"

// The parameters of the search; depths in plies, margins in centipawns. They are
// set by the field's experience, not tuned yet.
const (
	aspirationDepth     = 5  // iterations before the window is opened fully
	aspirationWindow    = 18 // half-width at first
	aspirationGrowth    = 2  // denominator of the widening: the width grows by half
	maxAspirationWindow = 500

	reverseFutilityDepth  = 8
	reverseFutilityMargin = 75 // a ply

	nullMoveDepth      = 3
	nullMoveReduction  = 4   // plus a quarter of the depth, plus the surplus
	nullMoveSurplus    = 200 // centipawns above beta for one more ply
	nullMoveEvalMargin = 100 // the static evaluation must exceed beta by this
	nullMoveEvalPerPly = 20  // less this for each ply of depth

	iirDepth = 4 // internal iterative reduction: from here a ply less without a stored move

	razorDepth  = 3
	razorMargin = 260 // a ply

	probCutDepth       = 5
	probCutMargin      = 180
	probCutReduction   = 4 // plies less that its search goes
	probCutStoredPlies = 3 // plies less that its result is stored for

	singularDepth         = 7
	singularTTDepth       = 3  // plies by which the stored search may be shallower
	singularMargin        = 2  // a ply below the stored score
	doubleExtensionMargin = 20 // below that, for two plies

	lateMoveDepth  = 8
	futilityDepth  = 7
	futilityMargin = 95 // at depth 0
	futilityPerPly = 85
	seeQuietMargin = 60 // what a quiet move may lose by exchanges
	seeMargin      = 95 // what a capture may lose by exchanges, in all plies
	seeDepth       = 8  // up to here

	lmrDepth = 3 // late-move reductions begin here
	lmrMoves = 3 // and after this many moves

	lmrScale        = 1024 // reductions are counted in parts of a ply
	deeperMargin    = 50   // a reduced move that rises this far above the best is searched deeper
	shallowerMargin = 8    // one that rises less than this, less deep

	deltaMargin = 200 // quiescence: a capture must come this close to alpha

	deferDepth = 3 // nearer to the horizon threads do not divide the moves of a node

	// Half-moves without progress from which stored scores, which do not know them, are not
	// used.
	rule50TTLimit = 90

	cursedScore = 2 // what a win that the 50-move rule takes away is worth beyond a draw
	foundDepth  = 6 // plies by which what tables settle counts as deeper than asked for

	strictRankClock  = 40 // half-moves without progress from which only the shortest win is searched
	comfortableClock = 80 // and the clock at the end of a way to the win up to which others are

	voteOffset = 14 // centipawns: the weight of the thread that scores worst

	historyPruneDepth  = 4
	historyPruneMargin = 3500 // a ply
	historyPerPly      = 7500 // history worth one ply of reduction
	historyLimit       = 16384
	evalDiffRate       = 15   // history a centipawn that a move gains statically
	evalDiffMax        = 1000 // at most, either way
	failLowShare       = 2    // of the bonus, for a move that no reply refutes

	correctionRate  = 8    // error times depth is divided by this
	correctionMax   = 256  // at most, from one node
	correctionLimit = 1024 // of an entry
	correctionGrain = 64   // what an entry counts for: value / grain centipawns
)

// lmrTable holds the logarithmic late-move reduction by depth and move number.
var lmrTable = buildLMRTable()

func buildLMRTable() *[64][64]int16 {
	table := new([64][64]int16)
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			table[depth][number] = int16(lmrScale * (0.8 + math.Log(float64(depth))*math.Log(float64(number))/2.1))
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
