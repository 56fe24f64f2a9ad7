package search

// Counter is something that a search counts if the program was built with the tag
// statistics. Without the tag nothing is counted and nothing is spent on it.
type Counter uint8

// The counted events.
const (
	nodeInside    Counter = iota // nodes of the main search, not of quiescence
	ttHits                       // of these, the table knew something of
	ttCutoffs                    // settled by the table
	nodePruned                   // settled before a move was tried, by other means than the table
	nullMoveTried                // null moves
	nullMoveCut                  // that cut off
	cutOff                       // nodes that a move cut off
	firstMoveCut                 // that the first move cut off
	moveSearched                 // moves searched in the main search
	movePruned                   // moves left out
	moveReduced                  // moves searched with less depth
	reducedAgain                 // of these, searched again
	singularAsked                // searches whether the table's move is singular
	singularFound                // that found it so
	counterCount
)

var counterNames = [counterCount]string{
	nodeInside: "inner nodes", ttHits: "known to the table", ttCutoffs: "settled by the table",
	nodePruned: "pruned as a whole", nullMoveTried: "null moves", nullMoveCut: "null moves that cut off",
	cutOff: "cut-offs", firstMoveCut: "cut-offs by the first move", moveSearched: "moves searched",
	movePruned: "moves pruned", moveReduced: "moves reduced", reducedAgain: "reduced moves searched again",
	singularAsked: "singular searches", singularFound: "singular moves",
}

// counterBase maps a counter to the counter of which it is a share.
var counterBase = [counterCount]Counter{
	ttHits: nodeInside, ttCutoffs: nodeInside, nodePruned: nodeInside,
	nullMoveTried: nodeInside, nullMoveCut: nullMoveTried,
	cutOff: nodeInside, firstMoveCut: cutOff, movePruned: moveSearched, moveReduced: moveSearched,
	reducedAgain: moveReduced, singularAsked: nodeInside, singularFound: singularAsked,
}

// String names the counter.
func (c Counter) String() string { return counterNames[c] }

// Base returns the counter that c is a share of, or c itself.
func (c Counter) Base() Counter {
	if c == moveSearched {
		return c
	}
	return counterBase[c]
}

// statistics holds the value of each Counter.
type statistics [counterCount]uint64

// Share returns how much of its base a counter is, 0 if that is 0.
func (s *statistics) Share(c Counter) float64 {
	if s[c.Base()] == 0 {
		return 0
	}
	return float64(s[c]) / float64(s[c.Base()])
}

// counting says whether the program was built with the tag statistics.
const counting = counterSlots > 0

// counters are a worker's statistics. Without the build tag they take neither memory nor time.
type counters struct{ values [counterSlots]uint64 }

func (c *counters) count(which Counter) {
	if counting {
		c.values[which]++
	}
}

func (c *counters) addTo(sum *statistics) {
	for which, value := range c.values {
		sum[which] += value
	}
}

// Statistics adds up the counts of all threads since the engine was made or
// NewGame was called; ok is false if the program was built without the tag.
func (e *Engine) Statistics() (sum statistics, ok bool) {
	for _, w := range e.workers {
		w.counters.addTo(&sum)
	}
	return sum, counting
}
