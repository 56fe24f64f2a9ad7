package council

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// pawnEnding has White's king on e2, his pawns on a2 and h2; Black's king on e7, his pawn on a7.
const pawnEnding = "8/p3k3/8/8/8/8/P3K2P/8 w - - 0 1"

// lineOf returns the moves of a line in coordinates, played from the FEN.
func lineOf(t testing.TB, fen string, moves ...string) (line []movegen.Move) {
	t.Helper()
	p := mustPosition(t, fen)
	for _, text := range moves {
		i := slices.IndexFunc(p.Moves(), func(m movegen.Move) bool { return m.String() == text })
		if i < 0 {
			t.Fatalf("%s is illegal in %s", text, p.FEN())
		}
		line = append(line, p.Moves()[i])
		p.Make(line[len(line)-1])
	}
	return line
}

// knows returns a proposal with knowledge, value and line.
func knows(t testing.TB, fen, letters string, score search.Score, moves ...string) Proposal {
	t.Helper()
	k := must.Get(eval.ParseKnowledge(letters))(t)
	line := lineOf(t, fen, moves...)
	return Proposal{Member: letters, Knowledge: k, Score: score, Line: line, Move: line[0]}
}

// points is a static evaluation that can be computed by hand: a hundred for each pawn. For members that
// know more than material, a king counts ten for each rank from its own first rank. It is from the side of
// White, who is to move at the root.
func points(proposals []Proposal) func(int, *movegen.Position) search.Score {
	return func(i int, p *movegen.Position) (sum search.Score) {
		for _, c := range []movegen.Color{movegen.White, movegen.Black} {
			value := 100 * p.Pieces(c, movegen.Pawn).Count()
			if proposals[i].Knowledge != eval.Material {
				value += 10 * p.King(c).Relative(c).Rank()
			}
			if c == movegen.Black {
				value = -value
			}
			sum += search.Score(value)
		}
		return sum
	}
}

// TestCriteriaByHand has three members: m proposes e2e3, value 130; mk proposes e2f3, 150; mp proposes
// e2e3, 90. The root is worth 200-100 = 100 to m. The kings, each one rank from home, cancel out, so it is
// worth 100 to the others, too.
func TestCriteriaByHand(t *testing.T) {
	proposals := []Proposal{
		knows(t, pawnEnding, "m", 130, "e2e3", "e7e6"),                 // the kings on ranks 3 and 3: 100 to all
		knows(t, pawnEnding, "mk", 150, "e2f3", "e7d7", "f3f4"),        // White's on the fourth: 120 to mk and mp, 100 to m
		knows(t, pawnEnding, "mp", 90, "e2e3", "a7a5", "a2a4", "e7e6"), // the third and the third: 100 to all
	}
	proposals[0].Depth, proposals[0].RootMoves = 7, 3
	proposals[1].Depth, proposals[1].RootMoves = 6, 99
	proposals[2].Depth, proposals[2].RootMoves = 2, 9
	score := func(scores ...search.Score) (iterations []Iteration) {
		for _, s := range scores {
			iterations = append(iterations, Iteration{Move: proposals[0].Move, Score: s})
		}
		return iterations
	}
	proposals[0].Iterations, proposals[1].Iterations = score(10, 140, 130), score(20, 60, 99, 150)
	proposals[2].Iterations = append(score(80), Iteration{}) // its second iteration is unknown
	tests := []struct {
		name    string
		weights []float64
		chosen  int
	}{
		{"weights", []float64{30, 33, 51}, 2},                         // e2e3 81; its heavier member is chosen
		{"depth", []float64{703, 699, 209}, 0},                        // 912
		{"relative1", []float64{30, 50, -10}, 1},                      // 20 against 50
		{"relative1-democratic", []float64{10_030, 10_050, 9_990}, 0}, // 20020
		{"relative2", []float64{0, 40, 0}, 1},                         // 0 by m, 20 each by the others
		{"majority", []float64{1, 1, 1}, 0},
		{"optimistic", []float64{130, 150, 90}, 1},
		{"equal-depth", []float64{140, 60, 80}, 0}, // at depth 2; that of mp is known at depth 1
		{"trust", []float64{0.25, 0.4, 0.25}, 0},   // the pair 0.5, more than mk alone
	}
	weights := must.Get(ParseWeights("m:0.3 mk:0.4 mp:0.1 mp+m:0.5"))(t)
	for _, test := range tests {
		criterion := must.Get(FindCriterion(test.name))(t)
		got := criterion.weigh(&poll{root: mustPosition(t, pawnEnding), proposals: proposals, weights: &weights, static: points(proposals)})
		if !slices.Equal(got, test.weights) {
			t.Errorf("%s: the weights are %v, not %v", test.name, got, test.weights)
		}
		if chosen := choose(proposals, got, Eligible(proposals), criterion.alone, 0); chosen != test.chosen {
			t.Errorf("%s: %d is chosen, not %d", test.name, chosen, test.chosen)
		}
	}
}

