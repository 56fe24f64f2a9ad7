package search

import (
	"sync/atomic"
	"time"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/tt"
)

// noPieceTo marks the absence of a move before; no piece has index 0.
const noPieceTo pieceTo = 0

// stackEntry holds one ply of the line that a worker searches. The stack is indexed by ply, the root's is 0; nodes look
// back at the entries of earlier plies and clear the killers of later ones.
type stackEntry struct {
	position      movegen.Position
	previous      [3]pieceTo // the moves one, two and four plies before
	lastTo        movegen.Square
	afterNullMove bool         // the move that led here was a null move
	rawEval       Score        // as the evaluation gives it
	staticEval    Score        // corrected by the results of searches
	excluded      movegen.Move // not to be searched here: is the rest worse?
	quietMove     movegen.Move // being searched from here, NoMove if it is not quiet
	moveCount     int          // number of the move being searched, 0 if it has none
	cutOffs       int          // beta cut-offs at this ply since the node two plies before began
	ttPV          bool         // the node's when its moves were begun, for its children
	checks        movegen.CheckInfo
	attacked      movegen.Bitboard // by the opponent; 0 before a history asks

	doubleExtensions int // on the way here

	killers killers

	correctionIndex [correctionSlices]uint16

	picker       picker
	quiets       [64]movegen.Move // quiet moves tried at this node
	captures     [32]movegen.Move
	quietCount   int
	captureCount int
	deferred     deferredMoves

	pv       [MaxPly + 1]movegen.Move // principal variation from here
	pvLength int
}

// worker is one thread of a search. It owns all it changes; only the transposition table and the run's flag are shared.
type worker struct {
	run            *run
	tt             ttAccess
	tb             EndgameUse // inside the tree
	static         evaluation // of positions; see legacy.go for another one than the usual
	recaptures     bool       // see Legacy.Recaptures
	main           bool       // the worker that watches the limits and reports
	stopped        bool
	turn           Turn // at the gate; nil without one
	evaluator      *eval.Evaluator
	network        *network.Network // of the evaluator, as the request has it
	nodes, tbHits  uint64           // tbHits: positions found in endgame tables
	nextPoll       uint64           // node count at which the limits are looked at again
	counted        atomic.Uint64    // nodes as the other threads may read them
	countedTBHits  atomic.Uint64    // the same of tbHits
	selDepth       int
	lastPly        int           // where lines end: MaxPly, but nearer in a long first iteration
	rootDepth      int           // depth of the present iteration
	rootDone       int           // root moves that its last pass has searched
	rootWindow     int           // of the present pass, in centipawns
	nullMoveFrom   int           // no null move above this ply, while one is verified
	completed      int           // depth of the last iteration that was completed
	iterationNodes uint64        // nodes of that iteration
	keys           []movegen.Key // of the game's positions and the line's, root included
	rootPly        int           // index in keys of the root
	rootMoves      []rootMove
	counters       counters
	history        history
	correction     correctionHistory
	stack          [MaxPly + 2]stackEntry
}

// run is shared by the workers of one search.
type run struct {
	request   *Request
	company   Company
	tt        *tt.Table
	stop      atomic.Bool
	workers   []*worker
	iteration sharedIteration
	smp       *smpState // nil for a single thread
	report    func(Info)

	start      time.Time // for reports
	timer      timer
	drawScores [2]Score // of a repetition, by the side to move
	ranks      []tbRank // of the root's moves, if endgame tables know them
}

const (
	pollInterval = 1024 // nodes between two looks at the clock
	turnInterval = 128  // the same if threads take turns

	// Depth 1 obeys no stop, so it must be short: after this many nodes, which only exchanges of
	// many queens need, its lines end at this ply.
	firstIterationNodes = 10_000
	firstIterationPlies = 2
	pollShare           = 64 // if threads take turns, each polls at least this often within its share of the nodes
)

