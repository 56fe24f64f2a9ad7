package experiment

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// chromosome is a string of bits, eight a byte, the most significant first: bit 0 is the
// highest of the first byte. As text it is written in hexadecimal digits.
type chromosome []byte

// flip inverts a bit.
func (c chromosome) flip(bit int) { c[bit/8] ^= 0x80 >> (bit % 8) }

// exchange exchanges a portion of two chromosomes of the same length: the bits from first up to, but not
// including, last.
func exchange(one, two chromosome, first, last int) {
	for i := range one {
		mask := byte(0)
		for bit := max(first, 8*i); bit < min(last, 8*i+8); bit++ {
			mask |= 0x80 >> (bit % 8)
		}
		difference := (one[i] ^ two[i]) & mask
		one[i] ^= difference
		two[i] ^= difference
	}
}

// MarshalText writes the bits in hexadecimal digits; it never fails.
func (c chromosome) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, c), nil }

// UnmarshalText reads the output of MarshalText. The error reports an invalid text.
func (c *chromosome) UnmarshalText(text []byte) error {
	bits, err := hex.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("a chromosome must have hexadecimal digits: %w", err)
	}
	*c = bits
	return nil
}

// breed returns the next generation.
func breed(random *rand.Rand, p *BreedingParameters, parents []chromosome, fitness []float64) []chromosome {
	wheel := newRoulette(fitness)
	children := make([]chromosome, 0, len(parents))
	for len(children) < len(parents) {
		one := bytes.Clone(parents[wheel.draw(random)])
		two := bytes.Clone(parents[wheel.draw(random)])
		if random.Float64() < p.Crossover {
			first, last := portion(random, p.Bits)
			exchange(one, two, first, last)
		}
		mutate(random, one, p.Mutation)
		mutate(random, two, p.Mutation)
		children = append(children, one, two)
	}
	return children
}

// portion draws two different cut points among those before, between and after bits. All non-empty
// portions are equally likely.
func portion(random *rand.Rand, bits int) (first, last int) {
	first, last = random.IntN(bits+1), random.IntN(bits)
	if last >= first {
		last++
	}
	return min(first, last), max(first, last)
}

// mutate inverts each bit with the given probability.
func mutate(random *rand.Rand, c chromosome, probability float64) {
	for bit := range 8 * len(c) {
		if random.Float64() < probability {
			c.flip(bit)
		}
	}
}

// roulette draws individuals in proportion to their fitness: each has a section of the wheel.
type roulette struct {
	ends []float64 // ends of the sections; the wheel begins at 0
}

// newRoulette returns a wheel for the fitness of all. If every fitness is 0, all are equally likely.
func newRoulette(fitness []float64) roulette {
	ends, sum := make([]float64, len(fitness)), 0.0
	for i, f := range fitness {
		sum += f
		ends[i] = sum
	}
	if sum == 0 {
		for i := range ends {
			ends[i] = float64(i + 1)
		}
	}
	return roulette{ends}
}

// draw returns the individual drawn, never one of fitness 0, unless all are 0.
func (r roulette) draw(random *rand.Rand) int {
	sum := r.ends[len(r.ends)-1]
	for {
		at := random.Float64() * sum
		// The product of a number below 1 and a tiny sum may be rounded to the sum itself.
		if i := sort.Search(len(r.ends), func(i int) bool { return r.ends[i] > at }); i < len(r.ends) {
			return i
		}
	}
}

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

// Shares returns what each letter's weight is of all weights, in per cent. Weights in the same proportion choose the
// same moves.
func (w LetterWeights) Shares() (shares [len(eval.ThesisLetters)]float64) {
	sum := 0.0
	for _, weight := range w {
		sum += float64(weight)
	}
	for i, weight := range w {
		shares[i] = 100 * float64(weight) / max(sum, 1)
	}
	return shares
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
