package movegen

import "testing"

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

func TestMaterialDraws(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      bool
	}{
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"a knight", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
		{"a bishop", "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", true},
		{"a black bishop", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"the bishop pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
		{"two bishops on light squares", "4k3/8/8/8/8/3B4/8/4KB2 w - - 0 1", true},
		{"one bishop each on dark squares", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
		{"nine bishops on dark squares", "1b1bkb1b/8/1b6/8/8/8/1B1B4/B1B1K3 w - - 0 1", true},
		{"nine bishops on dark squares and one on a light one", "1b1bkb1b/8/1b6/8/8/8/1B1B4/B1B1K2B w - - 0 1", false},
		{"one bishop each on squares of two colours can help to a mate", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false},
		{"two knights can be helped to a mate", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
		{"a knight each", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"knight against bishop", "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
		{"a rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{"a queen", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			mirror := p.Mirror()
			if p.InsufficientMaterial() != c.want || mirror.InsufficientMaterial() != c.want {
				t.Errorf("got %v, mirrored %v, want %v", p.InsufficientMaterial(), mirror.InsufficientMaterial(), c.want)
			}
		})
	}
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
