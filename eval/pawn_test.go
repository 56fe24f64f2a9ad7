package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/movegen"
)

// randomPawns returns a position with two kings and up to eight pawns a side, placed at random.
func randomPawns(t testing.TB, random *rand.Rand) movegen.Position {
	t.Helper()
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
		squares := random.Perm(64)
		for c, n := range [...]int{random.IntN(9), random.IntN(9)} {
			for ; n > 0; n-- {
				s := 8 + squares[0]%48
				squares = squares[1:]
				b.Board[s] = movegen.MakePiece(movegen.Color(c), movegen.Pawn)
			}
		}
		b.Board[squares[0]] = movegen.MakePiece(movegen.White, movegen.King)
		b.Board[squares[1]] = movegen.MakePiece(movegen.Black, movegen.King)
		if p, _, err := b.Build(movegen.Rules{}); err == nil {
			return p
		}
	}
}

// pawnFacts is the reference implementation of a pawn's structure: it looks at each
// square by itself and knows nothing of bitboards.
type pawnFacts struct {
	passed    bool // no enemy pawn before it on its file or a neighbouring one, no own pawn on its file
	candidate bool // as passed, but with enemy pawns on the neighbouring files
	backward  bool // no own pawn guards it or the square before it
	isolated  bool // no own pawn on the neighbouring files
	doubled   bool // an own pawn before it on its file
	open      bool // no enemy pawn before it on its file
	phalanx   bool // an own pawn right beside it
	guarded   bool // an own pawn guards it
}

// factsOf describes the pawn on s.
func factsOf(p *movegen.Position, s movegen.Square) pawnFacts {
	own := p.PieceAt(s).Color()
	up := 1 - 2*int(own)
	is := func(c movegen.Color, file, rank int) bool {
		return file >= 0 && file < 8 && rank >= 0 && rank < 8 &&
			p.PieceAt(movegen.MakeSquare(file, rank)) == movegen.MakePiece(c, movegen.Pawn)
	}
	// before counts the pawns of c on a file that stand nearer to own's last rank than s.
	before := func(c movegen.Color, file int) (n int) {
		for rank := s.Rank() + up; rank >= 0 && rank < 8; rank += up {
			if is(c, file, rank) {
				n++
			}
		}
		return n
	}
	file, rank, their := s.File(), s.Rank(), own.Other()
	guards := func(rank int) bool { return is(own, file-1, rank-up) || is(own, file+1, rank-up) }
	f := pawnFacts{
		isolated: true,
		doubled:  before(own, file) > 0,
		open:     before(their, file) == 0,
		phalanx:  is(own, file-1, rank) || is(own, file+1, rank),
		guarded:  guards(rank),
	}
	for r := range 8 {
		f.isolated = f.isolated && !is(own, file-1, r) && !is(own, file+1, r)
	}
	f.backward = !f.guarded && !guards(rank+up)
	front := !f.doubled && f.open
	beside := before(their, file-1) + before(their, file+1)
	f.passed, f.candidate = front && beside == 0, front && beside > 0
	return f
}

func TestPawnsArePassedCandidatesAndBackwardByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 1))
	e := judge[plain]{Evaluator: New(All)}
	var seen pawnFacts
	for range 20000 {
		p := randomPawns(t, random)
		e.init(&p)
		entry := e.probePawns()
		for set := p.ByType(movegen.Pawn); set != 0; {
			s := set.Pop()
			want := factsOf(&p, s)
			seen.passed = seen.passed || want.passed
			seen.candidate = seen.candidate || want.candidate
			seen.backward = seen.backward || want.backward
			if entry.passed.Has(s) != want.passed || entry.candidates.Has(s) != want.candidate || entry.backward.Has(s) != want.backward {
				t.Fatalf("%s, %v: passed %v, candidate %v, backward %v; want %+v", p.FEN(), s,
					entry.passed.Has(s), entry.candidates.Has(s), entry.backward.Has(s), want)
			}
		}
		if pawns := p.ByType(movegen.Pawn); (entry.passed|entry.candidates|entry.backward)&^pawns != 0 {
			t.Fatalf("%s: squares without pawns are among %v, %v, %v", p.FEN(), entry.passed, entry.candidates, entry.backward)
		}
	}
	if !seen.passed || !seen.candidate || !seen.backward {
		t.Errorf("the placements had no such pawns: %+v", seen)
	}
}

