package search

// Counter is something that a search counts if the program was built with the tag
// statistics. Without the tag nothing is counted and nothing is spent on it.
type Counter uint8

// What is counted.
const (
	NodeInside    Counter = iota // nodes of the main search, not of quiescence
	TableFound                   // of these, the table knew something of
	TableSettled                 // settled by the table
	NodePruned                   // settled before a move was tried, by other means than the table
	NullMoveTried                // null moves
	NullMoveCut                  // that cut off
	CutOff                       // nodes that a move cut off
	FirstMoveCut                 // that the first move cut off
	MoveSearched                 // moves searched in the main search
	MovePruned                   // moves left out
	Reduced                      // moves searched with less depth
	ReducedAgain                 // of these, searched again
	SingularAsked                // searches whether the table's move is singular
	SingularFound                // that found it so
	counterCount
)

var counterNames = [counterCount]string{
	NodeInside: "inner nodes", TableFound: "known to the table", TableSettled: "settled by the table",
	NodePruned: "pruned as a whole", NullMoveTried: "null moves", NullMoveCut: "null moves that cut off",
	CutOff: "cut-offs", FirstMoveCut: "cut-offs by the first move", MoveSearched: "moves searched",
	MovePruned: "moves pruned", Reduced: "moves reduced", ReducedAgain: "reduced moves searched again",
	SingularAsked: "singular searches", SingularFound: "singular moves",
}

// counterBase says of which counter a counter is a share.
var counterBase = [counterCount]Counter{
	TableFound: NodeInside, TableSettled: NodeInside, NodePruned: NodeInside,
	NullMoveTried: NodeInside, NullMoveCut: NullMoveTried,
	CutOff: NodeInside, FirstMoveCut: CutOff, MovePruned: MoveSearched, Reduced: MoveSearched,
	ReducedAgain: Reduced, SingularAsked: NodeInside, SingularFound: SingularAsked,
}

// String names the counter.
func (c Counter) String() string { return counterNames[c] }

// Base returns the counter of which c is a share, itself if it is none.
func (c Counter) Base() Counter {
	if c == MoveSearched {
		return c
	}
	return counterBase[c]
}

// Statistics holds the value of each Counter.
type Statistics [counterCount]uint64

// Share returns how much of its base a counter is, 0 if that is 0.
func (s *Statistics) Share(c Counter) float64 {
	if s[c.Base()] == 0 {
		return 0
	}
	return float64(s[c]) / float64(s[c.Base()])
}

// counting says whether the program was built with the tag statistics.
const counting = countersKept > 0

// counters are what a worker counts: without the tag nothing, in no room and no time.
type counters struct{ values [countersKept]uint64 }

func (c *counters) count(which Counter) {
	if counting {
		c.values[which]++
	}
}

func (c *counters) addTo(sum *Statistics) {
	for which, value := range c.values {
		sum[which] += value
	}
}

// Statistics adds up what all threads have counted since the engine was made or
// NewGame was called; ok is false if the program was built without the tag.
func (e *Engine) Statistics() (sum Statistics, ok bool) {
	for _, w := range e.workers {
		w.counters.addTo(&sum)
	}
	return sum, counting
}
