package movegen

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/golden"
)

func TestFENsOfRandomPositionsReadBackAsThemselves(t *testing.T) {
	chess960 := Rules{Chess960: true, Composed: true}
	standard := 0
	eachMove(t, 80, scaled(50_000, 20), true, func(_ *Position, _ Move, p *Position) {
		for _, fen := range []string{p.FEN(), p.ShredderFEN()} {
			again, _, err := chess960.ParseFEN(fen)
			if err != nil || again != *p {
				t.Fatalf("%s reads as %s: %v", fen, again.ShredderFEN(), err)
			}
		}
		if p.King(White) == E1 && p.King(Black) == E8 && p.castling&^(FileA|FileH) == 0 {
			standard++
			again, _, err := Rules{Composed: true}.ParseFEN(p.FEN())
			if err != nil || again != *p {
				t.Fatalf("%s reads as %s: %v", p.FEN(), again.FEN(), err)
			}
		}
		if want := strings.Join(strings.Fields(p.FEN())[:4], " "); p.EPD() != want {
			t.Fatalf("the EPD of %s is %s", p.FEN(), p.EPD())
		}
	})
	if standard < 500 {
		t.Errorf("only %d positions were of standard chess", standard)
	}
}

// FuzzParseFEN holds that no text does harm and that what is accepted is written
// so that it reads back as itself and can be played on.
func FuzzParseFEN(f *testing.F) {
	rng := newRand(81)
	for range 20 {
		p := randomBoard(rng)
		f.Add(p.FEN(), rng.IntN(2) == 0, rng.IntN(2) == 0)
		f.Add(p.ShredderFEN(), true, true)
	}
	for _, fen := range trickyFENs {
		f.Add(fen, false, false)
	}
	for _, args := range golden.Args(f, "testdata/positions.txt") {
		f.Add(args[0], slices.Contains(args, "chess960"), slices.Contains(args, "composed"))
	}
	f.Fuzz(func(t *testing.T, fen string, chess960, composed bool) {
		rules := Rules{Chess960: chess960, Composed: composed}
		p, warnings, err := rules.ParseFEN(fen)
		if err != nil {
			if !errors.As(err, new(*FENError)) || err.Error() == "" {
				t.Fatalf("%q: refused with %v", fen, err)
			}
			return
		}
		for _, fault := range warnings {
			if fault.Error() == "" {
				t.Fatalf("%q: a warning says nothing", fen)
			}
		}
		for _, written := range []string{p.FEN(), p.ShredderFEN()} {
			again, _, err := rules.ParseFEN(written)
			if err != nil || again != p {
				t.Fatalf("%q is written %s, which reads as %s, %v", fen, written, again.FEN(), err)
			}
		}
		checkInvariants(t, &p)
		compareMoves(t, &p)
	})
}

func TestOfVeryManyFaultsAMessageNamesOne(t *testing.T) {
	_, err := ParseFEN(strings.Repeat("x/", 32) + " w")
	var refusal *FENError
	if !errors.As(err, &refusal) || len(refusal.Faults) < 16 {
		t.Fatal(err)
	}
	if text := err.Error(); text != refusal.Faults[0].Error()+"; "+refusal.Faults[1].Error() || refusal.Faults[0].Field == refusal.Faults[1].Field {
		t.Error(text)
	}
}

// A board alone is the position with White to move and every right of a king and rook at home.
func TestABoardAloneHasWhiteToMoveAndTheRightsOfHome(t *testing.T) {
	seen := 0
	eachPosition(t, 45, scaled(20000, 10), func(p *Position) {
		b := p.Builder()
		b.Side, b.EnPassant, b.CastlingRooks, b.HalfmoveClock, b.FullmoveNumber = White, NoSquare, b.RooksAtHome(), 0, 1
		want, _, wantErr := b.Build(Rules{})
		board, _, _ := strings.Cut(p.FEN(), " ")
		got, warnings, err := Rules{}.ParseFEN(board)
		if (err == nil) != (wantErr == nil) || err == nil && (got.FEN() != want.FEN() || warnings[0].Code != BoardAlone) {
			t.Fatalf("%s: %s, %v, %v; want %s, %v", board, got.FEN(), warnings, err, want.FEN(), wantErr)
		}
		if err == nil {
			seen++
		}
	})
	if seen < 100 {
		t.Errorf("only %d boards were read", seen)
	}
}

// TestWhatIsKnownOfPositions reads FENs, good and bad, by the rules behind them.
func TestWhatIsKnownOfPositions(t *testing.T) {
	seen := map[FaultCode]bool{}
	golden.Cases(t, "testdata/positions.txt", func(args ...string) string {
		rules := Rules{Chess960: slices.Contains(args, "chess960"), Composed: slices.Contains(args, "composed")}
		p, faults, err := rules.ParseFEN(args[0])
		var text strings.Builder
		if err != nil {
			refusal, _ := errors.AsType[*FENError](err)
			first, _ := errors.AsType[Fault](err)
			faults = refusal.Faults
			fmt.Fprintf(&text, "refused %v: %v\nfirst: %v\n", p == Position{}, err, first)
		} else {
			tellFacts(&text, &p)
		}
		for _, f := range faults {
			seen[f.Code] = true
			fmt.Fprintf(&text, "fault %d in field %d at byte %d, squares %q, text %q, %v\n",
				f.Code, f.Field, f.Offset, f.Squares, f.Text, f.Color)
		}
		return text.String()
	})
	for code := range FaultCode(len(faultTexts)) {
		if !seen[code] {
			t.Errorf("no case shows the fault %q", code)
		}
	}
}

func tellFacts(text *strings.Builder, p *Position) {
	mirror := p.Mirror()
	fmt.Fprintf(text, "FEN %s\nShredder-FEN %s\nmaterial draw %v, mirrored %v; ", p.FEN(), p.ShredderFEN(),
		p.InsufficientMaterial(), mirror.InsufficientMaterial())
	fmt.Fprintf(text, "promoted %d, %d; last move %v\n", p.PromotedAtLeast(White), p.PromotedAtLeast(Black), p.HasLastMove())
	illegal, suspicious := p.Validate()
	fmt.Fprintf(text, "illegal %v, suspicious %v\n", illegal, suspicious)
	referees := []Referee{{Draws: DrawsAtOnce}, {Draws: DrawsByClaim}, {Draws: DrawsNever}, {OneMinorPiece: true}}
	for _, referee := range referees {
		g := referee.Start(*p)
		fmt.Fprintf(text, "game over %v: %v\n", g.Over(), g.Outcome())
	}
}
