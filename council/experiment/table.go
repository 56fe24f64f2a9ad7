// Package experiment evaluates proposals of council members for the positions of suites: the best order of adding
// evaluation terms, the most that a council could find, the choices of the criteria, and the best councils.
//
// It turns proposals into figures, whose types define the JSON. Package proposals stores the proposals, and
// cmd/internal/laboratory searches missing ones and prints the figures. The breeding of weights follows the
// genetic algorithm of the thesis from which Alfiere's council comes (chapter 6.5.1); see breedingRun.
package experiment

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// Table holds the proposals of members for the positions of a suite, all under the same conditions.
type Table struct {
	Positions []search.TestPosition
	Seats     []council.Seat       // their names differ
	Proposals [][]council.Proposal // by position, then by seat; each has the name of its seat
}

// Verdict is the value of a move in a test position.
type Verdict int8

// Verdicts as the thesis counts them. In a position without best moves, every move that is not to be
// avoided is best. A move listed as both is worst.
const (
	Other Verdict = iota
	Best
	Worst
)

// Judge returns the verdict on a move.
func Judge(p *search.TestPosition, m movegen.Move) Verdict {
	switch {
	case slices.Contains(p.Avoid, m):
		return Worst
	case p.SolvedBy(m):
		return Best
	default:
		return Other
	}
}

// Verdicts returns the verdicts on the proposals of a seat, by position.
func (t *Table) Verdicts(seat int) []Verdict {
	verdicts := make([]Verdict, len(t.Positions))
	for i := range t.Positions {
		verdicts[i] = Judge(&t.Positions[i], t.Proposals[i][seat].Move)
	}
	return verdicts
}

// Find returns the places in the table of seats with the same knowledge and noise, -1 for missing ones.
func (t *Table) Find(seats []council.Seat) []int {
	places := make([]int, len(seats))
	for i := range seats {
		places[i] = slices.IndexFunc(t.Seats, func(s council.Seat) bool {
			return s.SearchesLike(&seats[i])
		})
	}
	return places
}

// Count is the number of moves of each verdict. Its JSON also has the Wilson interval of the best moves.
type Count struct {
	Best  int `json:"best"`
	Worst int `json:"worst"`
	Other int `json:"other"`
}

// CountOf counts verdicts.
func CountOf(verdicts []Verdict) (c Count) {
	for _, v := range verdicts {
		switch v {
		case Best:
			c.Best++
		case Worst:
			c.Worst++
		default:
			c.Other++
		}
	}
	return c
}

// Total returns the number of moves counted.
func (c Count) Total() int { return c.Best + c.Worst + c.Other }

// Plus returns the counts of the union of two disjoint sets of positions.
func (c Count) Plus(more Count) Count {
	return Count{c.Best + more.Best, c.Worst + more.Worst, c.Other + more.Other}
}

// MarshalJSON implements json.Marshaler.
func (c Count) MarshalJSON() ([]byte, error) {
	type plain Count
	return json.Marshal(struct {
		plain
		Interval
	}{plain(c), NewInterval(c.Best, c.Total())})
}

// Halves returns the places of every second position of a suite, starting from the first and from the
// second. A choice made on one half is tested on the other.
func Halves(positions int) (halves [2][]int) {
	for i := range positions {
		halves[i%2] = append(halves[i%2], i)
	}
	return halves
}

// Pick returns the verdicts of some positions.
func Pick(verdicts []Verdict, positions []int) []Verdict {
	picked := make([]Verdict, len(positions))
	for i, at := range positions {
		picked[i] = verdicts[at]
	}
	return picked
}

// z is the quantile of the normal distribution for 95 % intervals.
const z = 1.959964

// Bounds returns the 95 % Wilson interval of a count of k among n positions, scaled to n: the expected
// range of the count for n of very many similar positions.
func Bounds(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 0
	}
	share, size := float64(k)/float64(n), float64(n)
	middle := (share + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(share*(1-share)/size+z*z/(4*size*size))
	return math.Max(middle-half, 0) * size, math.Min(middle+half, 1) * size
}

// Rounded is a number with two decimals in JSON.
type Rounded float64

// MarshalJSON implements json.Marshaler.
func (r Rounded) MarshalJSON() ([]byte, error) { return json.Marshal(math.Round(float64(r)*100) / 100) }

// Interval is a Wilson interval; see Bounds.
type Interval struct {
	Low  Rounded `json:"low"`
	High Rounded `json:"high"`
}

// Probability is a number with four decimals in JSON.
type Probability float64

// MarshalJSON implements json.Marshaler.
func (p Probability) MarshalJSON() ([]byte, error) {
	return json.Marshal(math.Round(float64(p)*1e4) / 1e4)
}

// NewInterval returns the Wilson interval of k among n.
func NewInterval(k, n int) Interval {
	low, high := Bounds(k, n)
	return Interval{Rounded(low), Rounded(high)}
}

// Difference compares two players on the same positions. Only positions count that exactly one of them
// solves. Its JSON also has the results of its methods.
type Difference struct {
	Gained    int `json:"gained"` // positions that only the player solves
	Lost      int `json:"lost"`   // positions that only the other one solves
	Positions int `json:"-"`
}

// MarshalJSON implements json.Marshaler.
func (d Difference) MarshalJSON() ([]byte, error) {
	type plain Difference
	return json.Marshal(struct {
		plain
		Net    int         `json:"net"`
		Margin Rounded     `json:"margin"`
		P      Probability `json:"p"`
	}{plain(d), d.Net(), Rounded(d.Margin()), Probability(d.P())})
}

// Compare returns the difference between two players, given their verdicts.
func Compare(player, other []Verdict) Difference {
	d := Difference{Positions: len(player)}
	for i := range player {
		switch a, b := player[i] == Best, other[i] == Best; {
		case a && !b:
			d.Gained++
		case b && !a:
			d.Lost++
		}
	}
	return d
}

// Plus returns the difference on the union of two disjoint sets of positions.
func (d Difference) Plus(more Difference) Difference {
	return Difference{d.Gained + more.Gained, d.Lost + more.Lost, d.Positions + more.Positions}
}

// Net returns how many more positions the player solves.
func (d Difference) Net() int { return d.Gained - d.Lost }

// Margin returns the half-width of the 95 % confidence interval of the net difference, by the
// normal approximation of paired counts.
func (d Difference) Margin() float64 {
	if d.Positions == 0 {
		return 0
	}
	net := float64(d.Net())
	return z * math.Sqrt(math.Max(float64(d.Gained+d.Lost)-net*net/float64(d.Positions), 0))
}

// P returns the probability of a difference at least this large, in either direction, between two
// equally good players: McNemar's exact test.
func (d Difference) P() float64 {
	n := d.Gained + d.Lost
	sum := 0.0
	for k := 0; k <= min(d.Gained, d.Lost); k++ {
		sum += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return math.Min(2*sum, 1)
}

// Holm returns the probabilities of several comparisons, corrected by Holm's step-down method: below 0.05,
// a comparison is significant although the others were tried as well.
func Holm(p []float64) []float64 {
	corrected, order := make([]float64, len(p)), make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	least := 0.0
	for rank, i := range order {
		least = max(least, min(p[i]*float64(len(p)-rank), 1))
		corrected[i] = least
	}
	return corrected
}

// logChoose returns the logarithm of n choose k.
func logChoose(n, k int) float64 {
	factorial := func(n int) float64 { value, _ := math.Lgamma(float64(n + 1)); return value }
	return factorial(n) - factorial(k) - factorial(n-k)
}
