package pgn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// tags are tags by their names.
type tags map[string]string

func (t tags) Tag(name string) string { return t[name] }

// game returns a game with tags, NAME=VALUE by "; ", and moves in coordinates.
func game(t *testing.T, text, moves string) *GameFacts {
	t.Helper()
	g := &GameFacts{Tags: tags{}, Start: movegen.StartPosition(), Opening: func() (string, string) { return "", "" }}
	for pair := range strings.SplitSeq(text, "; ") {
		name, value, _ := strings.Cut(pair, "=")
		g.Tags.(tags)[name] = value
	}
	p := g.Start
	for word := range strings.FieldsSeq(moves) {
		i := slices.IndexFunc(p.Moves(), func(m movegen.Move) bool { return m.String() == word })
		if i < 0 {
			t.Fatalf("%s is not legal", word)
		}
		m := p.Moves()[i]
		g.Moves = append(g.Moves, m)
		p.Make(m)
	}
	return g
}

func TestGamesAreOrdered(t *testing.T) {
	games := []string{
		"White=b; Round=10; Date=2000.01.02; WhiteElo=2000; BlackElo=2100; ECO=C33",
		"White=A; Round=9; Date=2000.??.??; WhiteElo=2500; ECO=B20",
		"White=?; Round=1.2; WhiteElo=2300; BlackElo=2300",
		"White=a; Round=1.10; Date=1999.12.31; WhiteElo=1; BlackElo=2; ECO=?",
	}
	for order, want := range map[string]string{
		"White": "1 3 0 2", "-White": "0 1 3 2", "Round": "2 3 1 0", "-Round": "0 1 3 2", "date": "3 1 0 2", "-date": "0 1 3 2",
		"elo": "3 0 2 1", "-elo": "2 0 3 1", "eco": "1 0 2 3", "White,-Round": "1 3 0 2", "White,Round": "3 1 0 2", "plies": "0 1 2 3", "-plies": "0 1 2 3",
	} {
		o, err := ParseOrder(order)
		if err != nil {
			t.Errorf("%s: %v", order, err)
			continue
		}
		keys := make([]OrderKey, len(games))
		numbers := make([]int, len(games))
		for i, text := range games {
			keys[i], numbers[i] = o.Key(game(t, text, "")), i
		}
		slices.SortStableFunc(numbers, func(a, b int) int { return o.Compare(keys[a], keys[b]) })
		if got := strings.Trim(fmt.Sprint(numbers), "[]"); got != want {
			t.Errorf("%s: %s, not %s", order, got, want)
		}
	}
	for _, text := range []string{"", "-", "white", "date,", "Fa il", "--date", "Élo"} {
		if o, err := ParseOrder(text); err == nil {
			t.Errorf("%q is taken as %v", text, o)
		}
	}
}

// TestOrdersAreOrders holds every order against the laws of one, on random keys.
func TestOrdersAreOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	o, err := ParseOrder("Round,-White,elo,-date")
	if err != nil {
		t.Fatal(err)
	}
	pieces := []string{"", "1", "01", "a", "B", "b", "10", ".", "9", "é"}
	text := func() string {
		return pieces[random.IntN(len(pieces))] + pieces[random.IntN(len(pieces))] + pieces[random.IntN(len(pieces))]
	}
	key := func() OrderKey {
		return o.Key(&GameFacts{Tags: tags{"Round": text(), "White": text(), "Date": text(), "WhiteElo": text(), "BlackElo": "5"}})
	}
	for range 50_000 {
		a, b, c := key(), key(), key()
		if sign(o.Compare(a, b)) != -sign(o.Compare(b, a)) || o.Compare(a, a) != 0 {
			t.Fatalf("%v and %v: %d, %d", a, b, o.Compare(a, b), o.Compare(b, a))
		}
		if o.Compare(a, b) <= 0 && o.Compare(b, c) <= 0 && o.Compare(a, c) > 0 {
			t.Fatalf("%v, %v, %v are in no order", a, b, c)
		}
	}
}

func sign(n int) int { return max(-1, min(n, 1)) }

