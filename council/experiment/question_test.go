package experiment

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
)

// TestOrderIsGreedy uses suites of random verdicts for all sets.
func TestOrderIsGreedy(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 6))
	for range 50 {
		verdicts := map[eval.Knowledge][]Verdict{}
		asked := 0
		ask := func(sets []eval.Knowledge) (answers [][]Verdict, err error) {
			asked++
			for _, set := range sets {
				if verdicts[set] == nil {
					for range 15 {
						verdicts[set] = append(verdicts[set], Verdict(random.IntN(3)))
					}
				}
				answers = append(answers, verdicts[set])
			}
			return answers, nil
		}
		told := 0
		order, err := Order(eval.Material, ask, func(o *Ordering) error {
			if told++; len(o.Steps) != told {
				t.Errorf("%d steps are reported, not %d", len(o.Steps), told)
			}
			return nil
		})
		if err != nil || told != 7 || len(order.Steps) != 7 || asked != 8 ||
			order.Beginning.Count != CountOf(verdicts[eval.Material]) {
			t.Fatalf("%+v, %d questions, %v", order, asked, err)
		}
		set := "m"
		for _, step := range order.Steps {
			if step.Base.String() != sorted(set) || len(step.Tries) != 8-len(set) {
				t.Fatalf("%s: %+v", set, step)
			}
			most, kept := -1, ""
			for _, letter := range eval.ThesisLetters { // ties go to the first
				if strings.ContainsRune(set, letter) {
					continue
				}
				k, err := eval.ParseKnowledge(set + string(letter))
				if err != nil {
					t.Fatal(err)
				}
				if n := CountOf(verdicts[k]).Best; n > most {
					most, kept = n, string(letter)
				}
			}
			if set += kept; step.Kept.Set.String() != sorted(set) || step.Kept.Count.Best != most {
				t.Fatalf("%s is kept, not %+v", set, step.Kept)
			}
			if step.Kept.Gain != Compare(verdicts[step.Kept.Set], verdicts[step.Base]) {
				t.Errorf("%s: %+v", set, step.Kept.Gain)
			}
			for _, try := range step.Tries {
				tried := verdicts[step.Base|try.Letter]
				if try.Count != CountOf(tried) || try.Gain != Compare(tried, verdicts[step.Base]) {
					t.Errorf("%s: %+v", set, try)
				}
			}
		}
		if order.Order != set {
			t.Errorf("%s, not %s", order.Order, set)
		}
	}
	order, err := Order(eval.Material|eval.Learned, func(sets []eval.Knowledge) ([][]Verdict, error) {
		return make([][]Verdict, len(sets)), nil
	}, func(*Ordering) error { return nil })
	if err != nil || order.Order != "mnbxkcpar" {
		t.Errorf("from mn: %+v, %v", order, err)
	}
	fault := errors.New("no store")
	if _, err := Order(eval.Material, func(sets []eval.Knowledge) ([][]Verdict, error) {
		if len(sets) == 5 {
			return nil, fault
		}
		return make([][]Verdict, len(sets)), nil
	}, func(*Ordering) error { return nil }); !errors.Is(err, fault) {
		t.Error(err)
	}
}

// sorted returns letters in the order of eval.ThesisLetters.
func sorted(letters string) (text string) {
	for _, l := range eval.ThesisLetters {
		if strings.ContainsRune(letters, l) {
			text += string(l)
		}
	}
	return text
}

func TestUnionAndIntersectionByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 7))
	for range 40 {
		table := randomTable(t, random, 25, 6)
		members := some(random, 6, 1+random.IntN(6))
		var seats []council.Seat
		best := map[int]int{} // by position, members that solve it
		for _, seat := range members {
			seats = append(seats, table.Seats[seat])
			for position := range table.Positions {
				if table.Positions[position].SolvedBy(table.Proposals[position][seat].Move) {
					best[position]++
				}
			}
		}
		all, sum := 0, 0
		for _, n := range best {
			sum += n
			if n == len(members) {
				all++
			}
		}
		r := table.Unite(seats)
		if r.Union != len(best) || r.Intersection != all || int(float64(r.Mean)*float64(len(members))+0.5) != sum {
			t.Errorf("%+v: the union is %d, the intersection %d, %d in all", r, len(best), all, sum)
		}
		for _, m := range r.Members {
			if m.Count.Total() != 25 || m.Count.Best > r.Strongest().Count.Best {
				t.Errorf("%+v", r)
			}
		}
	}
}

