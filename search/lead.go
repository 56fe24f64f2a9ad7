package search

import (
	"sync"
	"sync/atomic"
)

// lead is the furthest iteration that any thread has completed. All search the same one;
// who is overtaken leaves it, takes the result and goes on from there. So an iteration
// takes as long as the luckiest thread needs, helped by what the others have put into
// the table.
type lead struct {
	depth atomic.Int32 // 0 before the first
	mu    sync.Mutex
	moves []rootMove // of the thread that completed it
	spent uint64     // its nodes of that iteration
}

// offer makes w's last iteration the lead if nobody has come as far.
func (l *lead) offer(w *worker) {
	if len(w.run.workers) == 1 || int(l.depth.Load()) >= w.completed {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if int(l.depth.Load()) >= w.completed {
		return
	}
	l.moves, l.spent = copyRootMoves(l.moves, w.rootMoves), w.spent
	l.depth.Store(int32(w.completed))
}

// ahead reports whether another thread has completed the iteration that w is searching.
func (l *lead) ahead(w *worker) bool {
	return len(w.run.workers) > 1 && w.run.request.MultiPV <= 1 && int(l.depth.Load()) >= w.iteration
}

// follow lets a worker that was stopped because another was ahead take the result of that
// one. It reports false if the stop was for good.
func (w *worker) follow() bool {
	l := &w.run.lead
	if w.run.stop.Load() || !l.ahead(w) {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w.rootMoves, w.spent = copyRootMoves(w.rootMoves, l.moves), l.spent
	w.completed = int(l.depth.Load())
	w.stopped = false
	return true
}

// copyRootMoves makes to equal from, in the memory of to where it can.
func copyRootMoves(to, from []rootMove) []rootMove {
	if len(to) != len(from) {
		to = make([]rootMove, len(from))
	}
	for i := range from {
		line := append(to[i].line[:0], from[i].line...)
		to[i] = from[i]
		to[i].line = line
	}
	return to
}
