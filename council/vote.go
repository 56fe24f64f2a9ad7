package council

import (
	"cmp"
	"slices"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/search"
)

// decide chooses among the proposals of the ballot, by a second search if the criterion requires one, and fills the
// other fields. static is that of a poll.
func (c *Consultation) decide(ballot *Ballot, static func(i int, p *movegen.Position) search.Score) {
	may, master := Eligible(ballot.Proposals), 0
	if ballot.Proposals[0].Member != c.Seats[0].Name {
		master = -1
	}
	moves := distinctMoves(ballot.Proposals, may)
	if c.Criterion.NeedsSecondSearch() && c.Second != nil && len(moves) > 1 {
		if second := c.Second(moves); second != nil {
			ballot.Second = second
			ballot.Chosen = firstOf(ballot.Proposals, second.Move, master)
			return
		}
	}
	p := &poll{root: c.Root, proposals: ballot.Proposals, weights: c.Weights, static: static}
	weigh := c.Criterion.weigh
	if weigh == nil {
		weigh = byHeads
	} else {
		ballot.Weights, ballot.Alone = weigh(p), c.Criterion.alone
	}
	ballot.Chosen = choose(ballot.Proposals, weigh(p), may, c.Criterion.alone, master)
}

// firstOf returns the index of the proposal of a move that takes precedence.
func firstOf(proposals []Proposal, move movegen.Move, master int) int {
	for _, i := range byPrecedence(len(proposals), master) {
		if proposals[i].Move == move {
			return i
		}
	}
	return 0
}

// Consultation is a council whose members have already proposed, for example in a store of proposals.
type Consultation struct {
	Root      movegen.Position
	Seats     []Seat     // of the council, the master first; their names differ
	Proposals []Proposal // for Root, at least one, in the order of the seats; each names its seat by Member
	Criterion *Criterion
	Weights   *Weights

	// Second finds the best of the proposed moves with full knowledge. If it is nil or returns nil, a
	// criterion that needs it chooses by majority.
	Second func(moves []movegen.Move) *Proposal
}

// Count turns a consultation into a ballot as a Master does with its members' proposals, but without absences.
// Second is set if there was a second search; its move is that of the chosen proposal.
func (j *Judge) Count(c *Consultation) Ballot {
	request := search.Request{Position: c.Root}
	ballot := Ballot{Root: c.Root, Criterion: c.Criterion.Name, Proposals: c.Proposals, Chosen: -1}
	c.decide(&ballot, j.staticOf(&request, c.Seats, c.Proposals))
	return ballot
}

// MayWin reports whether a proposal of this value may be chosen when the best one has the value best. The shortest
// proven win (a mate or endgame tables) is played whatever the vote. A proven loss is not played if there is another
// proposal; if all lose, the longest loss is played.
func MayWin(score, best search.Score) bool {
	if best > search.TBBound || best < -search.TBBound {
		return score == best
	}
	return score >= -search.TBBound
}

// Eligible reports which proposals may be chosen.
func Eligible(proposals []Proposal) []bool {
	best := -search.Infinity
	for i := range proposals {
		best = max(best, proposals[i].Score)
	}
	may := make([]bool, len(proposals))
	for i := range proposals {
		may[i] = MayWin(proposals[i].Score, best)
	}
	return may
}

// choose returns the index of the eligible proposal that wins with these weights: one that proposes
// the heaviest move or, with alone, the heaviest proposal. Ties go to the master's proposal
// (index master, -1 if none), then to the first one.
func choose(proposals []Proposal, weights []float64, may []bool, alone bool, master int) int {
	sums := map[movegen.Move]float64{}
	for i := range proposals {
		if may[i] {
			sums[proposals[i].Move] += weights[i]
		}
	}
	chosen := -1
	for _, i := range byPrecedence(len(proposals), master) {
		switch {
		case !may[i]:
		case chosen < 0:
			chosen = i
		case alone:
			if weights[i] > weights[chosen] {
				chosen = i
			}
		case sums[proposals[i].Move] > sums[proposals[chosen].Move]:
			chosen = i
		case proposals[i].Move == proposals[chosen].Move && weights[i] > weights[chosen]:
			chosen = i
		}
	}
	return chosen
}

// byPrecedence returns the indices of proposals, the master's first.
func byPrecedence(count, master int) []int {
	order := make([]int, 0, count)
	if master >= 0 {
		order = append(order, master)
	}
	for i := range count {
		if i != master {
			order = append(order, i)
		}
	}
	return order
}

// distinctMoves returns the moves of the proposals that may be chosen, each once.
func distinctMoves(proposals []Proposal, may []bool) (moves []movegen.Move) {
	for i := range proposals {
		if may[i] && !slices.Contains(moves, proposals[i].Move) {
			moves = append(moves, proposals[i].Move)
		}
	}
	return moves
}

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
