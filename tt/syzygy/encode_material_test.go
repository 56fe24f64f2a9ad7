package syzygy

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// materials returns the names of all tables with so many men, as their files have them:
// the side with more men, or else with the better ones, first.
func materials(men int) (names []string) {
	for second := 0; second <= (men-2)/2; second++ {
		for _, a := range pieceSets(men - 2 - second) {
			for _, b := range pieceSets(second) {
				if len(a) > len(b) || !better(b, a) {
					names = append(names, "K"+a+"vK"+b)
				}
			}
		}
	}
	return names
}

const pieceLetters = ".PNBRQK"

// better reports whether a has the better men of two equally long sets.
func better(a, b string) bool {
	for i := range len(a) {
		if a[i] != b[i] {
			return strings.IndexByte(pieceLetters, a[i]) > strings.IndexByte(pieceLetters, b[i])
		}
	}
	return false
}

// pieceSets returns the sets of n men without kings, the best men first.
func pieceSets(n int) (sets []string) {
	if n == 0 {
		return []string{""}
	}
	for _, rest := range pieceSets(n - 1) {
		for _, letter := range "QRBNP" {
			if rest == "" || strings.IndexByte(pieceLetters, rest[len(rest)-1]) >= strings.IndexByte(pieceLetters, byte(letter)) {
				sets = append(sets, rest+string(letter))
			}
		}
	}
	return sets
}

// menOf returns the men of a table in some order.
func menOf(name string) (men []byte) {
	side := byte(0)
	for _, letter := range []byte(name) {
		if letter == 'v' {
			side = codeSide
			continue
		}
		men = append(men, byte(strings.IndexByte(pieceLetters, letter))+side)
	}
	return men
}

// mirrored reports whether both sides of a table have the same men.
func mirrored(name string) bool {
	a, b, _ := strings.Cut(name, "v")
	return a == b
}

// shuffled returns the men of a table in a random order that the format allows, and the
// places of the groups that it names.
func shuffled(name string, rng *rand.Rand) (men []byte, order [2]int) {
	left := menOf(name)
	take := func(chosen ...byte) {
		for _, man := range chosen {
			men = append(men, slices.Repeat([]byte{man}, countMan(left, man))...)
			left = slices.DeleteFunc(left, func(m byte) bool { return m == man })
		}
	}
	white, black := countMan(left, codePawn), countMan(left, codePawn+codeSide)
	groups := 1
	switch {
	case black > 0 && (white == 0 || black < white):
		take(codePawn + codeSide)
		take(codePawn)
	case white > 0:
		take(codePawn)
		take(codePawn + codeSide)
	default:
		var single []byte
		for _, m := range left {
			if countMan(left, m) == 1 {
				single = append(single, m)
			}
		}
		rng.Shuffle(len(single), func(i, j int) { single[i], single[j] = single[j], single[i] })
		take(single[:min(3, len(single))]...) // two only where the kings are all
	}
	both := white > 0 && black > 0
	if both {
		groups = 2
	}
	for rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] }); len(left) > 0; groups++ {
		take(left[0])
	}
	order = [2]int{rng.IntN(groups), 15}
	if both {
		places := rng.Perm(groups)
		order = [2]int{places[0], places[1]}
	}
	return men, order
}

// randomPosition places the men of a table at random, until the position is legal, in the
// table's view of it or with the colours exchanged.
func randomPosition(t testing.TB, name string, rng *rand.Rand) movegen.Position {
	for range 100_000 {
		exchange := movegen.Color(rng.IntN(2))
		b := movegen.Builder{Side: movegen.Color(rng.IntN(2)), EnPassant: movegen.NoSquare, FullmoveNumber: 1}
		for _, man := range menOf(name) {
			s := rng.IntN(64)
			for b.Board[s] != movegen.NoPiece || man&7 == codePawn && (s < 8 || s >= 56) {
				s = rng.IntN(64)
			}
			b.Board[s] = movegen.MakePiece(movegen.Color(man>>3)^exchange, movegen.PieceType(man&7))
		}
		if p, _, err := b.Build(movegen.Rules{}); err == nil {
			return p
		}
	}
	t.Fatalf("no legal position of %s", name)
	panic("not reached")
}

// placed returns the squares of a position's men in a table's order, as the table sees
// them, and the table's side that is to move: 0 for the one that its name has first.
func placed(p *movegen.Position, name string, men []byte) (squares []int, side int) {
	b := p.Builder()
	var white []byte
	for _, piece := range b.Board {
		if piece != movegen.NoPiece && piece.Color() == movegen.White {
			white = append(white, pieceLetters[piece.Type()])
		}
	}
	slices.SortFunc(white, func(a, b byte) int {
		return strings.IndexByte(pieceLetters, b) - strings.IndexByte(pieceLetters, a)
	})
	first, _, _ := strings.Cut(name, "v")
	flip := string(white) != first || mirrored(name) && p.Side() == movegen.Black
	at := map[byte][]int{}
	side = int(p.Side())
	if flip {
		side ^= 1
	}
	for s, piece := range b.Board {
		if piece != movegen.NoPiece {
			man := byte(piece.Type()) + codeSide*byte(piece.Color())
			if flip {
				man, s = man^codeSide, s^56
			}
			at[man] = append(at[man], s)
		}
	}
	for _, m := range men {
		squares = append(squares, at[m][0])
		at[m] = at[m][1:]
	}
	return squares, side
}
