// Package experiment evaluates proposals of council members for the positions of suites: the best order of adding
// evaluation terms, the most that a council could find, the choices of the criteria, and the best councils.
//
// It turns proposals into figures, whose types define the JSON. Package proposals stores the proposals, and
// cmd/internal/laboratory searches missing ones and prints the figures. The breeding of weights follows the
// genetic algorithm of the thesis from which Alfiere's council comes (chapter 6.5.1); see breedingRun.
package experiment

import (
	"encoding/json"
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
			return s.Knowledge == seats[i].Knowledge && s.Noise == seats[i].Noise && s.Seed == seats[i].Seed
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
