package council

import (
	"cmp"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Judge computes the static values of positions as each member sees them. The zero value is ready to
// use. Only one goroutine may use it at a time.
type Judge struct {
	evaluators map[eval.Knowledge]*eval.Evaluator
}

// Static returns the static value of a position for one of Alfiere's own members, with its knowledge
// and noise, from the side to move.
func (j *Judge) Static(seat *Seat, p *movegen.Position) search.Score {
	var request search.Request
	seat.prepare(&request)
	return j.static(&request, p)
}

// static returns the static value of a position with a request's knowledge and noise, from
// the side to move.
func (j *Judge) static(request *search.Request, p *movegen.Position) search.Score {
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

// staticOf returns a function for the static values of positions as the proposing members see them,
// from the root's side. A proposal's seat is found by name; members without a seat use the knowledge
// and noise of the request.
func (j *Judge) staticOf(request *search.Request, seats []Seat,
	proposals []Proposal) func(i int, p *movegen.Position) search.Score {
	requests := make([]search.Request, len(proposals))
	for i := range proposals {
		requests[i] = *request
		requests[i].Knowledge = cmp.Or(request.Knowledge, eval.All)
		for k := range seats {
			if seats[k].Name == proposals[i].Member {
				seats[k].prepare(&requests[i])
			}
		}
	}
	side := request.Position.Side()
	return func(i int, p *movegen.Position) search.Score {
		value := j.static(&requests[i], p)
		if p.Side() != side {
			return -value
		}
		return value
	}
}
