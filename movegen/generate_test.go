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
	eachPosition(t, 10, scaled(2000, 150), func(p *Position) { compareMoves(t, p) })
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

// checkInvariants fails unless everything that Make carries along equals what is computed from the board alone.
func checkInvariants(t *testing.T, p *Position) {
	t.Helper()
	if key, pawnKey := p.computeKeys(); p.key != key || p.pawnKey != pawnKey {
		t.Fatalf("%s: keys %x %x, from nothing %x %x", p.FEN(), p.key, p.pawnKey, key, pawnKey)
	}
	builder := p.Builder()
	if fresh := builder.position(); fresh != *p {
		t.Fatalf("%s: a position built anew differs: %s\n%+v\n%+v", p.FEN(), fresh.FEN(), *p, fresh)
	}
}

func TestKeysEqualKeysFromNothing(t *testing.T) {
	eachMove(t, 21, scaled(100_000, 10), true, func(_ *Position, _ Move, after *Position) { checkInvariants(t, after) })
}

func TestAMovesBoardIsTheNaiveOne(t *testing.T) {
	eachMove(t, 23, scaled(20_000, 15), true, func(before *Position, m Move, after *Position) {
		oracle := naive(before.ShredderFEN())
		oracle = oracle.after(asNaive(m))
		if got, want := after.ShredderFEN(), oracle.fen(false); got != want {
			t.Fatalf("%s, %s: got %s, want %s", before.ShredderFEN(), m, got, want)
		}
		if got := before.IsCapture(m); got != (before.Occupied().Count() > after.Occupied().Count()) {
			t.Fatalf("%s: IsCapture(%s) is %v", before.FEN(), m, got)
		}
		if got, want := before.Captured(m), lostType(before, after); got != want {
			t.Fatalf("%s: %s captures %d, want %d", before.FEN(), m, got, want)
		}
	})
}

// lostType returns the type of the piece that the side to move in before captured.
func lostType(before, after *Position) PieceType {
	for kind := Pawn; kind <= King; kind++ {
		if before.Pieces(before.Side().Other(), kind) != after.Pieces(before.Side().Other(), kind) {
			return kind
		}
	}
	return NoPieceType
}

func TestMakeNullPassesTheTurnAndNothingElse(t *testing.T) {
	eachPosition(t, 24, scaled(20_000, 10), func(p *Position) {
		if p.InCheck() {
			return
		}
		next := *p
		next.MakeNull()
		checkInvariants(t, &next)
		if next.board != p.board || next.castling != p.castling || next.Side() == p.Side() {
			t.Fatalf("%s became %s", p.FEN(), next.FEN())
		}
		if next.EnPassant() != NoSquare || next.HalfmoveClock() != p.HalfmoveClock()+1 ||
			next.FullmoveNumber() != p.FullmoveNumber()+int(p.Side()) {
			t.Fatalf("%s became %s", p.FEN(), next.FEN())
		}
		if next.Key() == p.Key() || next.PawnKey() != p.PawnKey() {
			t.Fatalf("%s: keys %x %x became %x %x", p.FEN(), p.Key(), p.PawnKey(), next.Key(), next.PawnKey())
		}
	})
}

func TestNoMoveIsAPass(t *testing.T) {
	p := StartPosition()
	passed, moved := p, p
	passed.MakeOrPass(NoMove)
	p.MakeNull()
	moved.MakeOrPass(MakeMove(12, 28, Normal))
	if passed != p || moved.FEN() != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("%s, %s", passed.FEN(), moved.FEN())
	}
}

func TestEnPassantIsInTheKeyOnlyIfACaptureIsLegal(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            Square
	}{
		{"no pawn stands beside", StartFEN, "e2e4", NoSquare},
		{"a pawn can take", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", MakeSquare(4, 2)},
		{"the capture would open the rank to a rook", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", NoSquare},
		{"the capturer is pinned on a file", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", NoSquare},
		{"the capturer is pinned on the diagonal of the capture", "7k/8/8/8/3p4/2B5/4P3/B3K3 w - - 0 1", "e2e4", NoSquare},
		{"the capturer is pinned on the other diagonal", "k7/8/8/8/4p3/8/3P2B1/4K3 w - - 0 1", "d2d4", NoSquare},
		{"the capture is along the pin", "8/7k/8/8/4p3/8/3P4/1B2K3 w - - 0 1", "d2d4", MakeSquare(3, 2)},
		{"the step gives check and the capture ends it", "8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4", MakeSquare(4, 2)},
		{"the step uncovers a check that the capture leaves", "8/8/8/8/4p3/8/R2P3k/4K3 w - - 0 1", "d2d4", NoSquare},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			p.Make(uciMove(t, &p, c.move))
			if p.EnPassant() != c.want {
				t.Errorf("got %s, want %s", p.EnPassant(), c.want)
			}
			builder := p.Builder()
			builder.EnPassant = NoSquare
			if bare := builder.position(); (bare.Key() == p.Key()) != (c.want == NoSquare) {
				t.Errorf("the key with %s is %x, without %x", p.EnPassant(), p.Key(), bare.Key())
			}
		})
	}
}

// uciMove returns the legal move of p that is written so in coordinates.
func uciMove(t testing.TB, p *Position, text string) Move {
	t.Helper()
	for _, m := range p.Moves() {
		if m.String() == text {
			return m
		}
	}
	t.Fatalf("%s: no legal move %s", p.FEN(), text)
	return NoMove
}

func TestCountersAreBounded(t *testing.T) {
	p := StartPosition()
	p.SetCounters(-1, 0)
	if p.HalfmoveClock() != 0 || p.FullmoveNumber() != 1 {
		t.Errorf("got %d and %d, want 0 and 1", p.HalfmoveClock(), p.FullmoveNumber())
	}
	p.SetCounters(99, 60)
	p.Make(uciMove(t, &p, "g1f3"))
	p.Make(uciMove(t, &p, "g8f6"))
	if p.HalfmoveClock() != 101 || p.FullmoveNumber() != 61 {
		t.Errorf("got %d and %d, want 101 and 61", p.HalfmoveClock(), p.FullmoveNumber())
	}
	p.Make(uciMove(t, &p, "e2e4"))
	if p.HalfmoveClock() != 0 {
		t.Errorf("a pawn's move leaves the clock at %d", p.HalfmoveClock())
	}
}