// structureOf lists the weights of what the letters p and a say about a pawn alone.
func structureOf(p *movegen.Position, s movegen.Square) (weights []string) {
	f, own := factsOf(p, s), p.PieceAt(s).Color()
	rank := relativeRank(own, s)
	add := func(counts bool, field string, index ...int) {
		if counts {
			for _, i := range index {
				field += fmt.Sprintf("[%d]", i)
			}
			weights = append(weights, field)
		}
	}
	add(f.doubled, "Doubled")
	add((f.isolated || f.backward) && f.open, "WeakUnopposed")
	add(f.isolated, "Isolated", s.File())
	add(f.isolated, "IsolatedByRank", rank)
	if f.backward && !f.isolated {
		guards := 0
		their := movegen.MakePiece(own.Other(), movegen.Pawn)
		for _, file := range [...]int{s.File() - 1, s.File() + 1} {
			up := 2 - 4*int(own)
			if r := s.Rank() + up; file >= 0 && file < 8 && r >= 0 && r < 8 && p.PieceAt(movegen.MakeSquare(file, r)) == their {
				guards++
			}
		}
		add(true, "Backward", guards)
	}
	add(f.phalanx, "Phalanx", rank)
	add(f.guarded, "SupportedPawn", rank)
	add(f.candidate, "Candidate", rank)
	return weights
}

func TestTheTermsOfAPawnAreThoseOfItsStructure(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 1))
	e := New(Pawns | Attack)
	var trace Trace
	for range 5000 {
		p := randomPawns(t, random)
		e.Trace(&p, &trace)
		got := map[movegen.Square][]string{}
		for _, term := range trace.Terms {
			switch field := fieldOf(term.Weight); {
			case field.Name == "PawnSquare" || field.Name == "BlockedBackward":
			case field.Kind == Pawns || field.Name == "Candidate":
				for range term.Count {
					got[term.Square] = append(got[term.Square], WeightAt(term.Weight).Name)
				}
			}
		}
		for set := p.ByType(movegen.Pawn); set != 0; {
			s := set.Pop()
			want := structureOf(&p, s)
			slices.Sort(want)
			slices.Sort(got[s])
			if !slices.Equal(got[s], want) {
				t.Fatalf("%s, %v: terms %v, want %v", p.FEN(), s, got[s], want)
			}
		}
	}
}

func TestOppositeBishopsAreDrawishUnlessAPawnIsPassed(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      int
	}{
		{"two pawns guard its way", "4k3/8/3p1p2/8/4P3/8/2B5/4K1b1 w - - 0 1", scaleBishops},
		{"a pawn far ahead guards its way", "4k3/3p4/8/8/4P3/8/2B5/4K1b1 w - - 0 1", scaleBishops},
		{"a pawn attacks it", "4k3/8/8/3p4/4P3/8/2B5/4K1b1 w - - 0 1", scaleBishops},
		{"a pawn stands before it", "4k3/4p3/8/8/4P3/8/2B5/4K1b1 w - - 0 1", scaleBishops},
		{"the enemy pawns are past it", "4k3/8/8/8/4P3/3p1p2/2B5/4K1b1 w - - 0 1", scaleBishops + scaleBishopsPassed},
		{"of doubled pawns the one in front is passed", "4k3/p7/8/4P3/4P3/8/2B5/4K1b1 w - - 0 1", scaleBishops + scaleBishopsPassed},
		{"two are passed", "4k3/8/8/4P3/2P5/8/2B5/4K1b1 w - - 0 1", scaleBishops + 2*scaleBishopsPassed},
	} {
		t.Run(test.name, func(t *testing.T) {
			var trace Trace
			p := mustParse(t, test.fen)
			New(All).Trace(p, &trace)
			if got := trace.Scales[0]; got != test.want {
				t.Errorf("scale %d, want %d", got, test.want)
			}
			mirror := p.Mirror()
			New(All).Trace(&mirror, &trace)
			if got := trace.Scales[1]; got != test.want {
				t.Errorf("mirrored: scale %d, want %d", got, test.want)
			}
		})
	}
}

// attackedSquares lists the squares that the piece on s attacks.
func attackedSquares(p *movegen.Position, s movegen.Square) (squares []movegen.Square) {
	for set := p.AttacksFrom(s); set != 0; {
		squares = append(squares, set.Pop())
	}
	return squares
}

// attackCounts adds up the reference implementation over the pieces of c.
func attackCounts(p *movegen.Position, c movegen.Color) (byType [8]movegen.Bitboard, counts [64]int) {
	for set := p.ByColor(c); set != 0; {
		s := set.Pop()
		for _, to := range attackedSquares(p, s) {
			byType[p.PieceAt(s).Type()] |= to.Bitboard()
			counts[to]++
		}
	}
	return byType, counts
}

