package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// Each row ranks some moves, the best first; those of one string are alike.
func TestMovesAreRankedByDistanceClockAndRepetition(t *testing.T) {
	type ranked struct {
		distance int // as the tables give it
		before   int // times that the position after the move has been there
	}
	type group []ranked
	const off, shortest = true, true
	for _, c := range []struct {
		name              string
		clock             int
		ruleOff, shortest bool
		groups            []group
	}{
		{"the search chooses among safe wins, and among draws", 0, !off, !shortest,
			[]group{{{1, 0}, {80, 0}}, {{0, 0}}, {{-1, 0}}}},
		{"what comes near to the rule is ordered by distance", 0, !off, !shortest,
			[]group{{{80, 0}}, {{81, 0}}, {{99, 0}}, {{100, 0}}, {{101, 0}}, {{102, 0}}, {{0, 0}}}},
		{"the clock brings the rule nearer", 50, !off, !shortest,
			[]group{{{1, 0}, {30, 0}}, {{31, 0}}, {{49, 0}}, {{50, 0}}, {{51, 0}}, {{0, 0}}}},
		{"a capture into a win that the rule takes is no more than that", 98, !off, !shortest,
			[]group{{{1, 0}}, {{2, 0}}, {{101, 0}}, {{0, 0}}}},
		{"the shortest way", 40, !off, shortest, []group{{{1, 0}}, {{3, 0}}, {{59, 0}}, {{60, 0}}, {{0, 0}}}},
		{"a repetition is worse than other wins, a third one a draw", 20, !off, !shortest,
			[]group{{{1, 0}, {31, 0}}, {{65, 0}}, {{3, 1}}, {{5, 1}}, {{80, 0}}, {{85, 0}}, {{0, 0}, {3, 2}}, {{-3, 0}}}},
		{"the same on the shortest way", 20, !off, shortest,
			[]group{{{3, 1}}, {{5, 0}}, {{31, 1}}, {{80, 0}}, {{0, 0}, {1, 2}}}},
		{"without the rule all wins are won", 0, off, !shortest, []group{{{1, 0}, {100, 0}, {101, 0}, {400, 0}}, {{0, 0}}}},
		{"without the rule, the shortest way", 60, off, shortest,
			[]group{{{1, 0}}, {{100, 0}}, {{101, 0}}, {{400, 1}}, {{0, 0}, {1, 2}}, {{-101, 0}, {-1, 0}}}},
		{"lost moves are alike where the rule is far", 0, !off, !shortest, []group{{{0, 0}}, {{-1, 0}, {-40, 0}}}},
		{"near to it the longest resists best", 20, !off, !shortest,
			[]group{{{-101, 0}}, {{-81, 0}}, {{-80, 0}}, {{-60, 0}}, {{-40, 0}}, {{-39, 0}, {-1, 0}}}},
		{"a third repetition saves a lost game", 20, !off, !shortest, []group{{{-30, 2}}, {{-81, 0}}, {{-30, 1}, {-20, 0}}}},
	} {
		root := tbRoot{rule50: !c.ruleOff, clock: c.clock, shortest: c.shortest}
		previous := 1 << 20
		for i, group := range c.groups {
			first := 0
			for j, move := range group {
				rank := root.rank(&syzygy.Move{DTZ: move.distance}, move.before).rank
				if j == 0 {
					first = rank
				}
				if rank != first || rank >= previous {
					t.Errorf("%s: group %d, %+v: rank %d, the first of the group %d, the group before %d", c.name, i, move, rank, first, previous)
				}
			}
			previous = first
		}
	}
}

func TestRankedMovesAreReportedByTheirOutcome(t *testing.T) {
	for _, c := range []struct {
		distance, clock, before int
		ruleOff                 bool
		want                    Score
	}{
		{5, 0, 0, false, TBWin}, {5, 95, 0, false, TBWin}, {5, 96, 0, false, 7 + cursedScore}, {5, 96, 0, true, TBWin},
		{5, 9, 1, false, TBWin}, {5, 9, 2, false, 7}, {0, 3, 0, false, 7}, {-5, 3, 0, false, -TBWin},
		{-5, 96, 0, false, 7 - cursedScore}, {-101, 0, 0, false, 7 - cursedScore}, {-101, 0, 0, true, -TBWin},
	} {
		root := tbRoot{rule50: !c.ruleOff, clock: c.clock, drawScore: 7}
		if got := root.rank(&syzygy.Move{DTZ: c.distance}, c.before).score; got != c.want {
			t.Errorf("%+v: reported as %d", c, got)
		}
	}
}

