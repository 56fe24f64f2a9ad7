// Code generated from parameter.go by go test ./search -run Twin -update; DO NOT EDIT.

//go:build tuning

package search

const (
	lmrScale         = 1024
	deferDepth       = 3
	rule50TTLimit    = 90
	cursedScore      = 2
	foundDepth       = 6
	strictRankClock  = 40
	comfortableClock = 80
	voteOffset       = 14
	historyLimit     = 16384
	correctionLimit  = 1024
)

var (
	aspirationDepth       = 5
	aspirationWindow      = 18
	aspirationGrowth      = 2
	maxAspirationWindow   = 500
	reverseFutilityDepth  = 8
	reverseFutilityMargin = 75
	nullMoveDepth         = 3
	nullMoveReduction     = 4
	nullMoveSurplus       = 200
	nullMoveEvalMargin    = 100
	nullMoveEvalPerPly    = 20
	iirDepth              = 4
	razorDepth            = 3
	razorMargin           = 260
	probCutDepth          = 5
	probCutMargin         = 180
	probCutReduction      = 4
	probCutStoredPlies    = 3
	singularDepth         = 7
	singularTTDepth       = 3
	singularMargin        = 2
	doubleExtensionMargin = 20
	lateMoveDepth         = 8
	futilityDepth         = 7
	futilityMargin        = 95
	futilityPerPly        = 85
	seeQuietMargin        = 60
	seeMargin             = 95
	seeDepth              = 8
	lmrDepth              = 3
	lmrMoves              = 3
	lmrBase               = 80
	lmrDivisor            = 210
	deeperMargin          = 50
	shallowerMargin       = 8
	deltaMargin           = 200
	historyPruneDepth     = 4
	historyPruneMargin    = 3500
	historyPerPly         = 7500
	evalDiffRate          = 15
	evalDiffMax           = 1000
	failLowShare          = 2
	correctionRate        = 8
	correctionMax         = 256
	correctionGrain       = 64
)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
		{"AspirationDepth", 5, 2, 10, &aspirationDepth},
		{"AspirationWindow", 18, 5, 100, &aspirationWindow},
		{"AspirationGrowth", 2, 1, 8, &aspirationGrowth},
		{"MaxAspirationWindow", 500, 100, 2000, &maxAspirationWindow},
		{"ReverseFutilityDepth", 8, 1, 15, &reverseFutilityDepth},
		{"ReverseFutilityMargin", 75, 20, 200, &reverseFutilityMargin},
		{"NullMoveDepth", 3, 1, 8, &nullMoveDepth},
		{"NullMoveReduction", 4, 1, 8, &nullMoveReduction},
		{"NullMoveSurplus", 200, 50, 600, &nullMoveSurplus},
		{"NullMoveEvalMargin", 100, 0, 400, &nullMoveEvalMargin},
		{"NullMoveEvalPerPly", 20, 0, 60, &nullMoveEvalPerPly},
		{"IirDepth", 4, 2, 10, &iirDepth},
		{"RazorDepth", 3, 1, 8, &razorDepth},
		{"RazorMargin", 260, 100, 600, &razorMargin},
		{"ProbCutDepth", 5, 3, 12, &probCutDepth},
		{"ProbCutMargin", 180, 60, 400, &probCutMargin},
		{"ProbCutReduction", 4, 2, 6, &probCutReduction},
		{"ProbCutStoredPlies", 3, 1, 6, &probCutStoredPlies},
		{"SingularDepth", 7, 4, 12, &singularDepth},
		{"SingularTTDepth", 3, 1, 6, &singularTTDepth},
		{"SingularMargin", 2, 1, 8, &singularMargin},
		{"DoubleExtensionMargin", 20, 0, 100, &doubleExtensionMargin},
		{"LateMoveDepth", 8, 1, 15, &lateMoveDepth},
		{"FutilityDepth", 7, 1, 15, &futilityDepth},
		{"FutilityMargin", 95, 0, 300, &futilityMargin},
		{"FutilityPerPly", 85, 20, 250, &futilityPerPly},
		{"SeeQuietMargin", 60, 10, 200, &seeQuietMargin},
		{"SeeMargin", 95, 10, 300, &seeMargin},
		{"SeeDepth", 8, 1, 15, &seeDepth},
		{"LmrDepth", 3, 1, 6, &lmrDepth},
		{"LmrMoves", 3, 1, 8, &lmrMoves},
		{"LmrBase", 80, 0, 200, &lmrBase},
		{"LmrDivisor", 210, 100, 500, &lmrDivisor},
		{"DeeperMargin", 50, 0, 200, &deeperMargin},
		{"ShallowerMargin", 8, 0, 50, &shallowerMargin},
		{"DeltaMargin", 200, 0, 600, &deltaMargin},
		{"HistoryPruneDepth", 4, 1, 10, &historyPruneDepth},
		{"HistoryPruneMargin", 3500, 1000, 10000, &historyPruneMargin},
		{"HistoryPerPly", 7500, 2000, 20000, &historyPerPly},
		{"EvalDiffRate", 15, 1, 60, &evalDiffRate},
		{"EvalDiffMax", 1000, 200, 3000, &evalDiffMax},
		{"FailLowShare", 2, 1, 8, &failLowShare},
		{"CorrectionRate", 8, 2, 32, &correctionRate},
		{"CorrectionMax", 256, 64, 1024, &correctionMax},
		{"CorrectionGrain", 64, 32, 256, &correctionGrain},
	}
}