func TestAttacksAreThoseOfTheRules(t *testing.T) {
	e := judge[plain]{Evaluator: New(All)}
	for _, p := range randomPositions(4000, 31) {
		e.init(&p)
		for _, side := range []*sideInfo{&e.white, &e.black} {
			byType, counts := attackCounts(&p, side.color)
			if byType != side.attackedBy {
				t.Fatalf("%s: %v attacks %v, want %v", p.FEN(), side.color, side.attackedBy, byType)
			}
			for s, n := range counts {
				if side.attacked.Has(movegen.Square(s)) != (n > 0) || side.attackedTwice.Has(movegen.Square(s)) != (n > 1) {
					t.Fatalf("%s: %v is attacked %d times", p.FEN(), movegen.Square(s), n)
				}
			}
		}
	}
}

func TestKingAttackersAreThePiecesThatAttackTheKingZone(t *testing.T) {
	e := judge[plain]{Evaluator: New(All)}
	found := 0
	for _, p := range randomPositions(4000, 32) {
		e.init(&p)
		for _, sides := range [][2]*sideInfo{{&e.white, &e.black}, {&e.black, &e.white}} {
			own, their := sides[0], sides[1]
			zone, near := map[movegen.Square]bool{}, map[movegen.Square]bool{}
			for s := range movegen.Square(64) {
				near[s] = steps(s, their.king) == 1
				zone[s] = steps(s, their.king) <= 1
			}
			for s := range movegen.Square(64) { // those in front of these, too
				if rank := s.Rank() + 2*int(their.color) - 1; rank >= 0 && rank < 8 && near[movegen.MakeSquare(s.File(), rank)] {
					zone[s] = true
				}
			}
			attackers, attacks := movegen.Bitboard(0), 0
			for set := own.officers; set != 0; {
				s := set.Pop()
				for _, to := range attackedSquares(&p, s) {
					if zone[to] {
						attackers |= s.Bitboard()
					}
					if near[to] {
						attacks++
					}
				}
			}
			if own.kingAttackers != attackers || own.kingAttacks != attacks {
				t.Fatalf("%s, %v: attackers %v with %d attacks, want %v with %d", p.FEN(), own.color,
					own.kingAttackers, own.kingAttacks, attackers, attacks)
			}
			found += attacks
		}
	}
	if found == 0 {
		t.Error("no king was attacked")
	}
}

// mobilityOf is the reference implementation of the mobility of the piece on s.
func mobilityOf(p *movegen.Position, s movegen.Square) (n int) {
	own := p.PieceAt(s).Color()
	up := 1 - 2*int(own)
	byPawns, _ := attackCounts(p, own.Other())
	for _, to := range attackedSquares(p, s) {
		piece := p.PieceAt(to)
		next := to.Rank() + up
		blocked := next >= 0 && next < 8 && p.PieceAt(movegen.MakeSquare(to.File(), next)) != movegen.NoPiece
		switch {
		case byPawns[movegen.Pawn].Has(to):
		case piece == movegen.MakePiece(own, movegen.King) || piece == movegen.MakePiece(own, movegen.Queen):
		case piece == movegen.MakePiece(own, movegen.Pawn) && (blocked || relativeRank(own, to) <= 2):
		default:
			n++
		}
	}
	return n
}

func TestMobilityIsTheNumberOfUsefulSquares(t *testing.T) {
	names := map[movegen.PieceType]string{movegen.Knight: "KnightMobility", movegen.Bishop: "BishopMobility",
		movegen.Rook: "RookMobility", movegen.Queen: "QueenMobility"}
	e := New(Mobility)
	var trace Trace
	for _, p := range randomPositions(1500, 33) {
		e.Trace(&p, &trace)
		var got, want []string
		for _, term := range trace.Terms {
			if term.Square != movegen.NoSquare && names[p.PieceAt(term.Square).Type()] == fieldOf(term.Weight).Name {
				got = append(got, fmt.Sprint(term.Square, WeightAt(term.Weight).Name, term.Count))
			}
		}
		for set := p.Occupied(); set != 0; {
			s := set.Pop()
			if name := names[p.PieceAt(s).Type()]; name != "" {
				want = append(want, fmt.Sprint(s, fmt.Sprintf("%s[%d]", name, mobilityOf(&p, s)), 1))
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s:\n%v\nwant\n%v", p.FEN(), got, want)
		}
	}
}