func TestDoublesAreFound(t *testing.T) {
	endgame, err := movegen.ParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	other := game(t, "White=X", "e2e4")
	other.Start = endgame
	faulty := game(t, "White=Ann", "e2e4 e7e5")
	faulty.Faulty = true
	games := []*GameFacts{
		game(t, "White=Fischer, R; Black=Spassky", "e2e4 e7e5"),
		game(t, "White=Spassky, Boris; Black=Fischer, Robert J; Result=1-0", "e2e4 e7e5"),
		game(t, "White=Ann; Black=Bob", "e2e4 e7e5"),
		game(t, "White=Ann; Black=Bob", "e2e4"),
		other, faulty,
		game(t, "White=Fischer Bobby; Black=spassky", "e2e4 e7e5"),
		game(t, "", ""), game(t, "", ""),
	}
	for _, test := range []struct {
		players bool
		want    string
	}{{false, "-1 0 0 -1 -1 -1 0 -1 -1"}, {true, "-1 0 -1 -1 -1 -1 0 -1 -1"}} {
		d := Doubles{Players: test.players}
		var got []string
		for _, g := range games {
			first, double := d.Add(g)
			if !double {
				first = -1
			}
			got = append(got, fmt.Sprint(first))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("players %v: %v, not %s", test.players, got, test.want)
		}
	}
}

// TestDoublesAgreeWithComparingAll compares with looking at every pair of short games.
func TestDoublesAgreeWithComparingAll(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var d Doubles
	var games []*GameFacts
	doubles := 0
	for range 1000 {
		g := &GameFacts{Tags: tags{}, Start: movegen.StartPosition(), Faulty: random.IntN(10) == 0}
		p := g.Start
		for range random.IntN(5) {
			moves := p.Moves()
			m := moves[random.IntN(3)]
			g.Moves = append(g.Moves, m)
			p.Make(m)
		}
		want := slices.IndexFunc(games, func(h *GameFacts) bool { return !h.Faulty && slices.Equal(g.Moves, h.Moves) })
		if g.Faulty || len(g.Moves) == 0 {
			want = -1
		}
		games = append(games, g)
		first, double := d.Add(g)
		if double != (want >= 0) || double && first != want {
			t.Fatalf("game %d is a double of %d, %v, not %d", len(games)-1, first, double, want)
		}
		if double {
			doubles++
		}
	}
	if doubles < 100 {
		t.Errorf("%d doubles: the test is blind", doubles)
	}
}

func TestGamesAreDivided(t *testing.T) {
	g := game(t, "White=Ann; Black=Bob; Event=Rome 1990; Date=1990.??.??; ECO=C33; Opening=King's Gambit: Accepted", "")
	bare := game(t, "", "")
	bare.Opening = func() (string, string) { return "B20", "Sicilian Defense: Some" }
	for _, test := range []struct{ by, parts, bare string }{
		{"player", "Ann|Bob", ""}, {"eco", "C33", "B20"}, {"opening", "King's Gambit", "Sicilian Defense"},
		{"year", "1990", ""}, {"Event", "Rome 1990", ""}, {"ECO", "C33", ""},
	} {
		d, err := ParseDivision(test.by)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.Parts(g), "|"); got != test.parts {
			t.Errorf("%s: %q", test.by, got)
		}
		if got := strings.Join(d.Parts(bare), "|"); got != test.bare {
			t.Errorf("%s of a bare game: %q", test.by, got)
		}
	}
	for _, text := range []string{"", "players", "event", "A b"} {
		if d, err := ParseDivision(text); err == nil {
			t.Errorf("%q is taken as %v", text, d)
		}
	}
}

func TestFilesGetSafeNames(t *testing.T) {
	var n FileNames
	for _, test := range [][2]string{
		{"Anderssen, Adolf", "Anderssen_Adolf"}, {"anderssen ADOLF", "anderssen_ADOLF_2"}, {"../../etc/passwd", "etc_passwd"}, {"", "unknown"},
		{"..", "unknown_2"}, {"C:\\x", "C_x"}, {"con", "con_"}, {"Com1.x", "Com1_x"}, {"LPT9", "LPT9_"}, {"Réti", "Réti"}, {"-rf", "rf"}, {"a\x00b\nc", "a_b_c"}, {"_2", "2"},
	} {
		if got := n.Name(test[0]); got != test[1] {
			t.Errorf("%q is called %q, not %q", test[0], got, test[1])
		}
	}
	if long := n.Name(strings.Repeat("é", 1000)); len(long) > 2*maxFileName {
		t.Errorf("a name of %d bytes", len(long))
	}
}

