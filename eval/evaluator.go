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
	ply     int   // of the position
	taper   taper // of the last evaluation
}

// New returns an evaluator that uses the given kinds of knowledge, and for Learned the network of the program.
func New(k Knowledge) *Evaluator { return NewWith(k, nil) }

// NewWith is New with another network; nil is that of the program.
func NewWith(k Knowledge, n *network.Network) *Evaluator {
	makeGeometry()
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

// Knowledge returns the set the evaluator was made with.
func (e *Evaluator) Knowledge() Knowledge { return e.knowledge }

// Evaluate returns the score of p in centipawns from the side to move's point of view, within ±MaxScore.
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

// WithShare is Uncached, and returns how much of what a network says would count in the score: from 0, where nothing
// does, to 1.
func (e *Evaluator) WithShare(p *movegen.Position) (value int, share float32) {
	value = e.Uncached(p)
	middlegame := float32(e.taper.phase) / phaseMax
	return value, middlegame + (1-middlegame)*float32(e.taper.scale)/scaleFull
}

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
	e.taper = now
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

// cacheSize is the number of entries of the evaluation cache, a power of two. A search
// finds a fifth of its evaluations there; four times the entries would find one in ten
// of these more, and waiting for the memory would cost what that saves.
const cacheSize = 1 << 14

// cacheEntry is a position's key with the score, from the side to move's point of
// view, in place of the lowest bits; the empty entry is 0. All that a score depends on
// is in the key: the pieces, the side to move and the rooks that may castle.
type cacheEntry uint64

const (
	cacheScoreMask = 1<<16 - 1
	cacheScoreBias = 1 << 15 // makes the score positive
)

func makeCacheEntry(key movegen.Key, value int) cacheEntry {
	return cacheEntry(key)&^cacheScoreMask | cacheEntry(value+cacheScoreBias)
}

// value returns the score if the entry belongs to the key.
func (c cacheEntry) value(key movegen.Key) (value int, found bool) {
	rest := c ^ cacheEntry(key)&^cacheScoreMask
	return int(rest) - cacheScoreBias, rest-1 < cacheScoreMask // an empty entry fails, too
}

// EvaluateAfterNull returns about what Evaluate would say of p, to which a null move has just led, from what it said of
// the position before that move. Nothing has moved, so the sides see opposite scores but for the worth of the move
// itself; what the move is worth to a passed pawn or before a bare king is left out. The network does not see the sides
// alike, so that with letter n the position is evaluated; ply is as in EvaluateAt.
func (e *Evaluator) EvaluateAfterNull(p *movegen.Position, ply, before int) int {
	if e.network != nil {
		return e.EvaluateAt(p, ply)
	}
	value := 2*taper{phaseOf(p), scaleFull}.centipawns(e.weights.Tempo) - before
	return max(-MaxScore, min(MaxScore, value))
}

// score is a middlegame and an endgame value in one word, so that both are added and multiplied at once. Halves of 32
// bits cannot overflow, whatever pieces are on the board of a composed position.
type score int64

// makeScore packs two values in centipawns.
func makeScore(mg, eg int) score { return score(mg)<<32 + score(eg) }

// mg returns the middlegame half. The endgame half borrows one from it when it is negative, hence the rounding.
func (s score) mg() int { return int((s + 1<<31) >> 32) }

// eg returns the endgame half.
func (s score) eg() int { return int(int32(s)) }

// phaseMax is the phase of the full set of pieces, the middlegame; 0 is the ending
// with pawns alone. More pieces than that count as the full set.
const phaseMax = 24

// phaseOf returns how much of the pieces is on the board, from 0 to phaseMax.
func phaseOf(p *movegen.Position) int {
	minors := p.ByType(movegen.Knight) | p.ByType(movegen.Bishop)
	return min(phaseMax, minors.Count()+2*p.ByType(movegen.Rook).Count()+4*p.ByType(movegen.Queen).Count())
}

// scaleFull is the scale of an ending that is not drawish.
const scaleFull = 64

// taper says how the two halves of a score become one number: by the stage of the game.
type taper struct {
	phase int // share of the middlegame half, in phaseMax-ths
	scale int // how much the endgame half counts, in scaleFull-ths
}

// unit is the denominator of shares.
const unit = phaseMax * scaleFull

// share returns what s contributes at this stage, in centipawns times unit. It is
// linear in s: the shares of the terms add up to that of their sum.
func (t taper) share(s score) int {
	return s.mg()*t.phase*scaleFull + s.eg()*(phaseMax-t.phase)*t.scale
}

// centipawns returns s at this stage, rounded towards zero so that it is the same number from either side.
func (t taper) centipawns(s score) int { return t.share(s) / unit }
