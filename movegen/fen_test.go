package movegen

import (
	"errors"
	"strings"
	"testing"
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

func TestXFENNamesTheInnerRookByItsFile(t *testing.T) {
	for _, c := range []struct{ name, given, xfen, shredder string }{
		{"outer rooks", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -", "KQkq", "GBgb"},
		{"inner rooks on the queen's side", "rr2k3/8/8/8/8/8/8/RR2K3 w Bb -", "Bb", "Bb"},
		{"outer rooks on the queen's side", "rr2k3/8/8/8/8/8/8/RR2K3 w Qq -", "Qq", "Aa"},
		{"inner rooks on the king's side", "4k1rr/8/8/8/8/8/8/4K1RR w Gg -", "Gg", "Gg"},
		{"an enemy rook farther out does not count", "4k3/8/8/8/8/8/8/rR2K3 w B -", "Q", "B"},
		{"of two rights on one side the outer one is kept", "4k3/8/8/8/8/8/8/RR2K3 w AB -", "Q", "A"},
		{"the corners of standard chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -", "KQkq", "HAha"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.given)
			xfen, shredder := strings.Fields(p.FEN())[2], strings.Fields(p.ShredderFEN())[2]
			if xfen != c.xfen || shredder != c.shredder {
				t.Errorf("got %s and %s, want %s and %s", xfen, shredder, c.xfen, c.shredder)
			}
		})
	}
}

func TestFieldsMayBeLeftOutOrSpread(t *testing.T) {
	want := StartPosition()
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
		"\t" + StartFEN + " \r\n",
		strings.ReplaceAll(StartFEN, " ", " \t "),
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 00 0",
	} {
		if p, err := ParseFEN(fen); err != nil || p != want {
			t.Errorf("%q reads as %s, %v", fen, p.FEN(), err)
		}
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
	for _, c := range faultCases {
		f.Add(c.fen, c.rules.Chess960, c.rules.Composed)
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
