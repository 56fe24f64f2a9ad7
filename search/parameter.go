//go:build !tuning

package search

// The parameters of the search; depths in plies, margins in centipawns. They are
// set by the field's experience, not tuned yet. A comment that begins with a range makes an
// option of the constant in the build with the tag tuning: see tuning.go. After a change,
// go test ./search -run Twin -update writes that build's file.
const (
	aspirationDepth     = 5   // 2..10, iterations before the window is opened fully
	aspirationWindow    = 18  // 5..100, half-width at first
	aspirationGrowth    = 2   // 1..8, denominator of the widening: the width grows by half
	maxAspirationWindow = 500 // 100..2000

	reverseFutilityDepth  = 8  // 1..15
	reverseFutilityMargin = 75 // 20..200, a ply

	nullMoveDepth      = 3   // 1..8
	nullMoveReduction  = 4   // 1..8, plus a quarter of the depth, plus the surplus
	nullMoveSurplus    = 200 // 50..600, centipawns above beta for one more ply
	nullMoveEvalMargin = 100 // 0..400, the static evaluation must exceed beta by this
	nullMoveEvalPerPly = 20  // 0..60, less this for each ply of depth

	iirDepth = 4 // 2..10, internal iterative reduction: from here a ply less without a stored move

	razorDepth  = 3   // 1..8
	razorMargin = 260 // 100..600, a ply

	probCutDepth       = 5   // 3..12
	probCutMargin      = 180 // 60..400
	probCutReduction   = 4   // 2..6, plies less that its search goes
	probCutStoredPlies = 3   // 1..6, plies less that its result is stored for

	singularDepth         = 7  // 4..12
	singularTTDepth       = 3  // 1..6, plies by which the stored search may be shallower
	singularMargin        = 2  // 1..8, a ply below the stored score
	doubleExtensionMargin = 20 // 0..100, below that, for two plies

	lateMoveDepth  = 8  // 1..15
	futilityDepth  = 7  // 1..15
	futilityMargin = 95 // 0..300, at depth 0
	futilityPerPly = 85 // 20..250
	seeQuietMargin = 60 // 10..200, what a quiet move may lose by exchanges
	seeMargin      = 95 // 10..300, what a capture may lose by exchanges, in all plies
	seeDepth       = 8  // 1..15, up to here

	lmrDepth   = 3   // 1..6, late-move reductions begin here
	lmrMoves   = 3   // 1..8, and after this many moves
	lmrBase    = 80  // 0..200, hundredths of a ply by which all are reduced
	lmrDivisor = 210 // 100..500, hundredths: of the product of both logarithms

	lmrScale        = 1024 // reductions are counted in parts of a ply
	deeperMargin    = 50   // 0..200, a reduced move that rises this far above the best is searched deeper
	shallowerMargin = 8    // 0..50, one that rises less than this, less deep

	deltaMargin = 200 // 0..600, quiescence: a capture must come this close to alpha

	deferDepth = 3 // nearer to the horizon threads do not divide the moves of a node

	// Half-moves without progress from which stored scores, which do not know them, are not
	// used.
	rule50TTLimit = 90

	cursedScore = 2 // what a win that the 50-move rule takes away is worth beyond a draw
	foundDepth  = 6 // plies by which what tables settle counts as deeper than asked for

	strictRankClock  = 40 // half-moves without progress from which only the shortest win is searched
	comfortableClock = 80 // and the clock at the end of a way to the win up to which others are

	voteOffset = 14 // centipawns: the weight of the thread that scores worst

	historyPruneDepth  = 4    // 1..10
	historyPruneMargin = 3500 // 1000..10000, a ply
	historyPerPly      = 7500 // 2000..20000, history worth one ply of reduction
	historyLimit       = 16384
	evalDiffRate       = 15   // 1..60, history a centipawn that a move gains statically
	evalDiffMax        = 1000 // 200..3000, at most, either way
	failLowShare       = 2    // 1..8, of the bonus, for a move that no reply refutes

	correctionRate  = 8    // 2..32, error times depth is divided by this
	correctionMax   = 256  // 64..1024, at most, from one node
	correctionLimit = 1024 // of an entry
	correctionGrain = 64   // 32..256, what an entry counts for: value / grain centipawns
)

// Parameters returns the numbers that can be set: none without the tag tuning.
func Parameters() []parameter { return nil }
