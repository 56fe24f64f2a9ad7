package problem

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/movegen"
)

// checkLine returns the error of a line that is to mate in n moves, each of which
// the defender puts off for as long as it can. With n up to exact the reference is asked.
func checkLine(p movegen.Position, line []movegen.Move, n, exact int) error {
	if len(line) != 2*n-1 {
		return fmt.Errorf("%v has no %d moves of the attacker", line, n)
	}
	for i, m := range line {
		if !p.IsLegal(m) {
			return fmt.Errorf("%v: %v is illegal", line, m)
		}
		if left := n - i/2; i%2 == 0 && left <= exact && referenceLength(&p, left) != left {
			return fmt.Errorf("%v: before %v the shortest mate is not in %d", line, m, left)
		}
		p.Make(m)
	}
	if !p.InCheck() || p.HasLegalMove() {
		return fmt.Errorf("%v is no mate", line)
	}
	return nil
}

func TestProofsAreThoseOfTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 2))
	positions, most := 1500, 2
	if long() {
		positions = 20_000
	}
	found := map[int]int{}
	for i := range positions {
		p := randomProblem(r)
		if i%10 == 0 && p.Occupied().Count() < 7 {
			most = 3
		} else {
			most = 2
		}
		want := referenceLength(&p, most)
		found[want]++
		proof, err := Prove(context.Background(), p, Goal{Moves: most, Lines: 300})
		if err != nil || proof.In != want || want == 0 && proof.Without != most || want > 0 && proof.Without != want-1 {
			t.Fatalf("%s: %+v, %v; the reference mates in %d", p.FEN(), proof, err, want)
		}
		if want == 0 {
			continue
		}
		var firsts []movegen.Move
		for _, line := range proof.Lines {
			firsts = append(firsts, line[0])
			if err := checkLine(p, line, want, want); err != nil {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
		}
		all := referenceMates(&p, want)
		slices.Sort(all)
		slices.Sort(firsts)
		if !slices.Equal(firsts, all) {
			t.Fatalf("%s: mates in %d begin with %v, not %v", p.FEN(), want, all, firsts)
		}
		last := []movegen.Move{all[len(all)-1]}
		if one, _ := Prove(context.Background(), p, Goal{Moves: most, Among: last}); one.In != want || len(one.Lines) != 1 || one.Lines[0][0] != last[0] {
			t.Fatalf("%s: among %v: %+v", p.FEN(), last, one)
		}
	}
	if len(found) != 4 || min(found[0], found[1], found[2]) < positions/50 || found[3] < 5 {
		t.Errorf("lengths %v: the test is blind", found)
	}
}

func TestAProofWithinItsLimits(t *testing.T) {
	p := composed(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1") // mate in two, not by checks
	whole, err := Prove(context.Background(), p, Goal{Moves: 5})
	if err != nil || whole.In != 2 || whole.Lines[0][0].String() != "d5d6" {
		t.Fatalf("%+v, %v", whole, err)
	}
	for nodes := uint64(1); nodes <= whole.Nodes; nodes++ {
		proof, err := Prove(context.Background(), p, Goal{Moves: 5, Nodes: nodes})
		switch {
		case err != nil || proof.Nodes > nodes+30: // the checks of one position are tried whatever comes
			t.Fatalf("%d nodes: %+v, %v", nodes, proof, err)
		case proof.In == 0 && proof.Without > 1, proof.In != 0 && proof.In != 2:
			t.Fatalf("%d nodes: %+v", nodes, proof)
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if proof, err := Prove(stopped, p, Goal{Moves: MaxMoves}); err != nil || proof.In != 0 || proof.Without != 0 {
		t.Errorf("stopped before the beginning: %+v, %v", proof, err)
	}
	for _, moves := range []int{-1, 0, MaxMoves + 1} {
		if _, err := Prove(context.Background(), p, Goal{Moves: moves}); !errors.Is(err, ErrMoves) {
			t.Errorf("mate in %d: %v", moves, err)
		}
	}
}

// TestLongDefences follows the lines of the shared data's longer mates.
func TestLongDefences(t *testing.T) {
	seen := 0
	for file, moves := range map[string]int{"m3_open.jsonl": 3, "m4_open.jsonl": 4} {
		eachSolved(t, file, func(row *solvedProblem) {
			if seen++; seen%20 != 0 && !long() || row.Status != "sound" {
				return
			}
			p := composed(t, row.FEN)
			proof, err := Prove(context.Background(), p, Goal{Moves: moves})
			if err != nil || proof.In != moves || proof.Lines[0][0].String() != row.Keys[0] {
				t.Fatalf("%s: %+v, %v", row.FEN, proof, err)
			}
			if err := checkLine(p, proof.Lines[0], moves, 2); err != nil {
				t.Errorf("%s: %v", row.FEN, err)
			}
		})
	}
}
