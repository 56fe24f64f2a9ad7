package movegen

import (
	"strings"
	"testing"
)

// suspicions returns the ImpossibleCheck warnings for a FEN, which must be good.
func suspicions(t *testing.T, fen string) (found []Fault) {
	t.Helper()
	_, warnings, err := Rules{Chess960: true, Composed: true}.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	for _, fault := range warnings {
		if fault.Code == ImpossibleCheck {
			found = append(found, fault)
		}
	}
	return found
}

// neverSuspicious fails if after, which m has just led to, is called impossible:
// with the en-passant square as other programs write it, as we do, and without.
func neverSuspicious(t *testing.T, before *Position, m Move, after *Position) {
	t.Helper()
	if !after.InCheck() {
		return
	}
	fields := strings.Fields(after.ShredderFEN())
	if after.EnPassant() != NoSquare {
		neverSuspiciousFEN(t, before, m, fields)
		fields[3] = "-"
	}
	neverSuspiciousFEN(t, before, m, fields)
	if from, to := m.From(), m.To(); before.PieceAt(from).Type() == Pawn && from^to == 16 {
		fields[3] = Between(from, to).String()
		neverSuspiciousFEN(t, before, m, fields)
	}
}

func neverSuspiciousFEN(t *testing.T, before *Position, m Move, fields []string) {
	t.Helper()
	fen := strings.Join(fields, " ")
	if found := suspicions(t, fen); found != nil {
		t.Fatalf("%s, %s leads to %s, yet: %v", before.ShredderFEN(), describe(m), fen, found)
	}
}

func TestNoPositionOfAGameIsSuspicious(t *testing.T) {
	checks := 0
	eachMove(t, 70, scaled(200_000, 20), false, func(before *Position, m Move, after *Position) {
		neverSuspicious(t, before, m, after)
		if after.InCheck() {
			checks++
		}
		if illegal, suspicious := after.Validate(); illegal != nil || suspicious != nil {
			t.Fatalf("%s: %v %v", after.FEN(), illegal, suspicious)
		}
	})
	if checks < 10_000 {
		t.Errorf("only %d positions were in check", checks)
	}
}

func TestNoCheckThatAMoveHasJustGivenIsSuspicious(t *testing.T) {
	rng := newRand(71)
	var checking MoveList
	double := 0
	for range scaled(25_000, 80) {
		p := randomBoard(rng)
		p.CheckingMoves(&checking)
		for _, m := range checking.Moves() {
			after := p.After(m)
			neverSuspicious(t, &p, m, &after)
			if after.Checkers().MoreThanOne() {
				double++
			}
		}
	}
	if double < 225 {
		t.Errorf("only %d double checks were seen", double)
	}
}

// explained reports whether some move can have led to the board: it sets every man of the side that has just moved on
// every square that it may have come from, puts back what it may have taken, and plays the move again. Castling aside.
func explained(b *naiveBoard) bool {
	for to := range b.at {
		if b.at[to] == 0 || b.own(to) {
			continue
		}
		for from := range b.at {
			if b.at[from] == 0 && explainedBy(b, from, to) {
				return true
			}
		}
	}
	return false
}

// explainedBy is explained for a move from one square to another.
func explainedBy(b *naiveBoard, from, to int) bool {
	pawn, victims, up := byte('p'), "\x00PNBRQ", -8
	if b.black {
		pawn, victims, up = 'P', "\x00pnbrq", 8
	}
	for _, was := range []byte{b.at[to], pawn} {
		if was == pawn && (from/8 == 0 || from/8 == 7) {
			continue
		}
		before := *b
		before.black, before.passed, before.castling = !b.black, -1, [64]bool{}
		before.at[from], before.at[to] = was, 0
		for _, before.at[to] = range []byte(victims) {
			if leadsTo(&before, from, b) {
				return true
			}
		}
		thirdOrSixth := to/8 == 2 && !b.black || to/8 == 5 && b.black
		if was == pawn && thirdOrSixth && before.at[to-up] == 0 && before.at[to+up] == 0 {
			before.at[to], before.at[to-up], before.passed = 0, victims[1], to
			if leadsTo(&before, from, b) {
				return true
			}
		}
	}
	return false
}

// leadsTo reports whether a move of the man on from leads to the men of after and
// whether after's king was safe before it.
func leadsTo(before *naiveBoard, from int, after *naiveBoard) (found bool) {
	if before.inCheck(after.black) {
		return false
	}
	before.movesFrom(from, func(m naiveMove) {
		next := before.after(m)
		found = found || next.at == after.at
	})
	return found
}

func TestChecksAreSuspiciousIfNoMoveExplainsThem(t *testing.T) {
	rng := newRand(72)
	impossible := 0
	wanted := scaled(50, 180)
	for seen := 0; seen < wanted; {
		p := randomBoard(rng)
		if !p.InCheck() || p.mayHaveCastled() {
			continue
		}
		seen++
		board := naive(p.ShredderFEN())
		want := explained(&board)
		if got := p.hasLastMove(NoSquare); got != want {
			t.Fatalf("%s: possible is %v, want %v", p.FEN(), got, want)
		}
		if !want {
			impossible++
		}
	}
	if impossible < min(30, wanted/5) {
		t.Errorf("only %d impossible checks were seen", impossible)
	}
}
