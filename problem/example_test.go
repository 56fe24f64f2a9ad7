package problem_test

import (
	"context"
	"fmt"

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
