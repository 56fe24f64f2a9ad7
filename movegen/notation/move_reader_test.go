package notation

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

func TestSANIsReadLeniently(t *testing.T) {
	const middle = "r3k2r/pPpp1ppp/2n2n2/4pP2/1bB1P3/2N2N2/PPPP2PP/R1BQK2R w KQkq e6 0 1"
	for _, c := range []struct {
		name, fen, want string
		texts           []string
		language        PieceLetters
	}{
		{"a capture en passant", middle, "f5e6", []string{"fxe6", "fe6", "fxe6 e.p.", "fxe6e.p.+", "fxe6ep", "f5xe6", "f5e6",
			"f:e6", "f×e6", "xe6", "5xe6", "Pxe6", "Pfxe6", "f5–e6", "fxe6!?", " fxe6 "}, English},
		{"a promotion that captures", middle, "b7a8q", []string{"bxa8=Q", "bxa8Q", "ba8=Q+", "bxa8(Q)", "bxa8/Q", "b7xa8=Q", "b7a8Q#", "bxa8=Q!!",
			"bxa8q", "bxa8=q", "ba8(q)", "b7xa8=q+", "bxa8=♕", "bxa8=♛", "bxa8=Q mate", "b7—a8=Q"}, English},
		{"in Italian", middle, "b7a8q", []string{"bxa8=D", "bxa8D+", "ba8(D)", "b7-a8=D", "Pb7xa8=D", "bxa8=d", "bxa8q"}, Italian},
		{"a knight's move with too much origin", middle, "f3g5", []string{"Ng5", "Nfg5", "N3g5", "Nf3g5", "Nf3-g5", "Nxg5", "N:g5", "N-g5", "Ng5#", "Ng5++", "f3g5", "Ng5ch", "Ng5 ch.", "Ng5 +", "Ng5 #", "Ng5mate!", "Nf3−g5", "♘g5", "♞g5+"}, English},
		{"castling short", middle, "e1h1", []string{"O-O", "0-0", "o-o", "O-O+", "0-0!", "O–O", "O—O+", "0–0", "0‑0", "o−o ch", "Ke1g1", "Ke1-g1", "e1g1", "e1h1", "Ke1xh1"}, English},
		{"figurines of both colours", middle, "f3g5", []string{"♘g5", "♞g5", "♞f3-g5"}, Figurine},
		{"a pawn with its German letter", movegen.StartFEN, "e2e4", []string{"Be4", "Be2-e4", "e4", "Be2e4"}, German},
		{"a bishop's small letter is no file", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", []string{"a8b", "a8=b", "a8=B", "Pa8b"}, English},
		{"a small rook of Hungarian", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", []string{"a8h", "a8n", "a8=h"}, "KVBFHG"},
		{"Cyrillic letters", movegen.StartFEN, "g1f3", []string{"Кf3", "Кg1-f3"}, "РФЛСКП"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			for _, text := range c.texts {
				if m, err := ParseSAN(&p, text, c.language); UCI(m, true) != c.want || err != nil {
					t.Errorf("%q is read as %s, %v; want %s", text, UCI(m, true), err, c.want)
				}
			}
		})
	}
}

func TestSANRefusals(t *testing.T) {
	const twoKnights = "4k3/P7/8/8/3pP3/2P5/8/RN2KN2 w - - 0 1"
	for _, c := range []struct {
		name, fen, text string
		language        PieceLetters
		want            error
		message         string
	}{
		{"nothing", twoKnights, "", English, ErrSyntax, `"": not a move in this notation (character 1)`},
		{"a mark alone", twoKnights, "x", English, ErrSyntax, `"x": not a move in this notation (character 2)`},
		{"marks alone", twoKnights, "+!", English, ErrSyntax, `"+!": not a move in this notation (character 1)`},
		{"an unknown letter", twoKnights, "Cd2", English, ErrSyntax, `"Cd2": not a move in this notation (character 1)`},
		{"a file without a rank", twoKnights, "Nd", English, ErrSyntax, `"Nd": not a move in this notation (character 3)`},
		{"more than a move", twoKnights, "Nbd2 Ke7", English, ErrSyntax, `"Nbd2 Ke7": not a move in this notation (character 5)`},
		{"a promotion to a king", twoKnights, "a8=K", English, ErrSyntax, `"a8=K": not a move in this notation (character 3)`},
		{"an open parenthesis", twoKnights, "a8(Q", English, ErrSyntax, `"a8(Q": not a move in this notation (character 5)`},
		{"a small piece letter", twoKnights, "nd2", English, ErrSyntax, `"nd2": not a move in this notation (character 1)`},
		{"broken UTF-8", twoKnights, "\xff\xfe", English, ErrSyntax, `"\xff\xfe": not a move in this notation (character 1)`},
		{"a line of megabytes", twoKnights, strings.Repeat("N", 1<<20), English, ErrSyntax,
			`"NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN": not a move in this notation (character 2)`},
		{"two knights", twoKnights, "Nd2", English, ErrAmbiguous, `"Nd2": more than one move is written like this: b1d2, f1d2`},
		{"a promotion without its piece", twoKnights, "a8", English, ErrAmbiguous,
			`"a8": more than one move is written like this: a7a8q, a7a8r, a7a8b, a7a8n`},
		{"knights that cannot go there", twoKnights, "Ne4", English, ErrNotLegal,
			`"Ne4": not a legal move: no knight (b1 f1) can go to e4`},
		{"no such piece", twoKnights, "Qd1", English, ErrNotLegal, `"Qd1": not a legal move: there is no such queen`},
		{"a capture without file or mark is none", twoKnights, "d4", English, ErrNotLegal, `"d4": not a legal move: there is no such pawn`},
		{"a capture mark on the file itself is none", twoKnights, "xe5", English, ErrNotLegal,
			`"xe5": not a legal move: no pawn (c3 a7) can go to e5`},
		{"castling that is not allowed", twoKnights, "O-O-O", English, ErrNotLegal,
			`"O-O-O": not a legal move: the king on e1 cannot castle so`},
		{"castling written as a king's step", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", English, ErrNotLegal,
			`"Kg1": not a legal move: no king (e1) can go to g1`},
		{"a piece that is another one", twoKnights, "Re1e2", English, ErrNotLegal, `"Re1e2": not a legal move: there is no such rook`},
		{"squares between which nothing moves", twoKnights, "b1b2", English, ErrNotLegal, `"b1b2": not a legal move`},
		{"an Italian king is no English rook", twoKnights, "Ra5", Italian, ErrNotLegal,
			`"Ra5": not a legal move: no king (e1) can go to a5`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			m, err := ParseSAN(&p, c.text, c.language)
			if m != movegen.NoMove || !errors.Is(err, c.want) || err.Error() != c.message {
				t.Errorf("%.40q: %v, %v; want %v", c.text, m, err, c.message)
			}
		})
	}
}