// TestSecondSearchesAreThoseThatAreMade plays re-search with recognisably wrong answers.
func TestSecondSearchesAreThoseThatAreMade(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 8))
	table := randomTable(t, random, 60, 5)
	again, err := council.FindCriterion("re-search")
	if err != nil {
		t.Fatal(err)
	}
	seats := []int{3, 0, 4}
	needed := table.SecondSearches(seats, again)
	made := 0
	moves := table.Choices(&Player{Council: seats, Criterion: again,
		Second: func(position int, moves []movegen.Move) *council.Proposal {
			if n := needed[made]; n.Position != position || !slices.Equal(n.Moves, moves) || len(moves) < 2 {
				t.Errorf("%d is asked about %v, not %d about %v", position, moves, n.Position, n.Moves)
			}
			made++
			return &council.Proposal{Move: moves[len(moves)-1]}
		}})
	if made != len(needed) || made < 20 {
		t.Errorf("%d of %d second searches", made, len(needed))
	}
	for _, n := range needed {
		if moves[n.Position] != n.Moves[len(n.Moves)-1] {
			t.Errorf("%d: %v, not %v", n.Position, moves[n.Position], n.Moves)
		}
	}
}

// TestTrustIsWhatWasRightAlone compares the training with a count by hand of each position.
func TestTrustIsWhatWasRightAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 9))
	for range 20 {
		table := randomTable(t, random, 60, 5)
		members, positions := some(random, 5, 4), some(random, 60, 40)
		want := council.Trust{Members: map[string]float64{}, Pairs: map[[2]string]float64{}}
		for i, one := range members {
			for k, two := range members[:i+1] { // one and one: alone
				right, times := 0, 0
				for _, position := range positions {
					p := table.Proposals[position]
					apart := func(seat int) bool { return p[seat].Move != p[one].Move }
					others := 0
					for j, other := range members {
						if j != i && j != k && !apart(other) {
							others++
						}
					}
					if others > 0 || apart(two) {
						continue
					}
					if times++; table.Positions[position].SolvedBy(p[one].Move) {
						right++
					}
				}
				switch share := float64(right) / float64(times); {
				case times == 0:
				case i == k:
					want.Members[table.Seats[one].Name] = share
				default:
					want.Pairs[[2]string{table.Seats[one].Name, table.Seats[two].Name}] = share
				}
			}
		}
		got := table.Train(members, positions)
		if w := council.DefaultWeights().WithTrust(want); got.String() != w.String() || len(want.Pairs) == 0 {
			t.Errorf("%s, not %s", got, w)
		}
		cross, halves := table.CrossTrust(members), Halves(60)
		for i := range 2 {
			if w := table.Train(members, halves[1-i]); !reflect.DeepEqual(*cross(i + 10), w) {
				t.Errorf("half %d was trained on itself", i)
			}
		}
	}
}

func TestSeatsAreFoundByWhatTheyKnow(t *testing.T) {
	table := &Table{Seats: []council.Seat{{Name: "x", Knowledge: 3}, {Name: "y", Knowledge: 3, Noise: 15, Seed: 2}}}
	seats := []council.Seat{{Name: "other", Knowledge: 3, Noise: 15, Seed: 2}, {Knowledge: 3, Noise: 15, Seed: 1},
		{Knowledge: 3}}
	if got := table.Find(seats); !slices.Equal(got, []int{1, -1, 0}) {
		t.Error(got)
	}
}
