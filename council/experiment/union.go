package experiment

import (
	"slices"

	"alfiere/council"
)

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
