package pgn

import (
	"fmt"
	"math"
	"strings"

	"alfiere/movegen"
)

// Material is a condition on the pieces of the two players.
type Material struct {
	sides [2][movegen.King + 1]Range // by colour and type
	// either is set if the colours may be exchanged.
	either bool
}

// ParseMaterial reads material such as KRPKR: both kings, each followed by its side's
// other pieces. After a letter "*" means any number of these pieces, "+" one or more;
// pieces not named must not be on the board. Either player may have either side; with
// the second side in lower case, such as KRPkr, the first one is White's.
func ParseMaterial(text string) (Material, error) {
	m := Material{either: true}
	side := -1
	fail := func(at int, what string) (Material, error) {
		return Material{}, fmt.Errorf("letter %d of %q: %s", at+1, text, what)
	}
	for i := 0; i < len(text); i++ {
		letter := text[i]
		capital := letter &^ 0x20
		t := movegen.PieceType(strings.IndexByte(".PNBRQK", capital))
		if letter < 'A' || t > movegen.King || t == 0 {
			return fail(i, "expected K, Q, R, B, N or P, each with an optional * or +")
		}
		if t == movegen.King {
			if side++; side > 1 {
				return fail(i, "there are two kings already")
			}
			m.either = m.either && letter == capital
		}
		if side < 0 {
			return fail(i, "the kings come first, as in KRPKR")
		}
		if small := letter != capital; small && side == 0 || side == 1 && small == m.either {
			return fail(i, "White's letters are capital and come first, Black's are small; or all are capital")
		}
		if t == movegen.King {
			m.sides[side][t] = Range{1, 1}
			continue
		}
		r := &m.sides[side][t]
		switch {
		case i+1 < len(text) && text[i+1] == '*':
			r.High = math.MaxInt
			i++
		case i+1 < len(text) && text[i+1] == '+':
			*r = Range{r.Low + 1, math.MaxInt}
			i++
		default:
			r.Low++
			if r.High < math.MaxInt {
				r.High++
			}
		}
	}
	if side != 1 {
		return Material{}, fmt.Errorf("%q lacks a king: give the men of both players, as in KRPKR", text)
	}
	return m, nil
}

// Fits reports whether the pieces on the board fit.
func (m *Material) Fits(p *movegen.Position) bool {
	return m.fits(p, movegen.White) || m.either && m.fits(p, movegen.Black)
}

// fits is Fits if the first side is c's.
func (m *Material) fits(p *movegen.Position, c movegen.Color) bool {
	for t := movegen.Pawn; t < movegen.King; t++ {
		if !m.sides[0][t].Has(p.Pieces(c, t).Count()) || !m.sides[1][t].Has(p.Pieces(c.Other(), t).Count()) {
			return false
		}
	}
	return true
}
