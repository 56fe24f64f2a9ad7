package movegen

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// set reads a list of squares as Bitboard.String writes it.
func set(names string) (b Bitboard) {
	for _, name := range strings.Fields(names) {
		s, ok := ParseSquare(name)
		if !ok {
			panic(name)
		}
		b |= s.Bitboard()
	}
	return b
}

// The case of every fault: what is found wrong or odd, in order, with where it is.
var faultCases = []struct {
	name, fen string
	rules     Rules
	refused   bool
	want      []Fault
}{
	{"a line of 257 bytes", StartFEN + strings.Repeat(" ", 257-len(StartFEN)), Rules{}, true,
		[]Fault{{TooLong, WholeFEN, 256, 0, "", White}}},
	{"a control byte", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\x07", Rules{}, true,
		[]Fault{{BadByte, WholeFEN, 29, 0, "\x07", White}}},
	{"the first byte of a letter that is not ASCII", "4k3/8/8/8/8/8/8/4К3 w - - 0 1", Rules{}, true,
		[]Fault{{BadByte, WholeFEN, 17, 0, "\xd0", White}}},
	{"a line feed within the line", "4k3/8/8/8/8/8/8/4K3 w\n- - 0 1", Rules{}, true,
		[]Fault{{BadByte, WholeFEN, 21, 0, "\n", White}}},
	{"nothing", "", Rules{}, true, []Fault{{TooFewFields, WholeFEN, 0, 0, "", White}}},
	{"a word", "startpos w", Rules{}, true, []Fault{{NotFEN, WholeFEN, 0, 0, "startpos", White}}},
	{"three fields", "4k3/8/8/8/8/8/8/4K3 w -", Rules{}, true, []Fault{{TooFewFields, WholeFEN, 23, 0, "", White}}},
	{"a board alone", " r3k2r/8/8/8/8/8/8/4K2R\n", Rules{}, false, []Fault{{BoardAlone, WholeFEN, -1, 0, "", White}}},
	{"a board alone without kings", "8/8/8/8/8/8/8/8", Rules{}, true,
		[]Fault{{KingCount, BoardField, -1, 0, "", White}, {KingCount, BoardField, -1, 0, "", Black}}},
	{"a board alone with an error", "4k3/8/8/8/8/8/8/4K2x", Rules{}, true, []Fault{{BadPieceLetter, BoardField, 19, 0, "x", White}}},
	{"a seventh field", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extraordinarily", Rules{}, true,
		[]Fault{{TooManyFields, WholeFEN, 30, 0, "extraordinar", White}}},
	{"a problemist's knight", "4k3/8/8/8/3S4/8/8/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{BadPieceLetter, BoardField, 11, 0, "S", White}}},
	{"a nine", " 4k3/8/9/8/8/8/8/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{BadDigit, BoardField, 7, 0, "9", White}, {RankLength, BoardField, 7, 0, "9", White}}},
	{"two digits in a row", "4k3/8/44/8/8/8/8/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{AdjacentDigits, BoardField, 7, 0, "44", White}}},
	{"a rank of seven and a last one of nine squares", "4k2/8/8/8/8/8/8/4K4 w - - 0 1", Rules{}, true,
		[]Fault{{RankLength, BoardField, 0, 0, "4k2", White}, {RankLength, BoardField, 16, 0, "4K4", White}}},
	{"seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", Rules{}, true, []Fault{{RankCount, BoardField, 17, 0, "", White}}},
	{"nine ranks", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{RankCount, BoardField, 17, 0, "", White}}},
	{"no side", "4k3/8/8/8/8/8/8/4K3 white - - 0 1", Rules{}, true,
		[]Fault{{BadSide, SideField, 20, 0, "white", White}}},
	{"castling rights of five letters", "4k3/8/8/8/8/8/8/4K3 w KQkqK - 0 1", Rules{}, true,
		[]Fault{{BadCastling, CastlingField, 22, 0, "KQkqK", White}}},
	{"the ninth file in the castling rights", "4k3/8/8/8/8/8/8/4K3 w -I - 0 1", Rules{}, true,
		[]Fault{{BadCastling, CastlingField, 22, 0, "-", White}, {BadCastling, CastlingField, 23, 0, "I", White}}},
	{"an en-passant square on the mover's side", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Rules{}, true,
		[]Fault{{BadEnPassant, EnPassantField, 26, 0, "e3", White}}},
	{"counters with a sign and a fraction", "4k3/8/8/8/8/8/8/4K3 w - - +1 1.5", Rules{}, true,
		[]Fault{{BadCounter, HalfmoveField, 26, 0, "+1", White}, {BadCounter, FullmoveField, 29, 0, "1.5", White}}},
	{"counters beyond their bounds", "4k3/8/8/8/8/8/8/4K3 w - - 32768 100001", Rules{}, true,
		[]Fault{{BadCounter, HalfmoveField, 26, 0, "32768", White}, {BadCounter, FullmoveField, 32, 0, "100001", White}}},
	{"a counter of forty digits", "4k3/8/8/8/8/8/8/4K3 w - - 0 " + strings.Repeat("9", 40), Rules{}, true,
		[]Fault{{BadCounter, FullmoveField, 28, 0, "999999999999", White}}},
	{"faults in every field", "4k2/8/8/8/8/8/8/4K3 x y z - -", Rules{}, true,
		[]Fault{{RankLength, BoardField, 0, 0, "4k2", White}, {BadSide, SideField, 20, 0, "x", White}, {BadCastling, CastlingField, 22, 0, "y", White},
			{BadEnPassant, EnPassantField, 24, 0, "z", White}, {BadCounter, HalfmoveField, 26, 0, "-", White}, {BadCounter, FullmoveField, 28, 0, "-", White}}},

	{"no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1", Rules{}, true, []Fault{{KingCount, BoardField, -1, 0, "", White}}},
	{"two black kings", "3kk3/8/8/8/8/8/8/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{KingCount, BoardField, -1, set("d8 e8"), "", Black}}},
	{"no king and pawns on the edges", "p7/8/8/8/8/8/8/P6P w - - 0 1", Rules{Composed: true}, true,
		[]Fault{{KingCount, BoardField, -1, 0, "", White}, {KingCount, BoardField, -1, 0, "", Black}, {PawnOnEdgeRank, BoardField, -1, set("a8 a1 h1"), "", White}}},
	{"the mover could take the king", "4k3/8/8/8/B7/8/8/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{OpponentInCheck, BoardField, -1, set("a4 e8"), "", White}}},
	{"kings side by side", "8/8/8/3kK3/8/8/8/8 w - - 0 1", Rules{Composed: true}, true,
		[]Fault{{OpponentInCheck, BoardField, -1, set("d5 e5"), "", White}}},
	{"seventeen men of whom too many are promoted", "4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN w - - 0 1", Rules{}, true,
		[]Fault{{TooManyMen, BoardField, -1, Rank1 | Rank1<<8 | set("a3"), "", White},
			{TooManyPromoted, BoardField, -1, (Rank1 | Rank1<<8 | set("a3")) &^ set("e1"), "", White}}},
	{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Rules{}, true,
		[]Fault{{TooManyPawns, BoardField, -1, Rank1<<8 | set("a3"), "", White}}},
	{"a second queen and eight pawns", "4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 1", Rules{}, true,
		[]Fault{{TooManyPromoted, BoardField, -1, set("d1 f1"), "", White}}},
	{"to a composer surplus men are odd only", "4k3/8/8/8/8/P7/PPPPPPPP/3QKQ2 w - - 0 1", Rules{Composed: true}, false,
		[]Fault{{TooManyPawns, BoardField, -1, Rank1<<8 | set("a3"), "", White}}},

	{"rights without rooks", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", Rules{}, false,
		[]Fault{{CastlingDropped, CastlingField, -1, set("a1 a8 h8"), "", White}}},
	{"rights without the king at home", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", Rules{}, false,
		[]Fault{{CastlingDropped, CastlingField, -1, set("a1 h1"), "", White}}},
	{"a right of Chess960 in standard chess", "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", Rules{}, false,
		[]Fault{{CastlingDropped, CastlingField, -1, set("b1"), "", White}}},
	{"a right given twice", "r3k2r/8/8/8/8/8/8/R3K2R w KKkq - 0 1", Rules{}, false,
		[]Fault{{CastlingRepeated, CastlingField, 27, 0, "", White}}},
	{"rights given twice in two ways", "r3k2r/8/8/8/8/8/8/R3K2R w KHqa - 0 1", Rules{Chess960: true}, false,
		[]Fault{{CastlingRepeated, CastlingField, 27, 0, "", White}, {CastlingRepeated, CastlingField, 29, 0, "", White}}},
	{"two rights on one side of the king", "4k3/8/8/8/8/8/8/4KRRR w FGH - 0 1", Rules{Chess960: true}, false,
		[]Fault{{CastlingDropped, CastlingField, -1, set("f1 g1"), "", White}}},
	{"nothing can be captured en passant", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", Rules{}, false,
		[]Fault{{EnPassantDropped, EnPassantField, -1, set("e3"), "", White}}},
	{"no pawn stands before the en-passant square", "4k3/8/8/8/3p4/8/4P3/4K3 b - e3 0 1", Rules{}, false,
		[]Fault{{EnPassantDropped, EnPassantField, -1, set("e3"), "", White}}},
	{"the en-passant square is occupied", "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", Rules{}, false,
		[]Fault{{EnPassantDropped, EnPassantField, -1, set("e3"), "", White}}},
	{"the pawn's home square is occupied", "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", Rules{}, false,
		[]Fault{{EnPassantDropped, EnPassantField, -1, set("e3"), "", White}}},
	{"the capture would bare the king", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", Rules{}, false,
		[]Fault{{EnPassantDropped, EnPassantField, -1, set("e3"), "", White}}},
	{"an impossible check", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", Rules{}, false,
		[]Fault{{ImpossibleCheck, BoardField, -1, set("d6 f6 e8"), "", White}}},
}

func TestEveryFaultIsFoundWithItsPlace(t *testing.T) {
	seen := map[FaultCode]bool{}
	for _, c := range faultCases {
		t.Run(c.name, func(t *testing.T) {
			p, got, err := c.rules.ParseFEN(c.fen)
			if c.refused {
				var refusal *FENError
				if !errors.As(err, &refusal) {
					t.Fatalf("not refused: %s, %v", p.FEN(), err)
				}
				got = refusal.Faults
				if p != (Position{}) {
					t.Errorf("a refused FEN gives the position %s", p.FEN())
				}
			} else if err != nil {
				t.Fatalf("refused: %v", err)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q:\ngot  %+v\nwant %+v", c.fen, got, c.want)
			}
		})
		for _, fault := range c.want {
			seen[fault.Code] = true
		}
	}
	for code := range FaultCode(len(faultTexts)) {
		if !seen[code] {
			t.Errorf("no case shows the fault %q", code)
		}
	}
}

func TestFaultsExplainThemselves(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"field, letter, byte and hint", "4k3/8/8/8/3S4/8/8/4K3 w - - 0 1",
			`board, column 12: no piece has the letter "S" (PNBRQK, pnbrqk); a knight is N or n`},
		{"control bytes are quoted", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\x1b[2J",
			`the FEN, column 30: "\x1b" is not printable ASCII`},
		{"squares are named", "4k3/8/8/8/B7/8/8/4K3 w - - 0 1", "board: the side not to move is in check (a4 e8)"},
		{"the one who has no king", "4k3/8/8/8/8/8/8/8 w - - 0 1", "board: White has no king"},
		{"nobody has one", "8/8/8/8/8/8/8/8 w - - 0 1", "board: there is no king"},
		{"the one who has two", "3kk3/8/8/8/8/8/8/4K3 w - - 0 1", "board: Black has 2 kings instead of one (d8 e8)"},
		{"one none, one two", "3kk3/8/8/8/8/8/8/8 w - - 0 1", "board: White has no king; board: Black has 2 kings instead of one (d8 e8)"},
		{"another mistake", "p3k3/8/8/8/8/8/8/8 w - - 0 1", "board: White has no king; board: a pawn cannot stand on the first or last rank (a8)"},
		{"a set of chessmen", "4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN w - - 0 1",
			"board: more than 16 men of one colour (a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3)"},
		{"no FEN", "hello", `this is no FEN: "hello" is no board of eight ranks with / between them`},
		{"a typing error tells once", "4k2/8/8/9/x7/8/8/4K3 w - - 0 1", `board, column 1: a rank must have 8 squares, not "4k2"`},
		{"not more than two", "4k2/8/8/8/8/8/8/4K3 x y z - -",
			`board, column 1: a rank must have 8 squares, not "4k2"; side to move, column 21: must be w or b, not "x"`},
		{"faults are joined", "4k3/8/8/8/8/8/8/4K3 x - - z",
			`side to move, column 21: must be w or b, not "x"; half-move clock, column 27: must be a whole number within bounds, not "z"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseFEN(c.fen)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			var fault Fault
			if !errors.As(err, &fault) || !strings.HasPrefix(c.want, fault.Error()) && c.name != "nobody has one" {
				t.Errorf("the first fault is %v", fault)
			}
		})
	}
}

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
