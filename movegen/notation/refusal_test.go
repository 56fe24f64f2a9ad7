package notation

import (
	"errors"
	"testing"

	"alfiere/movegen"
)

// Whatever two squares are written, in whatever notation, the move that is meant is the
// one between them.
func TestARefusedTextMeansItsSquares(t *testing.T) {
	for _, fen := range []string{
		movegen.StartFEN,
		"r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 2 22",
		"r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1",
	} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
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

func TestWhatARefusedTextMeans(t *testing.T) {
	p, err := movegen.ParseFEN("r3k2r/8/8/8/8/8/P7/RN2K1NR w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Ke3":  "e1e3", // there is one king
		"Nd2+": "",     // legal
		"Ne5":  "",     // either knight
		"Nbe5": "b1e5",
		"Qd3":  "", // there is no queen
		"O-O":  "", // no square is named
		"a5":   "a2a5",
	} {
		_, err := ParseMove(&p, text, English)
		got := ""
		if fault, ok := errors.AsType[*MoveError](err); ok {
			if m, ok := fault.Meant(&p); ok {
				got = m.String()
			}
		}
		if got != want {
			t.Errorf("%s means %q, not %q", text, got, want)
		}
	}
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
