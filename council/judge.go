package council

import (
	"cmp"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/search"
)

// Judge computes the static values of positions as each member sees them, and counts votes. The zero value is ready to
// use. Only one goroutine may use it at a time.
type Judge struct {
	evaluators map[view]*eval.Evaluator
}

// view is what a static value depends on, except for noise.
type view struct {
	knowledge eval.Knowledge
	network   *network.Network // as in search.Request
}

// Static returns the static value of a position for one of Alfiere's own members, with its knowledge
// and noise, from the side to move.
func (j *Judge) Static(seat *Seat, p *movegen.Position) search.Score {
	var request search.Request
	seat.prepare(&request)
	return j.static(&request, p)
}

// static returns the static value of a position with a request's knowledge, network and noise, from the side to move.
func (j *Judge) static(request *search.Request, p *movegen.Position) search.Score {
	v := view{request.Knowledge, request.Network}
	e := j.evaluators[v]
	if e == nil {
		if j.evaluators == nil {
			j.evaluators = map[view]*eval.Evaluator{}
		}
		e = eval.NewWith(v.knowledge, v.network)
		j.evaluators[v] = e
	}
	return search.Score(e.Evaluate(p)) + request.Legacy.NoiseAt(p.Key())
}

// staticOf returns a function for the static values of positions as the proposing members see them,
// from the root's side. A proposal's seat is found by name; members without a seat use the knowledge
// and noise of the request. All use its network.
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