// Each way to tell the origin is taken exactly when it fits one legal move; else the candidates are those that it fits.
func TestSANTakesAnyOriginThatIsEnough(t *testing.T) {
	ambiguous := 0
	eachPosition(t, 5, scaled(3000), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
		for _, texts := range newSlowForms(p, p.Moves()) {
			for text, fits := range texts {
				got, err := ParseSAN(p, text, English)
				if len(fits) == 1 {
					if got != fits[0] || err != nil {
						t.Fatalf("%s: %q is read as %v, %v", p.FEN(), text, got, err)
					}
					continue
				}
				refusal, ok := errors.AsType[*MoveError](err)
				if !ok || refusal.Reason != Ambiguous {
					t.Fatalf("%s: %q may be %s but gives %v, %v", p.FEN(), text, list(fits), got, err)
				}
				slices.Sort(fits)
				slices.Sort(refusal.Candidates)
				if ambiguous++; !slices.Equal(fits, refusal.Candidates) {
					t.Fatalf("%s: %q may be %s, not %s", p.FEN(), text, list(fits), list(refusal.Candidates))
				}
			}
		}
	})
	if ambiguous < 1000 {
		t.Errorf("only %d ambiguous texts were seen", ambiguous)
	}
}

// A small letter that means one piece in the language and another in English is not guessed.
func TestASmallPromotionLetterOfTwoMeaningsIsRefused(t *testing.T) {
	p := position(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	for _, row := range languages {
		for letter := range "qrbn" {
			small := "qrbn"[letter : letter+1]
			own := row.letters.pieceType(rune(small[0] - 'a' + 'A'))
			english := promotionByte(small[0])
			m, err := ParseSAN(&p, "a8="+small, row.letters)
			switch clash := own >= movegen.Knight && own <= movegen.Queen && own != english; {
			case clash && !errors.Is(err, ErrSyntax):
				t.Errorf("%s: a8=%s is %v, %v", row.name, small, m, err)
			case !clash && (err != nil || m.PromotionType() != english):
				t.Errorf("%s: a8=%s is %v, %v", row.name, small, m, err)
			}
		}
	}
}

func TestNumbersAreRead(t *testing.T) {
	for _, c := range []struct {
		name, fen, text, want string
		language              PieceLetters
	}{
		{"two pairs", movegen.StartFEN, "52 54", "e2e4", English},
		{"four numbers", movegen.StartFEN, "5 2 5 4", "e2e4", English},
		{"without blanks", movegen.StartFEN, "5254", "e2e4", English},
		{"with hyphens and blanks round", movegen.StartFEN, " 52-54\t", "e2e4", English},
		{"castling as the king's step", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "5171", "e1h1", English},
		{"a promotion by digit", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "17184", "a7a8n", English},
		{"a promotion to a queen by digit", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "17 18 1", "a7a8q", English},
		{"a promotion by letter", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "17 18 C", "a7a8n", Italian},
		{"a promotion by letter and mark", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1718=N", "a7a8n", English},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			if m, err := ParseMove(&p, c.text, c.language); UCI(m, true) != c.want || err != nil {
				t.Errorf("%q is read as %s, %v; want %s", c.text, UCI(m, true), err, c.want)
			}
		})
	}
	p := movegen.StartPosition()
	for text, want := range map[string]error{"": ErrSyntax, "52": ErrSyntax, "52 59": ErrSyntax, "52 54 9": ErrSyntax,
		"52 54 1 1": ErrSyntax, "52=54": ErrSyntax, "52 54 K": ErrSyntax, "52 55": ErrNotLegal, "52 54 1": ErrNotLegal} {
		if m, err := parseNumbers(&p, text, English); !errors.Is(err, want) {
			t.Errorf("%q gives %v, %v; want %v", text, m, err, want)
		}
	}
}

