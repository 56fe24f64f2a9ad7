//go:build !tuning

package search

// The parameters of the search; depths in plies, margins in centipawns. Those that matter most were tuned in games
// (docs/search.md). A comment that begins with a range makes an option of the constant in the build with the tag
// tuning: see tuning.go. After a change, go test ./search -run Twin -update writes that build's file.
const (
	aspirationDepth     = 5   // 2..10, iterations before the window is opened fully
	aspirationWindow    = 9   // 5..100, half-width at first
	aspirationGrowth    = 2   // 1..8, denominator of the widening: the width grows by half
	maxAspirationWindow = 500 // 100..2000
	maxFailedHigh       = 3   // 0..8, maximum depth reduction after repeated fail highs at the root

	reverseFutilityDepth  = 8  // 1..15
	reverseFutilityMargin = 61 // 20..200, a ply

	nullMoveDepth       = 3   // 1..8
	nullMoveReduction   = 4   // 1..8, plus parts of the depth and of the surplus
	nullMoveDivisor     = 3   // 2..8, of the depth
	nullMoveSurplus     = 129 // 50..600, centipawns above beta for one more ply
	nullMoveSurplusMax  = 4   // 0..8, plies for the surplus at most
	nullMoveEvalMargin  = 100 // 0..400, the static evaluation must exceed beta by this
	nullMoveEvalPerPly  = 11  // 0..60, less this for each ply of depth
	nullMoveVerifyDepth = 14  // 8..100, from here a cut-off is looked at again without null moves

	iirDepth    = 4 // 2..10, internal iterative reduction without a stored move: on the principal variation from here
	iirCutDepth = 8 // 2..100, and at cut nodes from here

	razorDepth  = 3   // 1..8
	razorMargin = 253 // 100..600, a ply

	probCutDepth       = 5   // 3..12
	probCutMargin      = 116 // 60..400, above beta
	probCutImproving   = 30  // 0..100, less if the evaluation rises
	probCutReduction   = 4   // 2..6, plies less that its search goes
	probCutStoredPlies = 3   // 1..6, plies less that its result is stored for

	singularDepth         = 6  // 4..12
	singularTTDepth       = 3  // 1..6, plies by which the stored search may be shallower
	singularMargin        = 25 // 4..100, sixteenths of a centipawn a ply below the stored score
	singularPVMargin      = 16 // 0..100, more on a former principal variation
	doubleExtensionMargin = 9  // 0..100, below the singular margin, for two plies
	maxDoubleExtensions   = 8  // 0..100, in a line
	checkExtensionDepth   = 11 // 1..100, checks are searched deeper from here

	lateMoveDepth          = 8   // 1..15
	futilityDepth          = 9   // 1..20
	futilityMargin         = 81  // 0..300, at depth 0
	futilityPerPly         = 84  // 20..250
	futilityHistory        = 130 // 40..10000, history worth a centipawn
	captureFutilityDepth   = 7   // 0..15
	captureFutilityMargin  = 91  // 0..400, at depth 0, beside what is taken
	captureFutilityPerPly  = 96  // 0..300
	captureFutilityHistory = 100 // 20..10000
	seeQuietDepth          = 9   // 0..20, of the reduced search
	seeQuietMargin         = 20  // 0..200, what a quiet move may lose by exchanges, a ply of the reduced search
	seeQuietSquare         = 12  // 0..60, and for the square of these plies
	seeMargin              = 97  // 10..300, what a capture may lose by exchanges, in all plies
	seeDepth               = 8   // 1..15, up to here

	lmrDepth        = 2    // 1..6, late-move reductions begin here
	lmrMoves        = 1    // 1..8, and after this many moves
	lmrBase         = 65   // 0..300, hundredths of a ply by which all are reduced
	lmrDivisor      = 240  // 100..500, hundredths: of the product of both logarithms
	lmrScale        = 1024 // reductions are counted in parts of a ply
	lmrPV           = 708  // 0..4096, less, in parts of a ply as all below: on the principal variation
	lmrWindow       = 1024 // 0..4096, less, by the share of the window at the root
	lmrCutNode      = 1288 // 0..4096, more: a cut node
	lmrTTPV         = 1435 // 0..4096, less: once on the principal variation
	lmrTTCapture    = 645  // 0..4096, more: the stored move captures
	lmrSingular     = 677  // 0..4096, less: the stored move is singular
	lmrCheck        = 576  // 0..4096, less: the move gives check
	lmrInCheck      = 768  // 0..4096, less: it answers a check
	lmrGoodCapture  = 1626 // 0..8192, less: a capture that loses nothing
	lmrChildren     = 3    // 1..10, cut-offs of replies above which the next is likely
	lmrChildCutOffs = 1057 // 0..4096, more: then
	lmrLateMoves    = 7    // 1..20, after a move with a higher number
	lmrLateParent   = 473  // 0..4096, less: the answers
	lmrNotImproving = 935  // 0..4096, more: the evaluation does not rise

	deeperMargin    = 35 // 0..200, a reduced move that rises this far above the best, plus
	deeperPerPly    = 5  // 0..40, this for each ply of the reduction
	shallowerMargin = 8  // 0..50, one that rises less than this, less deep

	quiescenceMoves = 4   // 1..20, number of captures tried before only recaptures are
	deltaMargin     = 135 // 0..600, quiescence: a capture must come this close to alpha

	deferDepth = 3 // nearer to the horizon threads do not divide the moves of a node

	// Half-moves without progress from which stored scores, which do not know them, are not used.
	rule50TTLimit = 90

	cursedScore = 2 // what a win that the 50-move rule takes away is worth beyond a draw
	tbSaveDepth = 6 // plies by which what tables settle counts as deeper than asked for

	strictRankClock  = 40 // half-moves without progress from which only the shortest win is searched
	comfortableClock = 80 // and the clock at the end of a way to the win up to which others are

	voteOffset = 14 // centipawns: the weight of the thread that scores worst

	historyPruneDepth  = 4    // 1..10
	historyPruneMargin = 7719 // 1000..20000, a ply
	historyPerPly      = 9586 // 2000..40000, history worth one ply of reduction
	historyCentre      = 4524 // 0..10000, history that reduces neither more nor less
	historyBonusRate   = 241  // 50..500, of a cut-off, a ply
	historyBonusOffset = 110  // 0..500, less this
	historyBonusMax    = 1951 // 500..3000, at most
	historySurplus     = 65   // 0..500, a score so far above beta counts as a ply more
	earlyMoves         = 2    // 0..5, moves up to this number lose when they are refuted at once
	checkBonus         = 6364 // 0..30000, history that a check is worth in the order of moves
	quietLimit         = 8192 // of a history by squares
	continuationLimit  = 24576
	captureLimit       = 10692
	evalDiffRate       = 16   // 1..60, history a centipawn that a move gains statically
	evalDiffMax        = 1000 // 200..3000, at most, either way
	failLowShare       = 2    // 1..8, of the bonus, for a move that no reply refutes

	correctionRate  = 8    // 2..32, error times depth is divided by this
	correctionMax   = 256  // 64..1024, at most, from one node
	correctionLimit = 1024 // of an entry
	correctionGrain = 72   // 32..256, what an entry counts for: value / grain centipawns
)

// Parameters returns the numbers that can be set: none without the tag tuning.
func Parameters() []parameter { return nil }
