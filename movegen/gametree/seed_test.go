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

func TestTreesAtFaultAreRefused(t *testing.T) {
	for _, test := range []struct {
		name, text        string
		err               error
		generation, index int
	}{
		{"an illegal move", "P z 1 52 54 p Z 1 57 54", errIllegal, 2, 1},
		{"the other side's move", "1 P z 1 52 54 P z 1 42 44", errMismatch, 2, 1},
		{"a piece that is not there", "A z 1 52 54", errMismatch, 1, 1},
		{"a capture of nothing", "P p 1 52 54", errMismatch, 1, 1},
		{"a reply too many", "P z 1 52 54 p Z 1 57 55 p Z 1 47 45", errMismatch, 3, 1},
		{"a reply too few", "P z 2 52 54 p Z 1 57 55", errCount, 2, 2},
		{"a reply twice", "P z 2 52 54 p Z 1 57 55 p Z 1 57 55", errMismatch, 2, 2},
		{"an empty square", "P z 1 53 54", errMismatch, 1, 1},
		{"a square beyond the board", "P z 1 52 59", errSyntax, 1, 1},
		{"too few digits", "P z 5254", errSyntax, 1, 1},
		{"no reply", "P z 0 52 54", errSyntax, 1, 1},
		{"an unknown letter", "X z 1 52 54", errSyntax, 1, 1},
		{"one letter", "P 1 52 54", errSyntax, 1, 1},
		{"four letters", "P z D D 1 52 54", errSyntax, 1, 1},
		{"a capture of its own", "P P 1 52 54", errSyntax, 1, 1},
		{"a promotion on the way", "P z D 1 52 54", errMismatch, 1, 1},
		{"a move behind the end", "P z 1 52 54 0 P z 1 42 44", errCount, 3, 1},
		{"a line that goes on behind its end", "P z 2 52 54 p Z 1 57 55 0 P z 1 42 44 C z 1 71 63", errCount, 3, 2},
		{"two ends", "P z 2 52 54 0 0", errCount, 2, 2},
		{"castling with a rook that has moved", ".RDTACPIFM ....r... ........ ........ ........ ........ ........ ........ T...R... R z 1 51 31", errIllegal, 1, 1},
		{"an imperatore who is none", ".RDTACPIFM ....r... ........ ........ ........ ........ ........ ...R.... ........ I z R 1 42 41", errMismatch, 1, 1},
		{"eleven letters", ".RDTACPIFMS fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF", errLetters, 0, 0},
		{"nine letters", ".RDTACPIF", errLetters, 0, 0},
		{"a letter twice", ".RDTACPIFR fcadiacf", errLetters, 0, 0},
		{"a short board", ".RDTACPIFM fcadiacf pppppppp", errBoard, 0, 16},
		{"a board without kings", ".RDTACPIFM ........ ........ ........ ........ ........ ........ ........ ........", errBoard, 0, 0},
	} {
		_, _, err := ReadText(strings.NewReader(test.text), Reading{})
		var fault *Error
		if !errors.As(err, &fault) || !errors.Is(err, test.err) || fault.Generation != test.generation || fault.Index != test.index {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestMoreThanTenLettersAreRefusedByName(t *testing.T) {
	_, err := ParseLetters(".RDTACPIFMS")
	if err == nil || !strings.Contains(err.Error(), "ten letters, not 11") {
		t.Error(err)
	}
}