func FuzzFileNames(f *testing.F) {
	f.Add("Anderssen, Adolf", "../x")
	f.Fuzz(func(t *testing.T, a, b string) {
		var n FileNames
		x, y := n.Name(a), n.Name(b)
		if strings.EqualFold(x, y) || strings.ContainsAny(x+y, "/\\:*?\"<>|. \x00") || x == "" || y == "" || x[0] == '-' {
			t.Errorf("%q and %q are called %q and %q", a, b, x, y)
		}
	})
}

func TestSamplesAreFairAndTheSameWithTheSameSeed(t *testing.T) {
	var drawn [10]int
	for seed := range uint64(20_000) {
		sample := SampleGames(10, 3, seed)
		if len(sample) != 3 || !slices.IsSorted(sample) || len(slices.Compact(slices.Clone(sample))) != 3 || !slices.Equal(sample, SampleGames(10, 3, seed)) {
			t.Fatalf("seed %d: %v", seed, sample)
		}
		for _, i := range sample {
			drawn[i]++
		}
	}
	for i, n := range drawn {
		if n < 5700 || n > 6300 { // five deviations from 6000
			t.Errorf("game %d is drawn %d times", i, n)
		}
	}
	for _, test := range []struct{ games, wanted, got int }{{0, 3, 0}, {3, 0, 0}, {3, 5, 3}, {3, -1, 0}} {
		if sample := SampleGames(test.games, test.wanted, 1); len(sample) != test.got {
			t.Errorf("%d of %d: %v", test.wanted, test.games, sample)
		}
	}
}

func TestStatisticsCount(t *testing.T) {
	var s Statistics
	for _, g := range []struct {
		tags   string
		result movegen.Result
		moves  string
	}{
		{"White=Ann; Black=Bob; WhiteElo=2000; BlackElo=2200", movegen.WhiteWins, "e2e4 e7e5"},
		{"White=Bob; Black=Ann; WhiteElo=2210; BlackElo=2000", movegen.Drawn, "e2e4"},
		{"White=Ann; Black=Cy; WhiteElo=2000", movegen.BlackWins, ""},
		{"White=Ann; Black=Bob; BlackElo=2200", movegen.Ongoing, "e2e4 e7e5 g1f3"},
	} {
		one := game(t, g.tags, g.moves)
		one.Result = g.result
		one.Opening = func() (string, string) { return "C20", []string{"", "King's Pawn: X"}[min(len(g.moves), 1)] }
		s.Add(one)
	}
	if s.Games != 4 || s.Unfinished != 1 || s.White != (Score{1, 1, 1}) || s.Plies != 6 || s.Shortest != 0 || s.Longest != 3 {
		t.Errorf("%+v", s)
	}
	players := s.Players()
	ann := players[0]
	// 1.5 of 2 against 2205: 2205 + 400 * log10(3).
	if len(players) != 3 || ann.Name != "Ann" || ann.Score != (Score{1, 1, 1}) || ann.Elo != 2000 || ann.Performance != 2396 {
		t.Errorf("%+v", players)
	}
	// 0.5 of 2 against 2000, and an unfinished game.
	if bob := players[1]; bob.Name != "Bob" || bob.Performance != 1809 || bob.Elo != 2210 {
		t.Errorf("%+v", bob)
	}
	if cy := players[2]; cy.Performance != 2800 || cy.Mean() != 1 || cy.Error() != 0 {
		t.Errorf("%+v", cy)
	}
	openings := s.Openings()
	if len(openings) != 2 || openings[0].Name != "King's Pawn" || openings[0].Score != (Score{1, 1, 0}) || openings[1].Score != (Score{0, 0, 1}) {
		t.Errorf("%+v", openings)
	}
}

// TestErrorsCoverTheTruth draws scores of a known mean.
func TestErrorsCoverTheTruth(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	covered := 0
	for range 2000 {
		var s Score
		for range 200 {
			s.add([]movegen.Result{movegen.WhiteWins, movegen.WhiteWins, movegen.Drawn, movegen.BlackWins}[random.IntN(4)], movegen.White)
		}
		if math.Abs(s.Mean()-0.625) <= s.Error() {
			covered++
		}
	}
	if covered < 1860 || covered > 1940 {
		t.Errorf("%d of 2000 are covered", covered)
	}
}