func TestMatesOfRankedMovesAreReported(t *testing.T) {
	for _, c := range []struct{ found, table, want Score }{
		{300, TBWin, TBWin}, {MateScore - 5, TBWin, MateScore - 5}, {-MateScore + 4, TBWin, TBWin},
		{-MateScore + 4, -TBWin, -MateScore + 4}, {300, 0, 0}, {MateScore - 5, 0, 0}, {MateScore - 5, cursedScore, cursedScore},
	} {
		m := rootMove{lastScore: c.found, bound: Lower, tb: &tbRank{score: c.table}}
		got, bound := m.reported()
		if got != c.want || (bound == Exact) != (got == c.table) {
			t.Errorf("%+v: %d, bound %d", c, got, bound)
		}
	}
	if got, bound := (&rootMove{lastScore: 300, bound: Upper}).reported(); got != 300 || bound != Upper {
		t.Errorf("without tables: %d, bound %d", got, bound)
	}
}

// A king that goes to and fro: what has stood on the board since the last pawn move.
func TestRepetitionsAreCountedSinceTheLastPawnMove(t *testing.T) {
	p := mustPosition(t, "8/8/8/8/4k3/8/4P3/4K2R w - - 0 1")
	var history []movegen.Key
	distance := -20
	play := func(moves ...string) {
		for _, text := range moves {
			history = append(history, p.Key())
			p.Make(quietly(t, text))
		}
	}
	times := func(move string) int {
		return timesBefore(&p, &syzygy.Move{Move: quietly(t, move), DTZ: distance}, history)
	}
	play("h1h2", "e4d4", "h2h1")
	if hasRepeated(&p, history) || times("d4e4") != 1 || times("d4c4") != 0 {
		t.Errorf("before the first repetition: %v, %d, %d", hasRepeated(&p, history), times("d4e4"), times("d4c4"))
	}
	play("d4e4")
	if !hasRepeated(&p, history) || times("h1h2") != 1 || times("h1h3") != 0 {
		t.Errorf("after the first repetition: %v, %d, %d", hasRepeated(&p, history), times("h1h2"), times("h1h3"))
	}
	play("h1h2", "e4d4", "h2h1")
	if times("d4e4") != 2 {
		t.Errorf("before the second repetition: %d", times("d4e4"))
	}
	play("d4c4")
	if times("h1f1") != 0 {
		t.Errorf("before a reply that repeats nothing: %d", times("h1f1"))
	}
	play("h1g1")
	if times("c4d4") != 0 {
		t.Errorf("before a reply that would be the third repetition, but of the winning side: %d", times("c4d4"))
	}
	if distance = 20; times("c4d4") != 2 || times("c4b4") != 0 {
		t.Errorf("before a reply that would be the third repetition: %d, %d", times("c4d4"), times("c4b4"))
	}
	play("c4d4", "e2e3", "d4d5")
	if hasRepeated(&p, history) || times("h1h2") != 0 {
		t.Errorf("after a pawn move: %v, %d", hasRepeated(&p, history), times("h1h2"))
	}
	history = nil // a position whose clock is older than what is known of the game
	if hasRepeated(&p, history) || times("h1h2") != 0 {
		t.Error("without a history there are repetitions")
	}
}

// linesOf returns the root moves of the lines of the last iteration, with their scores.
func linesOf(t *testing.T, request Request) (moves []movegen.Move, scores []Score, result Result) {
	t.Helper()
	moves, scores = make([]movegen.Move, request.MultiPV), make([]Score, request.MultiPV)
	result = newEngine(t).Search(context.Background(), request, func(info Info) {
		if len(info.Line) > 0 {
			moves[info.MultiPV-1], scores[info.MultiPV-1] = info.Line[0], info.Score
		}
	})
	return moves, scores, result
}

