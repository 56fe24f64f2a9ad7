package experiment

import (
	"slices"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
)

// Ordering is the order in which letters are worth adding to a set.
type Ordering struct {
	Beginning Kept   `json:"beginning"`
	Order     string `json:"order"` // all letters, the initial ones first
	Steps     []Step `json:"steps"`
}

// Kept is a set that was kept, with its solved positions.
type Kept struct {
	Set    eval.Knowledge `json:"set"`
	Count  Count          `json:"count"`
	Others []Count        `json:"others,omitempty"` // of other suites; Order leaves it empty
	Gain   Difference     `json:"-"`                // from the base of its step
}

// Step adds a letter to a set: each of the missing ones is tried.
type Step struct {
	Base  eval.Knowledge `json:"base"`
	Tries []Try          `json:"tries"`
	Kept  Kept           `json:"kept"` // the try that solves most; ties go to the first letter
}

// Try is the result of the base of a step with one more letter.
type Try struct {
	Letter eval.Knowledge `json:"letter"`
	Count  Count          `json:"count"`
	Gain   Difference     `json:"gain"` // from the base
}

// Kept returns the sets that were kept, the beginning first.
func (o *Ordering) Kept() []*Kept {
	kept := []*Kept{&o.Beginning}
	for i := range o.Steps {
		kept = append(kept, &o.Steps[i].Kept)
	}
	return kept
}

// Order repeats the thesis's greedy search for the most useful order of letters. It begins with one set,
// tries each missing letter of the thesis, keeps the set that solves most positions, and repeats until none
// is missing. ask returns the verdicts on the proposals of sets; it is called for the first set alone, and
// then once for each step. tell gets the ordering after each step. The error comes from ask or tell.
func Order(from eval.Knowledge, ask func(sets []eval.Knowledge) ([][]Verdict, error),
	tell func(*Ordering) error) (*Ordering, error) {
	first, err := ask([]eval.Knowledge{from})
	if err != nil {
		return nil, err
	}
	o, base := &Ordering{Beginning: Kept{Set: from, Count: CountOf(first[0])}, Order: from.String()}, first[0]
	for set := from; set != eval.Thesis|from; {
		step := Step{Base: set}
		var sets []eval.Knowledge
		for letter := eval.Knowledge(1); letter&eval.Thesis != 0; letter <<= 1 {
			if set&letter == 0 {
				step.Tries = append(step.Tries, Try{Letter: letter})
				sets = append(sets, set|letter)
			}
		}
		verdicts, err := ask(sets)
		if err != nil {
			return nil, err
		}
		best := -1
		for i := range step.Tries {
			try := &step.Tries[i]
			try.Count, try.Gain = CountOf(verdicts[i]), Compare(verdicts[i], base)
			if best < 0 || try.Count.Best > step.Tries[best].Count.Best {
				best = i
			}
		}
		set, base = sets[best], verdicts[best]
		step.Kept = Kept{Set: set, Count: step.Tries[best].Count, Gain: step.Tries[best].Gain}
		o.Order += step.Tries[best].Letter.String()
		o.Steps = append(o.Steps, step)
		if err := tell(o); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Reach is the range of what a council could find in a suite: at best, if the criterion always chose a
// good proposal where there is one, and at worst. The caller of Unite sets Suite, Council and All.
type Reach struct {
	Suite        string `json:"suite"`
	Council      string `json:"council"`
	Union        int    `json:"union"` // positions where at least one member proposes a best move
	Intersection int    `json:"intersection"`
	// positions that a member solves on average, and so what choosing one at random is expected to solve
	Mean    Rounded  `json:"mean"`
	Copies  *Copies  `json:"copies,omitempty"` // nil if they have not been searched
	All     Count    `json:"all_letters"`
	Members []Member `json:"members"`
	Bounds  [2]struct {
		Of string `json:"of"` // union or intersection
		Interval
	} `json:"bounds"`
}

// Member counts the positions that a member of a council solves.
type Member struct {
	Name  string `json:"set"`
	Count Count  `json:"count"`
}

// Copies is what a council's union is compared with: the union of as many noisy copies of one player, which
// differ by chance and know nothing of their own.
type Copies struct {
	Union int         `json:"union"`
	Gain  Difference  `json:"gain"`   // of the council's union over this one
	Holm  Probability `json:"holm_p"` // of the gain, corrected for all councils
}

// Cover returns Best for each position that at least one of the seats in some places solves, and the first one's
// verdict for the rest.
func (t *Table) Cover(places []int) []Verdict {
	covered := t.Verdicts(places[0])
	for _, place := range places[1:] {
		for position, v := range t.Verdicts(place) {
			if v == Best {
				covered[position] = Best
			}
		}
	}
	return covered
}

// Unite returns the reach of a council whose seats are in the table.
func (t *Table) Unite(seats []council.Seat) (r Reach) {
	solving := make([]int, len(t.Positions))
	for i, place := range t.Find(seats) {
		verdicts := t.Verdicts(place)
		r.Members = append(r.Members, Member{seats[i].Name, CountOf(verdicts)})
		r.Mean += Rounded(r.Members[i].Count.Best) / Rounded(len(seats))
		for position, v := range verdicts {
			if v == Best {
				solving[position]++
			}
		}
	}
	for _, n := range solving {
		if n > 0 {
			r.Union++
		}
		if n == len(seats) {
			r.Intersection++
		}
	}
	r.Bounds[0].Of, r.Bounds[0].Interval = "union", NewInterval(r.Union, len(solving))
	r.Bounds[1].Of, r.Bounds[1].Interval = "intersection", NewInterval(r.Intersection, len(solving))
	return r
}

// Strongest returns the member that solves most. Ties go to the first.
func (r *Reach) Strongest() Member {
	return slices.MaxFunc(r.Members, func(a, b Member) int { return a.Count.Best - b.Count.Best })
}

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

// Train returns weights with the trust that members of a council earned on some positions: how often each
// member was right where it was alone with its move, and each pair where only these two agreed. Cases that
// never occurred are omitted.
func (t *Table) Train(members, positions []int) council.Weights {
	times, right := map[string]float64{}, map[string]float64{} // by the keys of council.Weights
	for _, position := range positions {
		groups := map[movegen.Move][]string{}
		for _, seat := range members {
			p := &t.Proposals[position][seat]
			groups[p.Move] = append(groups[p.Move], t.Seats[seat].Name)
		}
		for move, names := range groups {
			if len(names) > 2 {
				continue
			}
			key := names[0]
			if len(names) == 2 {
				key = council.PairOf(names[0], names[1])
			}
			if times[key]++; Judge(&t.Positions[position], move) == Best {
				right[key]++
			}
		}
	}
	trust := map[string]float64{}
	for key, n := range times {
		trust[key] = right[key] / n
	}
	return council.DefaultWeights().WithTrust(trust)
}

// CrossTrust returns a function for Player.Weights: each half of the suite uses the trust earned on the other half.
func (t *Table) CrossTrust(members []int) func(position int) *council.Weights {
	halves := Halves(len(t.Positions))
	trained := [2]council.Weights{t.Train(members, halves[1]), t.Train(members, halves[0])}
	return func(position int) *council.Weights { return &trained[position%2] }
}
