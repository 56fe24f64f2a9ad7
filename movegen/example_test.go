package movegen_test

import (
	"errors"
	"fmt"
	"slices"

	"alfiere/movegen"
)

// Reading a position, trying all its moves and keeping the parent.
func Example() {
	p, err := movegen.ParseFEN("7k/P7/8/8/8/8/8/K7 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var moves movegen.MoveList // holds any position's moves; use it again and again
	p.LegalMoves(&moves)
	for _, m := range moves.Moves() {
		next := p.After(m)
		fmt.Println(m, next.InCheck())
	}
	fmt.Println(p.FEN())
	// Output:
	// a1b1 false
	// a1a2 false
	// a1b2 false
	// a7a8q true
	// a7a8r true
	// a7a8b false
	// a7a8n false
	// 7k/P7/8/8/8/8/8/K7 w - - 0 1
}

// A refused FEN says what is wrong, and where.
func ExampleParseFEN() {
	_, err := movegen.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 x")
	fmt.Println(err)

	var refusal *movegen.FENError
	if errors.As(err, &refusal) {
		fmt.Println(len(refusal.Faults), "faults, the first in the", refusal.Faults[0].Field)
	}
	// Output:
	// board, column 36: a rank must have 8 squares, not "RNBQKBN"; move number, column 55: must be a whole number within bounds, not "x"
	// 2 faults, the first in the board
}

// A composer may have more queens than a game allows; the warnings say so.
func ExampleRules_ParseFEN() {
	rules := movegen.Rules{Composed: true}
	p, warnings, err := rules.ParseFEN("4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 1")
	fmt.Println(p.FEN(), err)
	for _, w := range warnings {
		fmt.Println(w)
	}
	// Output:
	// 4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 1 <nil>
	// board: more promoted pieces than missing pawns (d1 f1)
}

func ExamplePerft() {
	p := movegen.StartPosition()
	for depth := 1; depth <= 4; depth++ {
		fmt.Println(depth, movegen.Perft(&p, depth))
	}
	// Output:
	// 1 20
	// 2 400
	// 3 8902
	// 4 197281
}

func ExampleDivide() {
	p, _ := movegen.ParseFEN("7k/8/8/8/8/8/8/K7 w - - 0 1")
	entries := movegen.Divide(&p, 2)
	slices.SortFunc(entries, func(a, b movegen.PerftEntry) int { return int(a.Move) - int(b.Move) })
	for _, entry := range entries {
		fmt.Println(entry.Move, entry.Nodes)
	}
	// Output:
	// a1b1 3
	// a1a2 3
	// a1b2 3
}

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