// TestLinesFollowTheRanks: with many lines those of lower ranks come behind, each reported by its
// own value. The pawn is to be promoted at once.
func TestLinesFollowTheRanks(t *testing.T) {
	p := mustPosition(t, "8/1P6/8/8/8/4k3/8/K7 w - - 0 1")
	request := Request{Position: p, Limits: Limits{Depth: 5}, Endgames: everything(smallTables(t)), MultiPV: 9}
	moves, scores, result := linesOf(t, request)
	if moves[0] != result.Best || scores[0] != result.Score || result.TBHits != uint64(len(p.Moves())) {
		t.Errorf("%v %d, the result is %v %d with %d hits", moves[0], scores[0], result.Best, result.Score, result.TBHits)
	}
	before := Infinity
	for i, m := range moves[:len(p.Moves())] {
		next := p.After(m)
		value, ok := request.Endgames.Tables.WDL(&next)
		if !ok {
			t.Fatal(next.FEN())
		}
		if won := scores[i] > TBBound; won != (value == syzygy.Loss) || !won && scores[i] != 0 {
			t.Errorf("line %d, %v: %d", i+1, m, scores[i])
		}
		if scores[i] > before && (scores[i] > TBBound) != (before > TBBound) {
			t.Errorf("line %d, %v: %d behind %d", i+1, m, scores[i], before)
		}
		before = scores[i]
	}
	if scores[0] <= TBBound || before != 0 {
		t.Errorf("the scores are %v", scores)
	}
}

func TestOnlyTheMovesAskedForAreRanked(t *testing.T) {
	p := mustPosition(t, "8/1P6/8/8/8/4k3/8/K7 w - - 0 1")
	tables := smallTables(t)
	for _, c := range []struct {
		name  string
		moves []string // of the king
		best  string
		score Score
	}{
		{"any move of the king wins as well", []string{"a1a2"}, "a1a2", TBWin},
		{"two", []string{"a1b1", "a1b2"}, "", TBWin},
	} {
		var wanted []movegen.Move
		for _, text := range c.moves {
			wanted = append(wanted, quietly(t, text))
		}
		request := Request{Position: p, Limits: Limits{Depth: 1, Moves: wanted}, Endgames: everything(tables)}
		result := newEngine(t).Search(context.Background(), request, nil)
		if !slices.Contains(wanted, result.Best) || result.Score != c.score {
			t.Errorf("%s: %v, %d", c.name, result.Best, result.Score)
		}
	}
	// A move that takes the rook and one that leaves it, for the side that is to hold the draw.
	p = mustPosition(t, "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1")
	for move, want := range map[string]Score{"b3b2": 0, "b3c4": -TBWin} {
		request := Request{Position: p, Limits: Limits{Depth: 1, Moves: []movegen.Move{quietly(t, move)}}, Endgames: everything(tables)}
		if result := newEngine(t).Search(context.Background(), request, nil); result.Score != want || result.Best.String() != move {
			t.Errorf("%s: %v, %d, not %d", move, result.Best, result.Score, want)
		}
	}
	request := Request{Position: p, Limits: Limits{Depth: 1}, Endgames: everything(tables)}
	if result := newEngine(t).Search(context.Background(), request, nil); result.Score != 0 || result.Best.String() != "b3b2" {
		t.Errorf("of all moves: %v, %d", result.Best, result.Score)
	}
}

// TestWithoutDistancesValuesAreKept: with tables of values alone no move throws away what
// there is; on the way to a win the tables are not asked.
func TestWithoutDistancesValuesAreKept(t *testing.T) {
	full := openTables(t)
	tables := openTablesIn(t, linkTables(t, func(name string) bool { return strings.HasSuffix(name, ".rtbw") }))
	random := rand.New(rand.NewPCG(15, 4))
	e := newEngine(t)
	for i := range effort.Of(200, 80, 40) {
		material := []string{"KQvKR", "KRvKP", "KPvKP", "KBNvK", "KPPvK", "KRPvK"}[i%6]
		p := randomEnding(random, material)
		value, _ := full.WDL(&p)
		request := Request{Position: p, Limits: Limits{Depth: 4}, Endgames: everything(tables)}
		result := e.Search(context.Background(), request, nil)
		if fault := contradiction(full, p, value, result); fault != "" {
			t.Errorf("%s: %s", p.FEN(), fault)
		}
		if result.TBHits != uint64(len(p.Moves())) {
			t.Errorf("%s: %d hits", p.FEN(), result.TBHits)
		}
	}
	for range 3 {
		for _, material := range []string{"KPPvK", "KRPvK", "KNPvK"} {
			p := randomOf(t, random, full, material, syzygy.Win)
			request := Request{Position: p, Limits: Limits{Nodes: 500}, Endgames: everything(tables)}
			if err := playOut(e, full, request); err != nil {
				t.Errorf("%s: %v", p.FEN(), err)
			}
		}
	}
}

