package notation

import (
	"fmt"
	"testing"

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
	eachPosition(t, 4, scaled(1000), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
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
