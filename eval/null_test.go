package eval

import (
	"slices"
	"testing"

	"alfiere/movegen"
)

func TestAPassedMoveTurnsTheScoreRound(t *testing.T) {
	for _, test := range []struct {
		knowledge   Knowledge
		most, worst int // error of 19 positions in 20, and of all
	}{
		{All, 0, 0},           // with the network the position is evaluated
		{Thesis, 2, MaxScore}, // the race of a passed pawn against the king turns on the move
		{Thesis &^ Attack, 2, 10},
		{Thesis &^ Mobility &^ Attack, 1, 10},
		{Mobility | Pawns, 2, 2},
		{Material, 0, 0},
	} {
		e := New(test.knowledge)
		var errors []int
		for _, p := range randomPositions(3000, 9) {
			if p.InCheck() {
				continue
			}
			before := e.Evaluate(&p)
			p.MakeNull()
			off := e.EvaluateAfterNull(&p, 0, before) - e.Evaluate(&p)
			errors = append(errors, max(off, -off))
		}
		slices.Sort(errors)
		if got := errors[len(errors)*95/100]; got > test.most {
			t.Errorf("%q: 19 of 20 differ by up to %d, not %d", test.knowledge, got, test.most)
		}
		if got := errors[len(errors)-1]; got > test.worst {
			t.Errorf("%q: one differs by %d, more than %d", test.knowledge, got, test.worst)
		}
	}
}

func TestAPassedMoveStaysWithinTheBounds(t *testing.T) {
	p := mustParse(t, movegen.StartFEN)
	if got := New(Thesis).EvaluateAfterNull(p, 0, -MaxScore); got != MaxScore {
		t.Errorf("%d, not %d", got, MaxScore)
	}
}
