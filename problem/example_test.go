package problem_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// J. Cumpe's block of 1908: White waits with the king, and whatever Black plays lets in a mate.
func ExampleAnalyse() {
	diagram, err := movegen.ParseFEN("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := problem.Analyse(context.Background(), diagram, problem.Options{Moves: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	key := report.Keys[0]
	fmt.Println(report.Verdict, key.Move, key.Kind)
	for _, v := range key.Variations[:2] {
		fmt.Println(v.Defence, v.Mates.Moves)
	}
	// Output:
	// sound d5d6 block
	// f3e1 [f2h2]
	// f3g1 [f2h2]
}

func TestParseStipulationReadsDirectMatesAndRefusesTheRest(t *testing.T) {
	for n := 1; n <= problem.MaxMoves; n++ {
		for _, form := range []string{"%d", "#%d", "%d#", "#%d."} {
			word := fmt.Sprintf(form, n)
			if got, err := problem.ParseStipulation(word); got != n || err != nil || problem.IsOtherStipulation(word) {
				t.Errorf("%q: %d, %v", word, got, err)
			}
		}
	}
	for _, word := range []string{"", "#", "0", "#0", "33", "-1", "two", "dm", "e4", "id", "x2", "c9", "99999999999999999999"} {
		if got, err := problem.ParseStipulation(word); got != 0 || !errors.Is(err, problem.ErrMoves) ||
			problem.IsOtherStipulation(word) {
			t.Errorf("%q: %d, %v", word, got, err)
		}
	}
	prefixes := []string{"", "h", "s", "r", "hs", "hr", "ser-", "ser-h", "ser-s", "semi-r", "reci-h", "pser-s", "3->ser-h"}
	for _, prefix := range prefixes {
		for _, goal := range []string{"#", "##", "=", "==", "!=", "+", "~", "%", "#=", "zd4"} {
			for _, number := range []string{"1", "2", "12", "2.5", "2½", "0.5"} {
				word := prefix + goal + number
				if word == "#1" || word == "#2" || word == "#12" {
					continue
				}
				if got, err := problem.ParseStipulation(word); got != 0 || !errors.Is(err, problem.ErrUnsupported) ||
					!problem.IsOtherStipulation(word) {
					t.Errorf("%q: %d, %v", word, got, err)
				}
			}
		}
	}
	for _, word := range []string{"stalemate", "Helpmate", "selfmate", "win", "draw", "Patt", "remis", "h=2."} {
		if _, err := problem.ParseStipulation(word); !errors.Is(err, problem.ErrUnsupported) {
			t.Errorf("%q: %v", word, err)
		}
	}
}
