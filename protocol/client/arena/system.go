package arena

import "math"

// system is the likelihood of results.
type system struct {
	players int
	results []RatingResult
	prior   bool // with a draw of each player against the average
}

// at returns the gradient of the log-likelihood at the given strengths, and the information matrix:
// how fast the gradient falls. The likelihood does not determine the sum of all strengths; the
// matrix keeps it fixed.
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
// games without draws, and the degrees of freedom not used by the ratings. Without any it is 1.
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
	dispersion = seen / model * float64(count) / float64(freedom)
	if s.prior { // a player that always wins has no scatter, but an unknown strength
		dispersion = max(dispersion, 1)
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
	took := make([][]int, players) // opponents from whom a player has taken points
	lost := make([][]int, players)
	for i := range results {
		r := &results[i]
		games, points := r.games()
		if points > 0 {
			took[r.First] = append(took[r.First], r.Second)
			lost[r.Second] = append(lost[r.Second], r.First)
		}
		if points < games {
			took[r.Second] = append(took[r.Second], r.First)
			lost[r.First] = append(lost[r.First], r.Second)
		}
	}
	return players < 2 || reachesAll(took) && reachesAll(lost)
}

// reachesAll reports whether the arrows lead from 0 to every player.
func reachesAll(arrows [][]int) bool {
	seen := make([]bool, len(arrows))
	seen[0] = true
	count := 1
	for waiting := []int{0}; len(waiting) > 0; {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, next := range arrows[at] {
			if !seen[next] {
				seen[next] = true
				count++
				waiting = append(waiting, next)
			}
		}
	}
	return count == len(arrows)
}
