package eval

import (
	"fmt"
	"slices"
	"testing"

	"alfiere/movegen"
)

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
