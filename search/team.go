package search

import (
	"sync"
	"sync/atomic"

	"alfiere/movegen"
)

// team is what the threads of an engine share beside the table and the lead. It makes
// them divide a tree: without it they search the same nodes at the same time.
type team struct {
	exact exactResults
	busy  busyMoves
}

// exactResults are the nodes with an open window that the threads have finished in this
// search, with their lines. The table cannot stand for them, as it knows no lines; but
// all threads follow the same principal variation, and would each search its nodes.
type exactResults [1 << exactBits]exactResult

const exactBits = 10

type exactResult struct {
	mu    sync.Mutex
	key   movegen.Key
	depth int   // 0: nothing is known
	score int16 // relative to the node, as in the table
	len   int
	line  [MaxPly + 1]movegen.Move
}

// clear forgets all. No search may be running.
func (e *exactResults) clear() {
	for i := range e {
		e[i].depth = 0
	}
}

func (e *exactResults) of(key movegen.Key) *exactResult { return &e[key>>(64-exactBits)] }

// tell lets the others know the score and the line of the frame's node, found at depth.
func (e *exactResults) tell(f *frame, key movegen.Key, depth, ply int, score Score) {
	r := e.of(key)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.key == key && r.depth > depth {
		return
	}
	r.key, r.depth, r.score = key, depth, toTable(score, ply)
	r.len = copy(r.line[:], f.line[:f.lineLength])
}

// recall returns the score of the frame's node if a thread has searched it as deep; the
// frame gets the line.
func (e *exactResults) recall(f *frame, key movegen.Key, depth, ply int) (score Score, known bool) {
	r := e.of(key)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.key != key || r.depth < depth {
		return 0, false
	}
	f.lineLength = copy(f.line[:MaxPly-ply], r.line[:r.len])
	return fromTable(r.score, ply), true
}

// busyMoves are the moves that threads are searching. They are advice: a thread that
// writes over another's move makes it unknown, no more.
type busyMoves [1 << busyBits]busyMove

const busyBits = 12

// busyMove holds the mark of a position and a move, 0 if there is none.
type busyMove struct{ mark atomic.Uint64 }

func markOf(key movegen.Key, m movegen.Move) uint64 {
	return uint64(key) ^ uint64(m)*0x9e3779b97f4a7c15
}

// begin notes that m is being searched from the position with the key.
func (b *busyMoves) begin(key movegen.Key, m movegen.Move) *busyMove {
	mark := markOf(key, m)
	at := &b[mark>>(64-busyBits)]
	at.mark.Store(mark)
	return at
}

// end notes that it is no more.
func (b *busyMove) end() { b.mark.Store(0) }

// has reports whether a thread is searching m from the position with the key.
func (b *busyMoves) has(key movegen.Key, m movegen.Move) bool {
	mark := markOf(key, m)
	return b[mark>>(64-busyBits)].mark.Load() == mark
}

// deferredMoves are moves of a node that were put off.
type deferredMoves struct {
	moves       [16]deferredMove
	count, next int
}

// deferredMove is a move with what its search has to know of it.
type deferredMove struct {
	move              movegen.Move
	number            int16
	exchanged, losing bool
}

func (l *deferredMoves) clear() { l.count, l.next = 0, 0 }

// take returns the next move that was put off, with its number; NoMove after the last.
func (l *deferredMoves) take(k *picker, number *int) movegen.Move {
	if l.next == l.count {
		return movegen.NoMove
	}
	d := &l.moves[l.next]
	l.next++
	*number, k.exchanged, k.losing = int(d.number), d.exchanged, d.losing
	return d.move
}

// shares reports whether the moves of a node are divided among threads.
func (w *worker) shares(f *frame, n *node) bool {
	return w.run.team != nil && n.depth >= deferDepth && f.excluded == movegen.NoMove
}

// deferMove puts m behind the other moves of the node if another thread is searching it: by
// then the table may know it, or another move may have cut off (Kerrigan's simplified
// form of Weill's ABDADA, 1996).
func (w *worker) deferMove(f *frame, m movegen.Move, number int) bool {
	l := &f.deferred
	if l.count == len(l.moves) || !w.run.team.busy.has(f.position.Key(), m) {
		return false
	}
	l.moves[l.count] = deferredMove{m, int16(number), f.picker.exchanged, f.picker.losing}
	l.count++
	return true
}