// prepare readies w for a new search from the run's request.
func (w *worker) prepare(r *run, main bool) {
	w.run, w.main = r, main
	w.tt = newTTAccess(r.tt, r.request, r.drawScores)
	w.tb = r.request.Endgames
	w.static, w.recaptures = r.request.Legacy.evaluation(), r.request.Legacy.Recaptures
	w.nodes, w.tbHits, w.nextPoll, w.selDepth, w.completed, w.stopped = 0, 0, 0, 0, 0, false
	w.rootDepth, w.rootDone, w.lastPly = 0, 0, MaxPly
	w.publishCounts()
	if w.evaluator == nil || w.evaluator.Knowledge() != r.request.Knowledge || w.network != r.request.Network {
		w.evaluator, w.network = eval.NewWith(r.request.Knowledge, r.request.Network), r.request.Network
	}
	w.keys = append(w.keys[:0], r.request.History...)
	w.rootPly = len(w.keys)
	w.keys = append(w.keys, r.request.Position.Key())
	root := &w.stack[0]
	root.position = r.request.Position
	root.previous = [3]pieceTo{}
	root.doubleExtensions = 0
	w.nullMoveFrom = 0
	root.lastTo, root.afterNullMove, root.attacked = movegen.NoSquare, false, 0
	for i := range w.stack {
		w.stack[i].killers = killers{}
		w.stack[i].excluded = movegen.NoMove
	}
}

// forget clears the worker's statistics, for a new game.
func (w *worker) forget() {
	w.history = history{}
	w.correction = correctionHistory{}
	w.counters = counters{}
	w.evaluator = nil
}

// countNode counts a node and checks the limits now and then. It reports whether the search continues.
func (w *worker) countNode() bool {
	if w.stopped {
		return false
	}
	w.nodes++
	if w.nodes >= w.nextPoll {
		w.checkTime()
	}
	return !w.stopped
}

// enter begins a node: it counts it and finds out whether it is settled before
// anything is searched, by a stop, a draw or the end of the stack.
func (w *worker) enter(ss *stackEntry, ply int) (score Score, settled bool) {
	ss.pvLength = 0
	if !w.countNode() {
		return 0, true
	}
	w.selDepth = max(w.selDepth, ply)
	if w.isDraw(ss) {
		return w.drawScore(ss), true
	}
	if ply >= w.lastPly {
		return w.static(w, ss, ply, -Infinity, Infinity), true
	}
	return 0, false
}

// checkTime publishes the node count and finds out whether to stop, for good or to adopt what
// another thread has completed.
func (w *worker) checkTime() {
	w.publishCounts()
	w.nextPoll = w.nodes + pollInterval
	if w.completed == 0 && w.nodes > firstIterationNodes {
		w.lastPly = firstIterationPlies
	}
	if w.turn != nil {
		w.nextPoll = w.nodes + turnInterval
		w.turn.Pass()
	}
	if limit := w.run.request.Limits.Nodes; limit > 0 && (w.main || w.turn != nil) {
		total := w.run.nodes()
		if total >= limit {
			w.run.stop.Store(true)
		}
		w.nextPoll = min(w.nextPoll, w.nodes+max(1, limit-min(limit, total)))
		if threads := uint64(len(w.run.workers)); threads > 1 && w.turn != nil {
			w.nextPoll = min(w.nextPoll, w.nodes+max(1, limit/(pollShare*threads)))
		}
	}
	if w.main && w.run.timer.expired(w.run.request) {
		w.run.stop.Store(true)
	}
	w.stopped = w.mayStop() && w.run.stop.Load() || w.run.iteration.isBehind(w)
}

// mayStop reports whether w may obey a limit or a stop. The main worker first completes depth 1, so that
// no unsearched move is ever played.
func (w *worker) mayStop() bool { return w.completed > 0 || !w.main }

// nodes returns the nodes of all workers, as far as they have published them.
func (r *run) nodes() (total uint64) {
	for _, w := range r.workers {
		total += w.counted.Load()
	}
	return total
}

// publishCounts lets the other threads read the counts of w.
func (w *worker) publishCounts() {
	w.counted.Store(w.nodes)
	w.countedTBHits.Store(w.tbHits)
}

// tbHits returns the positions that all workers have found in endgame tables, as far as they
// have published them; the root's moves count once.
func (r *run) tbHits() (total uint64) {
	for _, w := range r.workers {
		total += w.countedTBHits.Load()
	}
	return total + uint64(len(r.ranks))
}

