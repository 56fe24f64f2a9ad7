package gametree_test

import (
	"fmt"
	"os"
	"strings"

	"alfiere/movegen/gametree"
)

// Reading a tree text: White's move, and two of the replies it may meet.
func Example() {
	tree, _, err := gametree.ReadText(strings.NewReader("P z 2 52 54   p Z 1 57 55   p Z 1 37 35"), gametree.Reading{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for n, before := range tree.Walk() {
		fmt.Println(tree.Depth(n), before.Side(), tree.Move(n))
	}
	_ = gametree.WriteText(os.Stdout, tree, gametree.English)
	// Output:
	// 1 white e2e4
	// 2 black e7e5
	// 2 black c7c5
	// .KQRBNPEFM fnbqebnf pppppppp ........ ........ ........ ........ PPPPPPPP FNBQEBNF
	//
	// P z 2 52 54
	//
	// p Z 1 57 55  p Z 1 37 35
}

// An invalid tree is refused with the place and what was expected.
func ExampleError() {
	_, _, err := gametree.ReadText(strings.NewReader("P z 1 52 54   p Z 1 57 54"), gametree.Reading{})
	fmt.Println(err)
	// Output:
	// generation 2, entry 1: not a legal move: "pZ15754"; expected a move from e7 to e5 e6 as a reply to entry 1 of generation 1
}
