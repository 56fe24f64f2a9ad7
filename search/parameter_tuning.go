// Code generated from parameter.go by go test ./search -run Twin -update; DO NOT EDIT.

//go:build tuning

package search

const (
	lmrScale          = 1024
	deferDepth        = 3
	rule50TTLimit     = 90
	cursedScore       = 2
	tbSaveDepth       = 6
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
	aspirationWindow       = 9
	aspirationGrowth       = 2
	maxAspirationWindow    = 500
	maxFailedHigh          = 3
	reverseFutilityDepth   = 8
	reverseFutilityMargin  = 61
	nullMoveDepth          = 3
	nullMoveReduction      = 4
	nullMoveDivisor        = 3
	nullMoveSurplus        = 129
	nullMoveSurplusMax     = 4
	nullMoveEvalMargin     = 100
	nullMoveEvalPerPly     = 11
	nullMoveVerifyDepth    = 14
	iirDepth               = 4
	iirCutDepth            = 8
	razorDepth             = 3
	razorMargin            = 253
	probCutDepth           = 5
	probCutMargin          = 116
	probCutImproving       = 30
	probCutReduction       = 4
	probCutStoredPlies     = 3
	singularDepth          = 6
	singularTTDepth        = 3
	singularMargin         = 25
	singularPVMargin       = 16
	doubleExtensionMargin  = 9
	maxDoubleExtensions    = 8
	checkExtensionDepth    = 11
	lateMoveDepth          = 8
	futilityDepth          = 9
	futilityMargin         = 81
	futilityPerPly         = 84
	futilityHistory        = 130
	captureFutilityDepth   = 7
	captureFutilityMargin  = 91
	captureFutilityPerPly  = 96
	captureFutilityHistory = 100
	seeQuietDepth          = 9
	seeQuietMargin         = 20
	seeQuietSquare         = 12
	seeMargin              = 97
	seeDepth               = 8
	lmrDepth               = 2
	lmrMoves               = 1
	lmrBase                = 65
	lmrDivisor             = 240
	lmrPV                  = 708
	lmrWindow              = 1024
	lmrCutNode             = 1288
	lmrTTPV                = 1435
	lmrTTCapture           = 645
	lmrSingular            = 677
	lmrCheck               = 576
	lmrInCheck             = 768
	lmrGoodCapture         = 1626
	lmrChildren            = 3
	lmrChildCutOffs        = 1057
	lmrLateMoves           = 7
	lmrLateParent          = 473
	lmrNotImproving        = 935
	deeperMargin           = 35
	deeperPerPly           = 5
	shallowerMargin        = 8
	quiescenceMoves        = 4
	deltaMargin            = 135
	historyPruneDepth      = 4
	historyPruneMargin     = 7719
	historyPerPly          = 9586
	historyCentre          = 4524
	historyBonusRate       = 241
	historyBonusOffset     = 110
	historyBonusMax        = 1951
	historySurplus         = 65
	earlyMoves             = 2
	checkBonus             = 6364
	evalDiffRate           = 16
	evalDiffMax            = 1000
	failLowShare           = 2
	correctionRate         = 8
	correctionMax          = 256
	correctionGrain        = 72
)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
		{"AspirationDepth", 5, 2, 10, &aspirationDepth},
		{"AspirationWindow", 9, 5, 100, &aspirationWindow},
		{"AspirationGrowth", 2, 1, 8, &aspirationGrowth},
		{"MaxAspirationWindow", 500, 100, 2000, &maxAspirationWindow},
		{"MaxFailedHigh", 3, 0, 8, &maxFailedHigh},
		{"ReverseFutilityDepth", 8, 1, 15, &reverseFutilityDepth},
		{"ReverseFutilityMargin", 61, 20, 200, &reverseFutilityMargin},
		{"NullMoveDepth", 3, 1, 8, &nullMoveDepth},
		{"NullMoveReduction", 4, 1, 8, &nullMoveReduction},
		{"NullMoveDivisor", 3, 2, 8, &nullMoveDivisor},
		{"NullMoveSurplus", 129, 50, 600, &nullMoveSurplus},
		{"NullMoveSurplusMax", 4, 0, 8, &nullMoveSurplusMax},
		{"NullMoveEvalMargin", 100, 0, 400, &nullMoveEvalMargin},
		{"NullMoveEvalPerPly", 11, 0, 60, &nullMoveEvalPerPly},
		{"NullMoveVerifyDepth", 14, 8, 100, &nullMoveVerifyDepth},
		{"IirDepth", 4, 2, 10, &iirDepth},
		{"IirCutDepth", 8, 2, 100, &iirCutDepth},
		{"RazorDepth", 3, 1, 8, &razorDepth},
		{"RazorMargin", 253, 100, 600, &razorMargin},
		{"ProbCutDepth", 5, 3, 12, &probCutDepth},
		{"ProbCutMargin", 116, 60, 400, &probCutMargin},
		{"ProbCutImproving", 30, 0, 100, &probCutImproving},
		{"ProbCutReduction", 4, 2, 6, &probCutReduction},
		{"ProbCutStoredPlies", 3, 1, 6, &probCutStoredPlies},
		{"SingularDepth", 6, 4, 12, &singularDepth},
		{"SingularTTDepth", 3, 1, 6, &singularTTDepth},
		{"SingularMargin", 25, 4, 100, &singularMargin},
		{"SingularPVMargin", 16, 0, 100, &singularPVMargin},
		{"DoubleExtensionMargin", 9, 0, 100, &doubleExtensionMargin},
		{"MaxDoubleExtensions", 8, 0, 100, &maxDoubleExtensions},
		{"CheckExtensionDepth", 11, 1, 100, &checkExtensionDepth},
		{"LateMoveDepth", 8, 1, 15, &lateMoveDepth},
		{"FutilityDepth", 9, 1, 20, &futilityDepth},
		{"FutilityMargin", 81, 0, 300, &futilityMargin},
		{"FutilityPerPly", 84, 20, 250, &futilityPerPly},
		{"FutilityHistory", 130, 40, 10000, &futilityHistory},
		{"CaptureFutilityDepth", 7, 0, 15, &captureFutilityDepth},
		{"CaptureFutilityMargin", 91, 0, 400, &captureFutilityMargin},
		{"CaptureFutilityPerPly", 96, 0, 300, &captureFutilityPerPly},
		{"CaptureFutilityHistory", 100, 20, 10000, &captureFutilityHistory},
		{"SeeQuietDepth", 9, 0, 20, &seeQuietDepth},
		{"SeeQuietMargin", 20, 0, 200, &seeQuietMargin},
		{"SeeQuietSquare", 12, 0, 60, &seeQuietSquare},
		{"SeeMargin", 97, 10, 300, &seeMargin},
		{"SeeDepth", 8, 1, 15, &seeDepth},
		{"LmrDepth", 2, 1, 6, &lmrDepth},
		{"LmrMoves", 1, 1, 8, &lmrMoves},
		{"LmrBase", 65, 0, 300, &lmrBase},
		{"LmrDivisor", 240, 100, 500, &lmrDivisor},
		{"LmrPV", 708, 0, 4096, &lmrPV},
		{"LmrWindow", 1024, 0, 4096, &lmrWindow},
		{"LmrCutNode", 1288, 0, 4096, &lmrCutNode},
		{"LmrTTPV", 1435, 0, 4096, &lmrTTPV},
		{"LmrTTCapture", 645, 0, 4096, &lmrTTCapture},
		{"LmrSingular", 677, 0, 4096, &lmrSingular},
		{"LmrCheck", 576, 0, 4096, &lmrCheck},
		{"LmrInCheck", 768, 0, 4096, &lmrInCheck},
		{"LmrGoodCapture", 1626, 0, 8192, &lmrGoodCapture},
		{"LmrChildren", 3, 1, 10, &lmrChildren},
		{"LmrChildCutOffs", 1057, 0, 4096, &lmrChildCutOffs},
		{"LmrLateMoves", 7, 1, 20, &lmrLateMoves},
		{"LmrLateParent", 473, 0, 4096, &lmrLateParent},
		{"LmrNotImproving", 935, 0, 4096, &lmrNotImproving},
		{"DeeperMargin", 35, 0, 200, &deeperMargin},
		{"DeeperPerPly", 5, 0, 40, &deeperPerPly},
		{"ShallowerMargin", 8, 0, 50, &shallowerMargin},
		{"QuiescenceMoves", 4, 1, 20, &quiescenceMoves},
		{"DeltaMargin", 135, 0, 600, &deltaMargin},
		{"HistoryPruneDepth", 4, 1, 10, &historyPruneDepth},
		{"HistoryPruneMargin", 7719, 1000, 20000, &historyPruneMargin},
		{"HistoryPerPly", 9586, 2000, 40000, &historyPerPly},
		{"HistoryCentre", 4524, 0, 10000, &historyCentre},
		{"HistoryBonusRate", 241, 50, 500, &historyBonusRate},
		{"HistoryBonusOffset", 110, 0, 500, &historyBonusOffset},
		{"HistoryBonusMax", 1951, 500, 3000, &historyBonusMax},
		{"HistorySurplus", 65, 0, 500, &historySurplus},
		{"EarlyMoves", 2, 0, 5, &earlyMoves},
		{"CheckBonus", 6364, 0, 30000, &checkBonus},
		{"EvalDiffRate", 16, 1, 60, &evalDiffRate},
		{"EvalDiffMax", 1000, 200, 3000, &evalDiffMax},
		{"FailLowShare", 2, 1, 8, &failLowShare},
		{"CorrectionRate", 8, 2, 32, &correctionRate},
		{"CorrectionMax", 256, 64, 1024, &correctionMax},
		{"CorrectionGrain", 72, 32, 256, &correctionGrain},
	}
}
