package experiment

import (
	"alfiere/council"
	"alfiere/movegen"
)

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

// CrossTrust returns a function for Player.Weights: each half of the suite uses the trust earned on the
// other half.
func (t *Table) CrossTrust(members []int) func(position int) *council.Weights {
	halves := Halves(len(t.Positions))
	trained := [2]council.Weights{t.Train(members, halves[1]), t.Train(members, halves[0])}
	return func(position int) *council.Weights { return &trained[position%2] }
}
