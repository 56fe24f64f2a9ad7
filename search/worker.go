package search

import (
	"sync/atomic"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/tt"
)

// noPieceTo marks the absence of a move before; no piece has index 0.
const noPieceTo pieceTo = 0

// frame is a worker's memory of one ply of the line it looks at.
type frame struct {
	position   movegen.Position
	before     [2]pieceTo // the moves one and two plies before
	lastTo     movegen.Square
	nulled     bool         // the move that led here was a null move
	rawEval    Score        // as the evaluation gives it
	staticEval Score        // corrected by what searches have found
	excluded   movegen.Move // not to be searched here: is the rest worse?
	quietMove  movegen.Move // being searched from here, NoMove if it is not quiet
	killers    [2]movegen.Move

	correctionAt [correctionSlices]uint16

	picker       picker
	quiets       [64]movegen.Move // quiet moves tried at this node
	captures     [32]movegen.Move
	quietCount   int
	captureCount int
	deferred     deferredMoves

	line       [MaxPly + 1]movegen.Move // principal variation from here
	lineLength int
}

// worker is one thread of a search. It owns all it changes; only the table and the
// run's flag are shared.
type worker struct {
	run        *run
	number     int  // of the thread, from 0
	main       bool // the worker that watches the limits and reports: number 0
	evaluator  *eval.Evaluator
	history    history
	correction correction
	counters   counters
	frames     [MaxPly + 2]frame
	keys       []movegen.Key // of the game's positions and the line's, root included
	rootPly    int           // index in keys of the root
	rootMoves  []rootMove
	nodes      uint64
	counted    atomic.Uint64 // nodes as the other threads may read them
	checkAt    uint64        // node count at which the limits are looked at again
	selDepth   int
	iteration  int    // depth of the present iteration
	completed  int    // depth of the last iteration that was completed
	spent      uint64 // nodes of that iteration
	stopped    bool
}

// run is what the workers of one search share.
type run struct {
	request *Request
	table   *tt.Table
	salt    movegen.Key // keeps values of different knowledge apart in the table
	stop    atomic.Bool
	workers []*worker
	lead    lead
	team    *team // nil for a single thread
	report  func(Info)

	start  time.Time // for reports
	timer  timer
	scores [2]Score // of a repetition, by the side to move
}

// timer decides when time is up. Only the main worker uses it.
type timer struct {
	pondering bool
	begun     time.Time     // the search: what was thought while pondering counts for aim
	since     time.Time     // when budget.Limit began to count, at the ponder hit if there was one
	aim       time.Duration // when to begin no new iteration, by the last one; 0 before the first
	budget    Budget        // zero if time does not limit
}

const checkInterval = 1024 // nodes between two looks at the clock

// prepare readies w for a new search from the run's request.
func (w *worker) prepare(r *run, number int) {
	w.run, w.number, w.main = r, number, number == 0
	w.nodes, w.checkAt, w.selDepth, w.completed, w.stopped = 0, 0, 0, 0, false
	w.counted.Store(0)
	if w.evaluator == nil || w.evaluator.Knowledge() != r.request.Knowledge {
		w.evaluator = eval.New(r.request.Knowledge)
	}
	w.keys = append(w.keys[:0], r.request.History...)
	w.rootPly = len(w.keys)
	w.keys = append(w.keys, r.request.Position.Key())
	root := &w.frames[0]
	root.position = r.request.Position
	root.before = [2]pieceTo{}
	root.lastTo, root.nulled = movegen.NoSquare, false
	for i := range w.frames {
		w.frames[i].killers = [2]movegen.Move{}
		w.frames[i].excluded = movegen.NoMove
	}
}

// forget empties what the worker has learnt, for a new game.
func (w *worker) forget() {
	w.history = history{}
	w.correction = correction{}
	w.counters = counters{}
	w.evaluator = nil
}

// visit counts a node and looks at the limits now and then. It reports whether the
// search goes on.
func (w *worker) visit() bool {
	if w.stopped {
		return false
	}
	w.nodes++
	if w.nodes >= w.checkAt {
		w.check()
	}
	return !w.stopped
}

// enter begins a node: it counts it and finds out whether it is settled before
// anything is searched, by a stop, a draw or the end of the stack.
func (w *worker) enter(f *frame, ply int) (score Score, settled bool) {
	f.lineLength = 0
	if !w.visit() {
		return 0, true
	}
	w.selDepth = max(w.selDepth, ply)
	if w.isDraw(f) {
		return w.drawScore(f), true
	}
	if ply >= MaxPly {
		return w.evaluate(f), true
	}
	return 0, false
}