// prefetch loads the entry for the position after m.
func (w *worker) prefetch(ss *stackEntry, m movegen.Move) {
	w.tt.prefetch(ss.position.KeyAfter(m))
}

// push plays m at ply and goes to the next one.
func (w *worker) push(ply int, m movegen.Move) {
	ss, next := &w.stack[ply], &w.stack[ply+1]
	w.setPrevious(ply, pieceToOf(ss.position.PieceAt(m.From()), m.To()))
	next.doubleExtensions = ss.doubleExtensions
	next.lastTo, next.afterNullMove, next.attacked = m.To(), false, 0
	next.position = ss.position
	next.position.Make(m)
	w.keys = append(w.keys, next.position.Key())
}

// pushNull passes the turn at ply and goes to the next one.
func (w *worker) pushNull(ply int) {
	ss, next := &w.stack[ply], &w.stack[ply+1]
	ss.quietMove, ss.moveCount = movegen.NoMove, 0
	w.setPrevious(ply, noPieceTo)
	next.doubleExtensions = ss.doubleExtensions
	next.lastTo, next.afterNullMove, next.attacked = movegen.NoSquare, true, 0
	next.position = ss.position
	next.position.MakeNull()
	w.tt.prefetch(next.position.Key())
	w.keys = append(w.keys, next.position.Key())
}

// setPrevious sets the moves before ply+1 when k is played at ply.
func (w *worker) setPrevious(ply int, k pieceTo) {
	previous := &w.stack[ply+1].previous
	previous[0], previous[1], previous[2] = k, noPieceTo, noPieceTo
	if ply > 0 {
		previous[1], previous[2] = w.stack[ply].previous[0], w.stack[ply-1].previous[1]
	}
}

func (w *worker) pop() { w.keys = w.keys[:len(w.keys)-1] }

// evaluation returns the static evaluation of the position at ply; alpha and beta are the node's window.
type evaluation func(w *worker, ss *stackEntry, ply int, alpha, beta Score) Score

// evaluate is the usual evaluation. A null move leaves the board as it was, so after one the other side's evaluation is
// used again, apart from the bonus for the side to move.
func (w *worker) evaluate(ss *stackEntry, ply int, _, _ Score) Score {
	if ss.afterNullMove {
		return Score(w.evaluator.EvaluateAfterNull(&ss.position, ply, int(w.stack[ply-1].rawEval)))
	}
	return Score(w.evaluator.EvaluateAt(&ss.position, ply))
}

// isDraw reports whether the position at ply is drawn by repetition, the 50-move rule or lack of material. Inside the
// search one repetition is enough: what could be repeated once can be repeated again; before the root it takes two.
func (w *worker) isDraw(ss *stackEntry) bool {
	if ss.position.InsufficientMaterial() {
		return true
	}
	clock := ss.position.HalfmoveClock()
	if clock >= 100 && (!ss.position.InCheck() || ss.position.HasLegalMove()) {
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

// canRepeat reports whether the side to move has a move that repeats a position of the line after the root.
// Its score is then a draw or better.
func (w *worker) canRepeat(ss *stackEntry) bool {
	last := len(w.keys) - 1
	first := max(last-ss.position.HalfmoveClock(), w.rootPly+1)
	if last-3 < first {
		return false
	}
	others := movegen.KeyChange(w.keys[last], w.keys[last-1])
	for i := last - 3; i >= first; i -= 2 {
		others ^= movegen.KeyChange(w.keys[i+1], w.keys[i])
		if others == 0 && ss.position.ReversibleMoveTo(w.keys[i]) != movegen.NoMove {
			return true // and the opponent's pieces are where they were
		}
	}
	return false
}

// drawScore is what a draw is worth to the side to move, contempt included.
func (w *worker) drawScore(ss *stackEntry) Score { return w.run.drawScores[ss.position.Side()&1] }

// updatePV makes m and the variation of the next ply the principal variation at ply.
func (w *worker) updatePV(ply int, m movegen.Move) {
	ss, next := &w.stack[ply], &w.stack[ply+1]
	ss.pv[0] = m
	ss.pvLength = 1 + copy(ss.pv[1:], next.pv[:next.pvLength])
}
