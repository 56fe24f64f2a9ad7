package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
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

// exhaust counts all councils of a size. Ties go to the council whose members rank first.
func (c *candidates) exhaust(ctx context.Context, by scorer, size int) (Found, error) {
	best := make([]Found, len(c.seats)) // by the first member
	each(ctx, len(c.seats)-size+1, func(ctx context.Context, first int) {
		council := make([]int, size)
		council[0] = first
		c.extend(ctx, by, council, 1, &best[first])
	})
	found := Found{Solved: -1, Proven: true}
	for i := range best {
		if best[i].Council != nil && best[i].Solved > found.Solved {
			found.Council, found.Solved = best[i].Council, best[i].Solved
		}
		found.Tried += best[i].Tried
	}
	return found, ctx.Err()
}

// extend counts all councils that begin with the first n members of this one.
func (c *candidates) extend(ctx context.Context, by scorer, council []int, n int, best *Found) {
	if n == len(council) {
		best.Tried++
		if solved := by.solved(council); best.Council == nil || solved > best.Solved {
			best.Council, best.Solved = slices.Clone(council), solved
		}
		return
	}
	for next := council[n-1] + 1; next <= len(c.seats)-len(council)+n; next++ {
		if n < 3 && ctx.Err() != nil {
			return
		}
		council[n] = next
		c.extend(ctx, by, council, n+1, best)
	}
}

// exchange searches for a good council by improvement: it makes the best exchange of a member as long as one solves
// more. It starts from the council of the previous size with the member that helps most, and then from random councils.
func (c *candidates) exchange(ctx context.Context, s *SetSearch, by scorer, size int, before []int) (Found, error) {
	found := Found{Solved: -1}
	random := rand.New(rand.NewPCG(s.Seed, uint64(size)))
	for found.Beginnings <= s.Restarts {
		council := slices.Clone(before)
		if found.Beginnings > 0 {
			council = random.Perm(len(c.seats))[:size]
			slices.Sort(council)
		}
		for len(council) < size {
			council = c.grow(by, council, &found.Tried)
		}
		solved, err := c.improve(ctx, by, council, &found.Tried)
		if err != nil {
			return found, err
		}
		if solved > found.Solved {
			found.Council, found.Solved = council, solved
		}
		found.Beginnings++
	}
	return found, nil
}

// grow adds the member that helps most.
func (c *candidates) grow(by scorer, council []int, tried *int64) []int {
	var best []int
	most := -1
	for r := range c.seats {
		if slices.Contains(council, r) {
			continue
		}
		larger := append(slices.Clone(council), r)
		slices.Sort(larger)
		*tried++
		if solved := by.solved(larger); solved > most {
			best, most = larger, solved
		}
	}
	return best
}

// improve exchanges members as long as that helps, and returns how many positions the council solves.
func (c *candidates) improve(ctx context.Context, by scorer, council []int, tried *int64) (int, error) {
	most := by.solved(council)
	best, other := slices.Clone(council), make([]int, len(council))
	for improved := true; improved; {
		improved = false
		for i := range council {
			if err := ctx.Err(); err != nil {
				return most, err
			}
			for r := range c.seats {
				if slices.Contains(council, r) {
					continue
				}
				copy(other, council)
				other[i] = r
				slices.Sort(other)
				*tried++
				if solved := by.solved(other); solved > most {
					copy(best, other)
					most, improved = solved, true
				}
			}
		}
		copy(council, best)
	}
	return most, nil
}

// maxProofNodes limits the search for a proof to some seconds.
const maxProofNodes = 300_000

// proof is a search by branch and bound for councils with a larger union.
type proof struct {
	ctx   context.Context
	c     *candidates
	best  Found
	size  int
	nodes int
	depth []proofLevel
}

// proofLevel is the working memory of a level of the search.
type proofLevel struct {
	covered bitset
	options []option
}

// option is a member and how many positions it adds.
type option struct{ rank, gain int }

// prove searches for a larger union than the one found, until there is provably none or the limit is reached.
func (c *candidates) prove(ctx context.Context, found Found) (Found, error) {
	p := proof{ctx: ctx, c: c, best: found, size: len(found.Council), depth: make([]proofLevel, len(found.Council)+1)}
	for i := range p.depth {
		p.depth[i].covered = newBitset(len(c.positions))
	}
	for i, good := range c.good {
		// A member is not needed if another one solves all its solved positions.
		needless := slices.ContainsFunc(c.good[:i], func(other bitset) bool { return good.isWithin(other) }) ||
			slices.ContainsFunc(c.good[i+1:], func(other bitset) bool { return good.isWithin(other) && !other.isWithin(good) })
		if !needless {
			p.depth[0].options = append(p.depth[0].options, option{rank: i})
		}
	}
	complete := p.search(make([]int, 0, p.size))
	p.best.Proven = complete
	p.best.Tried += int64(p.nodes)
	return p.best, ctx.Err()
}

// search tries to add members to a council from the options of its level. It returns false if it was stopped early.
func (p *proof) search(council []int) bool {
	level, left := &p.depth[len(council)], p.size-len(council)
	if p.nodes++; p.nodes > maxProofNodes || p.nodes%256 == 0 && p.ctx.Err() != nil {
		return false
	}
	covered := level.covered.count()
	if covered > p.best.Solved {
		p.best.Solved, p.best.Council = covered, p.fill(council)
	}
	if left == 0 {
		return true
	}
	for i := range level.options {
		level.options[i].gain = p.c.good[level.options[i].rank].countNew(level.covered)
	}
	slices.SortFunc(level.options, func(a, b option) int { return (b.gain-a.gain)*len(p.c.seats) + a.rank - b.rank })
	next := &p.depth[len(council)+1]
	for i := range level.options {
		bound := covered
		for _, o := range level.options[i:min(i+left, len(level.options))] {
			bound += o.gain
		}
		if bound <= p.best.Solved {
			break // the later options add no more either
		}
		for w, word := range p.c.good[level.options[i].rank] {
			next.covered[w] = level.covered[w] | word
		}
		next.options = append(next.options[:0], level.options[i+1:]...)
		if !p.search(append(council, level.options[i].rank)) {
			return false
		}
	}
	return true
}

// fill returns the council in order, filled up with members to the required size.
func (p *proof) fill(council []int) []int {
	full := slices.Clone(council)
	for r := 0; len(full) < p.size; r++ {
		if !slices.Contains(full, r) {
			full = append(full, r)
		}
	}
	slices.Sort(full)
	return full
}
