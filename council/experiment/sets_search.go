package experiment

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"

	"alfiere/internal/work"
)

// exhaust counts all councils of a size. Ties go to the council whose members rank first.
func (c *candidates) exhaust(ctx context.Context, by scorer, size int) (Found, error) {
	best := make([]Found, len(c.seats)) // by the first member
	firsts := make(chan int)
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := work.Group{OnPanic: cancel}
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for first := range firsts {
				council := make([]int, size)
				council[0] = first
				c.extend(working, by, council, 1, &best[first])
			}
		})
	}
	for first := 0; first <= len(c.seats)-size && working.Err() == nil; first++ {
		select {
		case firsts <- first:
		case <-working.Done():
		}
	}
	close(firsts)
	workers.Wait()
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
