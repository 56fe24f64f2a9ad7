// Code generated from parameter.go by go test ./search -run Twin -update; DO NOT EDIT.

//go:build tuning

package search

const (
	lmrScale          = 1024
	deferDepth        = 3
	rule50TTLimit     = 90
	cursedScore       = 2
	foundDepth        = 6
	strictRankClock   = 40
	comfortableClock  = 80
	voteOffset        = 14
	quietLimit        = 8192
	continuationLimit = 24576
	captureLimit      = 10692
	correctionLimit   = 1024
)

var (
	aspirationDepth        = 5
	aspirationWindow       = 14
	aspirationGrowth       = 2
	maxAspirationWindow    = 500
	maxFailedHigh          = 3
	reverseFutilityDepth   = 8
	reverseFutilityMargin  = 75
	reverseFutilityPV      = 0
	nullMoveDepth          = 3
	nullMoveReduction      = 4
	nullMoveDivisor        = 3
	nullMoveSurplusMax     = 4
	nullMoveSurplus        = 120
	nullMoveEvalMargin     = 100
	nullMoveEvalPerPly     = 9
	nullMoveEvalDrop       = 0
	nullMoveVerifyDepth    = 14
	iirDepth               = 4
	iirCutDepth            = 8
	iirAllDepth            = 100
	razorDepth             = 3
	razorMargin            = 260
	probCutDepth           = 5
	probCutMargin          = 140
	probCutImproving       = 30
	probCutReduction       = 4
	probCutStoredPlies     = 3
	singularDepth          = 6
	singularTTDepth        = 3
	singularMargin         = 24
	singularPVMargin       = 16
	maxDoubleExtensions    = 8
	checkExtensionDepth    = 10
	doubleExtensionMargin  = 14
	lateMoveDepth          = 8
	futilityDepth          = 9
	futilityMargin         = 75
	futilityPerPly         = 75
	futilityHistory        = 130
	captureFutilityDepth   = 7
	captureFutilityMargin  = 100
	captureFutilityPerPly  = 100
	captureFutilityHistory = 100
	seeQuietDepth          = 9
	seeQuietMargin         = 20
	seeQuietSquare         = 14
	seeMargin              = 95
	seeDepth               = 8
	lmrDepth               = 2
	lmrMoves               = 1
	lmrBase                = 60
	lmrDivisor             = 240
	lmrPV                  = 1024
	lmrWindow              = 1024
	lmrCutNode             = 1536
	lmrFormerPV            = 1536
	lmrTTCapture           = 768
	lmrSingular            = 768
	lmrCheck               = 768
	lmrInCheck             = 768
	lmrGoodCapture         = 1024
	lmrChildren            = 3
	lmrChildCutOffs        = 768
	lmrLateMoves           = 7
	lmrLateParent          = 512
	lmrNotImproving        = 1024
	deeperPerPly           = 5
	deeperMargin           = 35
	shallowerMargin        = 8
	quiescenceMoves        = 4
	deltaMargin            = 150
	historyPruneDepth      = 4
	historyPruneMargin     = 6000
	historyPerPly          = 13000
	historyCentre          = 3000
	historyBonusRate       = 170
	historyBonusOffset     = 110
	historyBonusMax        = 1700
	historySurplus         = 65
	earlyMoves             = 2
	ttMalus                = 4
	checkBonus             = 8000
	pawnShare              = 4
	sixthShare             = 2
	softFailHigh           = 1
	softStandPat           = 1
	hindsightMore          = 3
	hindsightLess          = 1
	hindsightMargin        = 80
	smallProbCut           = 200
	ttExpected             = 5
	upcomingRepetition     = 1
	threatHistory          = 1
	evalDiffRate           = 15
	evalDiffMax            = 1000
	failLowShare           = 2
	correctionRate         = 8
	correctionMax          = 256
	correctionGrain        = 64
)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
		{"AspirationDepth", 5, 2, 10, &aspirationDepth},
		{"AspirationWindow", 14, 5, 100, &aspirationWindow},
		{"AspirationGrowth", 2, 1, 8, &aspirationGrowth},
		{"MaxAspirationWindow", 500, 100, 2000, &maxAspirationWindow},
		{"MaxFailedHigh", 3, 0, 8, &maxFailedHigh},
		{"ReverseFutilityDepth", 8, 1, 15, &reverseFutilityDepth},
		{"ReverseFutilityMargin", 75, 20, 200, &reverseFutilityMargin},
		{"ReverseFutilityPV", 0, 0, 1, &reverseFutilityPV},
		{"NullMoveDepth", 3, 1, 8, &nullMoveDepth},
		{"NullMoveReduction", 4, 1, 8, &nullMoveReduction},
		{"NullMoveDivisor", 3, 2, 8, &nullMoveDivisor},
		{"NullMoveSurplusMax", 4, 0, 8, &nullMoveSurplusMax},
		{"NullMoveSurplus", 120, 50, 600, &nullMoveSurplus},
		{"NullMoveEvalMargin", 100, 0, 400, &nullMoveEvalMargin},
		{"NullMoveEvalPerPly", 9, 0, 60, &nullMoveEvalPerPly},
		{"NullMoveEvalDrop", 0, 0, 2000, &nullMoveEvalDrop},
		{"NullMoveVerifyDepth", 14, 8, 100, &nullMoveVerifyDepth},
		{"IirDepth", 4, 2, 10, &iirDepth},
		{"IirCutDepth", 8, 2, 100, &iirCutDepth},
		{"IirAllDepth", 100, 2, 100, &iirAllDepth},
		{"RazorDepth", 3, 1, 8, &razorDepth},
		{"RazorMargin", 260, 100, 600, &razorMargin},
		{"ProbCutDepth", 5, 3, 12, &probCutDepth},
		{"ProbCutMargin", 140, 60, 400, &probCutMargin},
		{"ProbCutImproving", 30, 0, 100, &probCutImproving},
		{"ProbCutReduction", 4, 2, 6, &probCutReduction},
		{"ProbCutStoredPlies", 3, 1, 6, &probCutStoredPlies},
		{"SingularDepth", 6, 4, 12, &singularDepth},
		{"SingularTTDepth", 3, 1, 6, &singularTTDepth},
		{"SingularMargin", 24, 4, 100, &singularMargin},
		{"SingularPVMargin", 16, 0, 100, &singularPVMargin},
		{"MaxDoubleExtensions", 8, 0, 100, &maxDoubleExtensions},
		{"CheckExtensionDepth", 10, 1, 100, &checkExtensionDepth},
		{"DoubleExtensionMargin", 14, 0, 100, &doubleExtensionMargin},
		{"LateMoveDepth", 8, 1, 15, &lateMoveDepth},
		{"FutilityDepth", 9, 1, 20, &futilityDepth},
		{"FutilityMargin", 75, 0, 300, &futilityMargin},
		{"FutilityPerPly", 75, 20, 250, &futilityPerPly},
		{"FutilityHistory", 130, 40, 10000, &futilityHistory},
		{"CaptureFutilityDepth", 7, 0, 15, &captureFutilityDepth},
		{"CaptureFutilityMargin", 100, 0, 400, &captureFutilityMargin},
		{"CaptureFutilityPerPly", 100, 0, 300, &captureFutilityPerPly},
		{"CaptureFutilityHistory", 100, 20, 10000, &captureFutilityHistory},
		{"SeeQuietDepth", 9, 0, 20, &seeQuietDepth},
		{"SeeQuietMargin", 20, 0, 200, &seeQuietMargin},
		{"SeeQuietSquare", 14, 0, 60, &seeQuietSquare},
		{"SeeMargin", 95, 10, 300, &seeMargin},
		{"SeeDepth", 8, 1, 15, &seeDepth},
		{"LmrDepth", 2, 1, 6, &lmrDepth},
		{"LmrMoves", 1, 1, 8, &lmrMoves},
		{"LmrBase", 60, 0, 300, &lmrBase},
		{"LmrDivisor", 240, 100, 500, &lmrDivisor},
		{"LmrPV", 1024, 0, 4096, &lmrPV},
		{"LmrWindow", 1024, 0, 4096, &lmrWindow},
		{"LmrCutNode", 1536, 0, 4096, &lmrCutNode},
		{"LmrFormerPV", 1536, 0, 4096, &lmrFormerPV},
		{"LmrTTCapture", 768, 0, 4096, &lmrTTCapture},
		{"LmrSingular", 768, 0, 4096, &lmrSingular},
		{"LmrCheck", 768, 0, 4096, &lmrCheck},
		{"LmrInCheck", 768, 0, 4096, &lmrInCheck},
		{"LmrGoodCapture", 1024, 0, 8192, &lmrGoodCapture},
		{"LmrChildren", 3, 1, 10, &lmrChildren},
		{"LmrChildCutOffs", 768, 0, 4096, &lmrChildCutOffs},
		{"LmrLateMoves", 7, 1, 20, &lmrLateMoves},
		{"LmrLateParent", 512, 0, 4096, &lmrLateParent},
		{"LmrNotImproving", 1024, 0, 4096, &lmrNotImproving},
		{"DeeperPerPly", 5, 0, 40, &deeperPerPly},
		{"DeeperMargin", 35, 0, 200, &deeperMargin},
		{"ShallowerMargin", 8, 0, 50, &shallowerMargin},
		{"QuiescenceMoves", 4, 1, 20, &quiescenceMoves},
		{"DeltaMargin", 150, 0, 600, &deltaMargin},
		{"HistoryPruneDepth", 4, 1, 10, &historyPruneDepth},
		{"HistoryPruneMargin", 6000, 1000, 20000, &historyPruneMargin},
		{"HistoryPerPly", 13000, 2000, 40000, &historyPerPly},
		{"HistoryCentre", 3000, 0, 10000, &historyCentre},
		{"HistoryBonusRate", 170, 50, 500, &historyBonusRate},
		{"HistoryBonusOffset", 110, 0, 500, &historyBonusOffset},
		{"HistoryBonusMax", 1700, 500, 3000, &historyBonusMax},
		{"HistorySurplus", 65, 0, 500, &historySurplus},
		{"EarlyMoves", 2, 0, 5, &earlyMoves},
		{"TtMalus", 4, 0, 8, &ttMalus},
		{"CheckBonus", 8000, 0, 30000, &checkBonus},
		{"PawnShare", 4, 0, 8, &pawnShare},
		{"SixthShare", 2, 0, 8, &sixthShare},
		{"SoftFailHigh", 1, 0, 1, &softFailHigh},
		{"SoftStandPat", 1, 0, 1, &softStandPat},
		{"HindsightMore", 3, 0, 100, &hindsightMore},
		{"HindsightLess", 1, 0, 100, &hindsightLess},
		{"HindsightMargin", 80, 0, 10000, &hindsightMargin},
		{"SmallProbCut", 200, 0, 500, &smallProbCut},
		{"TtExpected", 5, 0, 30, &ttExpected},
		{"UpcomingRepetition", 1, 0, 1, &upcomingRepetition},
		{"ThreatHistory", 1, 0, 1, &threatHistory},
		{"EvalDiffRate", 15, 1, 60, &evalDiffRate},
		{"EvalDiffMax", 1000, 200, 3000, &evalDiffMax},
		{"FailLowShare", 2, 1, 8, &failLowShare},
		{"CorrectionRate", 8, 2, 32, &correctionRate},
		{"CorrectionMax", 256, 64, 1024, &correctionMax},
		{"CorrectionGrain", 64, 32, 256, &correctionGrain},
	}
}
