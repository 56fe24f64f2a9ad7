package movegen

import "testing"

// naiveSlide walks from s and is independent of walk, which fills the tables.
func naiveSlide(s Square, occ Bitboard, letter byte) (reached Bitboard) {
	var b naiveBoard
	for i := range b.at {
		if occ>>i&1 != 0 {
			b.at[i] = 'P'
		}
	}
	b.at[s] = letter
	for _, to := range b.reach(int(s)) {
		reached |= 1 << to
	}
	return reached
}

func TestMagicsFindWhatAWalkFindsForEveryOccupation(t *testing.T) {
	makeTables()
	for _, slider := range []struct {
		name    string
		letter  byte
		masks   [64]Bitboard
		attacks func(Square, Bitboard) Bitboard
	}{
		{"rook", 'R', rookMasks, RookAttacks},
		{"bishop", 'B', bishopMasks, BishopAttacks},
	} {
		t.Run(slider.name, func(t *testing.T) {
			for s := range Square(64) {
				forEachSubset(slider.masks[s], func(occ Bitboard) {
					if got, want := slider.attacks(s, occ), naiveSlide(s, occ, slider.letter); got != want {
						t.Fatalf("from %s with %s occupied: got %s, want %s", s, occ, got, want)
					}
				})
			}
		})
	}
}

func TestAttacksOfEveryPieceAreThoseOfTheNaiveBoard(t *testing.T) {
	makeTables()
	rng := newRand(2)
	for s := range Square(64) {
		occ := Bitboard(rng.Uint64())
		for c := White; c <= Black; c++ {
			for kind := Pawn; kind <= King; kind++ {
				got, want := AttacksOf(kind, c, s, occ), naiveSlide(s, occ, MakePiece(c, kind).Letter())
				if got != want {
					t.Errorf("%c on %s: got %s, want %s", MakePiece(c, kind).Letter(), s, got, want)
				}
			}
			if got := PawnSetAttacks(c, s.Bitboard()); got != PawnAttacks(c, s) {
				t.Errorf("a set of one %s pawn on %s attacks %s, the pawn %s", c, s, got, PawnAttacks(c, s))
			}
		}
	}
}

func TestLinesAndWhatLiesBetween(t *testing.T) {
	for a := range Square(64) {
		for b := range Square(64) {
			files, ranks := b.File()-a.File(), b.Rank()-a.Rank()
			aligned := a != b && (files == 0 || ranks == 0 || files == ranks || files == -ranks)
			var between, line Bitboard
			if aligned {
				stepFile, stepRank := sign(files), sign(ranks)
				for n := -7; n <= 7; n++ {
					if s := naiveStep(int(a), n*stepFile, n*stepRank); s >= 0 {
						line |= 1 << s
						if n > 0 && n < max(files*stepFile, ranks*stepRank) {
							between |= 1 << s
						}
					}
				}
			}
			if Between(a, b) != between || Line(a, b) != line {
				t.Fatalf("%s-%s: between %s, line %s; want %s and %s", a, b, Between(a, b), Line(a, b), between, line)
			}
		}
	}
}

func sign(n int) int { return min(1, max(-1, n)) }
