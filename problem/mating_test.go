package problem

import (
	"context"
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// TestAMateIsKnownWithoutMakingTheMove compares isMate with the moves that are left
// after every check, in games of random moves from random problems.
func TestAMateIsKnownWithoutMakingTheMove(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 1))
	checks, mates, parried := 0, 0, 0
	for range 4000 {
		p := randomProblem(r)
		for range 12 {
			s := newSolver(context.Background(), p, Options{Moves: 1})
			free := unguarded(&p)
			var list movegen.MoveList
			p.CheckingMoves(&list)
			for _, m := range list.Moves() {
				next := p.After(m)
				want := !next.HasLegalMove()
				if got := s.isMate(0, m, free); got != want {
					t.Fatalf("%s %v: mate %t, want %t", p.FEN(), m, got, want)
				}
				checks++
				if want {
					mates++
				} else if isPlain(&p, m) {
					if c := newChecking(&p, m, placed(&p, m)); !c.kingEscapes(free) {
						parried++
					}
				}
			}
			p.LegalMoves(&list)
			if list.Len() == 0 {
				break
			}
			p.Make(list.At(r.IntN(list.Len())))
		}
	}
	if checks < 20_000 || mates < 1000 || parried < 200 {
		t.Errorf("%d checks, %d mates, %d checks parried by other men: a poor test", checks, mates, parried)
	}
}

// TestChecksThatAreHardToJudge holds cases where one thing decides.
func TestChecksThatAreHardToJudge(t *testing.T) {
	cases := []struct {
		name, fen, move string
		mate            bool
	}{
		{"on the back rank nothing helps", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
		{"a rook steps in between", "7k/6rp/8/8/8/8/8/R1B1K3 w - - 0 1", "a1a8", false},
		{"a pinned rook may not", "7k/6rp/8/8/8/8/1B6/R3K3 w - - 0 1", "a1a8", true},
		{"a pawn steps two squares in between", "8/3p4/7p/7k/7p/8/8/R5RK w - - 0 1", "a1a5", false},
		{"a pawn does not jump", "8/3p4/3P3p/7k/7p/8/8/R5RK w - - 0 1", "a1a5", true},
		{"a pawn that has passed steps nowhere", "8/8/7p/7k/3p3p/8/8/R5RK w - - 0 1", "a1a5", true},
		{"the checking pawn is captured en passant", "2B1B3/8/8/k1K5/2p5/8/1P6/8 w - - 0 1", "b2b4", false},
		{"it is not if it stepped once", "2B1B3/8/8/k1K5/2p5/1P6/8/8 w - - 0 1", "b3b4", true},
		{"in double check no pawn captures", "3qkb2/3p1pp1/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", true},
		{"in single check it does", "3qkb2/3pppp1/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", false},
		{"the king takes an unguarded checker", "7k/6pp/8/8/8/8/8/Q3K3 w - - 0 1", "a1g7", false},
		{"a guarded checker it does not take", "7k/6pp/8/8/8/8/1Q6/B3K3 w - - 0 1", "b2g7", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := composed(t, c.fen)
			var list movegen.MoveList
			p.CheckingMoves(&list)
			for _, m := range list.Moves() {
				if m.String() == c.move {
					s := newSolver(context.Background(), p, Options{Moves: 1})
					if got := s.isMate(0, m, unguarded(&p)); got != c.mate {
						t.Errorf("%v: mate %t, want %t", m, got, c.mate)
					}
					return
				}
			}
			t.Errorf("%s is not among the checks %v", c.move, list.Moves())
		})
	}
}
