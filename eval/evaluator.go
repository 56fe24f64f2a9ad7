package eval

import "alfiere/movegen"

// MaxScore bounds evaluations in centipawns; scores of the search beyond it mean mates.
const MaxScore = 20000

// Evaluator judges positions with a fixed set of knowledge. It is not safe for
// concurrent use: every search worker has its own.
type Evaluator struct {
	knowledge Knowledge
	trace     *Trace // nil unless the terms are to be recorded
	sight
	pawns         *pawnEntry // of the position
	pawnCache     [pawnCacheSize]pawnEntry
	kingPawnCache [kingPawnCacheSize]kingPawnEntry
}

// New returns an evaluator that uses the given kinds of knowledge.
func New(k Knowledge) *Evaluator { return &Evaluator{knowledge: k} }

// Knowledge returns the set the evaluator was made with.
func (e *Evaluator) Knowledge() Knowledge { return e.knowledge }

// Evaluate returns the score of p in centipawns from the side to move's point of
// view, within ±MaxScore.
func (e *Evaluator) Evaluate(p *movegen.Position) int {
	e.look(p)
	e.pawns = e.studyPawns()
	var sum score
	if e.knowledge == All {
		sum = e.full()
	} else {
		sum = e.masked()
	}
	if p.InCheck() {
		sum += e.check(&e.white) - e.check(&e.black)
	}
	now := stage{phaseOf(p), e.scale(sum.eg())}
	if now.scale == scaleDraw {
		now.phase = 0 // nothing counts
	}
	if e.trace != nil {
		e.trace.Phase, e.trace.Scale = now.phase, now.scale
		e.trace.Scales = [2]int{e.scale(1), e.scale(-1)}
	}
	value := now.centipawns(sum)
	if p.Side() == movegen.Black {
		value = -value
	}
	return max(-MaxScore, min(MaxScore, value))
}

// full adds up all kinds of knowledge.
func (e *Evaluator) full() score {
	white, black := &e.white, &e.black
	return e.pawns.sum + e.kingsAndPawns() +
		e.material(white, pieceValue) - e.material(black, pieceValue) +
		e.placement(white, black) - e.placement(black, white) +
		e.mobility(white, black) - e.mobility(black, white) +
		e.kingSafety(white, black) - e.kingSafety(black, white) +
		e.centre(white) - e.centre(black) +
		e.blocked(white, black) - e.blocked(black, white) +
		e.attack(white, black) - e.attack(black, white) +
		e.loneKing(white, black) - e.loneKing(black, white) +
		e.relation(white) - e.relation(black)
}

// masked adds up the kinds of knowledge in the set. The sums from the caches hold
// nothing else.
func (e *Evaluator) masked() score {
	white, black := &e.white, &e.black
	sum := e.pawns.sum + e.kingsAndPawns()
	family := pieceFifth
	if e.knowledge&Material != 0 {
		family = pieceValue
	}
	sum += e.material(white, family) - e.material(black, family)
	if e.knowledge&Placement != 0 {
		sum += e.placement(white, black) - e.placement(black, white)
	}
	if e.knowledge&Mobility != 0 {
		sum += e.mobility(white, black) - e.mobility(black, white)
	}
	if e.knowledge&KingSafety != 0 {
		sum += e.kingSafety(white, black) - e.kingSafety(black, white)
	}
	if e.knowledge&Centre != 0 {
		sum += e.centre(white) - e.centre(black)
	}
	if e.knowledge&Pawns != 0 {
		sum += e.blocked(white, black) - e.blocked(black, white)
	}
	if e.knowledge&Attack != 0 {
		sum += e.attack(white, black) - e.attack(black, white) +
			e.loneKing(white, black) - e.loneKing(black, white)
	}
	if e.knowledge&Relation != 0 {
		sum += e.relation(white) - e.relation(black)
	}
	return sum
}
