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
	var judge council.Judge
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
		ballot := judge.Count(&c)
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

// record counts occurrences, and how many of them were right.
type record struct{ right, times int }

func (r *record) note(right bool) {
	r.times++
	if right {
		r.right++
	}
}

func (r *record) share() float64 { return float64(r.right) / float64(r.times) }

// Train returns weights with the trust that members of a council earned on some positions: how often each
// member was right where it was alone with its move, and each pair where only these two agreed. Cases that
// never occurred are omitted.
func (t *Table) Train(members, positions []int) council.Weights {
	alone, pairs := map[string]*record{}, map[[2]string]*record{}
	for _, position := range positions {
		groups := map[movegen.Move][]string{}
		for _, seat := range members {
			p := &t.Proposals[position][seat]
			groups[p.Move] = append(groups[p.Move], t.Seats[seat].Name)
		}
		for move, names := range groups {
			right := Judge(&t.Positions[position], move) == Best
			switch len(names) {
			case 1:
				noteOf(alone, names[0], right)
			case 2:
				noteOf(pairs, [2]string{names[0], names[1]}, right)
			}
		}
	}
	trust := council.Trust{Members: map[string]float64{}, Pairs: map[[2]string]float64{}}
	for name, r := range alone {
		trust.Members[name] = r.share()
	}
	for names, r := range pairs {
		trust.Pairs[names] = r.share()
	}
	return council.DefaultWeights().WithTrust(trust)
}

func noteOf[K comparable](records map[K]*record, key K, right bool) {
	if records[key] == nil {
		records[key] = &record{}
	}
	records[key].note(right)
}

// CrossTrust returns a function for Player.Weights: each half of the suite uses the trust earned on the other half.
func (t *Table) CrossTrust(members []int) func(position int) *council.Weights {
	halves := Halves(len(t.Positions))
	trained := [2]council.Weights{t.Train(members, halves[1]), t.Train(members, halves[0])}
	return func(position int) *council.Weights { return &trained[position%2] }
}
