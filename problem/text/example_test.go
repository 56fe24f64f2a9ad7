package text_test

import (
	"context"
	"fmt"
	"os"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/text"
)

func ExampleWrite() {
	diagram, err := movegen.ParseFEN("8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := problem.Analyse(context.Background(), diagram, problem.Options{Moves: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	report.Elapsed = 0 // the example must not differ from run to run
	if err := text.Write(os.Stdout, &text.Document{Report: report}, text.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 8  . . . . . . . .
	// 7  . . . r . . . .
	// 6  . . . . . . . .
	// 5  . . . P . . . .
	// 4  . p . Q . . . .
	// 3  . . N . . . . .
	// 2  . N . . . . . .
	// 1  k B K . . . . .
	//
	//    a b c d e f g h
	//
	// White mates in 2 (#2)
	// 6+3   8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1
	//
	// Sound: one key.
	//
	// 1.Nb5! [2.Na4#/Nc4#/Nd1#/Nd3#]
	//   1...Rxd5 2.Qa7#
	//   1...Rc7+ 2.Nc4#
	//   1...b3 2.Qa4#
	//
	// 303 nodes
}
