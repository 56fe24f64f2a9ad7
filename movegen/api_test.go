package movegen_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

func TestAFollowerGoesOnAfterDrawsButRefusesIllegalMoves(t *testing.T) {
	g := movegen.Follower().Start(movegen.StartPosition())
	for range 5 {
		playAll(t, g, "g1f3", "g8f6", "f3g1", "f6g8")
	}
	if g.Over() || g.Draw() != movegen.FivefoldRepetition || g.Side() != movegen.White {
		t.Errorf("after %d repetitions: %v, %v, %v to move", g.Repetitions(), g.Outcome(), g.Draw(), g.Side())
	}
	if err := g.Play(movegen.MakeMove(movegen.E1, movegen.E8, movegen.Normal)); err == nil {
		t.Error("the king may leap over the board")
	}
	playAll(t, g, "e2e4")
	if g.Side() != movegen.Black {
		t.Error("Black is not to move after 1.e4")
	}
}

func TestMixIsTheFinaliserOfSplitmix64(t *testing.T) {
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := movegen.Mix(uint64(i+1) * 0x9e3779b97f4a7c15); got != want {
			t.Errorf("output %d of splitmix64 with seed 0 is %016x, not %016x", i, got, want)
		}
	}
}

func TestChess960BeginsWithAllItsPositions(t *testing.T) {
	seen := map[movegen.Key]bool{}
	for number := range movegen.Chess960Starts {
		p := movegen.Chess960Start(number)
		seen[p.Key()] = true
		rank, _, _ := strings.Cut(p.FEN(), "/")
		king := strings.IndexByte(rank, 'k')
		if king < strings.IndexByte(rank, 'r') || king > strings.LastIndexByte(rank, 'r') ||
			(strings.IndexByte(rank, 'b')+strings.LastIndexByte(rank, 'b'))%2 == 0 || !strings.HasSuffix(p.FEN(), "w KQkq - 0 1") {
			t.Errorf("%d: %s", number, p.FEN())
		}
	}
	if len(seen) != movegen.Chess960Starts {
		t.Errorf("%d different positions", len(seen))
	}
	// Numbers as in the table of R. Scharnagl.
	for number, want := range map[int]string{0: "bbqnnrkr", 518: "rnbqkbnr", 534: "rnbkqbnr", 959: "rkrnnqbb"} {
		p := movegen.Chess960Start(number)
		if rank, _, _ := strings.Cut(p.FEN(), "/"); rank != want {
			t.Errorf("%d is %s, not %s", number, rank, want)
		}
	}
}

// warningCodes are the faults that the collection's warnings ask for.
var warningCodes = map[string]movegen.FaultCode{
	"illegal position: impossible check": movegen.ImpossibleCheck,
	"castling right dropped":             movegen.CastlingDropped,
	"ep square dropped":                  movegen.EnPassantDropped,
	"board alone":                        movegen.BoardAlone,
}

func TestEveryRowOfTheCollectionComesOutAsExpected(t *testing.T) {
	for _, row := range protocoltest.FENs(t, "..") {
		t.Run(row.ID+" "+row.Why, func(t *testing.T) { checkFEN(t, &row) })
	}
}

func checkFEN(t *testing.T, row *protocoltest.FEN) {
	text := row.Text(t)
	p, warnings, err := movegen.Rules{}.ParseFEN(text)
	// Ten white queens: the one on e2 also checks the black king while White is to
	// move, so a composer cannot have fen119 either.
	if row.ProblemMode != "" && row.ID != "fen119" {
		if _, warnings, err := (movegen.Rules{Composed: true}).ParseFEN(text); err != nil || warnings == nil {
			t.Errorf("a composer's position gives %v, %v", warnings, err)
		}
	}
	if row.Expect == "reject" {
		var refusal *movegen.FENError
		if !errors.As(err, &refusal) || len(refusal.Faults) == 0 || refusal.Error() == "" {
			t.Errorf("accepted as %s, %v", p.FEN(), err)
		}
		return
	}
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	if row.Normalised != "" && p.FEN() != row.Normalised {
		t.Errorf("reads as %s, want %s", p.FEN(), row.Normalised)
	}
	codes := map[movegen.FaultCode]bool{}
	for _, fault := range warnings {
		codes[fault.Code] = true
	}
	if want, known := warningCodes[row.Warn]; row.Warn != "" && (!known || !codes[want]) {
		t.Errorf("warns %v, want %s", warnings, row.Warn)
	}
	if row.Warn == "" && codes[movegen.ImpossibleCheck] {
		t.Errorf("warns without reason: %v", warnings)
	}
}

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
