package movegen

import (
	"strings"
	"testing"

	"alfiere/internal/testing/must"
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

func TestPositionsWithoutALastMove(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      bool
	}{
		{"the initial position: a knight may have come home", StartFEN, true},
		{"king and pawn shut in", "8/8/8/8/8/PP6/pP6/kB3K2 w - - 0 1", false},
		{"the pawn may have captured", "8/8/8/8/8/P7/pP6/kB3K2 w - - 0 1", true},
		{"the pawn may have stepped", "8/8/8/8/8/1P6/pP6/kB3K2 w - - 0 1", true},
		{"the king may have stepped", "8/8/8/8/8/PP6/pP6/k4K2 w - - 0 1", true},
		{"an unmoved pawn checks", "8/8/8/8/8/2k5/1P6/4K3 b - - 0 1", false},
	} {
		p := must.Get(ParseFEN(c.fen))(t)
		if got := p.HasLastMove(); got != c.want {
			t.Errorf("%s: %s: %v, want %v", c.name, c.fen, got, c.want)
		}
	}
}

func TestImpossibleChecks(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      string // squares of the warning: the checkers and the king
	}{
		{"three checkers", "4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", "e1 d6 f6 e8"},
		{"two knights", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "d6 f6 e8"},
		{"two pawns", "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1", "d7 f7 e8"},
		{"pawn and knight", "4k3/5P2/3N4/8/8/8/8/4K3 b - - 0 1", "d6 f7 e8"},
		{"two rooks on one rank", "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", "a8 e8 h8"},
		{"a pawn that has never moved", "8/8/8/8/8/4k3/3P4/7K b - - 0 1", "d2 e3"},
		{"a bishop hemmed in, and nothing that left its line",
			"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "g1 b6"},
		{"a queen's check that the double step did not uncover",
			"rnb1k1nr/pppp1ppp/8/4p3/1b5q/8/PPPPP1PP/RNBQKBNR w KQkq e6 0 3", "e1 h4"},
		{"a knight uncovers a rook", "4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1", ""},
		{"two rooks after a promotion that takes", "3Rk3/8/8/8/8/8/8/4RK2 b - - 0 1", ""},
		{"two rooks on one file", "4R3/8/8/8/4k3/8/8/4RK2 b - - 0 1", "e1 e4 e8"},
		{"en passant opens a file and a diagonal at once", "B3R3/8/3P4/8/4k3/8/8/K7 b - - 0 1", ""},
		{"the pawn checks by its double step", "8/8/8/5k2/4P3/8/8/4K3 b - e3 0 1", ""},
		{"the double step uncovers a bishop", "8/8/8/8/4P1k1/8/8/3B1K2 b - e3 0 1", ""},
		{"only a double step can have uncovered the bishop", "K7/8/8/8/4P1k1/8/2P5/3B4 b - - 0 1", ""},
		{"castling short gave check along the rank", "8/8/8/8/8/8/5P2/1k3RK1 b - - 0 1", ""},
		{"castling long gave check along the rank", "2kr2K1/3p4/8/8/8/8/8/8 w - - 0 1", ""},
		{"the same rook, but beside a bishop", "K7/8/8/8/8/8/5P2/1k3RB1 b - - 0 1", "b1 f1"},
		{"no check at all", StartFEN, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got string
			for _, fault := range suspicions(t, c.fen) {
				got = fault.Squares.String()
			}
			if got != c.want {
				t.Errorf("warns of %q, want %q", got, c.want)
			}
			p := position(t, c.fen)
			board := naive(p.ShredderFEN())
			if p.InCheck() && !p.mayHaveCastled() && strings.Contains(c.fen, " - 0") && explained(&board) != (c.want == "") {
				t.Errorf("the naive board does not agree")
			}
		})
	}
}
