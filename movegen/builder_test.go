package movegen

import (
	"errors"
	"testing"
)

func TestBuildingAPositionFromItsDescriptionGivesItBack(t *testing.T) {
	rules := Rules{Chess960: true, Composed: true}
	eachPosition(t, 90, scaled(20_000, 20), func(p *Position) {
		builder := p.Builder()
		again, _, err := builder.Build(rules)
		if err != nil || again != *p {
			t.Fatalf("%s came back as %s, %v", p.FEN(), again.FEN(), err)
		}
	})
}

func TestAnEmptyBoardIsRefused(t *testing.T) {
	builder := Builder{EnPassant: NoSquare}
	_, _, err := builder.Build(Rules{Composed: true})
	var refusal *FENError
	if !errors.As(err, &refusal) || len(refusal.Faults) != 2 || refusal.Faults[0].Code != KingCount {
		t.Errorf("got %v", err)
	}
}

func TestSurplusMenOnlyWarnInComposedPositions(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		codes     []FaultCode
	}{
		{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", []FaultCode{TooManyPawns}},
		{"three rooks and eight pawns", "4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w - - 0 1", []FaultCode{TooManyPromoted}},
		{"seventeen men, nine of them pawns", "4k3/8/8/8/P7/1NNBBRRQ/PPPPPPPP/4K3 w - - 0 1", []FaultCode{TooManyMen, TooManyPawns}},
		{"both sides", "4k3/pppppppp/p7/8/8/P7/PPPPPPPP/4K3 w - - 0 1", []FaultCode{TooManyPawns, TooManyPawns}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := Rules{}.ParseFEN(c.fen)
			var refusal *FENError
			if !errors.As(err, &refusal) || !sameCodes(refusal.Faults, c.codes) {
				t.Errorf("as played: got %v, want %v", err, c.codes)
			}
			p, warnings, err := Rules{Composed: true}.ParseFEN(c.fen)
			if err != nil || !sameCodes(warnings, c.codes) {
				t.Errorf("composed: got %v, %v, want %v", warnings, err, c.codes)
			}
			if illegal, _ := p.Validate(); !sameCodes(illegal, c.codes) {
				t.Errorf("Validate finds %v, want %v", illegal, c.codes)
			}
		})
	}
}

func sameCodes(faults []Fault, codes []FaultCode) bool {
	if len(faults) != len(codes) {
		return false
	}
	for i, fault := range faults {
		if fault.Code != codes[i] {
			return false
		}
	}
	return true
}

func TestPromotedPiecesAreCountedByTheirNumber(t *testing.T) {
	for _, c := range []struct {
		name, fen    string
		white, black int
	}{
		{"the start", StartFEN, 0, 0},
		{"a second queen", "3qkq2/8/8/8/8/8/8/4K3 w - - 0 1", 0, 1},
		{"three knights and two queens", "4k3/8/8/8/8/NNN5/8/QQ2K3 b - - 0 1", 2, 0},
		{"two bishops on one colour are not told apart", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			if white, black := p.PromotedAtLeast(White), p.PromotedAtLeast(Black); white != c.white || black != c.black {
				t.Errorf("got %d and %d, want %d and %d", white, black, c.white, c.black)
			}
		})
	}
}

func TestABuilderBoundsTheCounters(t *testing.T) {
	start := StartPosition()
	for _, c := range []struct{ half, full, wantHalf, wantFull int }{
		{-1, -1, 0, 1}, {0, 0, 0, 1}, {50, 80, 50, 80}, {1 << 40, 1 << 40, MaxHalfmoveClock, MaxFullmoveNumber},
	} {
		builder := start.Builder()
		builder.HalfmoveClock, builder.FullmoveNumber = c.half, c.full
		p, _, err := builder.Build(Rules{})
		if err != nil || p.HalfmoveClock() != c.wantHalf || p.FullmoveNumber() != c.wantFull {
			t.Errorf("%d and %d become %d and %d, %v", c.half, c.full, p.HalfmoveClock(), p.FullmoveNumber(), err)
		}
	}
}

func TestTheFENOfABuilderIsThatOfItsPosition(t *testing.T) {
	eachPosition(t, 77, scaled(5000, 20), func(p *Position) {
		b := p.Builder()
		if b.FEN() != p.FEN() {
			t.Fatalf("%s, not %s", b.FEN(), p.FEN())
		}
		for s := range NoSquare {
			if b.PieceAt(s) != p.PieceAt(s) {
				t.Fatalf("%s: %v on %v", p.FEN(), b.PieceAt(s), s)
			}
		}
	})
}
