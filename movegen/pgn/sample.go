package pgn

import (
	"math/rand/v2"
	"slices"
)

// SampleGames draws games at random, all with equal chance. The same seed, which may be any
// number, draws the same games.
func SampleGames(games, wanted int, seed uint64) []int {
	random := rand.New(rand.NewPCG(seed, 0))
	drawn := make([]int, 0, min(max(wanted, 0), games))
	for game := range games { // Knuth's selection sampling: in order, and no set of all games
		if left := cap(drawn) - len(drawn); random.IntN(games-game) < left {
			drawn = append(drawn, game)
		}
	}
	return slices.Clip(drawn)
}