// TestOnlyTheBestRankIsSearched: other moves cost no nodes, and the best of some moves is not stored for the root.
func TestOnlyTheBestRankIsSearched(t *testing.T) {
	e := newEngine(t)
	p := mustPosition(t, "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1") // only by taking the rook it is held
	request := Request{Position: p, Limits: Limits{Depth: 5}, Endgames: everything(smallTables(t))}
	result := e.Search(context.Background(), request, nil)
	if result.Score != 0 || result.Threads[0].Score != 0 {
		t.Errorf("%+v", result)
	}
	w := e.workers[0]
	for _, move := range w.rootMoves {
		if (move.nodes > 0) != (move.move == result.Best) {
			t.Errorf("%v: %d nodes", move.move, move.nodes)
		}
	}
	if m := w.tt.move(p.Key()); m != movegen.NoMove {
		t.Errorf("%v is stored for the root", m)
	}
	for i := range w.rootMoves { // as if the search thought best of the worst
		w.rootMoves[i].score = Score(i)
	}
	if w.sortRootMoves(0, len(w.rootMoves)); w.rootMoves[0].move != result.Best {
		t.Errorf("%v comes first", w.rootMoves[0].move)
	}
	w.listRootMoves()
	if w.rootMoves[0].move != result.Best {
		t.Errorf("%v is searched first", w.rootMoves[0].move)
	}
}

func TestASingleGoodMoveNeedsNoThinking(t *testing.T) {
	use := everything(smallTables(t))
	random := rand.New(rand.NewPCG(15, 5))
	for {
		p := randomOf(t, random, use.Tables, "KPvK", syzygy.Win)
		if moves, _ := use.Tables.Moves(&p); len(moves) < 2 || moves[1].WDL == syzygy.Win {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		newEngine(t).Search(ctx, Request{Position: p, Limits: Limits{Clock: Clock{Remaining: time.Hour}}, Endgames: use}, nil)
		if ctx.Err() != nil {
			t.Errorf("%s is thought about for ten seconds", p.FEN())
		}
		return
	}
}

// TestTheRootIsRankedWithinItsLimits: what is not to be looked up is not ranked.
func TestTheRootIsRankedWithinItsLimits(t *testing.T) {
	tables := smallTables(t)
	for _, c := range []struct {
		name, fen   string
		limit       int
		ranks, tree bool
	}{
		{"a position of the tables", "8/1P6/8/8/8/4k3/8/K7 w - - 0 1", 7, true, false},
		{"too many pieces for the limit", "8/1P6/8/8/8/4k3/8/K7 w - - 0 1", 2, false, true},
		{"no pieces at all", "8/1P6/8/8/8/4k3/8/K7 w - - 0 1", 0, false, false},
		{"castling", "8/8/8/8/8/4k3/8/4K2R w K - 0 1", 7, false, true},
		{"a piece more than the tables have", "8/1P6/8/8/8/4k3/p7/K7 w - - 0 1", 7, false, true},
	} {
		use := everything(tables)
		use.ProbeLimit = c.limit
		request := Request{Position: mustPosition(t, c.fen), Endgames: use}
		r := run{request: &request}
		r.rankRoot()
		if (len(r.ranks) > 0) != c.ranks || (request.Endgames.Tables != nil) != c.tree || request.Endgames.ProbeLimit > 3 {
			t.Errorf("%s: %d ranks, in the tree %+v", c.name, len(r.ranks), request.Endgames)
		}
	}
}

// TestWithoutProgressTheShortestWayIsTaken, but a mate that is asked for may go any way.
func TestWithoutProgressTheShortestWayIsTaken(t *testing.T) {
	tables := smallTables(t)
	for _, c := range []struct {
		clock, mate int
		shortest    bool
	}{{strictRankClock - 1, 0, false}, {strictRankClock, 0, true}, {strictRankClock, 3, false}} {
		fen := fmt.Sprintf("8/8/8/8/4k3/Q7/8/K7 w - - %d 60", c.clock)
		request := Request{Position: mustPosition(t, fen), Endgames: everything(tables), Limits: Limits{Mate: c.mate}}
		r := run{request: &request}
		r.rankRoot()
		if shortest := r.ranks[0].rank < rankWon; shortest != c.shortest {
			t.Errorf("clock %d, mate in %d: %+v", c.clock, c.mate, r.ranks[0])
		}
	}
}
