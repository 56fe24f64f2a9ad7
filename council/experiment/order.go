package experiment

import (
	"alfiere/eval"
)

// Step adds a kind of knowledge to what is there: each of the others is tried.
type Step struct {
	Base  eval.Knowledge
	Tries []Try
	Kept  int // the try that solves most, of equals the one whose letter comes first
}

// Try is a set of one letter more than the base of its step.
type Try struct {
	Letter   eval.Knowledge // the one that was added
	Set      eval.Knowledge
	Verdicts []Verdict
	Gain     Difference // from the base
}

// Order repeats the thesis's greedy search for the order in which kinds of knowledge are worth
// having: it begins with one set, adds each of the other letters in turn, keeps the set that
// solves most positions, and repeats, until there is all knowledge. ask returns the verdicts
// on what these sets propose; it is called for the beginning alone, whose verdicts are
// returned, too, and then once for each step. told hears of the steps so far. The error is that
// of ask or told.
func Order(from eval.Knowledge, ask func(sets []eval.Knowledge) ([][]Verdict, error), told func(steps []Step, beginning []Verdict) error) (steps []Step, beginning []Verdict, err error) {
	first, err := ask([]eval.Knowledge{from})
	if err != nil {
		return nil, nil, err
	}
	base := first[0]
	for set := from; set != eval.All; {
		step := Step{Base: set}
		var sets []eval.Knowledge
		for letter := eval.Knowledge(1); letter&eval.All != 0; letter <<= 1 {
			if set&letter == 0 {
				step.Tries = append(step.Tries, Try{Letter: letter, Set: set | letter})
				sets = append(sets, set|letter)
			}
		}
		verdicts, err := ask(sets)
		if err != nil {
			return nil, nil, err
		}
		most := -1
		for i := range step.Tries {
			step.Tries[i].Verdicts, step.Tries[i].Gain = verdicts[i], Compare(verdicts[i], base)
			if solved := CountOf(verdicts[i]).Best; solved > most {
				step.Kept, most = i, solved
			}
		}
		steps = append(steps, step)
		if err := told(steps, first[0]); err != nil {
			return nil, nil, err
		}
		set, base = step.Tries[step.Kept].Set, verdicts[step.Kept]
	}
	return steps, first[0], nil
}
