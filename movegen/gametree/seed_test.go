package gametree

import (
	"errors"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// The examples of the document that these notations come from.

func TestTheDocumentsInitialPosition(t *testing.T) {
	start := movegen.StartPosition()
	for _, text := range []string{
		`[ ".RDTACPIFM","fcadiacf", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "FCADIACF" ]`,
		`[".RDTACPIFM", "fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF"]`,
		".RDTACPIFMfcadiacfpppppppp................................PPPPPPPPFCADIACF",
		".RDTA CPIFM fcadia cfpppppppp................................PPPP PPPP\nFCADIACF",
		"ZRDTACPIFM fcadiacf pppppppp zzzzzzzz zzzzzzzz ZZZZZZZZ zzzzzzzz PPPPPPPP FCADIACF",
		".KQRBNPEFM fnbqebnf pppppppp ........ ........ ........ ........ PPPPPPPP FNBQEBNF",
	} {
		b, err := ParseBoard(text, movegen.Rules{}, movegen.White)
		if err != nil || b.Position != start || b.Warnings != nil {
			t.Errorf("%s: %s, %v, %v", text, b.Position.FEN(), b.Warnings, err)
		}
	}
	if got := strings.Join(BoardStrings(&start, ""), " "); got != ".RDTACPIFM fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF" {
		t.Errorf("written as %s", got)
	}
}

func TestTheDocumentsMoves(t *testing.T) {
	const castling = ".RDTACPIFM f...i..f ........ ........ ........ ........ ........ ........ F...I..F "
	const promotion = ".RDTACPIFM ........ P....... ........ .......r R....... ........ p....... ........ "
	for _, test := range []struct{ name, text, want string }{
		{"a double step with 99 replies", "Pz995254", "e2e4"},
		{"the same with blanks", "P z 99 52 54", "e2e4"},
		{"the same with more of them", "P.z 9 9 5 2 5 4", "e2e4"},
		{"castling long", castling + "IzR995131", "e1c1"},
		{"castling short", castling + "IzR995171", "e1g1"},
		{"castling long with blanks", castling + "IzR 99 51 31", "e1c1"},
		{"castling without saying what becomes of the king", castling + "I z 99 51 71", "e1g1"},
		{"Black's castling", castling + "i Z r 7 58 78", "e8g8"},
		{"a rook that loses its faculty", castling + "FzT 9 81 82", "h1h2"},
		{"a promotion to a queen", promotion + "pZd 8 12 11", "a2a1q"},
		{"to a rook, in one word", promotion + "pZt81211", "a2a1r"},
		{"to a bishop", promotion + "p Z a 8 12 11", "a2a1b"},
		{"to a knight", promotion + "pZ c 8 12 11", "a2a1n"},
		{"White's promotion", promotion + "P z D 8 17 18", "a7a8q"},
		{"a pawn taken en passant", ".RDTACPIFM r....... ........ ........ ...mP... ........ ........ ........ R....... Pm 4 55 46", "e5d6"},
		{"the same pawn when it was there already", ".RDTACPIFM r....... ........ ........ ...pP... ........ ........ ........ R....... Pz 4 55 56", "e5e6"},
		{"a capture", ".RDTACPIFM r....... ........ ........ ...pP... ....C... ........ ........ R....... Cp 4 54 46", ""},
	} {
		tree, _, err := ReadText(strings.NewReader(test.text), Reading{})
		if test.want == "" {
			if !errors.Is(err, errMismatch) {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if n := tree.Next(Root); tree.Move(n).String() != test.want || tree.Len() != 1 {
			t.Errorf("%s: %v", test.name, tree.Move(n))
		}
	}
}

func TestTheReplyCountsOfTheDocumentsMoves(t *testing.T) {
	tree, _, err := ReadText(strings.NewReader("P z 99 52 54"), Reading{})
	if err != nil || tree.Announced(1) != 99 || tree.Missing(1) != 99 {
		t.Fatal(tree, err)
	}
}

func TestTheImmortalGamesBoard(t *testing.T) {
	p := position(t, "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 22")
	lines := BoardStrings(&p, Italian)
	b, err := ParseBoard(strings.Join(lines, ""), movegen.Rules{}, movegen.Black)
	if err != nil || b.Position.EPD() != p.EPD() || !p.InCheck() {
		t.Fatal(b.Position.FEN(), err)
	}
	tree, _, err := ReadText(strings.NewReader(strings.Join(lines, " ")+" c D 1 78 66  A z 1 46 57"), Reading{})
	if err != nil {
		t.Fatal(err)
	}
	last := tree.Position(2)
	if last.HasLegalMove() || !last.InCheck() {
		t.Errorf("%s is not mate", last.FEN())
	}
	before := tree.Position(1)
	if san := notation.SAN(&before, tree.Move(2), notation.Italian); san != "Ae7#" {
		t.Errorf("written as %s", san)
	}
}

func TestMoreThanTenLettersAreRefusedByName(t *testing.T) {
	_, err := ParseLetters(".RDTACPIFMS")
	if err == nil || !strings.Contains(err.Error(), "ten letters, not 11") {
		t.Error(err)
	}
}
