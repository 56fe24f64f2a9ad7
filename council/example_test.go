package council_test

import (
	"context"
	"fmt"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// A council finds a mate, which is played whatever the vote says.
func ExampleMaster() {
	position, err := movegen.ParseFEN("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	master, err := council.NewMaster(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer master.Close()
	seats, err := council.ParseCouncil("m balanced4")
	if err != nil {
		fmt.Println(err)
		return
	}
	master.Convene(seats)
	result := master.Search(context.Background(), search.Request{Position: position, Limits: search.Limits{Nodes: 20_000}}, nil)
	mate, _ := result.Score.Mate()
	fmt.Println(result.Best, "mates in", mate)
	fmt.Println(len(council.BallotOf(result).Proposals), "members have proposed by the criterion", council.BallotOf(result).Criterion)
	// Output:
	// a1a6 mates in 2
	// 5 members have proposed by the criterion optimistic
}
