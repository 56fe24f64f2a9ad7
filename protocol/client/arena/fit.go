package arena

import "math"

// RatingResult is the result of two players' games against each other, counted by the points of the
// first one.
type RatingResult struct {
	First, Second int    // their numbers, from 0; not the same
	Pairs         [5]int // pairs of dependent games: 0, ½, 1, 1½ and 2 points
	Singles       [3]int // games without a partner: 0, ½ and 1 point
}

// games returns the number of games, and the points of the first player.
func (r *RatingResult) games() (count, points float64) {
	for half, n := range r.Pairs {
		count += 2 * float64(n)
		points += float64(n*half) / 2
	}
	for half, n := range r.Singles {
		count += float64(n)
		points += float64(n*half) / 2
	}
	return count, points
}

// ratingFit is an estimate of the strengths of all players of a pool from their results.
//
// The model is that of Bradley and Terry, as in Ordo and BayesElo: a player that is d Elo
// stronger is expected to score 1 / (1 + 10^(-d/400)) a game, with a draw as half a win. The
// ratings have the greatest likelihood, so every player's expected points are the points made.
//
// The errors come from the information matrix. The scatter of the scores about their expectation
// comes from the results, not from the model: one factor for the whole pool.
//
// Where the results alone allow no finite ratings, because a player has made all points or
// none, or two groups have not met, each player is credited with one draw against a player of
// average strength. That draw counts nowhere else, and the factor is then at least 1.
type ratingFit struct {
	Elo []float64 // by player; their mean is 0

	// Prior means that the results allow no finite ratings, so that each player is credited with a
	// draw against the average.
	Prior bool

	covariance [][]float64 // of Elo
	reach      float64     // of a 95 % interval to each side, in standard deviations
}

// perElo is the natural logarithm of the odds that an Elo is worth.
const perElo = math.Ln10 / 400

// expected returns the expected score of a player that is stronger by difference, in logarithms of
// odds.
func expected(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// maxFitSteps bounds the steps of FitRatings, which takes some ten.
const maxFitSteps = 1000

// FitRatings estimates the strengths of a number of players from their results.
func FitRatings(players int, results []RatingResult) *ratingFit {
	s := system{players: players, results: results, prior: !isDecided(players, results)}
	strength := make([]float64, players)
	slope, information := s.at(strength)
	for range maxFitSteps {
		step := solve(information, slope)
		next, length := make([]float64, players), 0.0
		for i := range step {
			length = max(length, math.Abs(step[i]))
		}
		for i := range next { // far from the solution the quadratic approximation is poor
			next[i] = strength[i] + step[i]/max(length, 1)
		}
		strength = next
		slope, information = s.at(strength)
		if length < 1e-12 {
			break
		}
	}
	return s.fit(strength, information)
}

// fit returns the estimate with its errors.
func (s *system) fit(strength []float64, information [][]float64) *ratingFit {
	f := &ratingFit{Prior: s.prior, Elo: make([]float64, s.players)}
	mean := 0.0
	for _, x := range strength {
		mean += x / float64(s.players)
	}
	for i, x := range strength {
		f.Elo[i] = (x - mean) / perElo
	}
	dispersion, freedom := s.dispersion(strength)
	f.reach = z95
	if freedom > 0 {
		f.reach = student95(freedom)
	}
	scale := dispersion / (perElo * perElo)
	for i := range strength {
		unit := make([]float64, s.players)
		unit[i] = scale
		f.covariance = append(f.covariance, solve(information, unit))
	}
	return f
}

// Error returns half the width of the 95 % confidence interval of a player's rating above the mean
// of all.
func (f *ratingFit) Error(player int) float64 {
	n := float64(len(f.Elo))
	variance := f.covariance[player][player]
	for i := range f.Elo {
		variance -= 2 * f.covariance[player][i] / n
		for j := range f.Elo {
			variance += f.covariance[i][j] / (n * n)
		}
	}
	return f.reach * math.Sqrt(max(variance, 0))
}

// deviation returns the standard deviation of the difference between two players.
func (f *ratingFit) deviation(a, b int) float64 {
	return math.Sqrt(max(f.covariance[a][a]+f.covariance[b][b]-2*f.covariance[a][b], 0))
}

// ErrorBetween returns half the width of the 95 % confidence interval of the difference between two
// players.
func (f *ratingFit) ErrorBetween(a, b int) float64 { return f.reach * f.deviation(a, b) }

// Superiority returns the likelihood, from 0 to 1, that a is stronger than b.
func (f *ratingFit) Superiority(a, b int) float64 {
	const rounding = 1e-6
	difference, deviation := f.Elo[a]-f.Elo[b], f.deviation(a, b)
	switch {
	case math.Abs(difference) < rounding:
		return 0.5
	case deviation > rounding:
		return math.Erfc(-difference/deviation/math.Sqrt2) / 2
	case difference > 0:
		return 1
	}
	return 0
}