func TestTiesAndWhatIsProven(t *testing.T) {
	a, b, c := movegen.Move(1), movegen.Move(2), movegen.Move(3)
	tests := []struct {
		name    string
		moves   []movegen.Move
		scores  []search.Score
		weights []float64
		master  int
		alone   bool
		want    int
	}{
		{"the heavier move", []movegen.Move{a, b, b}, []search.Score{0, 0, 0}, []float64{3, 2, 2}, 0, false, 1},
		{"the heaviest proposal", []movegen.Move{a, b, b}, []search.Score{0, 0, 0}, []float64{3, 2, 2}, 0, true, 0},
		{"a tie goes to the master", []movegen.Move{b, a, c}, []search.Score{0, 0, 0}, []float64{1, 1, 1}, 2, false, 2},
		{"a tie of others to the first", []movegen.Move{c, b, a}, []search.Score{0, 0, 0}, []float64{1, 2, 2}, 0, false, 1},
		{"without the master to the first", []movegen.Move{c, b, a}, []search.Score{0, 0, 0}, []float64{1, 1, 1}, -1, false, 0},
		{"a tie of heaviest proposals", []movegen.Move{c, b, a}, []search.Score{0, 0, 0}, []float64{1, 1, 1}, 2, true, 2},
		{"a mate against all", []movegen.Move{a, a, b}, []search.Score{900, 900, search.MateScore - 5}, []float64{9, 9, 0}, 0, false, 2},
		{"the shorter mate", []movegen.Move{a, a, b}, []search.Score{search.MateScore - 7, search.MateScore - 7, search.MateScore - 5}, []float64{9, 9, 0}, 0, false, 2},
		{"a mate before a win by tables", []movegen.Move{a, b}, []search.Score{search.TBWin, search.MateScore - 99}, []float64{9, 0}, 0, false, 1},
		{"of equal mates the heavier", []movegen.Move{a, b}, []search.Score{search.MateScore - 9, search.MateScore - 9}, []float64{1, 2}, 0, false, 1},
		{"no move that is mated", []movegen.Move{a, a, b}, []search.Score{-search.MateScore + 4, -search.MateScore + 4, -700}, []float64{9, 9, 0}, 0, false, 2},
		{"the longest loss", []movegen.Move{a, b, a}, []search.Score{-search.MateScore + 4, -search.MateScore + 8, -search.MateScore + 4}, []float64{9, 1, 9}, 0, false, 1},
		{"weights below zero", []movegen.Move{a, a, b}, []search.Score{0, 0, 0}, []float64{-1, -3, -2}, 0, false, 2},
	}
	for _, test := range tests {
		proposals := make([]Proposal, len(test.moves))
		for i := range proposals {
			proposals[i] = Proposal{Move: test.moves[i], Score: test.scores[i]}
		}
		if got := choose(proposals, test.weights, Eligible(proposals), test.alone, test.master); got != test.want {
			t.Errorf("%s: %d, not %d", test.name, got, test.want)
		}
	}
}

// randomPoll returns proposals of random lines from a random position.
func randomPoll(random *rand.Rand, root movegen.Position) *poll {
	weights := DefaultWeights()
	p := &poll{root: root, weights: &weights}
	for range 1 + random.IntN(8) {
		x := Proposal{Knowledge: eval.Knowledge(1 + random.IntN(int(eval.Thesis))), Depth: 1 + random.IntN(4), RootMoves: random.IntN(30),
			Score: search.Score(random.IntN(7)*20 - 60)}
		switch random.IntN(12) {
		case 0:
			x.Score = search.MateScore - search.Score(2*random.IntN(3)+1)
		case 1, 2:
			x.Score = -search.MateScore + search.Score(2*random.IntN(3))
		case 3:
			x.Score = search.TBWin - search.Score(random.IntN(2))
		}
		position := root
		for range 1 + random.IntN(5) {
			moves := position.Moves()
			if len(moves) == 0 {
				break
			}
			pick := random.IntN(len(moves))
			if len(x.Line) == 0 {
				pick = random.IntN(min(3, len(moves)))
			}
			x.Line = append(x.Line, moves[pick])
			position.Make(moves[pick])
		}
		x.Move = x.Line[0]
		for range random.IntN(4) {
			x.Iterations = append(x.Iterations, Iteration{Move: movegen.Move(random.IntN(3)), Score: search.Score(random.IntN(50))})
		}
		p.proposals = append(p.proposals, x)
	}
	p.static = points(p.proposals)
	return p
}

