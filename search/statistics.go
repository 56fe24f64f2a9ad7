package search

// Event is something that a search counts if the program was built with the tag
// statistics. Without the tag nothing is counted and nothing is spent on it.
type Event uint8

// What is counted.
const (
	NodeInside    Event = iota // nodes of the main search, not of quiescence
	TableFound                 // of these, the table knew something of
	TableSettled               // settled by the table
	NodePruned                 // settled before a move was tried, by other means than the table
	NullMoveTried              // null moves
	NullMoveCut                // that cut off
	CutOff                     // nodes that a move cut off
	FirstMoveCut               // that the first move cut off
	MoveSearched               // moves searched in the main search
	MovePruned                 // moves left out
	Reduced                    // moves searched with less depth
	ReducedAgain               // of these, searched again
	SingularAsked              // searches whether the table's move is singular
	SingularFound              // that found it so
	eventCount
)

var eventNames = [eventCount]string{
	NodeInside: "inner nodes", TableFound: "known to the table", TableSettled: "settled by the table",
	NodePruned: "pruned as a whole", NullMoveTried: "null moves", NullMoveCut: "null moves that cut off",
	CutOff: "cut-offs", FirstMoveCut: "cut-offs by the first move", MoveSearched: "moves searched",
	MovePruned: "moves pruned", Reduced: "moves reduced", ReducedAgain: "reduced moves searched again",
	SingularAsked: "singular searches", SingularFound: "singular moves",
}

// eventBase says of which event an event is a share.
var eventBase = [eventCount]Event{
	TableFound: NodeInside, TableSettled: NodeInside, NodePruned: NodeInside, NullMoveTried: NodeInside, NullMoveCut: NullMoveTried,
	CutOff: NodeInside, FirstMoveCut: CutOff, MovePruned: MoveSearched, Reduced: MoveSearched,
	ReducedAgain: Reduced, SingularAsked: NodeInside, SingularFound: SingularAsked,
}

// String names the event.
func (e Event) String() string { return eventNames[e] }

// Base returns the event of which e is a share, itself if it is none.
func (e Event) Base() Event {
	if e == MoveSearched {
		return e
	}
	return eventBase[e]
}

// Statistics holds how often each Event happened.
type Statistics [eventCount]uint64

// Share returns how much of its base an event is, 0 if that never happened.
func (s *Statistics) Share(e Event) float64 {
	if s[e.Base()] == 0 {
		return 0
	}
	return float64(s[e]) / float64(s[e.Base()])
}

// Statistics adds up what all threads have counted since the engine was made or
// NewGame was called; ok is false if the program was built without the tag.
func (e *Engine) Statistics() (sum Statistics, ok bool) {
	for _, w := range e.workers {
		w.tally.addTo(&sum)
	}
	return sum, counting
}
