package notation

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/movegen"
)

func TestUCIReadsBackWhatItWrites(t *testing.T) {
	eachPosition(t, 1, scaled(10000), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
		for _, m := range p.Moves() {
			for _, text := range [...]string{UCI(m, true), strings.ToLower(UCI(m, true)), upperPromotion(UCI(m, true))} {
				if got, err := ParseUCI(p, text); got != m || err != nil {
					t.Fatalf("%s: %q is read as %v, %v; want %v", p.FEN(), text, got, err, m)
				}
			}
		}
	})
}

func TestTheKingsStepReadsBackInStandardChess(t *testing.T) {
	castlings := 0
	eachPosition(t, 2, scaled(10000), standardFENs, func(p *movegen.Position) {
		for _, m := range p.Moves() {
			if m.Kind() == movegen.Castling {
				castlings++
			}
			if got, err := ParseUCI(p, UCI(m, false)); got != m || err != nil {
				t.Fatalf("%s: %q is read as %v, %v", p.FEN(), UCI(m, false), got, err)
			}
		}
	})
	if castlings < 20 {
		t.Errorf("only %d castling moves were seen", castlings)
	}
}

func upperPromotion(text string) string { return text[:4] + strings.ToUpper(text[4:]) }

func TestCastlingIsReadInBothForms(t *testing.T) {
	for _, c := range []struct {
		name, fen, text, want string
		kind                  movegen.MoveKind
	}{
		{"the king's step", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", movegen.Castling},
		{"the king takes its rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1h1", movegen.Castling},
		{"Black castles long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8", movegen.Castling},
		{"the king takes the rook beside it", chess960FENs[3], "b8c8", "b8c8", movegen.Castling},
		{"a far step over that rook", chess960FENs[3], "b8g8", "b8c8", movegen.Castling},
		{"a king that stays castles by its own square", "4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1c1", "c1a1", movegen.Castling},
		{"a far step in Chess960", "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", "b1g1", movegen.Castling},
		{"one step to where castling would lead is a plain move", "4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1c1", "d1c1", movegen.Normal},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			m, err := ParseUCI(&p, c.text)
			if UCI(m, true) != c.want || m.Kind() != c.kind || err != nil {
				t.Errorf("%q is read as %s, %v; want %s", c.text, UCI(m, true), err, c.want)
			}
		})
	}
}

func TestUCIRefusals(t *testing.T) {
	for _, c := range []struct {
		name, fen, text string
		want            error
		offset          int
	}{
		{"nothing", movegen.StartFEN, "", ErrSyntax, 0},
		{"the null move", movegen.StartFEN, "0000", ErrSyntax, 0},
		{"a file beyond the board", movegen.StartFEN, "e2i4", ErrSyntax, 2},
		{"a rank beyond the board", movegen.StartFEN, "e2e9", ErrSyntax, 3},
		{"one square", movegen.StartFEN, "e2", ErrSyntax, 2},
		{"a capital file", movegen.StartFEN, "E2E4", ErrSyntax, 0},
		{"a promotion to a king", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8k", ErrSyntax, 4},
		{"more than a move", movegen.StartFEN, "e2e4q5", ErrSyntax, 5},
		{"a line of megabytes", movegen.StartFEN, "e2e4q" + strings.Repeat("q", 1<<20), ErrSyntax, 5},
		{"a move that no pawn makes", movegen.StartFEN, "e2e5", ErrNotLegal, 0},
		{"a promotion in mid-board", movegen.StartFEN, "e2e4q", ErrNotLegal, 0},
		{"the opponent's piece", movegen.StartFEN, "e7e5", ErrNotLegal, 0},
		{"castling through a piece", movegen.StartFEN, "e1h1", ErrNotLegal, 0},
		{"a promotion without its piece", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", ErrAmbiguous, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			m, err := ParseUCI(&p, c.text)
			refusal, ok := errors.AsType[*MoveError](err)
			if m != movegen.NoMove || !ok || !errors.Is(err, c.want) || refusal.Offset != c.offset {
				t.Fatalf("%.40q: %v, %v; want %v at byte %d", c.text, m, err, c.want, c.offset)
			}
			if len(err.Error()) > 200 {
				t.Errorf("the message is long: %v", err)
			}
		})
	}
}

func TestNoMoveIsWritten(t *testing.T) {
	p := movegen.StartPosition()
	got := [...]string{UCI(movegen.NoMove, false), SAN(&p, movegen.NoMove, English), Squares(&p, movegen.NoMove, English)}
	if want := [...]string{"0000", "--", "--"}; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzParseUCI(f *testing.F) {
	for i, text := range []string{"e2e4", "e1g1", "e1h1", "a7a8q", "a7a8N", "0000", "e2e4q5", "c1c1", ""} {
		f.Add(uint16(i), text)
	}
	f.Fuzz(func(t *testing.T, seed uint16, text string) {
		p := fuzzPosition(t, seed)
		m, err := ParseUCI(&p, text)
		if err != nil {
			if refusal, ok := errors.AsType[*MoveError](err); !ok || refusal.Offset > len(text) || err.Error() == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if text := upperPromotion(text); !p.IsLegal(m) || text != upperPromotion(UCI(m, false)) && text != upperPromotion(UCI(m, true)) {
			t.Fatalf("%s: %q is read as %v", p.FEN(), text, m)
		}
		if again, err := ParseUCI(&p, UCI(m, true)); again != m || err != nil {
			t.Fatalf("%s: %q: %v, %v", p.FEN(), UCI(m, true), again, err)
		}
	})
}

// fuzzPosition returns a position of a random game; seed says which.
func fuzzPosition(t testing.TB, seed uint16) movegen.Position {
	fens := append(chess960FENs, standardFENs...)
	p := position(t, fens[int(seed)%len(fens)])
	rng := rand.New(rand.NewPCG(uint64(seed), 2))
	for range rng.IntN(20) {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	return p
}