// chosenOf shows how often each criterion chooses the first proposal, the second, and so on, in 400 random
// polls. An independent implementation of the definitions gave the same counts.
var chosenOf = map[string][8]int{
	"depth":                {145, 81, 52, 49, 34, 21, 13, 5},
	"equal-depth":          {142, 83, 55, 50, 31, 20, 12, 7},
	"majority":             {195, 81, 37, 36, 23, 15, 10, 3},
	"optimistic":           {147, 89, 46, 47, 33, 21, 11, 6},
	"relative1":            {147, 81, 47, 50, 32, 25, 11, 7},
	"relative1-democratic": {143, 91, 45, 49, 34, 19, 12, 7},
	"relative2":            {179, 78, 39, 45, 25, 19, 11, 4},
	"weights":              {144, 82, 57, 46, 28, 21, 17, 5},
}

func TestCriteriaChooseAsTheyDid(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 3))
	roots := []string{middlegame, pawnEnding, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"}
	chosen := map[string][8]int{}
	for range 400 {
		root := mustPosition(t, roots[random.IntN(len(roots))])
		p := randomPoll(random, root)
		for i := range criteria {
			if c := &criteria[i]; c.weigh != nil && c.Name != "trust" {
				counts := chosen[c.Name]
				counts[choose(p.proposals, c.weigh(p), Eligible(p.proposals), c.alone, 0)]++
				chosen[c.Name] = counts
			}
		}
	}
	for name, counts := range chosen {
		if counts != chosenOf[name] {
			t.Errorf("%q: %v, want %v", name, counts, chosenOf[name])
		}
	}
}

// TestTrustOfGroups checks the limits of the formula: for one member and for a pair it is the measured
// trust; without pairs it is a sum, and without any trust a majority.
func TestTrustOfGroups(t *testing.T) {
	w := must.Get(ParseWeights("a1:0.2 b1:0.4 c1:0.3 a1+b1:0.7 b1+c1:0.6"))(t)
	tests := []struct {
		names []string
		want  float64
	}{
		{nil, 0},
		{[]string{"a1"}, 0.2},
		{[]string{"b1", "a1"}, 0.7},
		{[]string{"c1", "a1"}, 0.5},          // the pair is unknown
		{[]string{"unknown"}, 0.3},           // the mean
		{[]string{"a1", "b1", "c1"}, 0.9},    // the pairs are worth 0.7-0.6 and 0.6-0.7 more than their members
		{[]string{"a1", "b1", "zz"}, 0.9667}, // 0.2+0.4+0.3, and two thirds of 0.1
	}
	for _, test := range tests {
		if got := w.ofGroup(test.names); math.Abs(got-test.want) > 1e-4 {
			t.Errorf("%v: %g, not %g", test.names, got, test.want)
		}
	}
	neutral := DefaultWeights()
	if got := neutral.ofGroup([]string{"x", "y", "z"}); got != 3 {
		t.Errorf("three members of unknown trust count %g", got)
	}
}

