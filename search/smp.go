package search

import (
	"slices"
	"sync"
	"sync/atomic"

	"alfiere/movegen"
)

// smpState is what the threads share in addition to the table and the iteration. It makes them divide a tree: without
// it they search the same nodes at the same time. With a single thread it is nil, and its methods do nothing.
type smpState struct {
	exact     pvTable
	searching currentlySearching
}

// newSearch forgets the exact results of earlier searches. No search may be running.
func (s *smpState) newSearch() {
	if s != nil {
		s.exact.clear()
	}
}

// exactScore returns the score of a node on the principal variation that a thread has
// searched as deep; the stack entry gets the line.
func (s *smpState) exactScore(ss *stackEntry, n *node) (score Score, known bool) {
	if s == nil {
		return 0, false
	}
	return s.exact.probe(ss, n)
}

// publishExact lets the other threads know the best score and the line of n, which was searched to the given depth.
func (s *smpState) publishExact(ss *stackEntry, n *node, depth int) {
	if s != nil {
		s.exact.store(ss, n, depth)
	}
}

// beginMove notes that m is being searched from n. The mark is to be ended; it is nil
// where the moves of the node are not divided.
func (s *smpState) beginMove(n *node, m movegen.Move) *searchedMove {
	if s == nil || !useABDADA(n) {
		return nil
	}
	return s.searching.begin(n.key, m)
}

// deferMove puts c after the other moves of the node if another thread is searching it: by then the table may know it,
// or another move may have cut off (Kerrigan's simplified form of Weill's ABDADA, 1996).
func (s *smpState) deferMove(ss *stackEntry, n *node, c *candidate) bool {
	return s != nil && useABDADA(n) && s.searching.has(n.key, c.move) && ss.deferred.add(c)
}

// useABDADA reports whether the moves of a node are divided among threads.
func useABDADA(n *node) bool { return n.depth >= deferDepth && !n.excluding }

// pvTable holds the nodes with an open window that the threads have finished in this
// search, with their lines. The table cannot replace them, as it knows no lines; but
// all threads follow the same principal variation, and would each search its nodes.
type pvTable [1 << pvTableBits]pvResult

const pvTableBits = 10

type pvResult struct {
	mu       sync.Mutex
	key      movegen.Key
	depth    int   // 0: nothing is known
	score    int16 // relative to the node, as in the table
	pvLength int
	pv       [MaxPly + 1]movegen.Move
}

func (t *pvTable) clear() {
	for i := range t {
		t[i].depth = 0
	}
}

func (t *pvTable) of(key movegen.Key) *pvResult { return &t[key>>(64-pvTableBits)] }

func (t *pvTable) store(ss *stackEntry, n *node, depth int) {
	r := t.of(n.key)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.key == n.key && r.depth > depth {
		return
	}
	r.key, r.depth, r.score = n.key, depth, toTT(n.bestScore, n.ply)
	r.pvLength = copy(r.pv[:], ss.pv[:ss.pvLength])
}

func (t *pvTable) probe(ss *stackEntry, n *node) (score Score, known bool) {
	r := t.of(n.key)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.key != n.key || r.depth < n.depth {
		return 0, false
	}
	ss.pvLength = copy(ss.pv[:MaxPly-n.ply], r.pv[:r.pvLength])
	return fromTT(r.score, n.ply), true
}

// currentlySearching are the moves that threads are searching. They are advice: a thread
// that writes over another's move makes it unknown, no more.
type currentlySearching [1 << searchingBits]searchedMove

const searchingBits = 12

// searchedMove holds the mark of a position and a move, 0 if there is none.
type searchedMove struct{ mark atomic.Uint64 }

func markOf(key movegen.Key, m movegen.Move) uint64 {
	return uint64(key) ^ uint64(m)*0x9e3779b97f4a7c15
}

