package laboratory

import (
	"context"
	"errors"
	"math"
	"testing"

	"alfiere/movegen"
	"alfiere/search"
)

func TestPointsByHand(t *testing.T) {
	for score, want := range map[search.Score]float64{
		0: 0.5, 49: 0.5, -49: 0.5, 50: 0.5, -50: 0.5, 51: 201.0 / 400, 150: 0.75, -150: 0.25, 249: 399.0 / 400, -249: 1.0 / 400,
		250: 1, -250: 0, 251: 1, -251: 0, search.MateScore: 1, -search.MateScore: 0,
	} {
		if got := points(score); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d: %v, not %v", score, got, want)
		}
	}
}

// TestPointsAreSymmetricAndWithoutLeaps goes through all scores round the bounds.
func TestPointsAreSymmetricAndWithoutLeaps(t *testing.T) {
	for s := search.Score(-1000); s <= 1000; s++ {
		if sum := points(s) + points(-s); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d: both sides have %v", s, sum)
		}
		if step := points(s+1) - points(s); step < 0 || step > 1.0/400+1e-12 {
			t.Errorf("from %d to %d points grow by %v", s, s+1, step)
		}
	}
}

func TestAJudgeSeesBothSides(t *testing.T) {
	j := gameJudge{Nodes: 3000}
	defer j.Close()
	for fen, want := range map[string]float64{
		movegen.StartFEN: 0.5,
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 1, // Black's queen is missing
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1": 1,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1": 0,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1": 0,
	} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := j.Points(t.Context(), &p); got != want || err != nil {
				t.Errorf("%s: %v, %v", fen, got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := movegen.StartPosition()
	if _, err := j.Points(ctx, &p); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
