package consult

import (
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// judge knows the static values of positions as each member sees them.
type judge struct {
	evaluators map[eval.Knowledge]*eval.Evaluator
}

// static returns the static value of a position with a request's knowledge and noise, from
// the side to move.
func (j *judge) static(request *search.Request, p *movegen.Position) search.Score {
	e := j.evaluators[request.Knowledge]
	if e == nil {
		if j.evaluators == nil {
			j.evaluators = map[eval.Knowledge]*eval.Evaluator{}
		}
		e = eval.New(request.Knowledge)
		j.evaluators[request.Knowledge] = e
	}
	return search.Score(e.Evaluate(p)) + request.Legacy.NoiseAt(p.Key())
}
