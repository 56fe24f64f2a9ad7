package problem

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// The reference implementation: the definitions of the field written down one by one, on legal moves and nothing else,
// with no order, no table and no short cuts. It shares no code with the solver.

// referenceLost reports whether the side to move is mated, or will be in n more moves.
func referenceLost(p *movegen.Position, n int) bool {
	var list movegen.MoveList
	p.LegalMoves(&list)
	if list.Len() == 0 {
		return p.InCheck()
	}
	for _, m := range list.Moves() {
		next := p.After(m)
		if len(referenceMates(&next, n)) == 0 {
			return false
		}
	}
	return n > 0
}

// referenceMates returns the moves that mate in at most n moves.
func referenceMates(p *movegen.Position, n int) (mates []movegen.Move) {
	if n == 0 {
		return nil
	}
	var list movegen.MoveList
	p.LegalMoves(&list)
	for _, m := range list.Moves() {
		next := p.After(m)
		if referenceLost(&next, n-1) {
			mates = append(mates, m)
		}
	}
	return mates
}

// referenceLength returns the length of the shortest mate up to n, 0 if there is none.
func referenceLength(p *movegen.Position, n int) int {
	for length := 1; length <= n; length++ {
		if referenceMates(p, length) != nil {
			return length
		}
	}
	return 0
}

// referenceReport returns what Analyse should find, in the words of canonical.
func referenceReport(p *movegen.Position, o Options) string {
	var lines []string
	var list movegen.MoveList
	p.LegalMoves(&list)
	keys, short := 0, 0
first:
	for _, m := range list.Moves() {
		next := p.After(m)
		for n := 1; n < o.Moves; n++ {
			if referenceLost(&next, n-1) {
				lines = append(lines, fmt.Sprintf("short %v in %d", m, n))
				short++
				continue first
			}
		}
		if referenceLost(&next, o.Moves-1) {
			lines = append(lines, "key "+referencePhase(next, m, o))
			keys++
			continue
		}
		phase := referencePhase(next, m, o)
		refutations := strings.Count(phase, "!")
		if refutations > 0 && refutations <= o.Tries && !(o.QuietTries && next.InCheck()) {
			lines = append(lines, "try "+phase)
		}
	}
	if o.SetPlay && !p.InCheck() {
		waiting := *p
		waiting.MakeNull()
		lines = append(lines, "set "+referencePhase(waiting, movegen.NoMove, o))
	}
	verdict := "no solution"
	if short > 0 {
		verdict = "short solution"
	} else if keys > 1 {
		verdict = "cooked"
	} else if keys == 1 {
		verdict = "sound"
	}
	return joined(append(lines, verdict))
}

func referencePhase(p movegen.Position, m movegen.Move, o Options) string {
	var threats []movegen.Move
	kind, length := "", 0
	if p.InCheck() {
		kind = "check"
	} else if m != movegen.NoMove {
		passed := p
		passed.MakeNull()
		kind = "block"
		if length = referenceLength(&passed, o.Moves-1); length > 0 {
			kind, threats = "threat", referenceMates(&passed, length)
		}
	}
	var lines []string
	var list movegen.MoveList
	p.LegalMoves(&list)
	for _, defence := range list.Moves() {
		next := p.After(defence)
		n := referenceLength(&next, o.Moves-1)
		if n == 0 {
			lines = append(lines, fmt.Sprintf("%v!", defence))
			continue
		}
		effective := kind != "threat" || !referenceLetsThrough(&next, threats, length)
		if effective || o.AllDefences {
			lines = append(lines, fmt.Sprintf("%v %s in %d effective %t",
				defence, moveNames(referenceMates(&next, n)), n, effective))
		}
	}
	if list.Len() == 0 && !p.InCheck() {
		return fmt.Sprintf("%v stalemate!", m)
	}
	return fmt.Sprintf("%v %s %s in %d: %s", m, kind, moveNames(threats), length, joined(lines))
}

// referenceLetsThrough reports whether all threats still mate after the defence that
// led to p, or it even lets through something faster.
func referenceLetsThrough(p *movegen.Position, threats []movegen.Move, length int) bool {
	if referenceLength(p, length-1) > 0 {
		return true
	}
	for _, m := range threats {
		if !p.IsLegal(m) {
			return false
		}
		next := p.After(m)
		if !referenceLost(&next, length-1) {
			return false
		}
	}
	return true
}

// canonical writes a report so that it can be compared with referenceReport's.
func canonical(r *Report) string {
	var lines []string
	for _, s := range r.Short {
		lines = append(lines, fmt.Sprintf("short %v in %d", s.Move, s.In))
	}
	for i := range r.Keys {
		lines = append(lines, "key "+canonicalPhase(&r.Keys[i]))
	}
	for i := range r.Tries {
		lines = append(lines, "try "+canonicalPhase(&r.Tries[i]))
	}
	if r.Set != nil {
		lines = append(lines, "set "+canonicalPhase(r.Set))
	}
	return joined(append(lines, r.Verdict.String()))
}

func canonicalPhase(p *Phase) string {
	if p.Stalemate {
		return fmt.Sprintf("%v stalemate!", p.Move)
	}
	var lines []string
	for _, m := range p.Refutations {
		lines = append(lines, fmt.Sprintf("%v!", m))
	}
	for _, v := range p.Variations {
		lines = append(lines, fmt.Sprintf("%v %s in %d effective %t",
			v.Defence, moveNames(v.Mates.Moves), v.Mates.In, v.Effective))
	}
	return fmt.Sprintf("%v %v %s in %d: %s", p.Move, p.Kind, moveNames(p.Threats.Moves), p.Threats.In, joined(lines))
}

func moveNames(moves []movegen.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = m.String()
	}
	slices.Sort(names)
	return "[" + strings.Join(names, " ") + "]"
}

func joined(lines []string) string {
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

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
