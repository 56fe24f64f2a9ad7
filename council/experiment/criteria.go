package experiment

import (
	"alfiere/council"
	"alfiere/movegen"
)

// Player is a council and how it chooses.
type Player struct {
	Council   []int // places of its seats in a table, the master's first
	Criterion *council.Criterion

	// Weights are those by which it decides on a position, of which the place is given; nil
	// means the thesis's. What was trained is not to be judged on what it was trained on.
	Weights func(position int) *council.Weights

	// Second is the second search of some moves in a position; see council.Consultation.
	Second func(position int, moves []movegen.Move) *council.Proposal
}

// Choices returns the moves that a player chooses, by position. The choice is that which a
// council.Master makes of these proposals.
func (t *Table) Choices(p *Player) []movegen.Move {
	var teller council.Teller
	thesis := council.DefaultWeights()
	c := council.Consultation{Criterion: p.Criterion, Proposals: make([]council.Proposal, len(p.Council))}
	for _, seat := range p.Council {
		c.Seats = append(c.Seats, t.Seats[seat])
	}
	moves := make([]movegen.Move, len(t.Positions))
	for position := range t.Positions {
		c.Root, c.Weights, c.Second = t.Positions[position].Position, &thesis, nil
		for i, seat := range p.Council {
			c.Proposals[i] = t.Proposals[position][seat]
		}
		if p.Weights != nil {
			c.Weights = p.Weights(position)
		}
		if p.Second != nil {
			c.Second = func(moves []movegen.Move) *council.Proposal { return p.Second(position, moves) }
		}
		ballot := teller.Count(&c)
		moves[position] = ballot.Proposals[ballot.Chosen].Move
	}
	return moves
}

// Play returns what the choices of a player are worth, by position.
func (t *Table) Play(p *Player) []Verdict {
	verdicts := make([]Verdict, len(t.Positions))
	for i, move := range t.Choices(p) {
		verdicts[i] = Judge(&t.Positions[i], move)
	}
	return verdicts
}

// SecondSearch is what a second search would be asked: the best of these moves.
type SecondSearch struct {
	Position int // its place
	Moves    []movegen.Move
}

// SecondSearches returns the second searches that a council needs.
func (t *Table) SecondSearches(seats []int, criterion *council.Criterion) (needed []SecondSearch) {
	t.Choices(&Player{Council: seats, Criterion: criterion,
		Second: func(position int, moves []movegen.Move) *council.Proposal {
			needed = append(needed, SecondSearch{position, moves})
			return nil
		}})
	return needed
}
