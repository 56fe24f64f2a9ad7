package eval

import (
	"alfiere/eval/network"
	"alfiere/movegen"
)

// MaxScore bounds evaluations in centipawns. Beyond it, with some room for what a search adds to
// them, are the scores of the search that are no evaluations: wins by tables, mates.
const MaxScore = 18000

// Evaluator judges positions with a fixed set of knowledge. It is not safe for
// concurrent use: every search worker has its own.
type Evaluator struct {
	knowledge Knowledge
	trace     *Trace // where a traced judge records the terms
	info
	pawns *pawnEntry // of the position

	weights       Weights[score] // 0 for the letters that are not in the set
	pieceSquares  pieceSquareTable
	pawnCache     *[pawnCacheSize]pawnEntry // by itself, so that no entry lies across two lines of memory
	kingPawnCache *[kingPawnCacheSize]kingPawnEntry
	cache         *[cacheSize]cacheEntry // of scores

	network *network.Network // nil if letter n is not in the set
	hidden  *[maxPlies]network.Accumulator
	ply     int // of the position
}

// New returns an evaluator that uses the given kinds of knowledge, and for Learned the network of
// the program.
func New(k Knowledge) *Evaluator { return NewWith(k, nil) }

// NewWith is New with another network; nil is that of the program.
func NewWith(k Knowledge, n *network.Network) *Evaluator {
	e := &Evaluator{
		knowledge:     k,
		weights:       weightsOf(k),
		pawnCache:     new([pawnCacheSize]pawnEntry),
		kingPawnCache: new([kingPawnCacheSize]kingPawnEntry),
		cache:         new([cacheSize]cacheEntry),
	}
	e.pieceSquares.build(&e.weights)
	if k&Learned != 0 {
		e.network, e.hidden = n, new([maxPlies]network.Accumulator)
		if n == nil {
			e.network = network.Builtin()
		}
	}
	return e
}

// Network returns the network of letter n, nil if the letter is not in the set.
func (e *Evaluator) Network() *network.Network { return e.network }

// Knowledge returns the set the evaluator was made with.
func (e *Evaluator) Knowledge() Knowledge { return e.knowledge }

// Evaluate returns the score of p in centipawns from the side to move's point of
// view, within ±MaxScore.
func (e *Evaluator) Evaluate(p *movegen.Position) int { return e.EvaluateAt(p, 0) }

// EvaluateAt is Evaluate for a search, which is faster if ply is that of the position in the line
// being searched: the position at the ply before is most like it.
func (e *Evaluator) EvaluateAt(p *movegen.Position, ply int) int {
	e.ply = ply
	key := p.Key() ^ changes
	entry := &e.cache[key%cacheSize]
	if value, found := entry.value(key); found {
		return value
	}
	value := e.Uncached(p)
	*entry = makeCacheEntry(key, value)
	return value
}

// Uncached is Evaluate without the cache of scores, which knows every position that was judged
// lately: so the evaluation itself is measured.
func (e *Evaluator) Uncached(p *movegen.Position) int { return judge[plain]{Evaluator: e}.evaluate(p) }

// evaluate judges p anew and, in the traced mode, records the terms.
func (e judge[T]) evaluate(p *movegen.Position) int {
	pieces := e.init(p)
	if len(e.mode) != 0 {
		e.recordPieceSquares(&e.white)
		e.recordPieceSquares(&e.black)
	}
	e.pawns = e.probePawns()
	sum := pieces + e.sum()
	if p.InCheck() {
		sum += e.check(&e.white) - e.check(&e.black)
	}
	if e.network != nil {
		sum += e.learned()
	}
	now := taper{phaseOf(p), e.scale(sum.eg())}
	if now.scale == scaleDraw {
		now.phase = 0 // nothing counts
	}
	if len(e.mode) != 0 {
		e.trace.Phase, e.trace.Scale = now.phase, now.scale
		e.trace.Scales = [2]int{e.scale(1), e.scale(-1)}
	}
	value := now.centipawns(sum)
	if p.Side() == movegen.Black {
		value = -value
	}
	return max(-MaxScore, min(MaxScore, value))
}

// sum adds up what the letters say about more than a single piece. The tests only save
// time: a letter that is not in the set has weights of 0.
func (e judge[T]) sum() score {
	white, black := &e.white, &e.black
	sum := e.pawns.sum + e.kingsAndPawns()
	if e.knowledge&Placement != 0 {
		sum += e.placement(white, black) - e.placement(black, white)
	}
	if e.knowledge&Mobility != 0 {
		sum += e.mobility(white, black) - e.mobility(black, white)
	}
	if e.knowledge&KingSafety != 0 {
		sum += e.kingSafety(white, black) - e.kingSafety(black, white)
	}
	if e.knowledge&Pawns != 0 {
		sum += e.blocked(white, black) - e.blocked(black, white)
	}
	if e.knowledge&Attack != 0 {
		sum += e.attack(white, black) - e.attack(black, white) +
			e.mopUp(white, black) - e.mopUp(black, white)
	}
	if e.knowledge&Relation != 0 {
		sum += e.relation(white) - e.relation(black)
	}
	return sum
}
