package problem

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// referenceFlaws writes down what each FlawKind says, one by one, with legal moves and
// nothing else: no table of pins, no list of checking moves. provided is the set play.
func referenceFlaws(p *movegen.Position, m movegen.Move, provided *Phase) map[FlawKind]movegen.Bitboard {
	found := map[FlawKind]movegen.Bitboard{}
	after := p.After(m)
	attacker, defender := p.Side(), after.Side()
	found[ChecksKing] = attackersOf(&after, after.King(defender), attacker)
	for men := p.ByColor(defender); men != 0; {
		s := men.Pop()
		switch man := p.PieceAt(s); {
		case after.PieceAt(s) == man:
		case man.Type() == movegen.Pawn:
			found[CapturesPawn] |= s.Bitboard()
		default:
			found[CapturesPiece] |= s.Bitboard()
		}
	}
	if m.PromotionType() != movegen.NoPieceType {
		found[PromotesPawn] = m.To().Bitboard()
	}
	before, now := pinnedMen(p, defender), pinnedMen(&after, defender)
	found[PinsMan], found[UnpinsMan] = now&^before, before&^now&after.ByColor(defender)
	stands := m.To()
	if m.Kind() == movegen.Castling {
		stands = m.KingTo()
	}
	if !looksAtKing(p, m.From(), defender) && !pinsAMan(p, m.From(), defender) && !matesWith(provided, m.From()) &&
		looksAtKing(&after, stands, defender) {
		found[BringsIdle] = m.From().Bitboard()
	}
	if p.InCheck() {
		return found
	}
	waiting := *p
	waiting.MakeNull()
	flightsBefore, flightsNow := kingMoves(&waiting, waiting.Moves()), kingMoves(&after, after.Moves())
	found[TakesFlight], found[GivesFlight] = flightsBefore&^flightsNow, flightsNow&^flightsBefore
	found[UnprovidedFlight] = kingMoves(&waiting, provided.Refutations)
	found[UnprovidedCheck] = checkers(&waiting, provided.Refutations, nil)
	loose := takenBy(&waiting, provided.Refutations)
	found[UnprovidedCapture] = loose &^ p.ByType(movegen.Pawn)
	found[SavesMan] = loose & m.From().Bitboard()
	if !takenBy(&waiting, waiting.Moves()).Has(m.From()) {
		found[OffersMan] = takenBy(&after, after.Moves()) & m.To().Bitboard()
	}
	found[ExposesKing] = checkers(&after, after.Moves(), &waiting)
	return found
}

// attackersOf is the men of a colour that attack the square.
func attackersOf(p *movegen.Position, s movegen.Square, c movegen.Color) movegen.Bitboard {
	return p.AttackersTo(s, p.Occupied()) & p.ByColor(c)
}

// pinnedMen is the men of a colour, kings aside, whose removal brings a check.
func pinnedMen(p *movegen.Position, c movegen.Color) (pinned movegen.Bitboard) {
	king := p.King(c)
	checks := attackersOf(p, king, c.Other())
	for men := p.ByColor(c) &^ king.Bitboard(); men != 0; {
		s := men.Pop()
		without := p.AttackersTo(king, p.Occupied()&^s.Bitboard()) & p.ByColor(c.Other())
		if without&^checks != 0 {
			pinned |= s.Bitboard()
		}
	}
	return pinned
}

// pinsAMan reports whether the man on from would check if one man of the defender, which
// does not stand there now, were gone.
func pinsAMan(p *movegen.Position, from movegen.Square, defender movegen.Color) bool {
	king := p.King(defender)
	for men := p.ByColor(defender) &^ king.Bitboard(); men != 0; {
		without := p.AttackersTo(king, p.Occupied()&^men.Pop().Bitboard())
		if without.Has(from) && !attackersOf(p, king, defender.Other()).Has(from) {
			return true
		}
	}
	return false
}

// looksAtKing reports whether the man on s attacks the king, or a square round it that it
// would attack were the king gone.
func looksAtKing(p *movegen.Position, s movegen.Square, defender movegen.Color) bool {
	king := p.King(defender)
	for t := range movegen.NoSquare {
		near := max(t.File()-king.File(), king.File()-t.File(), t.Rank()-king.Rank(), king.Rank()-t.Rank()) <= 1
		if near && p.AttackersTo(t, p.Occupied()&^king.Bitboard()).Has(s) {
			return true
		}
	}
	return false
}

// matesWith reports whether a mate of the phase is a move from the square.
func matesWith(phase *Phase, from movegen.Square) bool {
	if phase == nil {
		return false
	}
	for _, v := range phase.Variations {
		for _, m := range v.Mates.Moves {
			if m.From() == from {
				return true
			}
		}
	}
	return false
}

// kingMoves is where the moves of the king go, castling aside.
func kingMoves(p *movegen.Position, moves []movegen.Move) (squares movegen.Bitboard) {
	for _, m := range moves {
		if p.PieceAt(m.From()).Type() == movegen.King && m.Kind() != movegen.Castling {
			squares |= m.To().Bitboard()
		}
	}
	return squares
}

// checkers is the men that check with one of the moves, but not with those that check in another position too.
func checkers(p *movegen.Position, moves []movegen.Move, but *movegen.Position) (men movegen.Bitboard) {
	for _, m := range moves {
		next := p.After(m)
		known := false
		if but != nil && but.IsLegal(m) {
			other := but.After(m)
			known = other.InCheck()
		}
		if next.InCheck() && !known {
			men |= m.From().Bitboard()
		}
	}
	return men
}

// takenBy is where the men stand that the moves take.
func takenBy(p *movegen.Position, moves []movegen.Move) (squares movegen.Bitboard) {
	for _, m := range moves {
		next := p.After(m)
		for men := p.ByColor(p.Side().Other()); men != 0; {
			if s := men.Pop(); next.PieceAt(s) != p.PieceAt(s) {
				squares |= s.Bitboard()
			}
		}
	}
	return squares
}

// TestFlawsAgreeWithTheReference looks at every first move of random positions, and of
// some where castling, captures en passant and promotions are at hand.
func TestFlawsAgreeWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 13))
	positions := []movegen.Position{
		composed(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
		composed(t, "r3k3/1P6/8/3pP3/8/8/8/R3K2R w KQq d6 0 1"),
		composed(t, "8/2P5/1k6/8/3Pp3/8/6p1/K4R2 b - d3 0 1"),
		composed(t, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"),
	}
	for len(positions) < 350 {
		positions = append(positions, randomProblem(r))
	}
	counts := map[FlawKind]int{}
	for _, p := range positions {
		set := analyse(t, p, Options{Moves: 2, SetPlay: true}).Set
		for _, m := range p.Moves() {
			phase := &Phase{Move: m}
			got := map[FlawKind]movegen.Bitboard{}
			for _, f := range flaws(&p, phase, set) {
				got[f.Kind] = f.Squares
			}
			want := referenceFlaws(&p, m, set)
			for kind := ChecksKing; kind <= ExposesKing; kind++ {
				if got[kind] != want[kind] {
					t.Errorf("%s, %v: %v: %v, want %v", p.FEN(), m, kind, got[kind], want[kind])
				}
				if want[kind] != 0 {
					counts[kind]++
				}
			}
		}
	}
	for kind := ChecksKing; kind <= ExposesKing; kind++ {
		if counts[kind] < 10 {
			t.Errorf("%v occurs %d times: a poor test", kind, counts[kind])
		}
	}
}
