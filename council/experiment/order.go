package experiment

import "alfiere/eval"

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
