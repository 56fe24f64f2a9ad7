package gametree

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// boardText joins ranks, the eighth first, after the Italian letters.
func boardText(ranks ...string) string { return string(Italian) + " " + strings.Join(ranks, " ") }

// TestACheckTellsATextWhoIsToMove: a board whose king is in check has one side that can
// be to move, whatever comes first.
func TestACheckTellsATextWhoIsToMove(t *testing.T) {
	const e = "........"
	board := boardText("....r...", e, e, "....T...", e, e, e, "....R...")
	tree, _, err := ReadText(strings.NewReader(board), Reading{})
	if start := tree.Start(); err != nil || start.Side() != movegen.Black {
		t.Errorf("%s, %v", start.FEN(), err)
	}
	if _, _, err := ReadText(strings.NewReader(board+" r Z 1 58 48"), Reading{}); err != nil {
		t.Error(err)
	}
	_, _, err = ReadText(strings.NewReader(board+" T z 1 55 45"), Reading{})
	if !errors.Is(err, errMismatch) {
		t.Errorf("a move of White's gives %v", err)
	}
	start := position(t, "4k3/8/8/4R3/8/8/8/4K3 b - - 0 1")
	_, numeric, _ := written(t, New(start), Italian)
	if fromNumeric, err := ReadNumeric(strings.NewReader(numeric), movegen.Rules{}); err != nil || fromNumeric.Start() != start {
		t.Errorf("the numbers %q give %v", numeric, err)
	}
}

// TestNumbersTellWithWhichRooksAKingMayCastle: every subset of the four rights survives,
// in Chess960 with the outermost rooks.
func TestNumbersTellWithWhichRooksAKingMayCastle(t *testing.T) {
	for _, squares := range []string{"r3k2r/8/8/8/8/8/8/R3K2R", "1rk3r1/8/8/8/8/8/8/1RK3R1", "5rkr/8/8/8/8/8/8/5RKR"} {
		for rights := range 16 {
			field := ""
			for i, letter := range "KQkq" {
				if rights>>i&1 != 0 {
					field += string(letter)
				}
			}
			if field == "" {
				field = "-"
			}
			tree := New(position(t, squares+" w "+field+" - 0 1"))
			text, numeric, table := written(t, tree, German)
			fromText, _, err := ReadText(strings.NewReader(text), Reading{Rules: lenient})
			if err != nil || fromText.Start() != tree.Start() {
				t.Errorf("%s %s: the text gives %v", squares, field, err)
			}
			fromNumeric, err := ReadNumeric(strings.NewReader(numeric), lenient)
			if err != nil || fromNumeric.Start() != tree.Start() {
				t.Errorf("%s %s: the numbers give %v", squares, field, err)
			}
			fromTable, err := ReadTable(strings.NewReader(table), lenient)
			if err != nil || fromTable.Start() != tree.Start() {
				t.Errorf("%s %s: the table gives %v", squares, field, err)
			}
		}
	}
}

