package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"alfiere/eval"
	"alfiere/movegen"
)

// searchWith returns the result of a search to a depth on an engine that knows nothing.
func searchWith(t *testing.T, p movegen.Position, depth int, m Legacy) Result {
	t.Helper()
	return searchAnew(t, Request{Position: p, Limits: Limits{Depth: depth}, Legacy: m})
}

func TestEveryLegacySettingChangesTheSearchTheSameWayTwice(t *testing.T) {
	p := mustPosition(t, benchPositions[2])
	usual := searchWith(t, p, 9, Legacy{})
	for name, m := range map[string]Legacy{
		"a narrow window below": {Below: 1},
		"a wide window above":   {Above: 400},
		"estimates":             {Lazy: 30},
		"noise":                 {Noise: 10, Seed: 1},
		"recaptures":            {Recaptures: true},
	} {
		first, second := searchWith(t, p, 9, m), searchWith(t, p, 9, m)
		if first.Nodes != second.Nodes || first.Best != second.Best {
			t.Errorf("%s: %d nodes, then %d", name, first.Nodes, second.Nodes)
		}
		if first.Nodes == usual.Nodes {
			t.Errorf("%s changes nothing", name)
		}
		if !p.IsLegal(first.Best) || first.Depth != 9 {
			t.Errorf("%s: %v at depth %d", name, first.Best, first.Depth)
		}
	}
}

func TestMatesAreFoundWithEveryLegacySetting(t *testing.T) {
	p := mustPosition(t, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1") // Morphy 1850
	for _, m := range []Legacy{{Below: 1, Above: 1}, {Lazy: 30}, {Noise: 10, Seed: 7}, {Recaptures: true}} {
		r := newEngine(t).Search(context.Background(), Request{Position: p, Limits: Limits{Nodes: 100_000}, Legacy: m}, nil)
		if mate, _ := r.Score.Mate(); mate != 2 || r.Best.String() != "a1a6" {
			t.Errorf("%+v: %v, score %d", m, r.Best, r.Score)
		}
	}
}

func TestNoiseStaysWithinItsBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m := Legacy{Noise: 10, Seed: 5}
	var seen [21]int
	for range 21000 {
		key := movegen.Key(random.Uint64())
		n := m.NoiseAt(key)
		if n < -10 || n > 10 || n != m.NoiseAt(key) {
			t.Fatalf("the noise is %d, then %d", n, m.NoiseAt(key))
		}
		seen[n+10]++
	}
	for i, count := range seen {
		if count < 800 || count > 1200 {
			t.Errorf("%d comes %d times, not about 1000", i-10, count)
		}
	}
	if (&Legacy{}).NoiseAt(1) != 0 {
		t.Error("there is noise without being asked for")
	}
}

// TestNoiseBelongsToThePosition compares evaluations with noise and without, after moves and
// after null moves: they differ by what the position's key gives, whichever way led there.
func TestNoiseBelongsToThePosition(t *testing.T) {
	legacy := Legacy{Noise: 40, Seed: 3}
	noisy, plain := &worker{static: legacy.evaluation()}, &worker{static: new(Legacy).evaluation()}
	noisy.evaluator, plain.evaluator = eval.New(eval.All), eval.New(eval.All)
	noisy.run, plain.run = &run{request: &Request{Legacy: legacy}}, &run{request: &Request{}}
	passed := 0
	for _, fen := range benchPositions {
		p := mustPosition(t, fen)
		if p.InCheck() {
			continue
		}
		for _, w := range []*worker{noisy, plain} {
			w.tt.tt = emptyEngine(t).tt
			w.stack[0].position = p
			w.stack[0].rawEval = w.static(w, &w.stack[0], 0, -Infinity, Infinity)
			w.pushNull(0)
		}
		if got, want := noisy.stack[0].rawEval-plain.stack[0].rawEval, legacy.NoiseAt(p.Key()); got != want {
			t.Errorf("%s: the noise is %d, not %d", fen, got, want)
		}
		null := &noisy.stack[1]
		got := noisy.static(noisy, null, 1, -Infinity, Infinity) - plain.static(plain, &plain.stack[1], 1, -Infinity, Infinity)
		if want := legacy.NoiseAt(null.position.Key()); got != want {
			t.Errorf("%s: after a null move the noise is %d, not %d", fen, got, want)
		} else if want != 0 {
			passed++
		}
	}
	if passed < 20 {
		t.Errorf("only %d positions were compared", passed)
	}
}

func TestNoiseMakesGamesDiffer(t *testing.T) {
	best := map[movegen.Move]bool{}
	for seed := range uint64(12) {
		best[searchWith(t, movegen.StartPosition(), 4, Legacy{Noise: 10, Seed: seed}).Best] = true
	}
	if len(best) < 2 {
		t.Error("twelve games begin with the same move")
	}
}

// TestEstimatesFollowTheMaterial plays random moves and compares the estimate with material counted from the beginning.
func TestEstimatesFollowTheMaterial(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	w := &worker{run: &run{request: &Request{Legacy: Legacy{Lazy: 30}}}}
	for _, fen := range benchPositions[:10] {
		p := mustPosition(t, fen)
		for range 40 {
			var list movegen.MoveList
			p.LegalMoves(&list)
			if list.Len() == 0 {
				break
			}
			m := list.At(random.IntN(list.Len()))
			next := p.After(m)
			gain := Score(movegen.ExchangeValue(p.Captured(m)))
			if p.Captured(m) == movegen.NoPieceType {
				gain = 0
			}
			if t := m.PromotionType(); t != movegen.NoPieceType {
				gain += Score(movegen.ExchangeValue(t) - movegen.ExchangeValue(movegen.Pawn))
			}
			static := Score(random.IntN(400) - 200)
			w.stack[0].position, w.stack[0].rawEval = p, static
			w.stack[1].position = next
			want := -static - gain
			if got, ok := w.estimate(&w.stack[1], 1, want-30, want+30); got != want || ok {
				t.Fatalf("%s %v: %d, %v within the window; counted %d", p.FEN(), m, got, ok, want)
			}
			for _, alpha := range []Score{want + 31, want - 40} {
				if got, ok := w.estimate(&w.stack[1], 1, alpha, alpha+9); got != want || !ok {
					t.Fatalf("%s %v: %d, %v outside the window; counted %d", p.FEN(), m, got, ok, want)
				}
			}
			p = next
		}
	}
	w.stack[0].rawEval = noEval
	if _, ok := w.estimate(&w.stack[1], 1, 500, 501); ok {
		t.Error("there is an estimate after a check")
	}
}
