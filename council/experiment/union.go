package experiment

// Reach is what a council could find: at best, if the criterion always chose a good proposal
// where there is one, and at worst.
type Reach struct {
	Union        int     // positions where at least one member proposes a best move
	Intersection int     // where all do
	Mean         float64 // positions that a member solves, on the average
	Strongest    int     // the member that solves most, the first of equals
	Most         int     // what that one solves
	Members      []Count // by member
	Positions    int
}

// Unite returns the reach of a council, by the verdicts of its members.
func Unite(members [][]Verdict) (r Reach) {
	r.Members = make([]Count, len(members))
	for i := range members {
		r.Members[i] = CountOf(members[i])
		r.Mean += float64(r.Members[i].Best) / float64(len(members))
		if r.Members[i].Best > r.Most {
			r.Strongest, r.Most = i, r.Members[i].Best
		}
		r.Positions = len(members[i])
	}
	for position := range r.Positions {
		solving := 0
		for i := range members {
			if members[i][position] == Best {
				solving++
			}
		}
		if solving > 0 {
			r.Union++
		}
		if solving == len(members) {
			r.Intersection++
		}
	}
	return r
}
