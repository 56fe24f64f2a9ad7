package problem

import (
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/movegen"
)

// keepsTry says the same as lostTries by solving the problem without the man.
func keepsTry(t *testing.T, whole movegen.Position, try *Phase, man movegen.Square) bool {
	b := whole.Builder()
	b.Board[man] = movegen.NoPiece
	p, _, err := b.Build(movegen.Rules{Composed: true})
	if err != nil {
		t.Fatal(err)
	}
	reduced := analyse(t, p, Options{Moves: 2, Tries: 1})
	i := slices.IndexFunc(reduced.Tries, func(other Phase) bool { return other.Move == try.Move })
	if i < 0 {
		return false
	}
	other := &reduced.Tries[i]
	if other.Kind != try.Kind || !other.Threats.equal(&try.Threats) || !slices.Equal(other.Refutations, try.Refutations) {
		return false
	}
	left := 0
	for _, v := range try.Variations {
		if v.Defence.From() == man {
			for _, m := range v.Mates.Moves {
				if !slices.Contains(other.Threats.Moves, m) && !slices.ContainsFunc(other.Variations, func(w Variation) bool { return slices.Contains(w.Mates.Moves, m) }) {
					return false
				}
			}
			continue
		}
		left++
		if w := other.answer(v.Defence); w == nil || !w.Mates.equal(&v.Mates) {
			return false
		}
	}
	return left == len(other.Variations)
}

// TestLostTriesAreThoseOfTheProblemWithoutTheMan, of random problems and of composed ones.
func TestLostTriesAreThoseOfTheProblemWithoutTheMan(t *testing.T) {
	lost, kept := 0, 0
	check := func(p movegen.Position) {
		r := analyse(t, p, Options{Moves: 2, Judge: true, Tries: 1})
		if r.Economy == nil {
			return
		}
		for men := r.Economy.Superfluous; men != 0; {
			man := men.Pop()
			var got []movegen.Move
			if i := slices.IndexFunc(r.Economy.Lost, func(l Loss) bool { return l.Man == man }); i >= 0 {
				got = r.Economy.Lost[i].Tries
			}
			for i := range r.Tries {
				try := &r.Tries[i]
				if r.Triviality(try) == CapturedTry {
					if slices.Contains(got, try.Move) {
						t.Errorf("%s: %v is trivial", p.FEN(), try.Move)
					}
					continue
				}
				want := try.Move.From() == man || !keepsTry(t, p, try, man)
				if slices.Contains(got, try.Move) != want {
					t.Errorf("%s: without %v the try %v is lost: %t", p.FEN(), man, try.Move, want)
				}
				if want {
					lost++
				} else {
					kept++
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(5, 8))
	for range 150 {
		check(randomProblem(r))
	}
	n := 0
	eachSolved(t, "open.jsonl", func(row *solvedProblem) {
		if n++; n%40 == 0 || long() {
			check(composed(t, row.FEN))
		}
	})
	check(composed(t, "1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1"))
	check(composed(t, "5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - 0 1"))
	if lost < 5 || kept < 5 {
		t.Errorf("%d lost, %d kept: a poor test", lost, kept)
	}
}