// check publishes the node count and finds out whether to stop, for good or to follow the
// thread that is ahead.
func (w *worker) check() {
	w.counted.Store(w.nodes)
	w.checkAt = w.nodes + checkInterval
	if w.main {
		if limit := w.run.request.Limits.Nodes; limit > 0 {
			total := w.run.nodes()
			if total >= limit {
				w.run.stop.Store(true)
			}
			w.checkAt = min(w.checkAt, w.nodes+max(1, limit-min(limit, total)))
		}
		if w.run.timer.expired(w.run.request) {
			w.run.stop.Store(true)
		}
	}
	w.stopped = w.run.stop.Load() || w.run.lead.ahead(w)
}

// expired reports whether the hard limit has passed. When a ponder hit arrives it starts
// the clock, and time is up at once if the pondering was as long as a move should take.
func (t *timer) expired(request *Request) bool {
	if t.pondering {
		select {
		case <-request.Limits.PonderHit:
			t.pondering = false
			t.since = time.Now()
			if t.aim > 0 && t.since.Sub(t.begun) >= t.aim {
				return true
			}
		default:
			return false
		}
	}
	return t.budget.Limit > 0 && time.Since(t.since) >= t.budget.Limit
}

// nodes returns the nodes of all workers, as far as they have published them.
func (r *run) nodes() (total uint64) {
	for _, w := range r.workers {
		total += w.counted.Load()
	}
	return total
}

// prefetch asks for what the table knows of the position after m, some time before m is
// played: memory is slow.
func (w *worker) prefetch(f *frame, m movegen.Move) {
	w.run.table.Prefetch(f.position.KeyAfter(m) ^ w.run.salt)
}

// push plays m from the frame at ply into the next one.
func (w *worker) push(ply int, m movegen.Move) *frame {
	f, next := &w.frames[ply], &w.frames[ply+1]
	next.before = [2]pieceTo{pieceToOf(f.position.PieceAt(m.From()), m.To()), f.before[0]}
	next.lastTo, next.nulled = m.To(), false
	next.position = f.position
	next.position.Make(m)
	w.keys = append(w.keys, next.position.Key())
	return next
}

// pushNull passes the turn from the frame at ply into the next one.
func (w *worker) pushNull(ply int) {
	f, next := &w.frames[ply], &w.frames[ply+1]
	f.quietMove = movegen.NoMove
	next.before = [2]pieceTo{noPieceTo, f.before[0]}
	next.lastTo, next.nulled = movegen.NoSquare, true
	next.position = f.position
	next.position.MakeNull()
	w.run.table.Prefetch(next.position.Key() ^ w.run.salt)
	w.keys = append(w.keys, next.position.Key())
}

func (w *worker) pop() { w.keys = w.keys[:len(w.keys)-1] }

// evaluate returns the static evaluation of the frame's position.
func (w *worker) evaluate(f *frame) Score {
	return Score(w.evaluator.Evaluate(&f.position)) + w.run.request.Legacy.noise(f.position.Key())
}

// isDraw reports whether the position at ply is drawn by repetition, the 50-move
// rule or lack of material. Inside the search one repetition is enough: what could
// be repeated once can be repeated again; before the root it takes two.
func (w *worker) isDraw(f *frame) bool {
	if f.position.InsufficientMaterial() {
		return true
	}
	clock := f.position.HalfmoveClock()
	if clock >= 100 && (!f.position.InCheck() || f.position.HasLegalMove()) {
		return true
	}
	last := len(w.keys) - 1
	key := w.keys[last]
	seen := 0
	for i := last - 4; i >= 0 && i >= last-clock; i -= 2 {
		if w.keys[i] == key {
			seen++
			if i > w.rootPly || seen == 2 {
				return true
			}
		}
	}
	return false
}

// drawScore is what a draw is worth to the side to move, contempt included.
func (w *worker) drawScore(f *frame) Score { return w.run.scores[f.position.Side()&1] }

// setLine makes m and the line of the next frame the principal variation at ply.
func (w *worker) setLine(ply int, m movegen.Move) {
	f, next := &w.frames[ply], &w.frames[ply+1]
	f.line[0] = m
	f.lineLength = 1 + copy(f.line[1:], next.line[:next.lineLength])
}
