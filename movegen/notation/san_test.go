package notation

import (
	"fmt"
	"testing"

	"alfiere/movegen"
)

func TestSANByHand(t *testing.T) {
	for _, c := range []struct{ name, fen, move, want string }{
		{"a pawn's step", movegen.StartFEN, "e2e4", "e4"},
		{"a knight's move", movegen.StartFEN, "g1f3", "Nf3"},
		{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"castling long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"castling with mate", "4rkr1/4p1pp/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O#"},
		{"a pawn's capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"a capture en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"a promotion with check", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
		{"a capture that underpromotes", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
		{"mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"the file tells them apart", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "b1d2", "Nbd2"},
		{"the rank tells them apart", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"the file goes before the rank", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "b3d2", "Nbd2"},
		{"file and rank are needed", "Q6Q/8/3k4/8/8/8/1K6/Q6Q w - - 0 1", "a8d5", "Qad5+"},
		{"file and rank are needed, three queens", "8/8/k7/8/4Q2Q/8/1K6/7Q w - - 0 1", "h4e1", "Qh4e1"},
		{"a pinned rival does not count", "4r1k1/8/8/8/8/4N3/8/1N2K3 w - - 0 1", "b1d2", "Nd2"},
		{"a rival behind another piece does not count", "4k3/8/8/8/8/8/8/RN1RK3 w - - 0 1", "d1c1", "Rc1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			m, err := ParseUCI(&p, c.move)
			if err != nil {
				t.Fatal(err)
			}
			if got := SAN(&p, m, English); got != c.want {
				t.Errorf("%s is written %q, want %q", c.move, got, c.want)
			}
		})
	}
}

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
	writers := map[string]func(*movegen.Position, movegen.Move, PieceLetters) string{"SAN": SAN, "Long": Long, "Squares": Squares}
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
		fmt.Println(SAN(&p, m, Italian), SAN(&p, m, Figurine), Long(&p, m, German), Squares(&p, m, English), UCI(m, false))
		p.Make(m)
	}
	// Output:
	// Cxf6 ♘xf6 Sg8xf6 g8xf6 g8f6
	// Ae7# ♗e7# Ld6-e7# d6-e7 d6e7
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
