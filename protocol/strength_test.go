package protocol

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// TestMoreEloIsMoreStrength: over the whole range of the option, with every point the
// engine looks at no fewer positions, and of any candidates chooses no worse on average.
func TestMoreEloIsMoreStrength(t *testing.T) {
	lists := [][]search.Score{{50, 40, 10, -300}, {0, 0, 0, 0}, {search.MateScore - 3, 200, 100, 100}, {-10, -400}, {7}}
	loss := func(s strength, scores []search.Score) (sum float64) {
		for i, chance := range s.chances(scores) {
			sum += chance * float64(scores[0]-scores[i])
		}
		return sum
	}
	weaker := strengthAt(minElo)
	for elo := minElo + 1; elo <= maxElo; elo++ {
		s := strengthAt(elo)
		if s.Elo != elo || s.Nodes < weaker.Nodes || s.Noise > weaker.Noise {
			t.Fatalf("%+v comes after %+v", s, weaker)
		}
		for _, scores := range lists {
			if before, now := loss(weaker, scores), loss(s, scores); now > before+1e-9 {
				t.Fatalf("%d loses %g of %v on average, %d only %g", elo, now, scores, weaker.Elo, before)
			}
		}
		weaker = s
	}
	if weakest := strengthAt(minElo); weaker.Nodes <= weakest.Nodes || weaker.Noise >= weakest.Noise {
		t.Errorf("%+v is no stronger than %+v", weaker, weakest)
	}
}

