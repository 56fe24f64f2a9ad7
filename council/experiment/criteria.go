package experiment

import (
	"alfiere/council"
	"alfiere/movegen"
)

// Player is a council and its way to choose.
type Player struct {
	Council   []int // places of its seats in a table, the master's first
	Criterion *council.Criterion

	// Weights returns the weights for the position at a place; nil means the thesis's weights. Trained
	// weights must not be tested on the positions used for training.
	Weights func(position int) *council.Weights

	// Second is the second search of some moves in a position; see council.Consultation.
	Second func(position int, moves []movegen.Move) *council.Proposal
}

// Choices returns the moves that a player chooses, by position. A council.Master makes the same
// choice from these proposals.
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

// Play returns the verdicts on a player's choices, by position.
func (t *Table) Play(p *Player) []Verdict {
	verdicts := make([]Verdict, len(t.Positions))
	for i, move := range t.Choices(p) {
		verdicts[i] = Judge(&t.Positions[i], move)
	}
	return verdicts
}

// SecondSearch asks for the best of some moves.
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
