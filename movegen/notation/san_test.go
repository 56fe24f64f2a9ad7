package notation

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

func TestSANIsThatOfTheDefinitionAndNoTwoMovesShareOne(t *testing.T) {
	hints := 0
	eachPosition(t, 3, scaled(6000), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
		moves := p.Moves()
		forms := newSlowForms(p, moves)
		written := make(map[string]movegen.Move, len(moves))
		for _, m := range moves {
			text := SAN(p, m, English)
			if other, ok := written[text]; ok {
				t.Fatalf("%s: %v and %v are both %q", p.FEN(), m, other, text)
			}
			written[text] = m
			if want := forms.san(p, m); text != want {
				t.Fatalf("%s: %v is written %q, want %q", p.FEN(), m, text, want)
			}
			if slowForm(p, m, 3)+slowCheck(p, m) == text && text[0] < 'O' {
				hints++
			}
		}
	})
	if hints < 100 {
		t.Errorf("only %d moves needed file and rank", hints)
	}
}

func TestSANAndLongReadBackInEveryLanguage(t *testing.T) {
	writers := map[string]func(*movegen.Position, movegen.Move, PieceLetters) string{"SAN": SAN, "Long": long, "Squares": Squares}
	eachPosition(t, 4, scaled(400), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
		for _, m := range p.Moves() {
			for _, l := range allLanguages() {
				for name, write := range writers {
					text := write(p, m, l)
					if got, err := ParseSAN(p, text, l); got != m || err != nil {
						t.Fatalf("%s: %v is %s %q in %q, which is read as %v, %v", p.FEN(), m, name, text, l, got, err)
					}
					if got, err := ParseMove(p, text, l); got != m || err != nil {
						t.Fatalf("%s: ParseMove reads %q in %q as %v, %v", p.FEN(), text, l, got, err)
					}
				}
			}
		}
	})
}

