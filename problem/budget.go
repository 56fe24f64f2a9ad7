package problem

import (
	"math"
	"sync/atomic"
)

// leaseSize is the number of nodes between two looks of a thread at the budget and
// at the context: some 0.2 ms.
const leaseSize = 1 << 10

// budget hands out the nodes that the threads of an analysis may visit.
type budget struct {
	limited bool
	left    atomic.Int64
}

func newBudget(nodes uint64) *budget {
	b := &budget{limited: nodes > 0}
	b.left.Store(int64(min(nodes, math.MaxInt64)))
	return b
}

// lease takes up to leaseSize nodes from the budget; 0 says that it is used up.
func (b *budget) lease() uint64 {
	if !b.limited {
		return leaseSize
	}
	left := b.left.Add(-leaseSize)
	return uint64(max(0, min(left, 0)+leaseSize))
}
