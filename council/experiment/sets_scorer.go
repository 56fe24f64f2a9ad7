package experiment

import (
	"math/bits"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// unionScorer counts positions where any member proposes a best move.
type unionScorer struct{ c *candidates }

func (u unionScorer) solved(council []int) (n int) {
	for w := range u.c.good[0] {
		var any uint64
		for _, i := range council {
			any |= u.c.good[i][w]
		}
		n += bits.OnesCount64(any)
	}
	return n
}

// entry is a proposal for a vote.
type entry struct {
	move   movegen.Move
	score  search.Score
	weight float64
	depths []search.Score // for equal-depth: by completed depth, the member's value
}

// voteScorer counts votes position by position, where some but not all proposals are good.
type voteScorer struct {
	c       *candidates
	entries [][]entry // by position of the search, then by rank
	proven  bitset    // positions where some member has a proven win or loss
	alone   bool      // see council.Ballot
	depths  bool      // values are compared at the same depth
}

// newVoteScorer gets the weight of each single proposal from a council.Judge.
func newVoteScorer(c *candidates, name string) (*voteScorer, error) {
	criterion, err := council.FindCriterion(name)
	if err != nil {
		return nil, err
	}
	var judge council.Judge
	weights := council.DefaultWeights()
	v := &voteScorer{c: c, entries: make([][]entry, len(c.positions)), proven: newBitset(len(c.positions)),
		depths: name == "equal-depth"}
	for i, position := range c.positions {
		v.entries[i] = make([]entry, len(c.seats))
		for r, seat := range c.seats {
			proposals := c.table.Proposals[position][seat : seat+1]
			ballot := judge.Count(&council.Consultation{Root: c.table.Positions[position].Position,
				Seats: c.table.Seats[seat : seat+1], Proposals: proposals, Criterion: criterion, Weights: &weights})
			e := &v.entries[i][r]
			*e = entry{move: proposals[0].Move, score: proposals[0].Score, weight: ballot.Weights[0]}
			if v.alone = ballot.Alone; v.depths {
				e.depths = valuesByDepth(&proposals[0])
			}
			if e.score > search.TBBound || e.score < -search.TBBound {
				v.proven.set(i)
			}
		}
	}
	return v, nil
}

// valuesByDepth returns the value of each completed iteration. A missing iteration has the value of the previous one.
func valuesByDepth(p *council.Proposal) []search.Score {
	values, last := make([]search.Score, len(p.Iterations)), p.Score
	for i, iteration := range p.Iterations {
		if iteration.Move != movegen.NoMove {
			last = iteration.Score
		}
		values[i] = last
	}
	return values
}

// solved implements scorer.
func (v *voteScorer) solved(council []int) (n int) {
	for w := range v.c.good[0] {
		var any uint64
		all := ^uint64(0)
		for _, i := range council {
			any |= v.c.good[i][w]
			all &= v.c.good[i][w]
		}
		n += bits.OnesCount64(all & any)
		for contested := any &^ all; contested != 0; contested &= contested - 1 {
			at := w*64 + bits.TrailingZeros64(contested)
			if v.c.good[council[v.choose(council, at)]][w]&(contested&-contested) != 0 {
				n++
			}
		}
	}
	return n
}

// choose returns the member of a council whose proposal wins; see council.Judge.Count.
func (v *voteScorer) choose(members []int, at int) int {
	var weights [council.MaxSeats]float64
	var may [council.MaxSeats]bool
	entries := v.entries[at]
	v.weigh(weights[:len(members)], members, entries)
	v.exclude(may[:len(members)], members, at)
	if v.alone {
		chosen := -1
		for i := range members {
			if may[i] && (chosen < 0 || weights[i] > weights[chosen]) {
				chosen = i
			}
		}
		return chosen
	}
	chosen, heaviest := -1, 0.0
	for i, r := range members {
		if !may[i] {
			continue
		}
		sum := 0.0
		for k, other := range members {
			if may[k] && entries[other].move == entries[r].move {
				sum += weights[k]
			}
		}
		if chosen < 0 || sum > heaviest {
			chosen, heaviest = i, sum
		}
	}
	return chosen
}

// weigh gives the members weights.
func (v *voteScorer) weigh(weights []float64, council []int, entries []entry) {
	if !v.depths {
		for i, r := range council {
			weights[i] = entries[r].weight
		}
		return
	}
	common := search.MaxPly
	for _, r := range council {
		if done := len(entries[r].depths); done > 0 {
			common = min(common, done)
		}
	}
	for i, r := range council {
		weights[i] = float64(entries[r].score)
		if done := len(entries[r].depths); done > 0 {
			weights[i] = float64(entries[r].depths[common-1])
		}
	}
}

// exclude finds which proposals may be chosen.
func (v *voteScorer) exclude(may []bool, members []int, at int) {
	if !v.proven.has(at) {
		for i := range may {
			may[i] = true
		}
		return
	}
	entries, best := v.entries[at], -search.Infinity
	for _, r := range members {
		best = max(best, entries[r].score)
	}
	for i, r := range members {
		may[i] = council.MayWin(entries[r].score, best)
	}
}

// duelScorer is for criteria where the heaviest single proposal wins and proven values have the right
// weight: duels of two determine the winner.
type duelScorer struct {
	c     *candidates
	beats [][]bitset // beats[i][j]: positions where j, which comes later, wins against i
}

func newDuelScorer(v *voteScorer) *duelScorer {
	n := len(v.c.seats)
	d := &duelScorer{v.c, make([][]bitset, n)}
	for i := range n {
		d.beats[i] = make([]bitset, n)
		for j := i + 1; j < n; j++ {
			d.beats[i][j] = newBitset(len(v.entries))
			for at, entries := range v.entries {
				if entries[j].weight > entries[i].weight {
					d.beats[i][j].set(at)
				}
			}
		}
	}
	return d
}

// solved implements scorer.
func (d *duelScorer) solved(council []int) (n int) {
	for w := range d.c.good[0] {
		var solved uint64
		for i, r := range council {
			wins := d.c.good[r][w]
			for _, before := range council[:i] {
				wins &= d.beats[before][r][w]
			}
			for _, later := range council[i+1:] {
				wins &^= d.beats[r][later][w]
			}
			solved |= wins
		}
		n += bits.OnesCount64(solved)
	}
	return n
}

// maxBitMajority is the largest council that a majorityScorer counts.
const maxBitMajority = 4

// majorityScorer counts majorities of few members: the pairs that agree determine the winner.
// Positions where some member has a proven value are counted one by one.
type majorityScorer struct {
	votes  *voteScorer
	agree  [][]bitset // agree[i][j], i < j: both propose the same
	proven []bitset   // by rank: it has a proven win or loss
}

func newMajorityScorer(v *voteScorer) *majorityScorer {
	n := len(v.c.seats)
	m := &majorityScorer{v, make([][]bitset, n), make([]bitset, n)}
	for i := range n {
		m.agree[i], m.proven[i] = make([]bitset, n), newBitset(len(v.entries))
		for j := i + 1; j < n; j++ {
			m.agree[i][j] = newBitset(len(v.entries))
		}
	}
	for at, entries := range v.entries {
		for i := range entries {
			if entries[i].score > search.TBBound || entries[i].score < -search.TBBound {
				m.proven[i].set(at)
			}
			for j := i + 1; j < n; j++ {
				if entries[i].move == entries[j].move {
					m.agree[i][j].set(at)
				}
			}
		}
	}
	return m
}

// solved implements scorer.
func (m *majorityScorer) solved(council []int) (n int) {
	good := m.votes.c.good
	for w := range good[0] {
		var any, proven uint64
		all := ^uint64(0)
		for _, i := range council {
			any |= good[i][w]
			all &= good[i][w]
			proven |= m.proven[i][w]
		}
		n += bits.OnesCount64((m.word(council, w)&^proven | all) & any)
		for contested := any &^ all & proven; contested != 0; contested &= contested - 1 {
			at := bits.TrailingZeros64(contested)
			if good[council[m.votes.choose(council, w*64+at)]][w]>>at&1 != 0 {
				n++
			}
		}
	}
	return n
}

// word returns the positions of a word that a majority solves. The first member wins unless the
// second or the third has more support.
func (m *majorityScorer) word(council []int, w int) uint64 {
	good := m.votes.c.good
	first := good[council[0]][w]
	if len(council) < 3 {
		return first
	}
	a, b, c := council[0], council[1], council[2]
	ab, ac, bc := m.agree[a][b][w], m.agree[a][c][w], m.agree[b][c][w]
	if len(council) == 3 {
		second := bc &^ ab
		return first&^second | good[b][w]&second
	}
	d := council[3]
	ad, bd, cd := m.agree[a][d][w], m.agree[b][d][w], m.agree[c][d][w]
	second := bc&^ab&^ad | bd&^ab&^ac
	third := cd &^ ac &^ ab &^ bc
	return first&^second&^third | good[b][w]&second | good[c][w]&third
}

// bitset is a set of positions, given by their places in a list.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

func (b bitset) count() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// countNew returns how many positions are in b but not in covered.
func (b bitset) countNew(covered bitset) (n int) {
	for i, word := range b {
		n += bits.OnesCount64(word &^ covered[i])
	}
	return n
}

// isWithin reports whether all positions of b are in other.
func (b bitset) isWithin(other bitset) bool { return b.countNew(other) == 0 }
