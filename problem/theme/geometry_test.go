package theme

import (
	"context"
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// The judgement of problem finds the pins that a mate needs in a way of its own, so each is the other's reference. En
// passant, which neededPins leaves out, does not occur here: the last move is a check by a piece, or no double step.
func TestNeededPinsAreThoseOfTheJudgement(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	mates, pins := 0, 0
	for mates < 2000 {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		report, err := problem.Analyse(context.Background(), p, problem.Options{Moves: 2, Judge: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, picture := range report.Pictures {
			end := p
			for _, m := range picture.Line {
				end.Make(m)
			}
			if got := neededPins(&end); got != picture.Pins {
				t.Fatalf("%s: pins %v, want %v", end.FEN(), got, picture.Pins)
			}
			mates++
			pins += picture.Pins.Count()
		}
	}
	if pins == 0 {
		t.Error("no mate needed a pin")
	}
}

// Closing a line or emptying a square must agree with what the rules say of the
// position so changed: a mated king escapes to a square exactly if it may move there.
func TestEscapesAreKingMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 20000 {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		var want movegen.Bitboard
		for _, m := range p.Moves() {
			if m.From() == p.King(p.Side()) && m.Kind() == movegen.Normal {
				want |= m.To().Bitboard()
			}
		}
		if got := escapes(&p, p.Occupied()); got != want {
			t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
		}
	}
}
