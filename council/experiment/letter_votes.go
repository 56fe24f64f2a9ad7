package experiment

import (
	"slices"
	"strconv"
	"strings"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// LetterWeights are weights of evaluation terms, in the order of eval.ThesisLetters, as the thesis breeds
// them: integers of eight bits. Other terms weigh nothing.
type LetterWeights [len(eval.ThesisLetters)]uint8

// String returns the weights as council.ParseWeights reads them.
func (w LetterWeights) String() string {
	var words []string
	for i, weight := range w {
		words = append(words, eval.ThesisLetters[i:i+1]+strconv.Itoa(int(weight)))
	}
	return strings.Join(words, " ")
}

// LetterVotes are the votes of a council by the criterion weights, prepared for different weights. They are
// counted as council.Judge does. A LetterVotes is immutable.
type LetterVotes struct {
	certain   []Verdict // by position; used where the position is not contested
	solved    int       // positions solved with any weights
	letters   []eval.Knowledge
	contested []contest
}

// contest is a position where the eligible moves have different verdicts.
type contest struct {
	position int
	moves    []uint8 // by member, which of the moves it proposes, noMove if its proposal may not be chosen
	verdicts []Verdict
}

const noMove = ^uint8(0)

// LetterVotes prepares the votes of a council at some positions of the table. seats are the places of its
// seats in the table, the master's first.
func (t *Table) LetterVotes(seats, positions []int) *LetterVotes {
	v := &LetterVotes{certain: make([]Verdict, len(positions))}
	for _, seat := range seats {
		v.letters = append(v.letters, t.Seats[seat].Knowledge)
	}
	proposals := make([]council.Proposal, len(seats))
	for i, position := range positions {
		for k, seat := range seats {
			proposals[k] = t.Proposals[position][seat]
		}
		c := newContest(&t.Positions[position], proposals)
		c.position, v.certain[i] = i, c.verdicts[0]
		if slices.ContainsFunc(c.verdicts, func(verdict Verdict) bool { return verdict != c.verdicts[0] }) {
			v.contested = append(v.contested, c)
		} else if c.verdicts[0] == Best {
			v.solved++
		}
	}
	return v
}

// newContest numbers the moves that may be chosen, in order of precedence.
func newContest(p *search.TestPosition, proposals []council.Proposal) (c contest) {
	var moves []movegen.Move
	for i, may := range council.Eligible(proposals) {
		c.moves = append(c.moves, noMove)
		if !may {
			continue
		}
		for k, m := range moves {
			if m == proposals[i].Move {
				c.moves[i] = uint8(k)
			}
		}
		if c.moves[i] == noMove {
			c.moves[i] = uint8(len(moves))
			moves = append(moves, proposals[i].Move)
			c.verdicts = append(c.verdicts, Judge(p, proposals[i].Move))
		}
	}
	return c
}

// weigh returns the weights of the members.
func (v *LetterVotes) weigh(weights LetterWeights) (members [council.MaxSeats]int32) {
	for i, letters := range v.letters {
		for letter, weight := range weights {
			members[i] += int32(weight) * int32(letters>>letter&1)
		}
	}
	return members
}

// winner returns the heaviest move of a contest; ties go to the move that takes precedence.
func (c *contest) winner(members *[council.MaxSeats]int32) int {
	var sums [council.MaxSeats]int32
	for i, move := range c.moves {
		if move != noMove {
			sums[move] += members[i]
		}
	}
	winner := 0
	for move := range c.verdicts {
		if sums[move] > sums[winner] {
			winner = move
		}
	}
	return winner
}

// Verdicts returns the verdicts on the council's choices with these weights, in the order in which
// the positions were given.
func (v *LetterVotes) Verdicts(weights LetterWeights) []Verdict {
	members := v.weigh(weights)
	verdicts := slices.Clone(v.certain)
	for i := range v.contested {
		c := &v.contested[i]
		verdicts[c.position] = c.verdicts[c.winner(&members)]
	}
	return verdicts
}

// Solved returns how many positions the council solves with these weights. It is fast.
func (v *LetterVotes) Solved(weights LetterWeights) int {
	members, solved := v.weigh(weights), v.solved
	for i := range v.contested {
		c := &v.contested[i]
		if c.verdicts[c.winner(&members)] == Best {
			solved++
		}
	}
	return solved
}
