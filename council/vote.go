package council

import (
	"alfiere/movegen"
	"alfiere/search"
)

// vote chooses among proposals, by a second search if the criterion requires one.
type vote struct {
	criterion *Criterion
	weights   *Weights
	root      movegen.Position
	master    int // the proposal of the master, -1 if there is none

	static func(i int, p *movegen.Position) search.Score // see poll
	second func(moves []movegen.Move) *Proposal          // is nil, or returns nil, if there is no second search
}

// decide fills the fields of the ballot other than the proposals.
func (v *vote) decide(ballot *Ballot) {
	may := Eligible(ballot.Proposals)
	moves := distinctMoves(ballot.Proposals, may)
	if v.criterion.NeedsSecondSearch() && v.second != nil && len(moves) > 1 {
		if second := v.second(moves); second != nil {
			ballot.Second = second
			ballot.Chosen = firstOf(ballot.Proposals, second.Move, v.master)
			return
		}
	}
	p := &poll{root: v.root, proposals: ballot.Proposals, weights: v.weights, static: v.static}
	weigh := v.criterion.weigh
	if weigh == nil {
		weigh = byHeads
	} else {
		ballot.Weights, ballot.Alone = weigh(p), v.criterion.alone
	}
	ballot.Chosen = choose(ballot.Proposals, weigh(p), may, v.criterion.alone, v.master)
}

// masterOf returns the index of the proposal of the master with that name; -1 if there is none.
func masterOf(name string, proposals []Proposal) int {
	if proposals[0].Member == name {
		return 0
	}
	return -1
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
	v := &vote{criterion: c.Criterion, weights: c.Weights, root: c.Root, master: masterOf(c.Seats[0].Name, c.Proposals),
		static: j.staticOf(&request, c.Seats, c.Proposals), second: c.Second}
	ballot := Ballot{Root: c.Root, Criterion: c.Criterion.Name, Proposals: c.Proposals, Chosen: -1}
	v.decide(&ballot)
	return ballot
}
