package pgn_test

import (
	"fmt"
	"os"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// Going through a file: the moves are read of the games that are wanted only.
func Example() {
	const file = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 exf4 1-0\n\n[White \"Morphy\"]\n\n1. e4 Ke6 *\n"
	r := pgn.NewReader(strings.NewReader(file), pgn.Reading{})
	for r.Next() {
		moves, err := r.Moves()
		fmt.Println(r.Tag("White"), moves, r.Result(), err)
	}
	fmt.Println(r.Err())
	// Output:
	// Anderssen [e2e4 e7e5 f2f4 e5f4] 1-0 <nil>
	// Morphy [e2e4] * pgn: line 7, column 7 (game 2): "Ke6": not a legal move: no king (e8) can go to e6
	// <nil>
}

// Writing a game that was played here.
func ExampleLayout_Write() {
	tree := gametree.New(movegen.StartPosition())
	n := gametree.Root
	for _, text := range []string{"f3", "e5", "g4", "Qh4"} {
		p := tree.Position(n)
		m, err := notation.ParseMove(&p, text, notation.English)
		if err != nil {
			fmt.Println(err)
			return
		}
		n = tree.Add(n, m)
	}
	tree.SetComment(n, "the quickest mate")
	tree.SetEvaluation(tree.Parent(n), gametree.Evaluation{Mate: -1, Depth: 3})
	game := pgn.NewGame(tree)
	game.Tags.Set("White", "Nobody")
	if err := (pgn.Layout{}).Write(os.Stdout, game); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Nobody"]
	// [Black "?"]
	// [Result "0-1"]
	//
	// 1. f3 e5 2. g4 {[%eval #-1,3]} 2... Qh4# {the quickest mate} 0-1
}
