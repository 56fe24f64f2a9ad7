package client

import "time"

// Report is an engine's report about the best line that it has found.
type Report struct {
	Depth   int // in plies
	Score   Score
	Nodes   uint64
	TBHits  uint64        // positions found in endgame tables; also 0 if not reported
	Elapsed time.Duration // by the engine's own account
}

// Score is a value in centipawns from the point of view of the engine that reports it.
// Values beyond ±MateBound announce a mate.
type Score int

// Bounds of scores. mateScore less the plies to the mate is the score of a mate.
const (
	mateScore Score = 32000
	MateBound Score = mateScore - 2*(maxMate+1)
)

// maxMate is the longest mate, in moves, that a score can announce.
const maxMate = 127

// MateIn returns the score of a mate in n moves, or against the engine in -n moves if n
// is not positive. A longer mate than a score can announce counts as the longest.
func MateIn(n int) Score {
	if n > 0 {
		return mateScore - 2*Score(min(n, maxMate)) + 1
	}
	return -mateScore - 2*Score(max(n, -maxMate))
}

// Mate returns in how many moves the engine mates (positive) or is mated (negative, 0
// if it already is); ok is false if the score announces no mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > MateBound:
		return int(mateScore-s+1) / 2, true
	case s < -MateBound:
		return -int(mateScore+s) / 2, true
	}
	return 0, false
}

// clampScore returns a number of centipawns as a score that announces no mate.
func clampScore(centipawns int64) Score {
	return Score(min(max(centipawns, int64(-MateBound)), int64(MateBound)))
}
