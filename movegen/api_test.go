package movegen_test

import (
	"slices"
	"testing"

	"alfiere/movegen"
)

func TestMovesAreThoseOfAMoveListInASliceOfTheirOwn(t *testing.T) {
	p := movegen.StartPosition()
	var list movegen.MoveList
	p.LegalMoves(&list)
	moves := p.Moves()
	if !slices.Equal(moves, list.Moves()) || len(moves) != 20 {
		t.Fatalf("%v are not %v", moves, list.Moves())
	}
	moves[0] = movegen.NoMove
	if again := p.Moves(); again[0] == movegen.NoMove {
		t.Error("two calls share memory")
	}
	mated, err := movegen.ParseFEN("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if moves := mated.Moves(); len(moves) != 0 {
		t.Errorf("a mated side has the moves %v", moves)
	}
}

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

func TestCastlingTakesKingAndRookToTheSquaresOfTheRules(t *testing.T) {
	for _, c := range []struct {
		king, rook, kingTo, rookTo string
	}{
		{"e1", "h1", "g1", "f1"},
		{"e1", "a1", "c1", "d1"},
		{"e8", "h8", "g8", "f8"},
		{"e8", "a8", "c8", "d8"},
		{"b1", "c1", "g1", "f1"}, // Chess960
		{"g8", "f8", "c8", "d8"},
	} {
		king, _ := movegen.ParseSquare(c.king)
		rook, _ := movegen.ParseSquare(c.rook)
		m := movegen.MakeMove(king, rook, movegen.Castling)
		if m.KingTo().String() != c.kingTo || m.RookTo().String() != c.rookTo {
			t.Errorf("%s with %s: king to %v, rook to %v", c.king, c.rook, m.KingTo(), m.RookTo())
		}
	}
}

func TestMixIsTheFinaliserOfSplitmix64(t *testing.T) {
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := movegen.Mix(uint64(i+1) * 0x9e3779b97f4a7c15); got != want {
			t.Errorf("output %d of splitmix64 with seed 0 is %016x, not %016x", i, got, want)
		}
	}
}
