package movegen

import (
	"fmt"
	"slices"
	"testing"
)

// asNaive translates a move for comparison with the naive board.
func asNaive(m Move) naiveMove {
	n := naiveMove{from: int(m.From()), to: int(m.To()), enPassant: m.Kind() == EnPassant, castling: m.Kind() == Castling}
	if m.Kind() == Promotion {
		n.promotion = MakePiece(Black, m.PromotionType()).Letter()
	}
	return n
}

// compareMoves fails unless p's legal moves are the naive board's, each once.
func compareMoves(t *testing.T, p *Position) {
	t.Helper()
	moves := p.Moves()
	oracle := naive(p.ShredderFEN())
	missing := oracle.moves()
	for _, m := range moves {
		n := asNaive(m)
		if !missing[n] {
			t.Fatalf("%s: %s is illegal or generated twice", p.ShredderFEN(), n)
		}
		delete(missing, n)
	}
	if len(missing) > 0 {
		t.Fatalf("%s: not generated: %v", p.ShredderFEN(), missing)
	}
	if got := Perft(p, 1); got != uint64(len(moves)) {
		t.Fatalf("%s: perft counts %d moves, the list holds %d", p.ShredderFEN(), got, len(moves))
	}
	if p.HasLegalMove() != (len(moves) > 0) {
		t.Fatalf("%s: HasLegalMove is %v with %d moves", p.ShredderFEN(), p.HasLegalMove(), len(moves))
	}
}

func TestLegalMovesAreThoseOfTheNaiveBoard(t *testing.T) {
	eachPosition(t, 10, scaled(6000, 50), func(p *Position) { compareMoves(t, p) })
}

func TestCapturesAndQuietsPartitionTheLegalMoves(t *testing.T) {
	var all, captures, quiets MoveList
	eachPosition(t, 11, scaled(50000, 20), func(p *Position) {
		p.LegalMoves(&all)
		p.Captures(&captures)
		p.Quiets(&quiets)
		for _, m := range captures.Moves() {
			if !p.IsCapture(m) && m.Kind() != Promotion {
				t.Fatalf("%s: quiet move %s among the captures", p.FEN(), m)
			}
		}
		for _, m := range quiets.Moves() {
			if p.IsCapture(m) || m.Kind() == Promotion {
				t.Fatalf("%s: capture %s among the quiet moves", p.FEN(), m)
			}
		}
		parts := slices.Concat(captures.Moves(), quiets.Moves())
		if got, want := sorted(parts), sorted(all.Moves()); !slices.Equal(got, want) {
			t.Fatalf("%s: the parts hold %v, the whole %v", p.FEN(), got, want)
		}
	})
}

func TestCheckingMovesAreTheLegalMovesThatCheck(t *testing.T) {
	var all, checking MoveList
	eachPosition(t, 12, scaled(50000, 20), func(p *Position) {
		p.LegalMoves(&all)
		p.CheckingMoves(&checking)
		var want []Move
		for _, m := range all.Moves() {
			if next := p.After(m); next.InCheck() {
				want = append(want, m)
			}
		}
		if got := sorted(checking.Moves()); !slices.Equal(got, sorted(want)) {
			t.Fatalf("%s: got %v, want %v", p.FEN(), got, sorted(want))
		}
	})
}

func sorted(moves []Move) []Move {
	moves = slices.Clone(moves)
	slices.Sort(moves)
	return moves
}

func TestMoveListsHoldTheLargestNumbersOfMoves(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      int
	}{
		{"218 is the most in a legal position", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218},
		{"a wall of queens", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 270},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			var list MoveList
			if p.LegalMoves(&list); list.Len() != c.want {
				t.Errorf("got %d, want %d", list.Len(), c.want)
			}
			compareMoves(t, &p)
		})
	}
}

func TestGeneratingAndMakingMovesAllocatesNothing(t *testing.T) {
	p := position(t, trickyFENs[1])
	var list MoveList
	frames := make([]perftFrame, 3)
	frames[0].position = p
	frames[len(frames)-1].list.countOnly = true
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"LegalMoves", func() { p.LegalMoves(&list) }},
		{"Captures", func() { p.Captures(&list) }},
		{"Quiets", func() { p.Quiets(&list) }},
		{"CheckingMoves", func() { p.CheckingMoves(&list) }},
		{"HasLegalMove", func() { p.HasLegalMove() }},
		{"Make", func() {
			p.LegalMoves(&list)
			for _, m := range list.Moves() {
				next := p
				next.Make(m)
				_ = p.IsLegal(m) && p.SeeGE(m, 0)
			}
		}},
		{"the inner loop of Perft", func() { perft(frames) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if n := testing.AllocsPerRun(20, c.run); n != 0 {
				t.Errorf("%v allocations a call", n)
			}
		})
	}
}

func TestMovesAreWrittenInCoordinates(t *testing.T) {
	for _, c := range []struct {
		m    Move
		want string
	}{
		{NoMove, "0000"},
		{MakeMove(E1, H1, Castling), "e1g1"},
		{MakeMove(E8, A8, Castling), "e8c8"},
		{MakePromotion(MakeSquare(0, 6), A8, Knight), "a7a8n"},
		{MakePromotion(MakeSquare(0, 1), B1, Queen), "a2b1q"},
		{MakeMove(MakeSquare(4, 4), MakeSquare(3, 5), EnPassant), "e5d6"},
	} {
		if got := c.m.String(); got != c.want {
			t.Errorf("%#x: got %s, want %s", uint16(c.m), got, c.want)
		}
	}
}

func TestEveryMoveKeepsItsParts(t *testing.T) {
	for from := range Square(64) {
		for to := range Square(64) {
			for _, kind := range []MoveKind{Normal, EnPassant, Castling} {
				if m := MakeMove(from, to, kind); m.From() != from || m.To() != to || m.Kind() != kind || m.PromotionType() != NoPieceType {
					t.Fatal(describe(m))
				}
			}
			for kind := Knight; kind <= Queen; kind++ {
				if m := MakePromotion(from, to, kind); m.From() != from || m.To() != to || m.Kind() != Promotion || m.PromotionType() != kind {
					t.Fatal(describe(m))
				}
			}
		}
	}
}

func describe(m Move) string {
	return fmt.Sprintf("%#x: %s-%s kind %d promotion %d", uint16(m), m.From(), m.To(), m.Kind(), m.PromotionType())
}
