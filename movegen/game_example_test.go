package movegen_test

import (
	"errors"
	"fmt"

	"alfiere/movegen"
)

func ExampleGame() {
	// The Immortal Game before Black's 22nd move.
	game, _, err := movegen.Referee{}.StartFEN("r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 22")
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
	fmt.Println(position.FEN())
	fmt.Println(game.Outcome())
	// Output:
	// a1-a2: the own king would be in check from f6 true
	// r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23
	// 1-0 (checkmate)
}
