package search

import "math"

// The model of WDL: a logistic curve for the win, its mirror image for the loss, and draws for the rest. An advantage
// of evenChance centipawns wins half of the games; spread says how fast that changes. Both are the most likely ones
// (steps of 5) for the 47,657 scores from the ninth half-move on, within 15 pawns, of 395 games of the engine against
// itself at 1+0.01 and 2+0.02 seconds from balanced openings; docs/uci.md has the figures.
const (
	evenChance = 140.0
	spread     = 85.0
)

// WDL estimates how often, in permille, the side with the score wins, draws and loses. The three add up to 1000.
func (s Score) WDL() (win, draw, loss int) {
	if _, mate := s.Mate(); mate {
		if s > 0 { // also if the other side is mated
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	chance := func(s float64) int { return int(math.Round(1000 / (1 + math.Exp((evenChance-s)/spread)))) }
	win, loss = chance(float64(s)), chance(-float64(s))
	return win, 1000 - win - loss, loss
}