func TestSmallPromotionLettersAreEnglishAndCapitalsAreTheLanguages(t *testing.T) {
	p := position(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	romanian := must.Get(ParseLanguage("ro"))(t)
	for text, want := range map[string]string{"a7a8n": "a7a8n", "a7a8N": "a7a8b", "a8=N": "a7a8b", "a7a8=C": "a7a8n"} {
		if m, err := ParseMove(&p, text, romanian); UCI(m, false) != want || err != nil {
			t.Errorf("%q is read as %v, %v; want %s", text, m, err, want)
		}
	}
}

func FuzzParseSAN(f *testing.F) {
	for i, text := range []string{"e4", "exd6 e.p.", "Nbd7+", "O-O-O", "0-0", "a8=Q#", "bxa8(Q)!?", "Qh4e1", "♘f3", "d2xa2", "45 37", "e7e8q", "1718=N"} {
		f.Add(uint16(i), uint8(i), text)
	}
	languages := allLanguages()
	f.Fuzz(func(t *testing.T, seed uint16, language uint8, text string) {
		p, l := fuzzPosition(t, seed), languages[int(language)%len(languages)]
		for _, parse := range []func(*movegen.Position, string, PieceLetters) (movegen.Move, error){ParseSAN, parseNumbers, ParseMove} {
			m, err := parse(&p, text, l)
			if err != nil {
				checkRefusal(t, &p, text, m, err)
				continue
			}
			if !p.IsLegal(m) {
				t.Fatalf("%s: %q is read as %v, which is illegal", p.FEN(), text, m)
			}
			for _, written := range [...]string{SAN(&p, m, l), long(&p, m, l), Squares(&p, m, l)} {
				if again, err := ParseMove(&p, written, l); again != m || err != nil {
					t.Fatalf("%s: %v is written %q, which is read as %v, %v", p.FEN(), m, written, again, err)
				}
			}
		}
	})
}

// long writes a move in long algebraic notation, "Nb8-d7".
func long(p *movegen.Position, m movegen.Move, l PieceLetters) string {
	if t := p.PieceAt(m.From()).Type(); t != movegen.Pawn && m.Kind() != movegen.Castling {
		return string(l.Letter(t)) + Squares(p, m, l)
	}
	return Squares(p, m, l)
}

// checkRefusal fails the test unless err is a *MoveError that makes sense.
func checkRefusal(t *testing.T, p *movegen.Position, text string, m movegen.Move, err error) {
	t.Helper()
	e, ok := errors.AsType[*MoveError](err)
	if !ok || m != movegen.NoMove || e.Error() == "" || e.Offset < 0 || e.Offset > len(text) {
		t.Fatalf("%q: %v, %v", text, m, err)
	}
	if (e.Reason == Ambiguous) != (len(e.Candidates) > 1) {
		t.Fatalf("%q: %v with %d candidates", text, err, len(e.Candidates))
	}
	for _, candidate := range e.Candidates {
		if !p.IsLegal(candidate) {
			t.Fatalf("%q: the candidate %v is illegal", text, candidate)
		}
	}
}

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