// TestZerosThatStandAloneAreEntriesHoweverMany: a number that is followed by zeros ends
// before them, unless the zeros belong to its digits.
func TestZerosThatStandAloneAreEntriesHoweverMany(t *testing.T) {
	for _, c := range []struct {
		text    string
		replies int
		ended   bool
	}{
		{"P z 10 52 54", 10, false},
		{"P z 1 0 52 54", 10, false}, // blanks are allowed anywhere
		{"P z 1 0 0 0 52 54", 1000, false},
		{"P z 1 52 54 0", 1, true},
		{"P z 1 52 54 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", 1, true}, // a generation each
	} {
		tree, _, err := ReadText(strings.NewReader(c.text), Reading{})
		if err != nil || tree.Announced(1) != c.replies || tree.Ended(1) != c.ended {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, _, err := ReadText(strings.NewReader("P z 1 52 54 00"), Reading{}); !errors.Is(err, errSyntax) {
		t.Errorf("two zeros that stand together belong to the number before them, but the error is %v", err)
	}
	if tree, _, err := ReadText(strings.NewReader(strings.Repeat("0 ", 40)), Reading{}); err == nil {
		t.Errorf("a root that ends twice is taken for a tree of %d moves", tree.Len())
	}
	tree, _, err := ReadText(strings.NewReader("0"), Reading{})
	if err != nil || !tree.Ended(Root) {
		t.Errorf("a root that has ended: %v", err)
	}
}

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

func TestTheImmortalGamesBoard(t *testing.T) {
	p := position(t, "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 22")
	lines := BoardStrings(&p, Italian)
	b, err := ParseBoard(strings.Join(lines, ""), movegen.Rules{}, movegen.Black)
	if err != nil || b.Position.EPD() != p.EPD() || !p.InCheck() {
		t.Fatal(b.Position.FEN(), err)
	}
	tree := must.First(ReadText(strings.NewReader(strings.Join(lines, " ")+" c D 1 78 66  A z 1 46 57"), Reading{}))(t)
	last := tree.Position(2)
	if last.HasLegalMove() || !last.InCheck() {
		t.Errorf("%s is not mate", last.FEN())
	}
	before := tree.Position(1)
	if san := notation.SAN(&before, tree.Move(2), notation.Italian); san != "Ae7#" {
		t.Errorf("written as %s", san)
	}
}

// The page that explains the notations must be true.
func TestTheExamplesOfThePageAreRead(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/notations.md"))(t)
	flat := strings.Join(strings.Fields(string(page)), " ")
	const castling = ".RDTACPIFM f...i..f ........ ........ ........ ........ ........ ........ F...I..F "
	for _, test := range []struct {
		before, text, want string // before: what the page does not repeat
	}{
		{"", "P z 99 52 54", "e2e4"},
		{"", "Pz995254", "e2e4"},
		{castling, "I z R 99 51 31", "e1c1"},
		{castling, "I z R 99 51 71", "e1g1"},
		{castling, "F z T 9 81 82", "h1h2"},
		{".RDTACPIFM ........ ........ ........ .......r R....... ........ p....... ........ ", "p Z d 8 12 11", "a2a1q"},
		{".RDTACPIFM r....... ........ ........ ...mP... ........ ........ ........ R....... ", "P m 4 55 46", "e5d6"},
		{"", ".RDTACPIFM fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF P z 2 52 54 P z 1 42 44 p Z 1 57 55 p Z 1 37 35 p Z 1 47 45",
			"e2e4 d2d4 e7e5 c7c5 d7d5"},
		{"", "P z 2 52 54 p Z 1 57 55 -1 P z 1 62 64 -1 0 -1", "e2e4 e7e5 f2f4"},
	} {
		if !strings.Contains(flat, test.text) {
			t.Errorf("the page does not have %q", test.text)
		}
		tree, _, err := ReadText(strings.NewReader(test.before+test.text), Reading{})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		var moves []string
		for generation := range generations(tree) {
			for _, n := range generation {
				moves = append(moves, tree.Move(n).String())
			}
		}
		if got := strings.Join(moves, " "); got != test.want {
			t.Errorf("%s: %s, not %s", test.text, got, test.want)
		}
	}
	tree, err := ReadNumeric(strings.NewReader("990546520"), movegen.Rules{})
	if err != nil || !strings.Contains(flat, "990546520") || tree.Move(1).String() != "e2e4" || tree.Announced(1) != 99 {
		t.Errorf("the number of the page: %v", err)
	}
	for _, l := range []Letters{Italian, English, German} {
		if !strings.Contains(flat, "`"+string(l)+"`") && !strings.Contains(flat, string(l)+" fcadiacf") {
			t.Errorf("the page does not have %s", l)
		}
	}
}

// TestRandomTreesAreWrittenAsTheyWere compares random trees in the three notations with golden ones. Slow
// implementations, which read the contents of squares from a FEN, wrote and read them in the same way.
func TestRandomTreesAreWrittenAsTheyWere(t *testing.T) {
	rng := newRand(11)
	letters := []Letters{Italian, English, German, "-ZYXWVUTSR"}
	var got strings.Builder
	for i := range 8 {
		tree := randomTree(t, rng, 5+rng.IntN(20))
		if i%4 == 0 {
			tree.Announce(Root, rng.IntN(20))
		}
		if i%7 == 0 {
			tree.SetEnded(Root, true)
		}
		text, numeric, table := written(t, tree, letters[i%len(letters)])
		got.WriteString(text + "\n" + numeric + "\n" + table + "\n")
	}
	golden.File(t, "testdata/trees.golden", got.String())
}

// TestTheHistoryOfABoardDecidesWhatMayBePlayed reads boards for a side to move.
func TestTheHistoryOfABoardDecidesWhatMayBePlayed(t *testing.T) {
	golden.Cases(t, "testdata/boards.txt", func(args ...string) string {
		side := movegen.White
		if args[1] == movegen.Black.String() {
			side = movegen.Black
		}
		b, err := ParseBoard(args[0], movegen.Rules{Chess960: slices.Contains(args, "chess960")}, side)
		var warned movegen.Bitboard
		for _, w := range b.Warnings {
			warned |= w.Squares
		}
		return fmt.Sprintf("%s, error %v, side known %v, warned of %q", b.Position.FEN(), err, b.SideKnown, warned)
	})
}

func TestTheDocumentsMoves(t *testing.T) {
	golden.Cases(t, "testdata/texts.txt", func(args ...string) string {
		tree, _, err := ReadText(strings.NewReader(args[0]), Reading{})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%v, %d in all", tree.Move(tree.Next(Root)), tree.Len())
	})
}