func TestWeightsAreReadAsTheyArePrinted(t *testing.T) {
	const thesis = "m30 b8 x1 k3 c10 p21 a15 r6 n0"
	tests := []struct{ text, want string }{
		{"", thesis},
		{"thesis", thesis},
		{"genetic", "m45 b24 x254 k194 c38 p223 a15 r16 n0"},
		{"x5 m1.5", "m1.5 b8 x5 k3 c10 p21 a15 r6 n0"},
		{"n9", "m30 b8 x1 k3 c10 p21 a15 r6 n9"},
		{"n9 genetic", "m45 b24 x254 k194 c38 p223 a15 r16 n0"},
		{"genetic m1", "m1 b24 x254 k194 c38 p223 a15 r16 n0"},
		{"mp:0.5 z+a:1 a+z:0.25", thesis + " a+z:0.25 mp:0.5"},
	}
	for _, test := range tests {
		w, err := ParseWeights(test.text)
		if err != nil || w.String() != test.want {
			t.Errorf("%q: %q (%v), not %q", test.text, w.String(), err, test.want)
		}
		if again, err := ParseWeights(w.String()); err != nil || again.String() != w.String() {
			t.Errorf("%q is read as %q (%v)", w.String(), again.String(), err)
		}
	}
	for text, want := range map[string]string{
		"m30 q1":       `weights: word 2, "q1": expected a letter of mbxkcparn and a number, NAME:NUMBER, thesis or genetic`,
		"m":            `weights: word 1, "m": a weight must be a number from 0 to 1e+06, not ""`,
		"m-1":          `weights: word 1, "m-1": a weight must be a number from 0 to 1e+06, not "-1"`,
		"mNaN":         `weights: word 1, "mNaN": a weight must be a number from 0 to 1e+06, not "NaN"`,
		"mp:2":         `weights: word 1, "mp:2": a weight must be a number from 0 to 1, not "2"`,
		"a+b+c:0":      `weights: word 1, "a+b+c:0": the colon must follow a member's name, or two names joined by +`,
		"a+a:0":        `weights: word 1, "a+a:0": the colon must follow a member's name, or two names joined by +`,
		"genetic :0.5": `weights: word 2, ":0.5": the colon must follow a member's name, or two names joined by +`,
	} {
		if _, err := ParseWeights(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v\n\tnot %s", text, err, want)
		}
	}
}

func FuzzParseWeights(f *testing.F) {
	for _, text := range []string{"m30 p21", "genetic", "mpar:0.41 mpar+mbxp:0.66", "x1e3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ParseWeights(text)
		if err != nil {
			return
		}
		if again, err := ParseWeights(w.String()); err != nil || again.String() != w.String() {
			t.Errorf("%q is printed as %q, which is read as %q (%v)", text, w, again, err)
		}
	})
}

// TestStaticValuesAreThoseOfTheMembers compares the static values for criteria with the evaluation.
func TestStaticValuesAreThoseOfTheMembers(t *testing.T) {
	seats := must.Get(ParseCouncil("mp mbxkcparn~30#5"))(t)
	root := mustPosition(t, middlegame)
	static := new(Judge).staticOf(&search.Request{Position: root}, seats, []Proposal{{Member: "mbxkcparn~30#5"}, {Member: "mp"}})
	next := root.After(root.Moves()[3])
	for _, p := range []movegen.Position{root, next} {
		sign := search.Score(1)
		if p.Side() != root.Side() {
			sign = -1
		}
		noise := (&search.Legacy{Noise: 30, Seed: 5}).NoiseAt(p.Key())
		want := sign * (search.Score(eval.New(eval.All).Evaluate(&p)) + noise)
		if got := static(0, &p); got != want || noise == 0 {
			t.Errorf("with noise of %d: %d, not %d", noise, got, want)
		}
		if got, want := static(1, &p), sign*search.Score(eval.New(eval.Material|eval.Pawns).Evaluate(&p)); got != want {
			t.Errorf("%d, not %d", got, want)
		}
	}
}

// TestTheNetworkIsThatOfTheRequest judges and searches with two networks in turn.
func TestTheNetworkIsThatOfTheRequest(t *testing.T) {
	float := network.Builtin().Float()
	for i := range float.OutputBiases {
		float.OutputBiases[i] += 0.5
	}
	other := must.Get(float.Quantize("biased"))(t)
	var judge Judge
	member, seat := mustLocal(t, 1), Seat{Name: "mn", Knowledge: eval.Material | eval.Learned}
	root, scores := mustPosition(t, middlegame), map[*network.Network]search.Score{}
	for _, n := range []*network.Network{nil, other, nil} {
		request := search.Request{Position: root, Network: n, Limits: search.Limits{Depth: 1}}
		static := judge.staticOf(&request, []Seat{seat}, []Proposal{{Member: "mn"}})
		if got, want := static(0, &root), search.Score(eval.NewWith(seat.Knowledge, n).Evaluate(&root)); got != want {
			t.Errorf("the static value is %d, not %d", got, want)
		}
		p := mustPropose(t, member, &Job{Seat: seat, Request: request, Fresh: true, Megabytes: 1})
		if before, known := scores[n]; known && before != p.Score {
			t.Errorf("the score is %d and then %d", before, p.Score)
		}
		scores[n] = p.Score
	}
	if scores[nil] == scores[other] {
		t.Errorf("both networks find %d", scores[nil])
	}
}

func ExampleCriteria() {
	for _, c := range Criteria() {
		fmt.Println(c.Name)
	}
	// Output:
	// weights
	// depth
	// relative1
	// relative1-democratic
	// relative2
	// re-search
	// majority
	// optimistic
	// equal-depth
	// trust
}
