package problem

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"alfiere/movegen"
)

func TestThePlayAfterAKeyThatHasBeenMadeIsThatOfThePhase(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 7))
	keys, tries := 0, 0
	for range 400 {
		p := randomProblem(r)
		o := Options{Moves: 2, Tries: 1, AllDefences: true}
		report, err := Analyse(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, phase := range append(report.Keys, report.Tries...) {
			o.PostKey = true
			after, err := Analyse(context.Background(), p.After(phase.Move), o)
			if err != nil || after.Mover() != p.Side() {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
			want := NoSolution
			if keys++; i < len(report.Keys) {
				want = Sound
			} else {
				tries++
			}
			phase.Move = movegen.NoMove
			if after.Verdict != want || !after.Complete || !reflect.DeepEqual(*after.PostKey, phase) {
				t.Errorf("%s: %v, %+v, want %+v", p.FEN(), after.Verdict, *after.PostKey, phase)
			}
		}
	}
	if keys < 20 || tries < 20 {
		t.Errorf("only %d phases, %d tries", keys, tries)
	}
}
