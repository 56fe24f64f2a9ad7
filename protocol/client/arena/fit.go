package arena

import (
	"math"
	"slices"
)

// RatingResult is the result of two players' games against each other, counted by the points of the first one.
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
// average strength. That draw counts nowhere else, and the factor is then at least 1. Results that
// do not scatter at all leave the errors undefined: they are NaN.
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

// expected returns the expected score of a player that is stronger by difference, in logarithms of odds.
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

// Error returns half the width of the 95 % confidence interval of a player's rating above the mean of all.
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

// ErrorBetween returns half the width of the 95 % confidence interval of the difference between two players.
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

// system is the likelihood of results.
type system struct {
	players int
	results []RatingResult
	prior   bool // with a draw of each player against the average
}

// at returns the gradient of the log-likelihood at the given strengths, and the information matrix: how fast the
// gradient falls. The likelihood does not determine the sum of all strengths; the matrix keeps it fixed.
func (s *system) at(strength []float64) (slope []float64, information [][]float64) {
	slope = make([]float64, s.players)
	information = make([][]float64, s.players)
	whole := 0.0
	for i := range information {
		information[i] = make([]float64, s.players)
	}
	for i := range s.results {
		r := &s.results[i]
		a, b := r.First, r.Second
		games, points := r.games()
		p := expected(strength[a] - strength[b])
		slope[a] += points - games*p
		slope[b] -= points - games*p
		weight := games * p * (1 - p)
		whole += weight
		information[a][a] += weight
		information[b][b] += weight
		information[a][b] -= weight
		information[b][a] -= weight
	}
	if s.prior {
		for i, x := range strength {
			p := expected(x)
			slope[i] += 0.5 - p
			information[i][i] += p * (1 - p)
		}
		return slope, information
	}
	n := float64(s.players)
	for i := range information {
		for j := range information[i] {
			information[i][j] += whole / (n * n)
		}
	}
	return slope, information
}

// dispersion returns the scatter of the results about their expectation, relative to independent
// games without draws, and the degrees of freedom not used by the ratings. Without any it is 1. It is NaN
// if all results are as expected.
func (s *system) dispersion(strength []float64) (dispersion float64, freedom int) {
	seen, model, count := 0.0, 0.0, 0
	for i := range s.results {
		r := &s.results[i]
		p := expected(strength[r.First] - strength[r.Second])
		note := func(games float64, counts []int) {
			for half, n := range counts {
				off := float64(half)/2 - games*p
				seen += float64(n) * off * off
				model += float64(n) * games * p * (1 - p)
				count += n
			}
		}
		note(2, r.Pairs[:])
		note(1, r.Singles[:])
	}
	freedom = count - (s.players - 1)
	if freedom <= 0 || model == 0 {
		return 1, 0
	}
	switch dispersion = seen / model * float64(count) / float64(freedom); {
	case s.prior: // a player that always wins has no scatter, but an unknown strength
		dispersion = max(dispersion, 1)
	case dispersion <= noScatter:
		dispersion = math.NaN()
	}
	return dispersion, freedom
}

// solve returns x for which matrix·x = right, by Cholesky's decomposition. The matrix is
// symmetric and positive definite, up to rounding.
func solve(matrix [][]float64, right []float64) []float64 {
	n := len(right)
	lower := make([][]float64, n)
	x := make([]float64, n)
	for i := range n {
		lower[i] = make([]float64, i+1)
		for j := range i + 1 {
			sum := matrix[i][j]
			for k := range j {
				sum -= lower[i][k] * lower[j][k]
			}
			if i == j {
				lower[i][i] = math.Sqrt(max(sum, 1e-300))
			} else {
				lower[i][j] = sum / lower[j][j]
			}
		}
		sum := right[i]
		for k := range i {
			sum -= lower[i][k] * x[k]
		}
		x[i] = sum / lower[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= lower[k][i] * x[k]
		}
		x[i] /= lower[i][i]
	}
	return x
}

// isDecided reports whether the results allow finite ratings (Ford, "Solution of a ranking problem
// from binary comparisons", 1957): from each player a chain of players leads to every other one in
// which each has made points against the next.
func isDecided(players int, results []RatingResult) bool {
	leads := make([][]bool, players) // a chain leads from the one to the other
	for i := range leads {
		leads[i] = make([]bool, players)
		leads[i][i] = true
	}
	for i := range results {
		r := &results[i]
		games, points := r.games()
		leads[r.First][r.Second] = leads[r.First][r.Second] || points > 0
		leads[r.Second][r.First] = leads[r.Second][r.First] || points < games
	}
	for middle := range players {
		for from := range players {
			for to := range players {
				leads[from][to] = leads[from][to] || leads[from][middle] && leads[middle][to]
			}
		}
	}
	return !slices.ContainsFunc(leads, func(to []bool) bool { return slices.Contains(to, false) })
}
