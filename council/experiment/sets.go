package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"alfiere/council"
)

// Union is the goal of a SetSearch without a criterion: councils with the largest union.
const Union = "union"

// searchable are the criteria, besides Union, for which sets can be searched: those whose weights
// depend on the proposal alone, and equal-depth.
var searchable = []string{"majority", "optimistic", "equal-depth", "depth", "weights", "relative1",
	"relative1-democratic"}

// Searchable returns the goals of a SetSearch.
func Searchable() []string { return append([]string{Union}, searchable...) }

// SetSearch searches for the councils of a table's seats that solve most of some positions.
type SetSearch struct {
	Criterion string // Union or the name of a searchable criterion
	Positions []int  // used to choose them
	Restarts  int    // of the heuristic search
	Seed      uint64 // of its random choices

	Tell func(size int) // called with each size before its search; may be nil
}

// Found is a council of a SetSearch.
type Found struct {
	// Council has the places of the seats, ordered by how many positions each solves alone, most first. The first is the
	// master's.
	Council []int
	Solved  int // of the positions

	// Proven means that no council of this size solves more: all were tried or excluded. Otherwise the
	// council is the best one that greedy exchanges found from all their starts.
	Proven     bool
	Beginnings int
	Tried      int64 // councils that were counted
}

// candidates are the seats of a table, the strongest first, on the positions of a search.
type candidates struct {
	table     *Table
	positions []int
	seats     []int    // by rank
	good      []bitset // by rank: the positions where the proposal is a best move
}

// rank sorts the seats by how many positions they solve alone.
func rank(t *Table, positions []int) *candidates {
	c := &candidates{table: t, positions: positions}
	solved := make([]int, len(t.Seats))
	goods := make([]bitset, len(t.Seats))
	for seat := range t.Seats {
		goods[seat] = newBitset(len(positions))
		for i, position := range positions {
			if Judge(&t.Positions[position], t.Proposals[position][seat].Move) == Best {
				goods[seat].set(i)
			}
		}
		solved[seat] = goods[seat].count()
		c.seats = append(c.seats, seat)
	}
	slices.SortStableFunc(c.seats, func(a, b int) int { return cmp.Compare(solved[b], solved[a]) })
	for _, seat := range c.seats {
		c.good = append(c.good, goods[seat])
	}
	return c
}

// scorer counts the positions that councils solve. Members are given by ascending ranks. It is safe for concurrent use.
type scorer interface {
	solved(council []int) int
}

// FindSets returns the best council for each size, 1 or more, in the order of the sizes. The error is for
// a criterion that is not searchable, or that of ctx; the councils found so far are returned with it.
func (t *Table) FindSets(ctx context.Context, s *SetSearch, sizes []int) (found []Found, err error) {
	c := rank(t, s.Positions)
	scorers, err := c.scorersFor(s.Criterion)
	if err != nil {
		return nil, err
	}
	var before []int // the best council of the previous size
	for _, size := range sizes {
		if size < 1 || size > len(t.Seats) || size > council.MaxSeats {
			return found, fmt.Errorf("there are no councils of %d among %d members", size, len(t.Seats))
		}
		if s.Tell != nil {
			s.Tell(size)
		}
		f, err := c.find(ctx, s, scorers(size), size, before)
		if err != nil {
			return found, err
		}
		before = slices.Clone(f.Council)
		for i, r := range f.Council {
			f.Council[i] = c.seats[r]
		}
		found = append(found, f)
	}
	return found, nil
}

// sizedScorer is a scorer and the number of councils that it counts in a minute or less.
type sizedScorer struct {
	scorer
	most int64
}

// Largest numbers of councils that are counted one by one: by sets of positions, and position by position.
const (
	mostBySets      = 200_000_000
	mostByPositions = 3_000_000
)

// scorersFor returns the scorers for councils of a size.
func (c *candidates) scorersFor(criterion string) (func(size int) sizedScorer, error) {
	if criterion == Union {
		s := sizedScorer{unionScorer{c}, mostBySets}
		return func(int) sizedScorer { return s }, nil
	}
	if !slices.Contains(searchable, criterion) {
		return nil, fmt.Errorf("sets cannot be searched by %q, only by %v", criterion, Searchable())
	}
	votes, err := newVoteScorer(c, criterion)
	if err != nil {
		return nil, err
	}
	slow := sizedScorer{votes, mostByPositions}
	switch criterion {
	case "optimistic":
		fast := sizedScorer{newDuelScorer(votes), mostBySets}
		return func(int) sizedScorer { return fast }, nil
	case "majority":
		fast := sizedScorer{newMajorityScorer(votes), mostBySets}
		return func(size int) sizedScorer {
			if size <= maxBitMajority {
				return fast
			}
			return slow
		}, nil
	}
	return func(int) sizedScorer { return slow }, nil
}

// find looks for a council of a size, by ranks.
func (c *candidates) find(ctx context.Context, s *SetSearch, by sizedScorer, size int, before []int) (Found, error) {
	if combinations(len(c.seats), size) <= by.most {
		return c.exhaust(ctx, by, size)
	}
	found, err := c.exchange(ctx, s, by, size, before)
	if err != nil || s.Criterion != Union {
		return found, err
	}
	return c.prove(ctx, found)
}

// combinations returns n choose k, or a very large number if it is larger.
func combinations(n, k int) int64 {
	const large = 1 << 50
	result := int64(1)
	for i := range k {
		if result = result * int64(n-i) / int64(i+1); result > large {
			return large
		}
	}
	return result
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
