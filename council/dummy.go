package council

import (
	"cmp"
	"slices"

	"alfiere/eval"
	"alfiere/movegen"
)

// maxVoters is the largest council that Dummies looks at: the ways in which members can agree grow faster than 2^n.
const maxVoters = 8

// Dummies returns the names of the members that never change the choice when all answer and nothing is proven: whatever
// the others propose, the same move is chosen for every proposal of theirs. It is the dummy of the theory of voting;
// with majority it is the second one of two. Only criteria that count who proposes which move have any. Councils of
// more than eight members are not examined.
func Dummies(seats []Seat, criterion *Criterion, weights *Weights) (names []string) {
	if !criterion.votes || len(seats) < 2 || len(seats) > maxVoters {
		return nil
	}
	proposals := make([]Proposal, len(seats))
	for i := range seats {
		proposals[i] = Proposal{Member: seats[i].Name, Knowledge: cmp.Or(seats[i].Knowledge, eval.All)}
	}
	p := &poll{proposals: proposals, weights: weights}
	for i := range proposals {
		if !p.decides(criterion, i, 0, 0) {
			names = append(names, proposals[i].Member)
		}
	}
	return names
}

// decides reports whether a member's proposal changes the choice, for some proposals of the members from next on. Those
// before it have proposed that many moves.
func (p *poll) decides(criterion *Criterion, member, next, moves int) bool {
	if next == member {
		return p.decides(criterion, member, next+1, moves)
	}
	if next < len(p.proposals) {
		for move := range moves + 1 { // the last one is new
			p.proposals[next].Move = movegen.Move(move + 1)
			if p.decides(criterion, member, next+1, max(moves, move+1)) {
				return true
			}
		}
		return false
	}
	may := slices.Repeat([]bool{true}, len(p.proposals))
	choice := movegen.NoMove
	for move := range moves + 1 {
		p.proposals[member].Move = movegen.Move(move + 1)
		chosen := p.proposals[choose(p.proposals, criterion.weigh(p), may, criterion.alone, 0)].Move
		if move > 0 && chosen != choice {
			return true
		}
		choice = chosen
	}
	return false
}
