package syzygy_test

import (
	"fmt"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// What the tables know of a position: its value, and the best move with the distance.
func Example() {
	tables, err := syzygy.Open("testdata")
	if err != nil {
		fmt.Println(err) // some folder is of no use; the other folders are used
	}
	defer tables.Close()

	position, err := movegen.ParseFEN("8/8/8/3k4/8/8/KP6/8 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	if value, ok := tables.WDL(&position); ok {
		fmt.Println("White to move has a", value)
	}
	if moves, ok := tables.Moves(&position); ok {
		best := moves[0]
		fmt.Println(best.Move, best.WDL, best.DTZ)
	}
	for _, fault := range tables.Faults() {
		fmt.Println(fault) // a file that cannot be used, and why
	}
	// Output:
	// White to move has a win
	// a2a3 win 9
}
