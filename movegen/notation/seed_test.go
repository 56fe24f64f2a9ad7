package notation

import (
	"strings"
	"testing"

	"alfiere/movegen"
)

// The moves that the two documents give as examples, each in a position that it fits.
func TestTheDocumentsExamplesOfMovesAreRead(t *testing.T) {
	const castling = "4k3/8/8/8/8/8/8/R3K2R w KQ -"
	for _, test := range []struct {
		fen, text string
		language  PieceLetters
		uci, san  string // san: how Alfiere writes it in Italian
	}{
		{"4k3/8/8/8/8/6B1/8/4K3 w - -", "Ae5", Italian, "g3e5", "Ae5"},
		{"4k3/8/8/8/8/6B1/8/4K3 w - -", "3. Ae5", Italian, "g3e5", "Ae5"},
		{"4k3/8/8/8/8/6B1/8/4K3 w - -", "Be5", English, "g3e5", "Ae5"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - -", "Cf3", Italian, "g1f3", "Cf3"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - -", "5. Nf3", English, "g1f3", "Cf3"},
		{"4k3/8/8/8/4P3/8/8/4K3 w - -", "e5", Italian, "e4e5", "e5"},
		{"4k3/8/8/8/8/1N3N2/8/4K3 w - -", "Cfd4", Italian, "f3d4", "Cfd4"},
		{"5k2/R7/8/8/8/8/8/R3K3 w - -", "T7a4", Italian, "a7a4", "T7a4"},
		{"1k6/8/8/8/4p2Q/8/8/4K3 w - -", "Dxe4", Italian, "h4e4", "Dxe4"},
		{"4k3/8/8/8/7Q/8/8/4K3 w - -", "De4+", Italian, "h4e4", "De4+"},
		{"3rkr2/3p1p2/8/8/7Q/8/8/4K3 w - -", "De4#", Italian, "h4e4", "De4#"},
		{"3rkr2/8/7Q/8/8/8/8/4K3 w - -", "De6++", Italian, "h6e6", "De6#"},
		{castling, "O-O", Italian, "e1g1", "O-O"},
		{castling, "O-O-O", Italian, "e1c1", "O-O-O"},
		{"8/8/8/8/8/8/2p4k/K7 b - -", "c1=D", Italian, "c2c1q", "c1=D+"},
		// Figure 1, without the queen that gives check, and with a white king.
		{"k7/8/8/3N4/8/8/b2R4/4K3 w - -", "d5-c7", Italian, "d5c7", "Cc7+"},
		{"k7/8/8/3N4/8/8/b2R4/4K3 w - -", "d2xa2", Italian, "d2a2", "Txa2+"},
		{"k7/8/8/3N4/8/8/b2R4/4K3 b - -", "a2xd5", Italian, "a2d5", "Axd5"},
		// Two integers a square, which the document allows.
		{"k7/8/8/3N4/8/8/b2R4/4K3 w - -", "42 12", Italian, "d2a2", "Txa2+"},
	} {
		p, err := movegen.ParseFEN(test.fen)
		if err != nil {
			t.Fatalf("%s: %v", test.fen, err)
		}
		m, err := ParseMove(&p, WithoutNumber(test.text), test.language)
		if err != nil {
			t.Errorf("%q in %s: %v", test.text, test.fen, err)
			continue
		}
		if uci, san := UCI(m, false), SAN(&p, m, Italian); uci != test.uci || san != test.san {
			t.Errorf("%q in %s is %s, written %s, not %s and %s", test.text, test.fen, uci, san, test.uci, test.san)
		}
	}
}

// Figure 1 of the document, as its text describes it.
func TestTheDocumentsFigureOfTheMoves(t *testing.T) {
	p, _, err := movegen.Rules{Composed: true}.ParseFEN("k5Q1/8/4p3/3N4/8/8/b2R4/4K3 b - -")
	if err != nil {
		t.Fatal(err)
	}
	if !p.InCheck() {
		t.Error("the queen on g8 gives check")
	}
	for square, want := range map[string]string{
		"a8": "a7 b7 b8",
		"a2": "b1 b3 c4 d5",
		"d2": "d1 a2 b2 c2 e2 f2 g2 h2 d3 d4 d5",
		"d5": "c3 e3 b4 f4 b6 f6 c7 e7",
		"e6": "d5 f5",
		"g8": "a8 b8 c8 d8 e8 f8 h8 f7 g7 h7 e6 g6 g5 g4 g3 g2 g1",
	} {
		s, ok := movegen.ParseSquare(square)
		if !ok {
			t.Fatal(square)
		}
		attacked := p.AttacksFrom(s)
		var targets movegen.Bitboard
		for word := range strings.FieldsSeq(want) {
			target, _ := movegen.ParseSquare(word)
			targets |= target.Bitboard()
		}
		if attacked != targets {
			t.Errorf("%s attacks %v, not %v", square, attacked, targets)
		}
	}
}
