package council

import (
	"cmp"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Judge computes the static values of positions as each member sees them. Its zero value is
// ready. One goroutine may use it at a time.
type Judge struct {
	evaluators map[eval.Knowledge]*eval.Evaluator
}

// Static returns the static value of a position to a member of our own, with its knowledge
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

// staticOf returns the static values of positions as those see them who have proposed, from
// the root's side. A proposal is known by the name of its seat; the request has the root and
// what counts for members that have no seat.
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
