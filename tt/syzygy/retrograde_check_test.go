package syzygy_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"alfiere/movegen"
)

// long reports whether the suites run at full length.
func long() bool { return os.Getenv("ALFIERE_LONG") == "1" }

// menOf returns the men of a material such as "KBNvK", the first side's white.
func menOf(name string) (men []movegen.Piece) {
	types := map[rune]movegen.PieceType{'K': movegen.King, 'Q': movegen.Queen, 'R': movegen.Rook,
		'B': movegen.Bishop, 'N': movegen.Knight, 'P': movegen.Pawn}
	side := movegen.White
	for _, r := range name {
		if r == 'v' {
			side = movegen.Black
		} else {
			men = append(men, movegen.MakePiece(side, types[r]))
		}
	}
	return men
}

// random returns a legal position of the men, either side being the stronger one, and one
// in five with a capture en passant if there can be any.
func random(men []movegen.Piece, rng *rand.Rand) (diagram, movegen.Position) {
	for {
		d := diagram{count: int8(len(men)), side: movegen.Color(rng.IntN(2)), enPassant: movegen.NoSquare}
		var used movegen.Bitboard
		for i, piece := range men {
			at := movegen.Square(rng.IntN(64))
			used |= at.Bitboard()
			if piece.Type() == movegen.Pawn {
				used |= at.Bitboard() & (movegen.Rank1 | movegen.Rank8) << 8 // refused below
			}
			d.men[i] = man{piece, at}
		}
		wanted := rng.IntN(5) == 0 && d.doubleStep(rng)
		if rng.IntN(2) == 0 {
			d.flip()
		}
		if !d.possible() {
			continue
		}
		if p, err := d.position(); err == nil && (!wanted || p.EnPassant() != movegen.NoSquare) {
			return d, p
		}
	}
}

// possible reports whether each man has a square of its own, and no pawn one it cannot have.
func (d *diagram) possible() bool {
	both := d.occupied(movegen.White) | d.occupied(movegen.Black)
	pawns := d.squares(movegen.MakePiece(movegen.White, movegen.Pawn)) | d.squares(movegen.MakePiece(movegen.Black, movegen.Pawn))
	return both.Count() == int(d.count) && pawns&(movegen.Rank1|movegen.Rank8) == 0
}

// doubleStep puts a white pawn and a black one, if there are such, side by side as after a
// double step.
func (d *diagram) doubleStep(rng *rand.Rand) bool {
	var pawns [2]*man
	for i, m := range d.all() {
		if m.piece.Type() == movegen.Pawn {
			pawns[m.piece.Color()] = &d.men[i]
		}
	}
	if pawns[0] == nil || pawns[1] == nil {
		return false
	}
	file := rng.IntN(7)
	d.enPassant = movegen.MakeSquare(file, 5).Relative(d.side)
	pawns[d.side.Other()].at = movegen.MakeSquare(file, 4).Relative(d.side)
	pawns[d.side].at = movegen.MakeSquare(file+1, 4).Relative(d.side)
	if rng.IntN(2) == 0 {
		d.turn(symmetries[fileMirror])
	}
	return true
}

// follows returns the value of p as it follows, by movegen's moves, from those after them.
func (a *analysis) follows(p *movegen.Position) value {
	moves := p.Moves()
	if len(moves) == 0 {
		if p.InCheck() {
			return mated
		}
		return drawn
	}
	var all []value
	for _, m := range moves {
		next := p.After(m)
		zeroing := p.IsCapture(m) || p.PieceAt(m.From()).Type() == movegen.Pawn
		all = append(all, a.before(a.value(diagramOf(&next)), zeroing))
	}
	best := all[0]
	for _, v := range all {
		if better(v, best) {
			best = v
		}
	}
	return best
}

// checkLocally compares the values of n random positions with those that follow from the
// positions a move later.
func checkLocally(t *testing.T, a *analysis, name string, n int) {
	rng := rand.New(rand.NewPCG(15, uint64(n)))
	for range n {
		d, p := random(menOf(name), rng)
		if got, want := a.value(d), a.follows(&p); got != want {
			t.Fatalf("%s: %s: %d, after one move %d", name, p.FEN(), got, want)
		}
	}
}

// extremes returns the longest win for the first side's colour of the ending in half-moves,
// and how many positions there are, and are won for it, with it to move and with the other.
func (a *analysis) extremes(name string) (longest int, positions, won [2]int) {
	men := menOf(name)
	var d diagram
	for d.count = 0; int(d.count) < len(men); d.count++ {
		d.men[d.count].piece = men[d.count]
	}
	of := a.endings[d.material()]
	for _, s := range of.ending.slices {
		if s == nil {
			continue
		}
		for i, v := range s.values {
			if v == illegal {
				continue
			}
			side := i & 1
			if of.flip {
				side ^= 1
			}
			positions[side]++
			if side == 0 && v > 0 {
				won[0]++
				longest = max(longest, int(v))
			}
			if side == 1 && v < 0 {
				won[1]++
			}
		}
	}
	return longest, positions, won
}

// TestRetrogradeAnalysisOfThreeMen holds the analysis against what is known of the endings
// of three men: mate in 10 with the queen, in 16 with the rook, and how many of the
// positions with a pawn on the files a to d are won.
func TestRetrogradeAnalysisOfThreeMen(t *testing.T) {
	a := newAnalysis(100)
	for _, test := range []struct {
		name           string
		longest        int
		positions, won [2]int // with the stronger side to move, with the weaker; not asked if 0
	}{
		{name: "KQvK", longest: 2*10 - 1},
		{name: "KRvK", longest: 2*16 - 1},
		{name: "KBvK"},
		{name: "KNvK"},
		{name: "KPvK", longest: 19, positions: [2]int{163328 / 2, 168024 / 2}, won: [2]int{124960 / 2, 97604 / 2}},
	} {
		checkLocally(t, a, test.name, 3000) // which analyses all slices
		longest, positions, won := a.extremes(test.name)
		if longest != test.longest || test.positions[0] != 0 && (positions != test.positions || won != test.won) {
			t.Errorf("%s: longest win %d, %d positions, %d won; known are %d, %d, %d",
				test.name, longest, positions, won, test.longest, test.positions, test.won)
		}
	}
}
