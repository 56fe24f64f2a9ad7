package protocol

import (
	"math"

	"alfiere/search"
)

// The model of WDL: a logistic curve for the win, its mirror image for the loss, and
// draws for the rest. An advantage of evenChance centipawns wins half of the games;
// spread says how fast that changes. Both are assumptions until they are fitted to
// games of the engine's own.
const (
	evenChance = 150.0
	spread     = 65.0
)

// WDL estimates how often, in permille, the side with the given score wins, draws
// and loses. The three add up to 1000.
func WDL(score search.Score) (win, draw, loss int) {
	if mate, ok := score.Mate(); ok {
		if mate > 0 {
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	chance := func(s float64) int { return int(math.Round(1000 / (1 + math.Exp((evenChance-s)/spread)))) }
	win, loss = chance(float64(score)), chance(-float64(score))
	return win, 1000 - win - loss, loss
}
