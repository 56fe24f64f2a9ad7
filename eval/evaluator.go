package eval

import "alfiere/movegen"

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
}

// New returns an evaluator that uses the given kinds of knowledge.
func New(k Knowledge) *Evaluator {
	e := &Evaluator{
		knowledge:     k,
		weights:       weightsOf(k),
		pawnCache:     new([pawnCacheSize]pawnEntry),
		kingPawnCache: new([kingPawnCacheSize]kingPawnEntry),
		cache:         new([cacheSize]cacheEntry),
	}
	e.pieceSquares.build(&e.weights)
	return e
}

// Knowledge returns the set the evaluator was made with.
func (e *Evaluator) Knowledge() Knowledge { return e.knowledge }

// Evaluate returns the score of p in centipawns from the side to move's point of
// view, within ±MaxScore.
func (e *Evaluator) Evaluate(p *movegen.Position) int {
	key := p.Key()
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
