package tune

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"testing/synctest"

	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// greedy is a player that looks one half-move ahead: quick, and lost by nobody.
type greedy struct {
	evaluator *eval.Evaluator
	closed    *int
}

func (g *greedy) NewGame() { g.evaluator = eval.New(eval.All) }

func (g *greedy) Close() { *g.closed++ }

func (g *greedy) Think(_ context.Context, p movegen.Position, _ []movegen.Key) Thought {
	var moves movegen.MoveList
	p.LegalMoves(&moves)
	best := Thought{Score: -eval.MaxScore - 1}
	for _, m := range moves.Moves() {
		next := p.After(m)
		if score := -g.evaluator.Evaluate(&next); score > best.Score {
			best = Thought{Best: m, Score: score}
		}
	}
	return best
}

// greedyGenerator counts in closed the players that were closed.
func greedyGenerator(seed uint64, threads int, closed *int) *generator {
	return &generator{Seed: seed, Threads: threads, NewPlayer: func() (Player, error) {
		return &greedy{closed: closed}, nil
	}}
}

// greedyGames returns games played without a search.
func greedyGames(t testing.TB, count int, seed uint64) []game {
	t.Helper()
	var games []game
	err := greedyGenerator(seed, 1, new(int)).Run(t.Context(), 0, uint64(count), func(g *game) error {
		games = append(games, *g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func TestGamesDependOnSeedAndNumberAlone(t *testing.T) {
	want := greedyGames(t, 12, 1)
	closed := make([]int, 1)
	var got []game
	g := greedyGenerator(1, 1, &closed[0])
	for _, part := range [][2]uint64{{0, 3}, {3, 4}, {4, 12}} {
		if err := g.Run(t.Context(), part[0], part[1], func(g *game) error { got = append(got, *g); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("played in three parts the games are others")
	}
	if closed[0] != 3 {
		t.Errorf("%d players were closed, want 3", closed[0])
	}
	got = nil
	parallel := generator{Seed: 1, Threads: 3, NewPlayer: func() (Player, error) { return &greedy{closed: new(int)}, nil }}
	if err := parallel.Run(t.Context(), 0, 12, func(g *game) error { got = append(got, *g); return nil }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("played at three tables the games are others or in another order")
	}
	if reflect.DeepEqual(greedyGames(t, 12, 2), want) {
		t.Error("another seed gives the same games")
	}
}

func TestKeptPositionsAreQuietAndOfTheirGame(t *testing.T) {
	positions := 0
	for _, g := range greedyGames(t, 20, 3) {
		ply := -1
		for _, s := range g.Samples {
			positions++
			p := s.Position
			if p.InCheck() {
				t.Errorf("%s: in check", p.FEN())
			}
			now := 2*p.FullmoveNumber() + int(p.Side())
			if now <= ply {
				t.Errorf("%s does not follow", p.FEN())
			}
			ply = now
			if gain := gainOfCaptures(&p); gain > captureGain {
				t.Errorf("%s: a capture gains %d", p.FEN(), gain)
			}
		}
	}
	if positions < 100 {
		t.Errorf("only %d positions in 20 games", positions)
	}
}

// gainOfCaptures is the reference implementation: what the best sequence of captures gains, by plain minimax.
func gainOfCaptures(p *movegen.Position) int {
	e := eval.New(eval.All)
	var value func(p movegen.Position, depth int) int
	value = func(p movegen.Position, depth int) int {
		best := e.Evaluate(&p)
		if depth == 0 {
			return best
		}
		var moves movegen.MoveList
		p.Captures(&moves)
		for _, m := range moves.Moves() {
			if p.SeeGE(m, 0) {
				best = max(best, -value(p.After(m), depth-1))
			}
		}
		return best
	}
	return value(*p, captureDepth) - e.Evaluate(p)
}

func TestTheBestMoveAndTheScoreDecideWhatIsQuiet(t *testing.T) {
	j := judge{eval.New(eval.All)}
	tests := []struct {
		name, fen string
		move      movegen.Move
		gain      int // of the search over the static score
		want      bool
	}{
		{"a quiet move", movegen.StartFEN, movegen.MakeMove(12, 28, movegen.Normal), 0, true},
		{"the search finds far more", movegen.StartFEN, movegen.MakeMove(12, 28, movegen.Normal), searchGain + 1, false},
		{"the search finds far less", movegen.StartFEN, movegen.MakeMove(12, 28, movegen.Normal), -searchGain - 1, false},
		{"a capture is best", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", movegen.MakeMove(28, 35, movegen.Normal), 0, false},
		{"a capture gains", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", movegen.MakeMove(28, 36, movegen.Normal), 0, false},
		{"check", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", movegen.MakeMove(4, 12, movegen.Normal), 0, false},
		{"a promotion is best", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", movegen.MakePromotion(48, 56, movegen.Queen), 0, false},
	}
	for _, test := range tests {
		p := must.Get(movegen.ParseFEN(test.fen))(t)
		if got := j.isQuiet(&p, test.move, j.evaluator.Evaluate(&p)+test.gain); got != test.want {
			t.Errorf("%s: quiet is %v", test.name, got)
		}
	}
}

func TestTheUmpireEndsDecidedGames(t *testing.T) {
	repeat := func(n int, scores ...int) (all []int) {
		for range n {
			all = append(all, scores...)
		}
		return all
	}
	tests := []struct {
		name   string
		scores []int // for White, before each half-move
		after  int   // half-moves before the first score
		want   points
		over   int // after how many scores; 0 is never
	}{
		{"White is winning", repeat(winPlies, winScore), 0, whiteWon, winPlies},
		{"Black is winning", repeat(winPlies, -winScore), 0, blackWon, winPlies},
		{"the sides do not agree", repeat(20, winScore, 0), 0, draw, 0},
		{"one side and then the other", repeat(20, winScore, -winScore), 0, draw, 0},
		{"level too early", repeat(drawPlies, 0), 0, draw, 0},
		{"level", repeat(drawPlies, drawScore, -drawScore), drawAfter, draw, drawPlies},
		{"nearly level", repeat(drawPlies, drawScore, drawScore+1), drawAfter, draw, 0},
		{"too long", []int{300}, maxPlies, draw, 1},
	}
	for _, test := range tests {
		var u umpire
		over, result := 0, draw
		for i, score := range test.scores {
			var end bool
			if end, result = u.judge(test.after+i, score, false); end {
				over = i + 1
				break
			}
		}
		if over != test.over || over > 0 && result != test.want {
			t.Errorf("%s: over after %d scores with %d points, want %d with %d", test.name, over, result, test.over, test.want)
		}
	}
	var u umpire
	if over, result := u.judge(0, -30000, true); !over || result != blackWon {
		t.Errorf("a mate is announced to White: %v, %d", over, result)
	}
}

func TestARunEndsWithItsContextAndWithErrors(t *testing.T) {
	full := errors.New("the disk is full")
	closed := 0
	g := greedyGenerator(1, 1, &closed)
	if err := g.Run(t.Context(), 0, 100, func(g *game) error {
		if g.Number == 2 {
			return full
		}
		return nil
	}); err != full {
		t.Errorf("keep failed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	kept := 0
	if err := g.Run(ctx, 0, 1_000_000, func(*game) error { kept++; cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("the context ended: %v", err)
	}
	if kept != 1 {
		t.Errorf("%d games were handed over, want 1", kept)
	}
	g.NewPlayer = func() (Player, error) { return nil, full }
	if err := g.Run(t.Context(), 0, 1, func(*game) error { return nil }); err != full {
		t.Errorf("no player: %v", err)
	}
	if closed != 2 {
		t.Errorf("%d players were closed, want 2", closed)
	}
}

// TestARunEndsAlthoughATurnIsNeverPlayed: a run may end between the two queues to which a turn goes.
func TestARunEndsAlthoughATurnIsNeverPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enough := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(enough)
		for range 50 { // the queue and the end of the context are equally likely to be seen first
			turns := make(chan turn, 1)
			turns <- turn{new(game), make(chan game)}
			if err := keepAll(ctx, turns, nil); err != enough {
				t.Fatalf("error %v", err)
			}
		}
	})
}

func TestGamesBeginInTheOpeningsGiven(t *testing.T) {
	p := must.Get(movegen.ParseFEN("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"))(t)
	g := greedyGenerator(1, 1, new(int))
	g.Openings = []movegen.Position{p}
	positions := 0
	if err := g.Run(t.Context(), 0, 5, func(g *game) error {
		for _, s := range g.Samples {
			positions++
			if s.Position.ByType(movegen.Knight) != 0 && s.Position.FullmoveNumber() < 6 {
				t.Errorf("%s comes from another opening", s.Position.FEN())
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if positions == 0 {
		t.Error("there are no positions")
	}
}
