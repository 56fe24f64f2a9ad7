package movegen

import (
	"errors"
	"math/rand/v2"
	"testing"
)

func TestMirrorTwiceIsTheIdentityAndKeepsTheNumberOfMoves(t *testing.T) {
	var ours, theirs MoveList
	eachPosition(t, 50, scaled(20_000, 20), func(p *Position) {
		mirror := p.Mirror()
		if back := mirror.Mirror(); back != *p {
			t.Fatalf("%s came back as %s", p.FEN(), back.FEN())
		}
		if mirror.Side() == p.Side() || mirror.Key() == p.Key() {
			t.Fatalf("%s: the mirror image is %s", p.FEN(), mirror.FEN())
		}
		p.LegalMoves(&ours)
		mirror.LegalMoves(&theirs)
		if ours.Len() != theirs.Len() {
			t.Fatalf("%s has %d moves, its mirror image %d", p.FEN(), ours.Len(), theirs.Len())
		}
		for _, m := range ours.Moves() {
			if image := m ^ 56 ^ 56<<6; !theirs.Has(image) {
				t.Fatalf("%s: the image %s of %s is missing", p.FEN(), image, m)
			}
		}
	})
}

func TestSetsAndBoardAgree(t *testing.T) {
	eachPosition(t, 51, scaled(20_000, 20), func(p *Position) {
		var union Bitboard
		for _, c := range []Color{White, Black} {
			for kind := Pawn; kind <= King; kind++ {
				set := p.Pieces(c, kind)
				if union&set != 0 || set != p.ByType(kind)&p.ByColor(c) {
					t.Fatalf("%s: sets overlap on %s", p.FEN(), union&set)
				}
				union |= set
				for set != 0 {
					if s := set.Pop(); p.PieceAt(s) != MakePiece(c, kind) {
						t.Fatalf("%s: %s holds %c", p.FEN(), s, p.PieceAt(s).Letter())
					}
				}
			}
			if got, want := p.HasPieces(c), p.ByColor(c)&^p.ByType(King)&^p.ByType(Pawn) != 0; got != want {
				t.Fatalf("%s: HasPieces(%s) is %v", p.FEN(), c, got)
			}
		}
		for s := range Square(64) {
			if (p.PieceAt(s) != NoPiece) != p.Occupied().Has(s) {
				t.Fatalf("%s: %s holds %c", p.FEN(), s, p.PieceAt(s).Letter())
			}
		}
	})
}

func TestBitboardsAgreeWithAListOfSquares(t *testing.T) {
	rng := newRand(52)
	for range 10_000 {
		b := Bitboard(rng.Uint64() & rng.Uint64() & rng.Uint64())
		var squares []Square
		for rest := b; rest != 0; {
			squares = append(squares, rest.Pop())
		}
		var again, mirrored Bitboard
		for i, s := range squares {
			if i > 0 && s <= squares[i-1] || !b.Has(s) {
				t.Fatalf("%#x: squares %v are not in order", uint64(b), squares)
			}
			again |= s.Bitboard()
			mirrored |= s.Relative(Black).Bitboard()
		}
		if again != b || b.Mirror() != mirrored || b.Count() != len(squares) || b.MoreThanOne() != (len(squares) > 1) {
			t.Fatalf("%#x: squares %v, mirrored %s, count %d", uint64(b), squares, b.Mirror(), b.Count())
		}
		if len(squares) == 0 {
			continue
		}
		if b.LSB() != squares[0] || b.MSB() != squares[len(squares)-1] {
			t.Fatalf("%s: first %s, last %s", b, b.LSB(), b.MSB())
		}
	}
	if got := Bitboard(0).LSB(); got != NoSquare {
		t.Errorf("the first of no squares is %s", got)
	}
}

func TestListsOfSquaresAreRead(t *testing.T) {
	for text, want := range map[string]Bitboard{"": 0, "a1": 1, "a1,b1": 3, " h8 , a1,, b1": 1<<63 | 3} {
		if got, err := ParseSquares(text); err != nil || got != want {
			t.Errorf("%q: %x, %v", text, uint64(got), err)
		}
	}
	for _, text := range []string{"e9", "e4;e5", "a1,E4"} {
		if got, err := ParseSquares(text); err == nil || got != 0 {
			t.Errorf("%q: %x", text, uint64(got))
		}
	}
}

func TestSquaresHaveNames(t *testing.T) {
	for s := range NoSquare {
		if back, ok := ParseSquare(s.String()); !ok || back != s {
			t.Errorf("square %d is named %s, which reads as %d", s, s, back)
		}
		if light := (s.File()+s.Rank())%2 == 1; LightSquares.Has(s) != light || DarkSquares.Has(s) == light {
			t.Errorf("%s: light is %v", s, LightSquares.Has(s))
		}
	}
	for _, bad := range []string{"", "-", "e", "e9", "i1", "E4", "e44", "é4"} {
		if s, ok := ParseSquare(bad); ok || s != NoSquare {
			t.Errorf("%q reads as %s", bad, s)
		}
	}
}

func TestAnEmptyBoardIsRefused(t *testing.T) {
	builder := Builder{EnPassant: NoSquare}
	_, _, err := builder.Build(Rules{Composed: true})
	var refusal *FENError
	if !errors.As(err, &refusal) || len(refusal.Faults) != 2 || refusal.Faults[0].Code != KingCount {
		t.Errorf("got %v", err)
	}
}

func TestABuilderBoundsTheCounters(t *testing.T) {
	start := StartPosition()
	for _, c := range []struct{ half, full, wantHalf, wantFull int }{
		{-1, -1, 0, 1}, {0, 0, 0, 1}, {50, 80, 50, 80}, {1 << 40, 1 << 40, MaxHalfmoveClock, MaxFullmoveNumber},
	} {
		builder := start.Builder()
		builder.HalfmoveClock, builder.FullmoveNumber = c.half, c.full
		p, _, err := builder.Build(Rules{})
		if err != nil || p.HalfmoveClock() != c.wantHalf || p.FullmoveNumber() != c.wantFull {
			t.Errorf("%d and %d become %d and %d, %v", c.half, c.full, p.HalfmoveClock(), p.FullmoveNumber(), err)
		}
	}
}

func TestTheFENOfABuilderIsThatOfItsPosition(t *testing.T) {
	eachPosition(t, 77, scaled(5000, 20), func(p *Position) {
		b := p.Builder()
		if b.FEN() != p.FEN() {
			t.Fatalf("%s, not %s", b.FEN(), p.FEN())
		}
		for s := range NoSquare {
			if b.PieceAt(s) != p.PieceAt(s) {
				t.Fatalf("%s: %v on %v", p.FEN(), b.PieceAt(s), s)
			}
		}
	})
}

// TestReversibleMovesAreFound compares with a trial of all legal moves, over random games with many repetitions.
func TestReversibleMovesAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	found := 0
	for range scaled(60, 5) {
		p := StartPosition()
		keys := []Key{p.Key()}
		for range 80 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if back := p.ReversibleMoveTo(keys[max(len(keys)-4, 0)]); back != NoMove && random.IntN(3) == 0 {
				m = back
			}
			p = p.After(m)
			keys = append(keys, p.Key())
			for _, key := range keys {
				want := NoMove
				for _, m := range p.Moves() {
					if next := p.After(m); next.Key() == key {
						want = m
					}
				}
				if got := p.ReversibleMoveTo(key); got != want {
					t.Fatalf("%s: %v leads to an earlier position, found %v", p.FEN(), want, got)
				}
				if want != NoMove {
					found++
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d repetitions", found)
	}
}