// begin notes that m is being searched from the position with the key.
func (s *currentlySearching) begin(key movegen.Key, m movegen.Move) *searchedMove {
	mark := markOf(key, m)
	at := &s[mark>>(64-searchingBits)]
	at.mark.Store(mark)
	return at
}

// end notes that it is no more.
func (m *searchedMove) end() {
	if m != nil {
		m.mark.Store(0)
	}
}

// has reports whether a thread is searching m from the position with the key.
func (s *currentlySearching) has(key movegen.Key, m movegen.Move) bool {
	mark := markOf(key, m)
	return s[mark>>(64-searchingBits)].mark.Load() == mark
}

// sharedIteration is the furthest iteration that any thread has completed. All threads search the same one; a thread
// that is overtaken gives its own up, takes the result and goes on from there. So an iteration takes as long as the
// luckiest thread needs, helped by what the others have put into the table.
type sharedIteration struct {
	depth atomic.Int32 // 0 before the first
	mu    sync.Mutex
	moves []rootMove // of the thread that completed it
	nodes uint64     // that this thread spent on it
}

// publish shares w's last iteration if no thread has come as far.
func (s *sharedIteration) publish(w *worker) {
	if len(w.run.workers) == 1 || int(s.depth.Load()) >= w.completed {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if int(s.depth.Load()) >= w.completed {
		return
	}
	s.moves, s.nodes = copyRootMoves(s.moves, w.rootMoves), w.iterationNodes
	s.depth.Store(int32(w.completed))
}

// isBehind reports whether another thread has completed the iteration that w searches.
func (s *sharedIteration) isBehind(w *worker) bool {
	return len(w.run.workers) > 1 && w.run.request.MultiPV <= 1 && int(s.depth.Load()) >= w.rootDepth
}

// adopt lets w, stopped because it is behind, take the shared result. It reports false if the stop was for good.
func (s *sharedIteration) adopt(w *worker) bool {
	if w.mayStop() && w.run.stop.Load() || !s.isBehind(w) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.rootMoves, w.iterationNodes = copyRootMoves(w.rootMoves, s.moves), s.nodes
	w.completed = int(s.depth.Load())
	w.stopped = false
	return true
}

// copyRootMoves makes to equal from, in the memory of to where it can.
func copyRootMoves(to, from []rootMove) []rootMove {
	if len(to) != len(from) {
		to = make([]rootMove, len(from))
	}
	for i := range from {
		pv := append(to[i].pv[:0], from[i].pv...)
		to[i] = from[i]
		to[i].pv = pv
	}
	return to
}

// bestThread returns the worker whose best move is played. Where depth and number of lines are free, each worker with a
// completed iteration votes for its move. A vote weighs more the deeper the worker got and the better it finds the
// move. The most convincing worker of those with the winning move speaks.
func (r *run) bestThread() *worker {
	main := r.workers[0]
	if len(r.workers) == 1 || len(main.rootMoves) == 0 || r.request.MultiPV > 1 || r.request.Limits.Depth > 0 {
		return main
	}
	voters := slices.DeleteFunc(slices.Clone(r.workers), func(w *worker) bool { return w.completed == 0 })
	worst := Infinity
	for _, w := range voters {
		worst = min(worst, w.rootMoves[0].lastScore)
	}
	weight := func(w *worker) int { return (int(w.rootMoves[0].lastScore-worst) + voteOffset) * w.completed }
	votes := map[movegen.Move]int{}
	for _, w := range voters {
		votes[w.rootMoves[0].move] += weight(w)
	}
	best := main
	for _, w := range voters[1:] {
		of, than := &w.rootMoves[0], &best.rootMoves[0]
		switch {
		case than.lastScore > TBBound || than.lastScore < -TBBound:
			if of.lastScore > than.lastScore {
				best = w // the shorter way to the win, or a way out of a loss
			}
		case of.lastScore > TBBound:
			best = w
		case votes[of.move] > votes[than.move] || of.move == than.move && weight(w) > weight(best):
			best = w
		}
	}
	return best
}
