package movegen_test

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/movegen"
)

func ExampleGame() {
	game, _, err := movegen.Referee{}.StartRows([]string{
		"t.ar..ct",
		"p..p.pCp",
		"c..A.D..",
		".p.CP..P",
		"......P.",
		"...P....",
		"P.P.R...",
		"d.....a.",
	}, movegen.ItalianLetters, movegen.Black)
	if err != nil {
		fmt.Println(err)
		return
	}
	square := func(name string) movegen.Square {
		s, _ := movegen.ParseSquare(name)
		return s
	}
	err = game.Move(square("a1"), square("a2"), movegen.NoPieceType)
	fmt.Println(err, errors.Is(err, movegen.ErrKingInCheck))

	for _, move := range []string{"g8f6", "d6e7"} {
		if err := game.Move(square(move[:2]), square(move[2:]), movegen.NoPieceType); err != nil {
			fmt.Println(err)
		}
	}
	position := game.Position()
	rows, _ := position.Rows(movegen.ItalianLetters)
	fmt.Println(strings.Join(rows, "\n"))
	fmt.Println(game.Outcome())
	// Output:
	// a1-a2: the own king would be in check from f6 true
	// t.ar...t
	// p..pApCp
	// c....c..
	// .p.CP..P
	// ......P.
	// ...P....
	// P.P.R...
	// d.....a.
	// 1-0 (checkmate)
}
