package notation

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

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

// TestMovesAreReadOrRefused reads texts in a position and a language, by each of the readers.
func TestMovesAreReadOrRefused(t *testing.T) {
	for name, read := range map[string]func(*movegen.Position, string, PieceLetters) (movegen.Move, error){
		"san": ParseSAN,
		"moves": func(p *movegen.Position, text string, l PieceLetters) (movegen.Move, error) {
			return ParseMove(p, WithoutNumber(text), l)
		},
		"uci": func(p *movegen.Position, text string, _ PieceLetters) (movegen.Move, error) {
			return ParseUCI(p, text)
		},
	} {
		golden.Cases(t, "testdata/"+name+".txt", func(args ...string) string {
			p := position(t, args[0])
			m, err := read(&p, args[1], PieceLetters(strings.Join(args[2:], "")))
			if err == nil {
				return fmt.Sprintf("%s, kind %d, in Italian %s", UCI(m, true), m.Kind(), SAN(&p, m, Italian))
			}
			checkRefusal(t, &p, args[1], m, err)
			fault, _ := errors.AsType[*MoveError](err)
			meant, _ := fault.Meant(&p)
			return fmt.Sprintf("%v\nat byte %d; meant is %v", err, fault.Offset, meant)
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

func TestNumbersAreRefused(t *testing.T) {
	p := movegen.StartPosition()
	for text, want := range map[string]error{"": ErrSyntax, "52": ErrSyntax, "52 59": ErrSyntax, "52 54 9": ErrSyntax,
		"52 54 1 1": ErrSyntax, "52=54": ErrSyntax, "52 54 K": ErrSyntax, "52 55": ErrNotLegal, "52 54 1": ErrNotLegal} {
		if m, err := parseNumbers(&p, text, English); !errors.Is(err, want) {
			t.Errorf("%q gives %v, %v; want %v", text, m, err, want)
		}
	}
}