// TestTheSkillLevelsDivideTheRatings: the lowest level is the lowest rating, level 19 the highest, and 20 is full
// strength. UCI_LimitStrength takes precedence, and a value out of range is reported.
func TestTheSkillLevelsDivideTheRatings(t *testing.T) {
	c := NewController(nil, Resources{Hash: 1, Threads: 1}, rand.NewPCG(1, 2))
	last := 0
	for level, want := range map[int]int{0: minElo, 9: 1605, 10: 1694, 19: maxElo} {
		if elo, limited := (Settings{Skill: level}).Rating(); !limited || elo != want {
			t.Errorf("level %d is %d, %v, want %d", level, elo, limited, want)
		}
	}
	for level := range maxSkill {
		must.Do(t, c.SetOption("skill level", strconv.Itoa(level)))
		elo, limited := c.Settings().Rating()
		if !limited || elo <= last {
			t.Errorf("level %d is %d, %v, after %d", level, elo, limited, last)
		}
		last = elo
	}
	for text, want := range map[string]string{"25": "25 is out of range, set to 20", "-1": "-1 is out of range, set to 0",
		"strong": `option Skill Level: "strong" is not a whole number`} {
		if err := c.SetOption("Skill Level", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, o := range [][2]string{{"Skill Level", "3"}, {"UCI_Elo", "1234"}, {"UCI_LimitStrength", "true"}} {
		must.Do(t, c.SetOption(o[0], o[1]))
	}
	if elo, limited := c.Settings().Rating(); elo != 1234 || !limited {
		t.Errorf("with UCI_Elo it is %d, %v", elo, limited)
	}
	if elo, limited := newOptions(Resources{Hash: 1}).settings.Rating(); limited {
		t.Errorf("by default it is limited to %d", elo)
	}
}

// TestAFractionOfACandidateMakesItRarer: between a whole number of candidates and the
// next one the chance of the last of them grows evenly from nothing.
func TestAFractionOfACandidateMakesItRarer(t *testing.T) {
	scores := []search.Score{30, 20, 10}
	three := strength{Noise: 50, Candidates: 3}.chances(scores)
	for _, part := range []float64{0, 0.25, 0.5, 1} {
		got := strength{Noise: 50, Candidates: 2 + part}.chances(scores)
		if want := part * three[2] / three[0]; math.Abs(got[2]/got[0]-want) > 1e-9 {
			t.Errorf("%g candidates: %v, so the third has %g of the first's chance, not %g", 2+part, got, got[2]/got[0], want)
		}
	}
	if lines := (strength{Candidates: 4.1}).lines(); lines != 5 {
		t.Errorf("4.1 candidates need %d lines", lines)
	}
}

func TestTheRowsOfTheTableAreKept(t *testing.T) {
	for i, row := range strengths {
		if got := strengthAt(row.Elo); got.Nodes != row.Nodes || math.Abs(got.Noise-row.Noise) > 1e-9 || math.Abs(got.Candidates-row.Candidates) > 1e-9 {
			t.Errorf("row %d: %+v, want %+v", i, got, row)
		}
	}
	if strengthAt(0) != strengthAt(minElo) || strengthAt(9999) != strengthAt(maxElo) {
		t.Error("beyond the range it is not the nearest end's strength")
	}
}

func TestChances(t *testing.T) {
	tests := []struct {
		name   string
		noise  float64
		scores []search.Score
		want   []float64
	}{
		{"equals are chosen equally often", 50, []search.Score{20, 20}, []float64{0.5, 0.5}},
		{"without noise only the best is", 0, []search.Score{20, 19, -5}, []float64{1, 0, 0}},
		{"a noise worse is e times rarer", 50, []search.Score{20, -30}, []float64{math.E / (math.E + 1), 1 / (math.E + 1)}},
		{"a mate is not missed", 120, []search.Score{search.MateScore - 1, 900}, []float64{1, 0}},
		{"nor allowed", 120, []search.Score{-900, -search.MateScore + 2}, []float64{1, 0}},
		{"the order does not matter", 1, []search.Score{-search.MateScore, search.MateScore}, []float64{0, 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := strength{Noise: test.noise, Candidates: 4}.chances(test.scores)
			for i := range got {
				if math.Abs(got[i]-test.want[i]) > 1e-9 {
					t.Fatalf("got %v, want %v", got, test.want)
				}
			}
		})
	}
}

// lines returns the report of the given depth with a line for each of the scores.
func lines(depth int, scores ...search.Score) (infos []search.Info) {
	position := movegen.StartPosition()
	moves := position.Moves()
	for i, s := range scores {
		infos = append(infos, search.Info{Depth: depth, MultiPV: i + 1, Score: s, Bound: search.Exact,
			Line: moves[i : i+1]})
	}
	return infos
}

// TestTheLastWholeIterationIsChosenFrom: what comes after it, as when the nodes run out, does not count.
func TestTheLastWholeIterationIsChosenFrom(t *testing.T) {
	first, second := lines(1, 5, 4, 3, 2), lines(2, 9, 8, 7, 6)
	bound := search.Info{Depth: 3, MultiPV: 1, Bound: search.Lower, Line: second[0].Line}
	tests := []struct {
		name    string
		reports []search.Info
		depth   int // of the candidates; 0 is none
		count   int
	}{
		{"nothing was found", nil, 0, 0},
		{"an iteration", first, 1, 4},
		{"two", slices.Concat(first, second), 2, 4},
		{"the second was interrupted", slices.Concat(first, second[:1]), 1, 4},
		{"the first was interrupted", first[:2], 1, 2},
		{"a bound", append(slices.Clone(first), bound), 1, 4},
		{"more lines than are chosen from", lines(1, 9, 8, 7, 6, 5, 4), 1, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := &weakness{lines: 2, strength: strength{Candidates: 4}}
			for _, info := range test.reports {
				if secret := w.observe(&info); secret != (info.MultiPV > 2) {
					t.Errorf("line %d is secret: %v", info.MultiPV, secret)
				}
			}
			if len(w.complete) != test.count || test.count > 0 && w.complete[0].Depth != test.depth {
				t.Errorf("chosen from %+v", w.complete)
			}
		})
	}
}

// TestChoicesFollowTheChances counts them; the same seed chooses the same.
func TestChoicesFollowTheChances(t *testing.T) {
	const draws = 20000
	infos := lines(1, 30, 10, 0, -100)
	count := func(seed uint64) (counts [4]int) {
		w := &weakness{strength: strength{Noise: 40, Candidates: 4}, random: rand.New(rand.NewPCG(seed, 1)), complete: infos}
		for range draws {
			var result search.Result
			w.decide(&result)
			i := slices.IndexFunc(infos, func(x search.Info) bool { return x.Line[0] == result.Best })
			if i < 0 || result.Score != infos[i].Score {
				t.Fatalf("chosen %+v", result)
			}
			counts[i]++
		}
		return counts
	}
	counts := count(1)
	for i, chance := range (strength{Noise: 40, Candidates: 4}).chances([]search.Score{30, 10, 0, -100}) {
		if got := float64(counts[i]) / draws; math.Abs(got-chance) > 0.02 {
			t.Errorf("move %d: %.3f, want %.3f", i, got, chance)
		}
	}
	if again := count(1); again != counts {
		t.Errorf("the same seed gives %v, then %v", counts, again)
	}
	if other := count(2); other == counts {
		t.Errorf("another seed gives %v too", counts)
	}
}

// askBook searches the position on the board and returns the book's move, NoMove if the search had to find one.
func askBook(t *testing.T, c *Controller) movegen.Move {
	t.Helper()
	must.Get(c.Go(search.Limits{Depth: 1}, false))(t)
	c.Wait()
	e, _ := c.Next()
	f := e.(Finished)
	if !f.FromBook {
		return movegen.NoMove
	}
	return f.Best
}

func setOptions(t *testing.T, c *Controller, namesAndValues ...string) {
	t.Helper()
	for i := 0; i < len(namesAndValues); i += 2 {
		must.Do(t, c.SetOption(namesAndValues[i], namesAndValues[i+1]))
	}
}

func TestTheBuiltInBookNeedsNoFile(t *testing.T) {
	c, _ := newStill(1024)
	setOptions(t, c, "OwnBook", "true")
	if m := askBook(t, c); m == movegen.NoMove {
		t.Error("the book has no first move")
	}
	setOptions(t, c, "BookFile", "", "BookFile", "<builtin>", "BookBest", "true")
	moves, err := c.BookMoves()
	if err != nil || len(moves) < 2 {
		t.Fatalf("first moves %v, %v", moves, err)
	}
	for range 20 {
		if m := askBook(t, c); m != moves[0].Move {
			t.Errorf("%v is played, not the heaviest, %v", m, moves[0].Move)
		}
	}
	setOptions(t, c, "BookFile", "")
	if m := askBook(t, c); m != movegen.NoMove {
		t.Errorf("no book plays %v", m)
	}
}

func TestABookThatFailsTooOftenIsNotAskedAgainInTheGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "start.bin")
	must.Do(t, os.WriteFile(path, []byte(startBook), 0o600))
	// The knights go out and home again, and the book's only position comes back.
	play := func(c *Controller, texts ...string) {
		t.Helper()
		for _, text := range texts {
			from, _ := movegen.ParseSquare(text[:2])
			to, _ := movegen.ParseSquare(text[2:])
			must.Do(t, c.Play(movegen.MakeMove(from, to, movegen.Normal)))
		}
	}
	for _, test := range []struct {
		limit string
		want  bool
	}{{"1", false}, {"2", true}} {
		c, _ := newStill(1024)
		t.Cleanup(func() { c.Close() })
		setOptions(t, c, "OwnBook", "true", "BookFile", path, "BookFail", test.limit)
		if askBook(t, c) == movegen.NoMove {
			t.Fatal("the book has no first move")
		}
		play(c, "g1f3", "g8f6")
		if m := askBook(t, c); m != movegen.NoMove {
			t.Fatalf("after the knights' moves the book plays %v", m)
		}
		play(c, "f3g1", "f6g8")
		if got := askBook(t, c) != movegen.NoMove; got != test.want {
			t.Errorf("after one miss with BookFail %s the book plays: %v", test.limit, got)
		}
		// UCI sends a position for each move, and need not announce a game.
		c.SetPosition(movegen.StartPosition())
		if askBook(t, c) == movegen.NoMove {
			t.Errorf("with BookFail %s the book has no first move in another game", test.limit)
		}
		play(c, "g1f3", "g8f6")
		askBook(t, c)
		must.Do(t, c.NewGame())
		c.SetPosition(movegen.StartPosition())
		if askBook(t, c) == movegen.NoMove {
			t.Errorf("with BookFail %s the book has no first move in a new game", test.limit)
		}
	}
}