func TestWritingSANAllocatesNothing(t *testing.T) {
	p := position(t, standardFENs[1])
	moves := p.Moves()
	text := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		for _, m := range moves {
			text = AppendSAN(text[:0], &p, m, Italian)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSAN(b *testing.B) {
	p := position(b, standardFENs[1])
	moves := p.Moves()
	text := make([]byte, 0, 64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		text = AppendSAN(text[:0], &p, moves[i%len(moves)], English)
	}
}

func BenchmarkParseSAN(b *testing.B) {
	p := position(b, standardFENs[1])
	var texts []string
	for _, m := range p.Moves() {
		texts = append(texts, SAN(&p, m, English))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := ParseSAN(&p, texts[i%len(texts)], English); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleSAN() {
	p, err := movegen.ParseFEN("r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 22")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"Nxf6", "Be7#"} {
		m, err := ParseSAN(&p, text, English)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(SAN(&p, m, Italian), SAN(&p, m, Figurine), Squares(&p, m, English), UCI(m, false))
		p.Make(m)
	}
	// Output:
	// Cxf6 ♘xf6 g8xf6 g8f6
	// Ae7# ♗e7# d6-e7 d6e7
}

func ExampleParseMove() {
	p := movegen.StartPosition()
	for _, text := range []string{"Cf3", "g1f3", "g1-f3", "71 63", "Cd2", "e5"} {
		m, err := ParseMove(&p, text, Italian)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(UCI(m, false))
	}
	// Output:
	// g1f3
	// g1f3
	// g1f3
	// g1f3
	// "Cd2": not a legal move: no knight (b1 g1) can go to d2
	// "e5": not a legal move: no pawn (e2) can go to e5
}

// The reference implementation: SAN straight from its definition, by trying the forms from the
// shortest on among all legal moves, on strings and with English letters only.

// slowForms holds the legal moves of a position by their text, for each form of slowForm.
type slowForms [4]map[string][]movegen.Move

func newSlowForms(p *movegen.Position, moves []movegen.Move) (forms slowForms) {
	for form := range forms {
		forms[form] = make(map[string][]movegen.Move, len(moves))
		for _, m := range moves {
			text := slowForm(p, m, form)
			forms[form][text] = append(forms[form][text], m)
		}
	}
	return forms
}

// san returns the SAN of m.
func (forms slowForms) san(p *movegen.Position, m movegen.Move) string {
	for form := range forms {
		text := slowForm(p, m, form)
		if len(forms[form][text]) == 1 && !(form == 0 && isPawnCapture(p, m)) {
			return text + slowCheck(p, m)
		}
	}
	panic("two moves with the same squares")
}

func isPawnCapture(p *movegen.Position, m movegen.Move) bool {
	return p.PieceAt(m.From()).Type() == movegen.Pawn && m.From().File() != m.To().File()
}

// slowForm returns m without its check mark. form tells how much of the origin is
// written: 0 nothing, 1 the file, 2 the rank, 3 both.
func slowForm(p *movegen.Position, m movegen.Move, form int) string {
	if m.Kind() == movegen.Castling {
		return map[bool]string{true: "O-O", false: "O-O-O"}[m.To() > m.From()]
	}
	text := strings.ToUpper(string(p.PieceAt(m.From()).Letter()))
	if text == "P" {
		text = ""
	}
	from := m.From().String()
	text += [...]string{"", from[:1], from[1:], from}[form]
	if p.PieceAt(m.To()) != movegen.NoPiece || isPawnCapture(p, m) {
		text += "x"
	}
	text += m.To().String()
	if t := m.PromotionType(); t != movegen.NoPieceType {
		text += "=" + string(movegen.MakePiece(movegen.White, t).Letter())
	}
	return text
}

// slowCheck returns the mark of a move that checks or mates, found out by letting the mover take the king.
func slowCheck(p *movegen.Position, m movegen.Move) string {
	after := p.After(m)
	king := after.King(after.Side())
	attacked := false
	for pieces := after.ByColor(p.Side()); pieces != 0 && !attacked; {
		attacked = after.AttacksFrom(pieces.Pop()).Has(king)
	}
	switch {
	case !attacked:
		return ""
	case len(after.Moves()) > 0:
		return "+"
	}
	return "#"
}

// Whatever two squares are written, in whatever notation, the move that is meant is the one between them.
func TestARefusedTextMeansItsSquares(t *testing.T) {
	for _, fen := range []string{
		movegen.StartFEN,
		"r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 2 22",
		"r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1",
	} {
		p := must.Get(movegen.ParseFEN(fen))(t)
		for from := range movegen.Square(64) {
			for to := range movegen.Square(64) {
				for _, text := range []string{
					from.String() + to.String(), from.String() + "-" + to.String(), from.String() + "x" + to.String(),
					digits(from) + digits(to), digits(from) + " " + digits(to), digits(from)[:1] + " " + digits(from)[1:] + "-" + digits(to),
				} {
					_, err := ParseMove(&p, text, English)
					fault, ok := errors.AsType[*MoveError](err)
					if !ok || fault.Reason != NotLegal {
						continue
					}
					m, ok := fault.Meant(&p)
					if ok && (m.From() != from || m.To() != to && m.KingTo() != to || p.IsLegal(m)) {
						t.Fatalf("%s: %q means %v", fen, text, m)
					}
					if !ok && from != to && p.PieceAt(from).Type() != movegen.Pawn {
						t.Fatalf("%s: %q means nothing", fen, text)
					}
				}
			}
		}
	}
}

func digits(s movegen.Square) string {
	return string([]byte{byte('1' + s.File()), byte('1' + s.Rank())})
}

func TestNumbersOfMovesAreCutOff(t *testing.T) {
	for text, want := range map[string]string{
		"12. Nf3": "Nf3", "12...Nf6": "Nf6", "1.e4": "e4", "12.": "", "e4": "e4", "4537": "4537", "45 37": "45 37", "...c5": "...c5", "": "",
	} {
		if got := WithoutNumber(text); got != want {
			t.Errorf("%q is cut to %q", text, got)
		}
	}
}
